import { createHash } from 'node:crypto'
import type { LetterProblem } from '@kaimai/contract/letter/letter-event.rules.ts'
import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import { type Database, type Executor, json, type Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { LetterRow, LetterTables, LetterVersionRow, RecipientRow } from './letter.tables.ts'

export type Letter = Selectable<LetterRow>
export type Recipient = Selectable<RecipientRow>

/** Twenty values each: far below what one statement takes. */
const rowsInInsert = 1_000
/** Stands for the platform, which writes to members, among the firms that letters are sent for. */
export const platformSender = '00000000-0000-0000-0000-000000000000'
const sender = sql`coalesce("firmId", ${sql.lit(platformSender)}::uuid)`
const waiting = sql`state = 'queued' and "heldSince" is null`

/** How a letter to one person ended, or when it goes again. */
export interface Outcome {
  readonly id: string
  readonly state: 'sent' | 'queued' | 'failed' | 'unknown'
  readonly transport: string
  readonly reference: string
  readonly problem: string
  /** Tries of it so far. */
  readonly attempts: number
  readonly sentAt: Date | null
  /** Of one that goes again. */
  readonly dueAt: Date | null
  /** What its history says; null: nothing went wrong with this letter. */
  readonly wrong: LetterProblem | null
}

/** Letters of a sender that wait, of one channel or of any. */
interface SenderQueue {
  readonly sender: string
  readonly channel: 'email' | 'sms' | 'any'
}

const versionIdOf = (firmId: string | null, type: number, contents: LetterContents): string => {
  const hash = createHash('sha256').update(JSON.stringify([firmId, type, contents]))
  return `${type}-${hash.digest('base64url').slice(0, 22)}`
}

/** Letters on their way: what is written when they are queued, and what their workers take and settle. */
export const createLetterQueueStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<LetterTables>()
  const knownVersions = new Set<string>()

  return {
    /** The version of a text, kept once for all letters that say it. */
    holdVersion: async (
      version: Pick<LetterVersionRow, 'firmId' | 'type'> & { readonly contents: LetterContents; readonly now: Date },
      tx: Tx,
    ): Promise<string> => {
      const { firmId, type, contents, now } = version
      const id = versionIdOf(firmId, type, contents)
      if (knownVersions.has(id)) return id
      await on(tx)
        .insertInto('letterVersion')
        .values({ id, firmId, type, content: json(contents), createdAt: now })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      tx.afterCommit(() => knownVersions.add(id))
      return id
    },

    /** The letter of this key, made if there is none. */
    holdLetter: async (letter: Omit<Letter, 'id'>, tx: Tx): Promise<string> => {
      const values = { ...letter, audience: json(letter.audience), calendar: letter.calendar && json(letter.calendar) }
      const { firmId, key } = letter
      const held = await on(tx)
        .selectFrom('letter')
        .select('id')
        .where('firmId', firmId === null ? 'is' : '=', firmId)
        .where('key', '=', key)
        .executeTakeFirst()
      if (held) return held.id
      const made = await on(tx)
        .insertInto('letter')
        .values({ ...values, id: newId() })
        // Made by another meanwhile: touched, so that its id is answered.
        .onConflict((conflict) => conflict.columns(['firmId', 'key']).doUpdateSet({ key }))
        .returning('id')
        .executeTakeFirstOrThrow()
      return made.id
    },

    /** Answers how many are new: a key that is there already is the same letter. */
    insert: async (rows: readonly Insertable<RecipientRow>[], tx: Tx): Promise<number> => {
      let inserted = 0
      for (let from = 0; from < rows.length; from += rowsInInsert) {
        const values = rows.slice(from, from + rowsInInsert).map((row) => ({ ...row, values: json(row.values) }))
        const { numInsertedOrUpdatedRows } = await on(tx)
          .insertInto('letterRecipient')
          .values(values)
          .onConflict((conflict) => conflict.columns(['firmId', 'key']).doNothing())
          .executeTakeFirstOrThrow()
        inserted += Number(numInsertedOrUpdatedRows ?? 0)
      }
      return inserted
    },

    /** Tenths of a point that those of these letters cost that are there. */
    pointsOf: async (ids: readonly string[], tx: Tx): Promise<number> => {
      const { rows } = await sql<{ tenths: number }>`
        select coalesce(sum("pointTenths"), 0)::int as tenths from "letterRecipient"
        where id = any(${[...ids]}::uuid[])`.execute(on(tx))
      return Number(rows[0]?.tenths ?? 0)
    },

    /** Of these keys, those that have a letter. */
    known: async (firmId: string, keys: readonly string[], tx: Tx): Promise<ReadonlySet<string>> => {
      if (keys.length === 0) return new Set()
      const rows = await on(tx)
        .selectFrom('letterRecipient')
        .select('key')
        .where('firmId', '=', firmId)
        .where(sql<SqlBool>`key = any(${[...keys]}::text[])`)
        .execute()
      return new Set(rows.map(({ key }) => key))
    },

    /** Of letters that were queued just now: they go with the built-in text, and why. A key that was there before has no row. */
    noteBuiltIn: async (notes: readonly { readonly id: string; readonly problem: string }[], now: Date, tx: Tx) => {
      if (notes.length === 0) return
      await sql`
        insert into "letterProblem" ("firmId", "recipientId", what, problem, "createdAt")
        select "letterRecipient"."firmId", "letterRecipient".id, 'builtIn', note.problem, ${now}
        from jsonb_to_recordset(${json(notes)}) as note(id uuid, problem text)
        join "letterRecipient" on "letterRecipient".id = note.id`.execute(on(tx))
    },

    /** Letters that still wait under these keys go no more. Answers which, and whether each was held back. */
    supersede: async (firmId: string, keys: readonly string[], now: Date, tx: Tx): Promise<Map<string, boolean>> => {
      if (keys.length === 0) return new Map()
      const { rows } = await sql<{ key: string; held: boolean }>`
        with old as (
          select id, key, "heldSince" is not null as held from "letterRecipient"
          where "firmId" = ${firmId} and key = any(${[...keys]}::text[]) and state = 'queued' and "leaseUntil" is null
          for update
        ), noted as (
          insert into "letterProblem" ("firmId", "recipientId", what, problem, "createdAt")
          select ${firmId}, id, 'skipped', '', ${now} from old
        )
        update "letterRecipient" set state = 'skipped', "heldSince" = null from old
        where "letterRecipient".id = old.id returning old.key, old.held`.execute(on(tx))
      return new Map(rows.map(({ key, held }) => [key, held]))
    },

    /** For whom letters wait, each once, found by one look into the index for each. */
    senders: async (): Promise<string[]> => {
      const { rows } = await sql<{ id: string }>`
        with recursive found(id) as (
          (select ${sender} from "letterRecipient" where ${waiting} order by 1 limit 1)
          union all
          select (select ${sender} from "letterRecipient" where ${waiting} and ${sender} > found.id order by 1 limit 1)
          from found where found.id is not null
        )
        select id from found where id is not null`.execute(on())
      return rows.map(({ id }) => id)
    },

    /** Takes due letters for a worker, of each sender's queue no more than its share; they are queued still. */
    claim: async (of: {
      readonly queues: readonly SenderQueue[]
      readonly share: number
      readonly now: Date
      readonly leaseUntil: Date
    }): Promise<Recipient[]> => {
      if (of.queues.length === 0) return []
      const { rows } = await sql<Recipient>`
        with due as materialized (
          select taken.id from unnest(
            ${of.queues.map((queue) => queue.sender)}::uuid[], ${of.queues.map((queue) => queue.channel)}::text[]
          ) as wanted(id, channel), lateral (
            select "letterRecipient".id from "letterRecipient"
            where ${waiting} and ${sender} = wanted.id and "dueAt" <= ${of.now}
              and ("leaseUntil" is null or "leaseUntil" <= ${of.now})
              and (wanted.channel = 'any' or "letterRecipient".channel = wanted.channel)
            order by "dueAt", "letterRecipient".id limit ${of.share} for update skip locked
          ) taken
        )
        update "letterRecipient" set "leaseUntil" = ${of.leaseUntil} from due
        where "letterRecipient".id = due.id returning "letterRecipient".*`.execute(on())
      return rows.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : 1))
    },

    /**
     * What became of letters that were handed over, and which are handed over next, in one statement: no more are under way
     * than before. From here on nobody knows whether those that begin have left, until they are settled; what they show as it
     * is now is theirs. Answers whose turn it still is.
     */
    turn: async ({
      settled,
      begun,
      now,
      leaseUntil,
    }: {
      readonly settled: readonly Outcome[]
      readonly begun: readonly (Pick<Recipient, 'id' | 'leaseUntil'> & { readonly read?: object | undefined })[]
      readonly now: Date
      readonly leaseUntil: Date
    }): Promise<ReadonlySet<string>> => {
      const { rows } = await sql<{ id: string }>`
        with settled as (
          update "letterRecipient" set state = done.state, transport = done.transport, reference = done.reference,
            problem = done.problem, attempts = done.attempts, "sentAt" = done."sentAt", "leaseUntil" = null,
            "dueAt" = coalesce(done."dueAt", "letterRecipient"."dueAt")
          from jsonb_to_recordset(${json(settled)}) as done(id uuid, state text, transport text, reference text,
            problem text, attempts integer, "sentAt" timestamptz, "dueAt" timestamptz, wrong text)
          where "letterRecipient".id = done.id and "letterRecipient".state = 'handing'
          returning "letterRecipient".id, "firmId", "letterRecipient".problem, done.wrong
        ), noted as (
          insert into "letterProblem" ("firmId", "recipientId", what, problem, "createdAt")
          select "firmId", id, wrong, problem, ${now} from settled where wrong is not null
        )
        update "letterRecipient" set state = 'handing', attempts = attempts + 1, "leaseUntil" = ${leaseUntil},
          "values" = case when claimed.read is null then "values" else "values" || claimed.read end
        from jsonb_to_recordset(${json(begun.map(({ id, leaseUntil: lease, read }) => ({ id, lease, read })))})
          as claimed(id uuid, lease timestamptz, read jsonb)
        where "letterRecipient".id = claimed.id and state = 'queued' and "leaseUntil" = claimed.lease
        returning "letterRecipient".id`.execute(on())
      return new Set(rows.map(({ id }) => id))
    },

    /** One that no transport was called for. */
    drop: async (
      { id, leaseUntil }: Pick<Recipient, 'id' | 'leaseUntil'>,
      { state, problem, now }: { readonly state: 'skipped' | 'failed'; readonly problem: string; readonly now: Date },
    ): Promise<void> => {
      await sql`
        with dropped as (
          update "letterRecipient" set state = ${state}, problem = ${problem}, "leaseUntil" = null
          where id = ${id} and state = 'queued' and "leaseUntil" = ${leaseUntil} returning id, "firmId"
        )
        insert into "letterProblem" ("firmId", "recipientId", what, problem, "createdAt")
        select "firmId", id, ${state}, ${problem}, ${now} from dropped`.execute(on())
    },

    /** What a worker took and does not hand over after all: it keeps its place among those that wait. */
    release: async (claimed: readonly Pick<Recipient, 'id' | 'leaseUntil'>[]): Promise<void> => {
      await sql`
        update "letterRecipient" set "leaseUntil" = null
        from jsonb_to_recordset(${json(claimed.map(({ id, leaseUntil: lease }) => ({ id, lease })))})
          as claimed(id uuid, lease timestamptz)
        where "letterRecipient".id = claimed.id and state = 'queued' and "leaseUntil" = claimed.lease`.execute(on())
    },

    /** One that may not go yet; it is nobody's until then. */
    postpone: async ({ id, leaseUntil }: Pick<Recipient, 'id' | 'leaseUntil'>, dueAt: Date): Promise<void> => {
      await on()
        .updateTable('letterRecipient')
        .set({ dueAt, leaseUntil: null })
        .where('id', '=', id)
        .where('state', '=', 'queued')
        .where('leaseUntil', '=', leaseUntil)
        .execute()
    },

    /** Letters whose worker died while handing: nobody knows whether they left, so they are not sent again by themselves. */
    loseLeases: async (now: Date): Promise<number> => {
      const { rows } = await sql`
        with lost as (
          update "letterRecipient" set state = 'unknown', "leaseUntil" = null
          where state = 'handing' and "leaseUntil" < ${now} returning id, "firmId"
        )
        insert into "letterProblem" ("firmId", "recipientId", what, problem, "createdAt")
        select "firmId", id, 'unknown', '', ${now} from lost returning id`.execute(on())
      return rows.length
    },
  }
}
export type LetterQueueStore = ReturnType<typeof createLetterQueueStore>
