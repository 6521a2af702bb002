import type { PaymentState } from '@kaimai/contract/order/order.machine.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { showCode } from '@kaimai/contract/signup/signup-code.rules.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Limits } from '../../platform/rate-limits/limits.ts'
import { calendarOf } from './calendar.ts'
import type { SignupCodes } from '../signup/signup-code.service.ts'
import type { LetterService } from './letter.service.ts'
import '../order/order.events.ts'
import '../signup/signup.events.ts'

/** Facts of a sign-up that its letters hold; undefined when it is gone or wants no notices. */
export interface SignupFacts {
  readonly name: string
  readonly email: string
  readonly firmName: string
  readonly timeZone: string
  /** Has come to a live of the firm, or ordered there, by this address. */
  readonly isKnown: boolean
  /** Shares phone or e-mail with somebody else of the form. */
  readonly flagged: boolean
  readonly sessions: readonly { liveId: string; title: string; beginAtMs: number; endAtMs: number; url: string }[]
}

export interface OrderFacts {
  readonly name: string
  readonly email: string
  readonly firmName: string
  /** As of a sign-up. */
  readonly isKnown: boolean
  readonly orderNo: string
  /** As shown: NT$1,280. */
  readonly total: string
  readonly paymentState: PaymentState
  /** Of a shop in test mode, to somebody who is none of its members: nothing is written. */
  readonly isWithheld: boolean
  readonly orderUrl: string
}

export interface AutomaticLetterDeps {
  readonly db: Database
  readonly events: Events
  readonly letters: LetterService
  readonly nowMs: () => number
  readonly limits: Limits
  readonly signupFacts: (firmId: string, signupUserId: string) => Promise<SignupFacts | undefined>
  readonly signupCodes: Pick<SignupCodes, 'letterOf' | 'make'>
  /** Where the holder of a seat keeps it. */
  readonly keepPlaceUrl: (seat: { firmId: string; signupUserId: string; liveId: string }) => Promise<string>
  readonly orderFacts: (firmId: string, orderId: string) => Promise<OrderFacts | undefined>
}

/** How often the letter with a link may be sent again to one person. */
const againEveryMs = 3600_000
/** Letters of a firm about unpaid orders to one address: anybody can order in its owner's name. */
const noticesADay = { limit: 20, windowMs: 24 * 3600_000 } as const
/** Sign-ups that write to one address which somebody else of the form has: anybody can name it, each time with another phone. */
const sharedADay = { limit: 10, windowMs: 24 * 3600_000 } as const

/** Letters with a code to one address: anybody who knows a phone can ask for one. */
const codesADay = { limit: 12, windowMs: 24 * 3600_000 } as const

/** Whose sign-up a letter is about, by its key; undefined: about something else. */
export const personOfLetter = (key: string): string | undefined => /^(?:signup|keep-place):([^:]+):/.exec(key)?.[1]

