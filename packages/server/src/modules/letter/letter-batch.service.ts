import type { Language } from '@kaimai/contract/common/language.ts'
import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { type Database, json, type Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { smsSubjectOf } from './fill-sms.ts'
import { valuesOf } from './letter-content.ts'
import type { LetterToPerson, LetterValues } from './letter-kind.service.ts'
import type { LetterQueueStore } from './letter-queue.store.ts'
import type { LetterTables } from './letter.tables.ts'
import type { NewAddresses } from './new-addresses.ts'
import { subjectOf } from './render-letter.ts'
import { sendLettersJob } from './send-letters.ts'

/** Somebody whom a merchant writes to. */
export interface BatchPerson {
  /** An e-mail address, or a number: `+886912345678`. */
  readonly to: string
  /** Empty: nobody knows it. */
  readonly name: string
  readonly language: Language
  /** Of a text message: tenths of a point that are reserved for it. */
  readonly tenths?: number
  /** What the text says of them beyond name and firm. */
  readonly values?: LetterValues | undefined
}

/** Somebody whom a letter was written to, with its values. */
export type WrittenPerson = Pick<LetterToPerson, 'to' | 'name' | 'language' | 'values'>

/** A letter that a merchant sends to many. */
interface LetterBatch {
  readonly firmId: string
  readonly firmName: string
  readonly channel: 'email' | 'sms'
  readonly type: number
  readonly contents: LetterContents
}

export interface BatchCounts {
  readonly waiting: number
  readonly sent: number
  readonly failed: number
  readonly skipped: number
  readonly unknown: number
  /** Of those that failed, the ones that can go again. */
  readonly resendable: number
}

/** It failed for good before anybody got it, and nothing says that its address takes no letters of the firm. */
const canGoAgain = sql`state = 'failed' and "toAddress" <> '' and not exists (
  select 1 from "unreachableAddress" gone
  where gone."firmId" = "letterRecipient"."firmId" and gone.address = "letterRecipient"."toAddress")`

/** Letters to many at once: one row for the letter, its people in slices, how far they are, and their end. */
export const createLetterBatches = ({
  db,
  store,
  jobs,
  clock,
  newAddresses,
}: {
  readonly db: Database
  readonly store: LetterQueueStore
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly newAddresses: Pick<NewAddresses, 'heldAmong'>
}) => ({
  /** Answers the letter's id. Nobody is written to yet. */
  open: async (
    tx: Tx,
    { firmId, channel, type, contents, scheduledAt }: LetterBatch & { readonly scheduledAt: Date | null },
  ): Promise<string> => {
    const now = clock.now()
    const versionId = await store.holdVersion({ firmId, type, contents, now }, tx)
    const letter = { firmId, key: `sending:${newId()}`, type, channel, versionId }
    return store.holdLetter(
      { ...letter, audience: { kind: 'sending' }, calendar: null, scheduledAt, createdAt: now },
      tx,
    )
  },

  /** Addresses, of these that are each there once, that the firm may not write to yet: too many new ones within the hour. */
  heldAmong: newAddresses.heldAmong,

  /** Queues the letter for these people; who is among its people already is no second time. */
  add: async (
    tx: Tx,
    { letterId, firmId, firmName, channel, type, contents }: LetterBatch & { readonly letterId: string },
    people: readonly BatchPerson[],
    { held, dueAt }: { readonly held: ReadonlySet<string>; readonly dueAt: Date },
  ): Promise<void> => {
    const now = clock.now()
    const subjectFor = ({ name, language, values: own }: BatchPerson): string => {
      const values = valuesOf({ toName: name, values: { firmName, ...own } })
      return (channel === 'sms' ? smsSubjectOf : subjectOf)(contents[language], values)
    }
    const rows = people.map((person) => ({
      id: newId(),
      firmId,
      letterId,
      key: `sending:${letterId}:${person.to}`,
      type,
      channel,
      pointTenths: person.tenths ?? 0,
      toName: person.name,
      toAddress: person.to,
      language: person.language,
      values: { firmName, ...person.values },
      subject: subjectFor(person),
      state: 'queued' as const,
      transport: '',
      reference: '',
      problem: '',
      attempts: 0,
      leaseUntil: null,
      dueAt,
      heldSince: held.has(person.to) ? now : null,
      createdAt: now,
      sentAt: null,
    }))
    if ((await store.insert(rows, tx)) > 0) await jobs.enqueue(sendLettersJob, {}, { on: tx, key: 'due' })
  },

  /** What no worker has begun to hand over goes no more. */
  stop: async (tx: Tx, firmId: string, letterId: string): Promise<void> => {
    await tx
      .as<LetterTables>()
      .updateTable('letterRecipient')
      .set({ state: 'skipped', leaseUntil: null, heldSince: null })
      .where('firmId', '=', firmId)
      .where('letterId', '=', letterId)
      .where('state', '=', sql.lit('queued'))
      .execute()
  },

  /**
   * Queues what failed anew. Answers how many people that are, and the tenths of a point that their text messages cost
   * beyond what they still hold: less than nothing where they cost less by now. What has left, or may have, goes no second
   * time.
   */
  resend: async (
    tx: Tx,
    firmId: string,
    letterId: string,
    tenthsOf: (person: WrittenPerson) => number,
  ): Promise<{ people: number; tenths: number }> => {
    const now = clock.now()
    const { rows } = await sql<WrittenPerson & { readonly id: string; readonly held: number }>`
      select id, "toAddress" as "to", "toName" as name, language, "values", "pointTenths" as held from "letterRecipient"
      where "firmId" = ${firmId} and "letterId" = ${letterId} and ${canGoAgain} for update`.execute(
      tx.as<LetterTables>(),
    )
    if (rows.length === 0) return { people: 0, tenths: 0 }
    const again = rows.map(({ id, held, ...person }) => ({ id, held, tenths: tenthsOf(person) }))
    await sql`
      update "letterRecipient" set state = 'queued', attempts = 0, transport = '', problem = '', "leaseUntil" = null,
        "heldSince" = null, "dueAt" = ${now}, "resentAt" = ${now}, "pointTenths" = again.tenths
      from jsonb_to_recordset(${json(again)}) as again(id uuid, tenths integer)
      where "letterRecipient".id = again.id`.execute(tx.as<LetterTables>())
    await jobs.enqueue(sendLettersJob, {}, { on: tx, key: 'due' })
    return { people: rows.length, tenths: again.reduce((sum, { tenths, held }) => sum + tenths - held, 0) }
  },

  /** How far the people of each letter are; a letter without any is left out. */
  counts: async (firmId: string, letterIds: readonly string[]): Promise<ReadonlyMap<string, BatchCounts>> => {
    const { rows } = await sql<BatchCounts & { readonly id: string }>`
      select "letterId" as id,
        (count(*) filter (where state in ('queued', 'handing')))::int as waiting,
        (count(*) filter (where state in ('sent', 'delivered', 'opened', 'clicked')))::int as sent,
        (count(*) filter (where state in ('failed', 'bounced')))::int as failed,
        (count(*) filter (where state = 'skipped'))::int as skipped,
        (count(*) filter (where state = 'unknown'))::int as unknown,
        (count(*) filter (where ${canGoAgain}))::int as resendable
      from "letterRecipient" where "firmId" = ${firmId} and "letterId" = any(${[...letterIds]}::uuid[])
      group by "letterId"`.execute(db.as<LetterTables>())
    return new Map(rows.map(({ id, ...counts }) => [id, counts]))
  },

  /** Which of these addresses a letter of the firm has come back from, or was reported at. */
  bouncedAmong: async (firmId: string, emails: readonly string[]): Promise<ReadonlySet<string>> => {
    const { rows } = await sql<{ readonly email: string }>`
      select distinct "toAddress" as email from "letterRecipient"
      where "firmId" = ${firmId} and state = 'bounced' and "toAddress" = any(${[...emails]}::text[])
      union select address from "unreachableAddress"
      where "firmId" = ${firmId} and address = any(${[...emails]}::text[])`.execute(db.as<LetterTables>())
    return new Set(rows.map(({ email }) => email))
  },
})
export type LetterBatches = ReturnType<typeof createLetterBatches>
