import { KaimaiError } from '@kaimai/contract/common/error.ts'
import { type ErrorText, type ErrorTextWithValues, formatErrorText } from '@kaimai/contract/common/error-text.ts'
import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import { letterErrors } from '@kaimai/contract/letter/letter.errors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { FirmService } from '../firm/firm.service.ts'
import { type FillSms, smsSubjectOf } from './fill-sms.ts'
import { valuesOf } from './letter-content.ts'
import type { LetterKind, LetterToPerson } from './letter-kind.service.ts'
import type { LetterQueueStore } from './letter-queue.store.ts'
import { canFill, lackOf } from './render-letter.ts'
import { sendLettersJob } from './send-letters.ts'

/** Text messages that are queued in one transaction; `to` of each is a number: `+886912345678`. */
interface SmsToQueue {
  readonly firmId: string
  readonly type: number
  /** Its text blocks are the message. */
  readonly contents: LetterContents
  readonly messages: readonly (Pick<LetterToPerson, 'key' | 'name' | 'to' | 'language' | 'values'> &
    Pick<MadeSms, 'lack'>)[]
  /** Names the text in what is refused. */
  readonly field: string
}

/** One that goes by itself. */
interface AutomaticSms extends Pick<SmsToQueue, 'firmId' | 'type'> {
  /** The firm's own text; undefined: the built-in one of the type. */
  readonly own: LetterContents | undefined
  readonly message: SmsToQueue['messages'][number]
  /** Why it does not go, as its module knows; undefined: it does, where it can. */
  readonly refusal?: ErrorText | undefined
}

/** One that stands in the log from the first, whether it goes or not. */
interface MadeSms extends Pick<LetterToPerson, 'key' | 'name' | 'to' | 'language' | 'values'> {
  readonly tenths: number
  /** Why it does not go; empty: it does. */
  readonly problem: string
  /** Why it goes with the built-in text; undefined: it does not, or the firm has no other. */
  readonly lack?: string | undefined
}

const said = (text: ErrorText | ErrorTextWithValues): string =>
  [formatErrorText(text, 'zh-TW'), formatErrorText(text, 'en')].join(' ')

/** Puts text messages into the queue, once for each key, and reserves their points before any of them leaves. */
export const createSmsQueue = ({
  db,
  store,
  fill,
  firms,
  brandOf,
  jobs,
  clock,
  kindOf,
}: {
  readonly db: Database
  readonly store: LetterQueueStore
  readonly fill: FillSms
  readonly firms: Pick<FirmService, 'points'>
  readonly brandOf: (firmId: string) => Promise<string>
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly kindOf: (type: number) => LetterKind | undefined
}) => {
  const insert = async (
    tx: Tx,
    { firmId, type, contents }: Pick<SmsToQueue, 'firmId' | 'type' | 'contents'>,
    made: readonly MadeSms[],
  ): Promise<{ queued: number; tenths: number }> => {
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
    const identified = made.map((each) => ({ ...each, id: newId() }))
    const rows = identified.map(({ id, key, name, to, language, values, tenths, problem }) => ({
      id,
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
      subject: problem === '' ? smsSubjectOf(contents[language], valuesOf({ toName: name, values })) : '',
      state: problem === '' ? ('queued' as const) : ('failed' as const),
      transport: '',
      reference: '',
      problem,
      attempts: 0,
      leaseUntil: null,
      dueAt: now,
      heldSince: null,
      createdAt: now,
      sentAt: null,
    }))
    const queued = await store.insert(rows, tx)
    const notes = identified.flatMap(({ id, lack }) => (lack === undefined ? [] : [{ id, problem: lack }]))
    await store.noteBuiltIn(notes, now, tx)
    // What was there already under its key is not paid for again: only what was written counts.
    const tenths = await store.pointsOf(
      rows.map(({ id }) => id),
      tx,
    )
    if (tenths > 0) await firms.points.reserve(tx, firmId, { key: `sms:${newId()}`, tenths })
    if (queued > 0) await jobs.enqueue(sendLettersJob, {}, { on: tx, key: 'due' })
    return { queued, tenths }
  }

  /**
   * Answers how many are new, and the tenths of a point that they cost. Throws `invalid` at `field` for a text that must
   * not be sent, and `balanceTooLow` with the tenths that are missing; nothing is queued then.
   */
  const queue = async (
    tx: Tx,
    { messages, field, ...letter }: SmsToQueue,
  ): Promise<{ queued: number; tenths: number }> => {
    const filled = await fill(letter.firmId, { type: letter.type, contents: letter.contents, fieldOf: () => field }, tx)
    return insert(
      tx,
      letter,
      messages.map((message) => ({ ...message, ...filled(message), problem: '' })),
    )
  }

  return {
    queue,

    /**
     * A message that goes by itself, in the firm's own text where nothing is missing for it: queued once for its key, or in
     * the log with why it does not go.
     */
    write: async ({ firmId, type, own, message, refusal }: AutomaticSms): Promise<void> => {
      const builtIn = kindOf(type)?.contents
      if (!builtIn) throw new Error(`there are no letters of type ${type}`)
      const values = { ...message.values, firmName: await brandOf(firmId) }
      const { language } = message
      const all = valuesOf({ toName: message.name, values })
      const isOwn = own !== undefined && canFill(own, language, all)
      const lack = own === undefined || isOwn ? undefined : lackOf(own, language, all)
      const letter = { firmId, type, contents: isOwn ? own : builtIn }
      const refuse = (problem: string): Promise<unknown> =>
        db.transaction((tx) => insert(tx, letter, [{ ...message, values, tenths: 0, problem }]))
      if (refusal) return void (await refuse(said(refusal)))
      try {
        await db.transaction((tx) => queue(tx, { ...letter, messages: [{ ...message, values, lack }], field: 'text' }))
      } catch (error) {
        if (!(error instanceof KaimaiError)) throw error
        const [refused] = Object.values(error.fields ?? {})
        const isShort = error.errorName === 'balanceTooLow'
        const problem = said(isShort ? letterErrors.smsPointsShort : (refused ?? letterErrors.smsRefusedNow))
        await refuse(problem)
      }
    },
  }
}
export type SmsQueue = ReturnType<typeof createSmsQueue>