/** 2026年11月21日（六）20:00, with the zone where it is not Taipei's. */
const whenText = (ms: number, timeZone: string): string => {
  const zone = (() => {
    try {
      return new Intl.DateTimeFormat('zh-TW', { timeZone }).resolvedOptions().timeZone
    } catch {
      return 'Asia/Taipei'
    }
  })()
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('zh-TW', {
      timeZone: zone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      weekday: 'narrow',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  )
  const text = `${parts['year']}年${parts['month']}月${parts['day']}日（${parts['weekday']}）${parts['hour']}:${parts['minute']}`
  return zone === 'Asia/Taipei' ? text : `${text}（${zone}）`
}

/** Letters that follow from sign-ups and orders by themselves; each has a key of its own, so a repeated event sends nothing twice. */
export const subscribeAutomaticLetters = (deps: AutomaticLetterDeps): void => {
  const { db, events, letters, limits } = deps

  events.on('signup.made', 'signup-letter', async ({ firmId, signupUserId, liveIds, again, sending }) => {
    const facts = await deps.signupFacts(firmId, signupUserId)
    if (!facts) return
    if (facts.flagged && !again && sending === undefined) {
      const { ok } = await limits.take(`shared sign-up letter ${firmId} ${facts.email}`, sharedADay)
      if (!ok) return
    }
    const wanted = again ? facts.sessions : facts.sessions.filter(({ liveId }) => liveIds.includes(liveId))
    // Anybody who knows an address can ask for its link again: its owner gets it once an hour, however often they ask.
    const hour = again ? `:again:${Math.floor(deps.nowMs() / againEveryMs)}` : ''
    const which = sending === undefined ? hour : `:sent:${sending}`
    const admitted = await Promise.all(
      wanted.map(async (session) => ({
        session,
        isHeld: !facts.isKnown && (await letters.takeAddressQuota(firmId, facts.email)) === 'hold',
      })),
    )
    await db.transaction(async (tx) => {
      for (const { session, isHeld } of admitted)
        await letters.queue(tx, firmId, {
          type: letterTypes.signupComplete,
          channel: 'email',
          toName: facts.name,
          to: facts.email,
          firmName: facts.firmName,
          key: `signup:${signupUserId}:${session.liveId}${which}`,
          values: {
            sessionTitle: session.title,
            liveBeginAt: whenText(session.beginAtMs, facts.timeZone),
            liveUrl: session.url,
          },
          isHeld,
          calendar: calendarOf({ ...session, uid: `${session.liveId}@kaimai`, nowMs: deps.nowMs() }),
        })
    })
  })

  events.on('signup.codeAsked', 'code-letter', async ({ firmId, codeId }) => {
    const facts = await deps.signupCodes.letterOf(firmId, codeId)
    if (!facts) return
    if (!(await limits.take(`code letter ${firmId} ${facts.email}`, codesADay)).ok) return
    // A code that waits is of no use: an address that may not be written to yet gets none.
    if (!facts.isKnown && (await letters.takeAddressQuota(firmId, facts.email)) === 'hold') return
    await db.transaction(async (tx) => {
      const code = await deps.signupCodes.make(tx, firmId, codeId, facts.email)
      if (code === undefined) return
      await letters.queue(tx, firmId, {
        type: letterTypes.signupCode,
        channel: 'email',
        toName: facts.name,
        to: facts.email,
        firmName: facts.firmName,
        key: `signup-code:${codeId}`,
        values: { code: showCode(code) },
      })
    })
  })

  events.on('signup.seatAsked', 'keep-place-letter', async ({ firmId, signupUserId, liveId }) => {
    const facts = await deps.signupFacts(firmId, signupUserId)
    const session = facts?.sessions.find((each) => each.liveId === liveId)
    if (!facts || !session) return
    const liveUrl = await deps.keepPlaceUrl({ firmId, signupUserId, liveId })
    await db.transaction((tx) =>
      letters.queue(tx, firmId, {
        type: letterTypes.signupNotice,
        channel: 'email',
        toName: facts.name,
        to: facts.email,
        firmName: facts.firmName,
        key: `keep-place:${signupUserId}:${liveId}:${session.beginAtMs}`,
        values: { sessionTitle: session.title, liveBeginAt: whenText(session.beginAtMs, facts.timeZone), liveUrl },
      }),
    )
  })

  const orderLetter = async (
    firmId: string,
    orderId: string,
    type: typeof letterTypes.orderNotice | typeof letterTypes.paidNotice,
  ): Promise<void> => {
    const facts = await deps.orderFacts(firmId, orderId)
    if (!facts || facts.isWithheld) return
    if (type === letterTypes.orderNotice) {
      // What costs nothing is paid as it is placed: the other letter says so.
      if (facts.paymentState === 'paid') return
      const { ok } = await limits.take(`order notice ${firmId} ${facts.email}`, noticesADay)
      if (!ok) return
    }
    // A letter about a payment is never held back.
    const isPaid = type === letterTypes.paidNotice
    const isHeld = !isPaid && !facts.isKnown && (await letters.takeAddressQuota(firmId, facts.email)) === 'hold'
    await db.transaction(async (tx) => {
      await letters.queue(tx, firmId, {
        type,
        channel: 'email',
        toName: facts.name,
        to: facts.email,
        firmName: facts.firmName,
        isHeld,
        key: `order:${orderId}:${type}`,
        values: {
          orderNo: facts.orderNo,
          orderTotal: facts.total,
          orderUrl: facts.orderUrl,
          paymentNote: facts.paymentState === 'onDelivery' ? '收到商品時再付款就可以。' : '請在期限內完成付款。',
        },
      })
      if (isPaid) await letters.releaseTo(tx, firmId, facts.email)
    })
  }
  events.on('order.placed', 'order-letter', ({ firmId, orderId }) =>
    orderLetter(firmId, orderId, letterTypes.orderNotice),
  )
  events.on('order.paid', 'paid-letter', ({ firmId, orderId }) => orderLetter(firmId, orderId, letterTypes.paidNotice))
}
