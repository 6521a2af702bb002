import type { Database, Executor } from '../../platform/db/database.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { type SqlBool, sql } from 'kysely'
import type { LetterRow, LetterTables } from './letter.tables.ts'

const lettersOfPerson = 100

export const createLetterStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<LetterTables>()
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
    find: (firmId: string, id: string): Promise<LetterRow | undefined> =>
      on(db).selectFrom('letter').selectAll().where('firmId', '=', firmId).where('id', '=', id).executeTakeFirst(),
    list: async (
      firmId: string,
      wanted: {
        q?: string | undefined
        /** Whether `q` looks in the addresses too. */
        inAddresses: boolean
        type?: number | undefined
        limit: number
        offset: number
      },
    ) => {
      let query = on(db).selectFrom('letter').where('firmId', '=', firmId)
      const { q, inAddresses, type } = wanted
      if (q) {
        // strpos, not LIKE: a % or _ in the search is a letter like any other, and 100,000 rows are read in time.
        const needle = q.toLowerCase()
        const inText = sql<SqlBool>`strpos("searchText", ${needle}) > 0`
        query = query.where(
          inAddresses ? sql<SqlBool>`(${inText} or strpos(lower("toAddress"), ${needle}) > 0)` : inText,
        )
      }
      if (type !== undefined) query = query.where(sql<boolean>`type = ${type}`)
      // Found in an index alone (120-letter-list.sql); of the rows only one page is read.
      const ids = (
        await query
          .select('id')
          .orderBy('createdAt', 'desc')
          .orderBy('id', 'desc')
          .limit(wanted.limit)
          .offset(wanted.offset)
          .execute()
      ).map(({ id }) => id)
      const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      if (ids.length === 0) return { rows: [], total }
      const page = await on(db)
        .selectFrom('letter')
        .where('firmId', '=', firmId)
        .where('id', 'in', ids)
        .select([
          'id',
          'type',
          'channel',
          'toName',
          'toAddress',
          'subject',
          'state',
          'transport',
          'createdAt',
          'sentAt',
        ])
        .execute()
      const byId = new Map(page.map((row) => [row.id, row]))
      return { rows: ids.flatMap((id) => byId.get(id) ?? []), total }
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
