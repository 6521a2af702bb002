import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { type SqlBool, sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import { newestFirst } from '../../platform/db/sort.ts'
import { createResourceStore, type ListWanted } from '../../platform/resource/resource.store.ts'
import type { Recipient } from './letter-queue.store.ts'
import type { LetterTables } from './letter.tables.ts'

const lettersOfPerson = 100
/** So many of a firm's newest letters say how its letters fare. */
const newestWatched = 200

/** A letter to somebody of a firm. */
export type FirmRecipient = Recipient & { readonly firmId: string }

/** How far people of a letter are. */
export interface LetterCounts {
  readonly type: number
  readonly rest: string
  readonly waiting: number
  readonly sent: number
  readonly failed: number
  readonly skipped: number
  readonly unknown: number
}

/** What is read of letters once they are queued: the log, a person's letters, those held back. */
export const createLetterStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<LetterTables>()
  const recipients = createResourceStore<FirmRecipient>(db, { table: 'letterRecipient' })
  const held = (firmId: string, executor?: Executor) =>
    on(executor).selectFrom('letterRecipient').where('firmId', '=', firmId).where('heldSince', 'is not', null)
  /** Letters that say that somebody knows the firm. */
  const known = (firmId: string) =>
    on()
      .selectFrom('letterRecipient')
      .select('toAddress')
      .where('firmId', '=', firmId)
      .where((eb) => eb.or([eb('type', '=', letterTypes.paidNotice), eb('state', 'in', ['opened', 'clicked'])]))

  return {
    find: recipients.find,
    list: (
      firmId: string,
      {
        q = '',
        inAddresses,
        types,
        letterId,
        ...page
      }: Pick<ListWanted, 'limit' | 'offset'> & {
        readonly q?: string | undefined
        /** Whether `q` looks in the addresses too. */
        readonly inAddresses: boolean
        readonly types?: readonly number[] | undefined
        readonly letterId?: string | undefined
      },
    ) => {
      // strpos, not LIKE: a % or _ in the search is a letter like any other, and 100,000 rows are read in time.
      const found = sql<SqlBool>`strpos("searchText", ${q.toLowerCase()}) > 0`
      const inEither = sql<SqlBool>`(${found} or strpos(lower("toAddress"), ${q.toLowerCase()}) > 0)`
      return recipients.list(firmId, {
        ...page,
        ...newestFirst,
        where: [
          q === '' ? undefined : inAddresses ? inEither : found,
          types === undefined ? undefined : sql<SqlBool>`type = any(${[...types]}::integer[])`,
          letterId === undefined ? undefined : sql<SqlBool>`"letterId" = ${letterId}::uuid`,
        ],
      })
    },
    /**
     * People of letters about a session, by the letters' type and by what their keys say behind kind, person and session;
     * empty: nothing.
     */
    countsOfSession: async (firmId: string, liveId: string): Promise<LetterCounts[]> => {
      const { rows } = await sql<LetterCounts>`
        select r.type, coalesce(substring(r.key from '^(?:[^:]*:){3}(.*)$'), '') as rest,
          (count(*) filter (where r.state in ('queued', 'handing')))::int as waiting,
          (count(*) filter (where r.state in ('sent', 'delivered', 'opened', 'clicked')))::int as sent,
          (count(*) filter (where r.state in ('failed', 'bounced')))::int as failed,
          (count(*) filter (where r.state = 'skipped'))::int as skipped,
          (count(*) filter (where r.state = 'unknown'))::int as unknown
        from letter join "letterRecipient" r on r."letterId" = letter.id
        where letter."firmId" = ${firmId} and letter.audience ->> 'kind' = 'session'
          and letter.audience ->> 'liveId' = ${liveId}
        group by 1, 2`.execute(on())
      return rows
    },
    ofPerson: async (firmId: string, person: { readonly address: string; readonly keys: readonly string[] }) =>
      (
        await on()
          .selectFrom('letterRecipient')
          .select(['id', 'subject', 'state', 'createdAt', 'sentAt'])
          .where('firmId', '=', firmId)
          .where((eb) =>
            eb.or([
              eb('toAddress', '=', person.address),
              ...(person.keys.length === 0 ? [] : [eb('key', 'in', person.keys)]),
            ]),
          )
          .orderBy('createdAt', 'desc')
          .limit(lettersOfPerson)
          .execute()
      ).reverse(),
    /** Of these keys, those whose letter is about a session that was moved at least so often. */
    keysSince: async (firmId: string, keys: readonly string[], sequence: number): Promise<ReadonlySet<string>> => {
      if (keys.length === 0) return new Set()
      const rows = await on()
        .selectFrom('letterRecipient')
        .innerJoin('letter', 'letter.id', 'letterRecipient.letterId')
        .select('letterRecipient.key')
        .where('letterRecipient.firmId', '=', firmId)
        .where('letterRecipient.key', 'in', keys)
        .where(sql<SqlBool>`(letter.audience ->> 'sequence')::integer >= ${sequence}`)
        .execute()
      return new Set(rows.map(({ key }) => key))
    },
    /** Whether the firm has been paid from that address, or a letter to it was opened. */
    isKnownAddress: async (firmId: string, address: string): Promise<boolean> =>
      (await known(firmId).where('toAddress', '=', address).limit(1).executeTakeFirst()) !== undefined,
    /** The same of many at once. */
    knownAmong: async (firmId: string, addresses: readonly string[]): Promise<ReadonlySet<string>> => {
      const rows = await known(firmId)
        .where(sql<SqlBool>`"toAddress" = any(${[...addresses]}::text[])`)
        .distinct()
        .execute()
      return new Set(rows.map(({ toAddress }) => toAddress))
    },
    /** Of the firm's newest letters that left or were refused: how many, and how many of them came back. */
    returned: async (firmId: string): Promise<{ handed: number; returned: number }> => {
      const { rows } = await sql<{ handed: string; returned: string }>`
        select count(*) as handed, count(*) filter (where state in ('bounced', 'failed')) as returned
        from (select state from "letterRecipient" where "firmId" = ${firmId} order by "createdAt" desc, id desc
          limit ${newestWatched}) newest
        where state in ('sent', 'delivered', 'opened', 'clicked', 'bounced', 'failed')`.execute(on())
      return { handed: Number(rows[0]?.handed), returned: Number(rows[0]?.returned) }
    },
    held: async (firmId: string): Promise<{ count: number; since: Date | null }> => {
      const { count, since } = await held(firmId)
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('heldSince').as('since')])
        .executeTakeFirstOrThrow()
      return { count: Number(count), since }
    },
    firmsWithHeld: async (): Promise<string[]> =>
      (
        await on()
          .selectFrom('letterRecipient')
          .select('firmId')
          .distinct()
          .where('heldSince', 'is not', null)
          .execute()
      ).flatMap(({ firmId }) => firmId ?? []),
    /** The ones held longest. */
    heldLongest: (firmId: string, limit: number): Promise<{ id: string; toAddress: string }[]> =>
      held(firmId).select(['id', 'toAddress']).orderBy('heldSince').orderBy('id').limit(limit).execute(),
    /** These letters, or all that are held to an address, are due now. */
    release: async (
      firmId: string,
      which: { readonly ids: readonly string[] } | { readonly address: string },
      dueAt: Date,
      executor: Executor = db,
    ): Promise<void> => {
      await on(executor)
        .updateTable('letterRecipient')
        .set({ heldSince: null, dueAt: sql<Date>`greatest("dueAt", ${dueAt})` })
        .where('firmId', '=', firmId)
        .where('heldSince', 'is not', null)
        .where((eb) => ('ids' in which ? eb('id', 'in', which.ids) : eb('toAddress', '=', which.address)))
        .execute()
    },
    /** The platform's own, to members of firms; the newest first. */
    newestOfPlatform: (limit: number): Promise<Recipient[]> =>
      on()
        .selectFrom('letterRecipient')
        .selectAll()
        .where('firmId', 'is', null)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
  }
}
export type LetterStore = ReturnType<typeof createLetterStore>
