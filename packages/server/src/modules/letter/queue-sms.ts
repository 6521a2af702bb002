import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { FirmService } from '../firm/firm.service.ts'
import { type FillSms, smsSubjectOf } from './fill-sms.ts'
import type { LetterToPerson } from './letter-kind.service.ts'
import type { LetterQueueStore } from './letter-queue.store.ts'
import { sendLettersJob } from './send-letters.ts'

/** Text messages that are queued in one transaction; `to` of each is a number: `+886912345678`. */
interface SmsToQueue {
  readonly firmId: string
  readonly type: number
  /** Its text blocks are the message. */
  readonly contents: LetterContents
  readonly messages: readonly Pick<LetterToPerson, 'key' | 'name' | 'to' | 'language' | 'values'>[]
  /** Names the text in what is refused. */
  readonly field: string
}

/** Puts text messages into the queue, once for each key, and reserves their points before any of them leaves. */
export const createSmsQueue =
  ({
    store,
    fill,
    firms,
    jobs,
    clock,
  }: {
    readonly store: LetterQueueStore
    readonly fill: FillSms
    readonly firms: Pick<FirmService, 'points'>
    readonly jobs: Pick<Jobs, 'enqueue'>
    readonly clock: Clock
  }) =>
  /**
   * Answers how many are new, and the tenths of a point that they cost. Throws `invalid` at `field` for a text that must
   * not be sent, and `balanceTooLow` with the tenths that are missing; nothing is queued then.
   */
  async (
    tx: Tx,
    { firmId, type, contents, messages, field }: SmsToQueue,
  ): Promise<{ queued: number; tenths: number }> => {
    const filled = await fill(firmId, { contents, fieldOf: () => field }, tx)
    const made = messages.map((message) => ({ ...message, ...filled(message) }))
    if (made.length === 0) return { queued: 0, tenths: 0 }
    const now = clock.now()
    const versionId = await store.holdVersion({ firmId, type, contents, now }, tx)
    const letterId = await store.holdLetter(
      {
        firmId,
        key: `sms:${versionId}`,
        type,
        channel: 'sms',
        versionId,
        audience: { kind: 'event' },
        calendar: null,
        scheduledAt: null,
        createdAt: now,
      },
      tx,
    )
    const rows = made.map(({ key, name, to, language, values, text, tenths }) => ({
      id: newId(),
      firmId,
      letterId,
      key,
      type,
      channel: 'sms' as const,
      pointTenths: tenths,
      toName: name,
      toAddress: to,
      language,
      values,
      subject: smsSubjectOf(text),
      state: 'queued' as const,
      transport: '',
      reference: '',
      problem: '',
      attempts: 0,
      leaseUntil: null,
      dueAt: now,
      heldSince: null,
      createdAt: now,
      sentAt: null,
    }))
    const queued = await store.insert(rows, tx)
    // What was there already under its key is not paid for again: only what was written counts.
    const tenths = await store.pointsOf(
      rows.map(({ id }) => id),
      tx,
    )
    if (tenths > 0) await firms.points.reserve(tx, firmId, { key: `sms:${newId()}`, tenths })
    if (queued > 0) await jobs.enqueue(sendLettersJob, {}, { on: tx, key: 'due' })
    return { queued, tenths }
  }
