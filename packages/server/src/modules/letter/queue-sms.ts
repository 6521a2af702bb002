import { fail } from '@kaimai/contract/common/error.ts'
import { type ErrorText, type ErrorTextWithValues, withValues } from '@kaimai/contract/common/error-text.ts'
import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import { letterErrors } from '@kaimai/contract/letter/letter.errors.ts'
import { namesBrand, smsMaxLength, smsTenths, unregisteredIn } from '@kaimai/contract/letter/sms.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { FirmService } from '../firm/firm.service.ts'
import { valuesOf } from './letter-content.ts'
import type { LetterToPerson } from './letter-kind.service.ts'
import type { LetterQueueStore } from './letter-queue.store.ts'
import type { LetterSettingStore } from './letter-setting.store.ts'
import { smsTextOf } from './render-letter.ts'
import { sendLettersJob } from './send-letters.ts'
import { isSmsNumber } from './sms-number.ts'
import type { LetterTransports } from './transports.ts'

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

const subjectLength = 60

/** Puts text messages into the queue, once for each key, and reserves their points before any of them leaves. */
export const createSmsQueue =
  ({
    store,
    settings,
    firms,
    transports,
    jobs,
    clock,
  }: {
    readonly store: LetterQueueStore
    readonly settings: LetterSettingStore
    readonly firms: Pick<FirmService, 'find' | 'points'>
    readonly transports: LetterTransports
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
    const sender = await firms.find(firmId, tx)
    if (!sender) throw fail('noData')
    const { smsBrand, smsRegistered } = await settings.of(firmId, tx)
    const brand = smsBrand || sender.name
    const refuse = (why: ErrorText | ErrorTextWithValues): never => {
      throw fail('invalid', { fields: { [field]: why } })
    }
    const check = (text: string): void => {
      if (!namesBrand(text, brand)) refuse(withValues(letterErrors.smsBrandMissing, { brand }))
      if (text.length > smsMaxLength) refuse(withValues(letterErrors.smsTooLong, { max: smsMaxLength }))
      const [contact] = unregisteredIn(text, smsRegistered)
      if (contact !== undefined) refuse(withValues(letterErrors.smsUnregistered, { contact }))
    }
    // Who pays the provider pays no points.
    const isFree = (await transports.of(sender, tx)).sms.name === 'surenotify'
    const filled = messages.map(({ key, name, to, language, ...message }) => {
      const values = { firmName: sender.name, ...message.values }
      const text = smsTextOf(contents[language], valuesOf({ toName: name, values }))
      check(text)
      if (!isSmsNumber(to)) refuse(letterErrors.smsPhoneWrong)
      return { key, name, to, language, values, text, tenths: isFree ? 0 : smsTenths(text) }
    })
    if (filled.length === 0) return { queued: 0, tenths: 0 }
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
    const rows = filled.map(({ key, name, to, language, values, text, tenths }) => ({
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
      subject: [...text].slice(0, subjectLength).join('').replace(/\s+/g, ' '),
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
