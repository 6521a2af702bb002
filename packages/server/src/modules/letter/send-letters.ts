import { readMailAddress } from '@kaimai/contract/common/mail-address.ts'
import { isMarketing } from '@kaimai/contract/letter/letter.rules.ts'
import { marketingTime } from '@kaimai/contract/sending/sending.rules.ts'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log/log.ts'
import type { MailLetter, MailTransport, SendOutcome } from '../../platform/ports/mail.ts'
import { together } from '../../platform/together.ts'
import type { LetterContent } from './letter-content.ts'
import type { LetterKind } from './letter-kind.service.ts'
import type { Letter, LetterQueueStore, Outcome, Recipient } from './letter-queue.store.ts'
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

/** What stands over a firm's letters. */
interface FirmSender {
  readonly name: string
  /** What the firm has set to stand before the address; empty: its name. */
  readonly senderName: string
  /** Where answers go; empty: nowhere. */
  readonly replyTo: string
}

export interface SendDeps {
  readonly store: LetterQueueStore
  readonly content: LetterContent
  readonly jobs: Jobs
  readonly clock: Clock
  readonly mail: MailTransport
  readonly kindOf: (type: number) => LetterKind | undefined
  readonly senderOf: (firmId: string) => Promise<FirmSender | undefined>
  readonly unsubscribe: Unsubscribe
  /** Which of these addresses, as mail servers take them, get no marketing letters of the firm. */
  readonly optedOut: (firmId: string, emails: readonly string[]) => Promise<ReadonlySet<string>>
  readonly log: Log
  /** Makes held letters due that may go by now. */
  readonly releaseHeld: () => Promise<void>
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
  const { store, content, jobs, clock, mail, log } = deps
  const begin = together((claimed: readonly Recipient[]) => store.begin(claimed, new Date(clock.ms() + handingLeaseMs)))
  const settle = together((outcomes: readonly Outcome[]) => store.settle(outcomes))

  const outcomeOf = (recipient: Recipient, sent: SendOutcome): Outcome => {
    const { id } = recipient
    const attempts = recipient.attempts + 1
    const plain = { id, transport: mail.name, reference: '', problem: '', sentAt: null, dueAt: null }
    if (sent.outcome === 'handed') return { ...plain, state: 'sent', reference: sent.reference, sentAt: clock.now() }
    const problem = sent.reason
    if (sent.permanent || attempts >= maxAttempts) return { ...plain, state: 'failed', problem }
    return { ...plain, state: 'queued', problem, dueAt: new Date(clock.ms() + retryAfterMs * attempts) }
  }

  /**
   * Whether the address is the person's no more, for it was mistyped and corrected since the letter was queued, or the
   * letter holds no longer.
   */
  const isOutdated = async ({ firmId, type, key, toAddress }: Recipient): Promise<boolean> => {
    const kind = deps.kindOf(type)
    if (firmId === null || !kind) return false
    const now = await kind.addressNow?.(firmId, key)
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
  ): Promise<MailLetter> => {
    const { calendar, ...rendered } = await content.of(letter, recipient)
    const { id, language } = recipient
    const made = isMarketing(recipient.type) ? deps.unsubscribe.withLink(rendered, id, language) : rendered
    return {
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
  }

  /** Undefined: there is nothing to hand over, and it is settled. */
  const prepare = async (
    recipient: Recipient,
    letter: Letter | undefined,
    sender: FirmSender | undefined,
  ): Promise<MailLetter | undefined> => {
    if (await isOutdated(recipient)) {
      await store.drop(recipient, { state: 'skipped', problem: '' })
      return undefined
    }
    const read = readMailAddress(recipient.toAddress)
    if ('problem' in read) {
      await store.drop(recipient, { state: 'failed', problem: undeliverable })
      return undefined
    }
    const { firmId, type } = recipient
    // Asked as late as can be: who opts out gets nothing that was queued before.
    if (firmId !== null && isMarketing(type) && (await deps.optedOut(firmId, [read.address])).has(read.address)) {
      await store.drop(recipient, { state: 'skipped', problem: optedOut })
      return undefined
    }
    if (!letter) throw new Error('a recipient without a letter')
    const leavesAt = letter.audience.kind === 'sending' && isMarketing(type) ? marketingTime(clock.ms()) : 0
    if (leavesAt > clock.ms()) {
      await store.postpone(recipient, new Date(leavesAt))
      return undefined
    }
    return mailLetterOf(recipient, read.address, letter, sender)
  }

  const hand = async (recipient: Recipient, mailLetter: MailLetter): Promise<void> => {
    if (!(await begin(recipient)).has(recipient.id)) return
    const sent = await mail.send(mailLetter).then(
      (outcome) => outcomeOf(recipient, outcome),
      (error: unknown): Outcome => {
        log.warn({ err: error, letterId: recipient.id }, 'nobody can say whether a letter was handed over')
        const { id } = recipient
        return { id, state: 'unknown', transport: mail.name, reference: '', problem: '', sentAt: null, dueAt: null }
      },
    )
    await settle(sent)
  }

  const handAll = async (claimed: readonly Recipient[]): Promise<void> => {
    const letters = await content.letters([...new Set(claimed.map(({ letterId }) => letterId))])
    const firmIds = [...new Set(claimed.flatMap(({ firmId }) => firmId ?? []))]
    const senders = new Map(await Promise.all(firmIds.map(async (id) => [id, await deps.senderOf(id)] as const)))
    await inLanes(claimed, mail.concurrency, async (recipient) => {
      try {
        const sender = recipient.firmId === null ? undefined : senders.get(recipient.firmId)
        const mailLetter = await prepare(recipient, letters.get(recipient.letterId), sender)
        if (mailLetter) await hand(recipient, mailLetter)
      } catch (error) {
        // The transport was not called, or the outcome could not be written: the leases say what becomes of the letter.
        log.error({ err: error, letterId: recipient.id }, 'a letter could not be prepared or settled')
      }
    })
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
    await deps.releaseHeld()
    await send()
  })
}
