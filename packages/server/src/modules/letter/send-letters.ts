import { readMailAddress } from '@kaimai/contract/common/mail-address.ts'
import { isMarketing, testLetterKey } from '@kaimai/contract/letter/letter.rules.ts'
import { marketingTime } from '@kaimai/contract/sending/sending.rules.ts'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log/log.ts'
import type { MailLetter, SendOutcome } from '../../platform/ports/mail.ts'
import { together } from '../../platform/together.ts'
import type { LetterContent } from './letter-content.ts'
import type { LetterKind, LetterValues } from './letter-kind.service.ts'
import type { LetterNoticeStore } from './letter-notice.store.ts'
import type { Letter, LetterQueueStore, Outcome, Recipient } from './letter-queue.store.ts'
import { isSmsNumber } from './sms-number.ts'
import type { FirmSender, LetterTransports, Transports } from './transports.ts'
import type { Unsubscribe } from './unsubscribe.ts'

export const sendLettersJob = 'send-letters'

/** Letters that a worker takes at once, in equal shares for all firms that have any. */
const claimSize = 200
/** Longer than a worker needs for what it took; then another may take it. */
const claimLeaseMs = 10 * 60_000
/** Longer than any transport takes for one letter. */
const handingLeaseMs = 2 * 60_000
const maxAttempts = 6
const retryAfterMs = 60_000
/** Staff reads it in the log beside what mail servers say. */
const undeliverable = '這個地址收不到電子郵件 This address can’t receive email'
const optedOut = '這個人已退訂 This person has unsubscribed'
const stopped = '之前寄到這個地址的信被退回或檢舉 Earlier letters to this address bounced or were reported'
const noMobile = '不是台灣的手機號碼 Not a Taiwanese mobile number'

export interface SendDeps {
  readonly store: LetterQueueStore
  readonly content: LetterContent
  readonly jobs: Jobs
  readonly clock: Clock
  readonly transports: LetterTransports
  readonly notices: Pick<LetterNoticeStore, 'unreachable'>
  readonly kindOf: (type: number) => LetterKind | undefined
  readonly senderOf: (firmId: string) => Promise<FirmSender | undefined>
  readonly unsubscribe: Unsubscribe
  /** Which of these addresses, as mail servers take them, and numbers get no marketing letters of the firm. */
  readonly optedOut: (firmId: string, emails: readonly string[]) => Promise<ReadonlySet<string>>
  readonly log: Log
  /** Gives points of text messages back that did not leave. */
  readonly givePointsBack: () => Promise<void>
  /** Makes held letters due that may go by now. */
  readonly releaseHeld: () => Promise<void>
}

/** A letter that is ready to leave. */
interface Handover {
  readonly transport: string
  readonly send: () => Promise<SendOutcome>
  /** What it shows as it is now. */
  readonly read?: LetterValues | undefined
}

/** Runs `work` for all items, `lanes` at once. */
const inLanes = async <T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> => {
  const left = items.values()
  const lane = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane))
}

/**
 * Hands queued letters to the transport. A worker takes some of every firm that has any; 'handing' is committed before the
 * transport is called, of no more letters than it takes at once; each outcome is written, and what a crash leaves in
 * 'handing' becomes 'unknown' and is not sent again by itself. So no letter is lost and none goes twice.
 */
