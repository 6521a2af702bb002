import type { Database, Executor } from '../../platform/db/database.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { type SqlBool, sql } from 'kysely'
import { newestFirst } from '../../platform/db/sort.ts'
import { createResourceStore, type ListWanted } from '../../platform/resource/resource.store.ts'
import type { LetterRow, LetterTables } from './letter.tables.ts'

const lettersOfPerson = 100
/** What the log shows: the whole HTML of a page of letters would be megabytes. */
const listed = [
  'id',
  'firmId',
  'type',
  'channel',
  'toName',
  'toAddress',
  'subject',
  'state',
  'transport',
  'createdAt',
  'sentAt',
] as const satisfies (keyof LetterRow)[]

export const createLetterStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<LetterTables>()
  const letters = createResourceStore<LetterRow>(db, { table: 'letter', listed })
  return {
    /** False: a letter with this key is there already. */
    insert: async (row: LetterRow, executor: Executor = db): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await on(executor)
        .insertInto('letter')
        .values(row)
        .onConflict((conflict) => conflict.columns(['firmId', 'key']).doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    find: letters.find,
    list: (
      firmId: string,
      {
        q = '',
        inAddresses,
        type,
        ...page
      }: Pick<ListWanted, 'limit' | 'offset'> & {
        readonly q?: string | undefined
        /** Whether `q` looks in the addresses too. */
        readonly inAddresses: boolean
        readonly type?: number | undefined
      },
    ) => {
      // strpos, not LIKE: a % or _ in the search is a letter like any other, and 100,000 rows are read in time.
      const found = sql<SqlBool>`strpos("searchText", ${q.toLowerCase()}) > 0`
      const inEither = sql<SqlBool>`(${found} or strpos(lower("toAddress"), ${q.toLowerCase()}) > 0)`
      return letters.list(firmId, {
        ...page,
        ...newestFirst,
        where: [
          q === '' ? undefined : inAddresses ? inEither : found,
          type === undefined ? undefined : sql<SqlBool>`type = ${type}`,
        ],
      })
    },
    ofPerson: async (firmId: string, person: { readonly address: string; readonly keys: readonly string[] }) =>
      (
        await on(db)
          .selectFrom('letter')
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
    /** Whether the firm has been paid from that address, or a letter to it was opened. */
    isKnownAddress: async (firmId: string, address: string): Promise<boolean> =>
      (await on(db)
        .selectFrom('letter')
        .select('id')
        .where('firmId', '=', firmId)
        .where('toAddress', '=', address)
        .where((eb) => eb.or([eb('type', '=', letterTypes.paidNotice), eb('state', 'in', ['opened', 'clicked'])]))
        .limit(1)
        .executeTakeFirst()) !== undefined,
    held: async (firmId: string): Promise<{ count: number; since: Date | null }> => {
      const { count, since } = await on(db)
        .selectFrom('letter')
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('heldSince').as('since')])
        .where('firmId', '=', firmId)
        .where('heldSince', 'is not', null)
        .executeTakeFirstOrThrow()
      return { count: Number(count), since }
    },
    firmsWithHeld: async (): Promise<string[]> =>
      (await on(db).selectFrom('letter').select('firmId').distinct().where('heldSince', 'is not', null).execute()).map(
        ({ firmId }) => firmId,
      ),
    /** The ones held longest. */
    heldLongest: (firmId: string, limit: number): Promise<{ id: string }[]> =>
      on(db)
        .selectFrom('letter')
        .select('id')
        .where('firmId', '=', firmId)
        .where('heldSince', 'is not', null)
        .orderBy('heldSince')
        .orderBy('id')
        .limit(limit)
        .execute(),
    /** These letters, or all that are held to an address, are due now. */
    release: async (
      firmId: string,
      which: { readonly ids: readonly string[] } | { readonly address: string },
      dueAt: Date,
      executor: Executor = db,
    ): Promise<void> => {
      await on(executor)
        .updateTable('letter')
        .set({ heldSince: null, dueAt })
        .where('firmId', '=', firmId)
        .where('heldSince', 'is not', null)
        .where((eb) => ('ids' in which ? eb('id', 'in', which.ids) : eb('toAddress', '=', which.address)))
        .execute()
    },
    /** Takes due letters into `handing`, which is committed before any transport is called. */
    take: async (now: Date, leaseUntil: Date, limit: number): Promise<LetterRow[]> =>
      on(db)
        .updateTable('letter')
        .set((eb) => ({ state: 'handing', leaseUntil, attempts: eb('attempts', '+', 1) }))
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('letter')
            .select('id')
            .where('state', '=', 'queued')
            .where('dueAt', '<=', now)
            .where('heldSince', 'is', null)
            .orderBy('dueAt')
            .orderBy('id')
            .limit(limit)
            .forUpdate()
            .skipLocked(),
        )
        .returningAll()
        .execute(),
    settle: async (
      firmId: string,
      id: string,
      change: Partial<
        Pick<LetterRow, 'state' | 'transport' | 'reference' | 'problem' | 'sentAt' | 'dueAt' | 'leaseUntil'>
      >,
    ): Promise<void> => {
      await on(db)
        .updateTable('letter')
        .set(change)
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('state', '=', 'handing')
        .execute()
    },
    /** Letters whose worker died while handing: nobody knows whether they left, so they are not sent again by themselves. */
    loseLeases: async (now: Date): Promise<number> => {
      const { numUpdatedRows } = await on(db)
        .updateTable('letter')
        .set({ state: 'unknown', leaseUntil: null })
        .where('state', '=', 'handing')
        .where('leaseUntil', '<', now)
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },
  }
}
export type LetterStore = ReturnType<typeof createLetterStore>