export const defineSendLetters = (deps: SendDeps): void => {
  const { store, content, jobs, clock, log } = deps
  const begin = together((claimed: readonly (Recipient & Pick<Handover, 'read'>)[]) =>
    store.begin(claimed, new Date(clock.ms() + handingLeaseMs)),
  )
  const settle = together((outcomes: readonly Outcome[]) => store.settle(outcomes))

  const outcomeOf = (recipient: Recipient, transport: string, sent: SendOutcome): Outcome => {
    const { id } = recipient
    const attempts = recipient.attempts + 1
    const plain = { id, transport, reference: '', problem: '', sentAt: null, dueAt: null }
    if (sent.outcome === 'handed') return { ...plain, state: 'sent', reference: sent.reference, sentAt: clock.now() }
    const problem = sent.reason
    if (sent.permanent || attempts >= maxAttempts) return { ...plain, state: 'failed', problem }
    return { ...plain, state: 'queued', problem, dueAt: new Date(clock.ms() + retryAfterMs * attempts) }
  }

  /**
   * Whether the address is the person's no more, for it was mistyped and corrected since the letter was queued, or the
   * letter holds no longer.
   */
  const isOutdated = async ({ firmId, type, key, toAddress, channel }: Recipient): Promise<boolean> => {
    const kind = deps.kindOf(type)
    if (firmId === null || !kind) return false
    const now = channel === 'sms' ? undefined : await kind.addressNow?.(firmId, key)
    if (now !== undefined && now !== toAddress) return true
    return (await kind.isOver?.(firmId, key)) ?? false
  }

  /** Of all that a firm sends but receipts: who pays must not lose those by a click. */
  const unsubscribeHeaders = ({ id, firmId, type }: Recipient): Readonly<Record<string, string>> =>
    firmId === null || deps.kindOf(type)?.class === 'receipt' ? {} : deps.unsubscribe.headersOf(id)

  const mailLetterOf = async (
    recipient: Recipient,
    to: string,
    letter: Letter,
    sender: FirmSender | undefined,
  ): Promise<{ readonly mail: MailLetter; readonly read: LetterValues | undefined }> => {
    const { calendar, read, ...rendered } = await content.of(letter, recipient)
    const { id, language } = recipient
    const made = isMarketing(recipient.type) ? deps.unsubscribe.withLink(rendered, id, language) : rendered
    const mail = {
      ...made,
      id: recipient.id,
      to,
      fromName: sender?.senderName || recipient.values['firmName'] || sender?.name || '',
      headers: {
        ...(sender?.replyTo ? { 'Reply-To': sender.replyTo } : {}),
        ...unsubscribeHeaders(recipient),
      },
      ...(calendar === ''
        ? {}
        : { attachments: [{ fileName: 'live.ics', contentType: 'text/calendar; charset=utf-8', content: calendar }] }),
    }
    return { mail, read }
  }

  const drop = (recipient: Recipient, state: 'skipped' | 'failed', problem: string): Promise<undefined> =>
    store.drop(recipient, { state, problem }).then(() => undefined)

  /** Undefined: there is nothing to hand over, and it is settled. */
  const prepare = async (
    recipient: Recipient,
    letter: Letter | undefined,
    { sender, by }: { readonly sender: FirmSender | undefined; readonly by: Transports },
  ): Promise<Handover | undefined> => {
    if (await isOutdated(recipient)) return drop(recipient, 'skipped', '')
    if (!letter) throw new Error('a recipient without a letter')
    const { id, firmId, type, toAddress } = recipient
    const held = async (address: string): Promise<boolean> => {
      if (firmId === null || !isMarketing(type)) return false
      // Asked as late as can be: who opts out gets nothing that was queued before.
      if ((await deps.optedOut(firmId, [address])).has(address)) {
        await drop(recipient, 'skipped', optedOut)
        return true
      }
      // A test goes to who has just asked for it.
      const leavesAt = recipient.key.startsWith(testLetterKey) ? 0 : marketingTime(clock.ms())
      if (leavesAt <= clock.ms()) return false
      await store.postpone(recipient, new Date(leavesAt))
      return true
    }
    if (recipient.channel === 'sms') {
      if (!isSmsNumber(toAddress)) return drop(recipient, 'failed', noMobile)
      if (await held(toAddress)) return undefined
      const text = await content.sms(letter, recipient)
      return { transport: by.sms.name, send: () => by.sms.send({ id, to: toAddress, text }) }
    }
    const read = readMailAddress(toAddress)
    if ('problem' in read) return drop(recipient, 'failed', undeliverable)
    if (await held(read.address)) return undefined
    const { mail, read: shown } = await mailLetterOf(recipient, read.address, letter, sender)
    return { transport: by.mail.name, send: () => by.mail.send(mail), read: shown }
  }

  const hand = async (recipient: Recipient, { transport, send, read }: Handover): Promise<void> => {
    if (!(await begin({ ...recipient, read })).has(recipient.id)) return
    const sent = await send().then(
      (outcome) => outcomeOf(recipient, transport, outcome),
      (error: unknown): Outcome => {
        log.warn({ err: error, letterId: recipient.id }, 'nobody can say whether a letter was handed over')
        const { id } = recipient
        return { id, state: 'unknown', transport, reference: '', problem: '', sentAt: null, dueAt: null }
      },
    )
    await settle(sent)
  }

  /** The firms' own senders and transports; of the platform the one under ''. */
  const sendersOf = async (claimed: readonly Recipient[]) => {
    const firmIds = [...new Set(claimed.map(({ firmId }) => firmId ?? ''))]
    return new Map(
      await Promise.all(
        firmIds.map(async (id) => {
          const sender = id === '' ? undefined : await deps.senderOf(id)
          return [id, { sender, by: await deps.transports.of(sender) }] as const
        }),
      ),
    )
  }

  const handAll = async (claimed: readonly Recipient[]): Promise<void> => {
    const letters = await content.letters([...new Set(claimed.map(({ letterId }) => letterId))])
    const senders = await sendersOf(claimed)
    const unreachable = await deps.notices.unreachable(claimed)
    const handOne = async (recipient: Recipient): Promise<void> => {
      try {
        if (unreachable.has(recipient.id)) return await drop(recipient, 'skipped', stopped)
        const from = senders.get(recipient.firmId ?? '')
        const handover = from && (await prepare(recipient, letters.get(recipient.letterId), from))
        if (handover) await hand(recipient, handover)
      } catch (error) {
        // The transport was not called, or the outcome could not be written: the leases say what becomes of the letter.
        log.error({ err: error, letterId: recipient.id }, 'a letter could not be prepared or settled')
      }
    }
    // Each transport has as many at once as it takes.
    const groups = Map.groupBy(claimed, ({ firmId, channel }) => {
      const by = senders.get(firmId ?? '')?.by
      return channel === 'sms' ? by?.sms : by?.mail
    })
    await Promise.all([...groups].map(([transport, all]) => inLanes(all, transport?.concurrency ?? 1, handOne)))
    await deps.givePointsBack()
  }

  const sendDue = async (): Promise<void> => {
    for (;;) {
      const senders = await store.senders()
      if (senders.length === 0) return
      const share = Math.max(1, Math.floor(claimSize / senders.length))
      const leaseUntil = new Date(clock.ms() + claimLeaseMs)
      const claimed = await store.claim({ senders, share, now: clock.now(), leaseUntil })
      if (claimed.length === 0) return
      await handAll(claimed)
    }
  }

  // One round at a time in a process, so that no more letters are in flight than the transport takes. Who asks while one
  // runs gets another after it: its first look may have been too early.
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const send = (): Promise<void> => {
    if (next) return next
    const begun = (running ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        next = undefined
        running = begun
        return sendDue()
      })
      .finally(() => {
        if (running === begun) running = undefined
      })
    next = begun
    return begun
  }

  jobs.define(sendLettersJob, { schema: z.object({}), retryLimit: 3, expireSeconds: 3600 }, send)
  jobs.every('letters-due', 30, async () => {
    const lost = await store.loseLeases(clock.now())
    if (lost > 0) log.warn({ lost }, 'letters whose worker died are unknown now')
    await deps.givePointsBack()
    await deps.releaseHeld()
    await send()
  })
}
