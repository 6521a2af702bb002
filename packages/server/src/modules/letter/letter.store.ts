import type { Database, Executor } from '../../platform/db/database.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import { containing } from '../../platform/db/search.ts'
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
        const columns = inAddresses ? ['toName', 'subject', 'toAddress'] : ['toName', 'subject']
        query = query.where((eb) => eb.or(columns.map((column): Expression<SqlBool> => containing(column, q))))
      }
      if (type !== undefined) query = query.where(sql<boolean>`type = ${type}`)
      const rows = await query
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
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(wanted.limit)
        .offset(wanted.offset)
        .execute()
      const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { rows, total }
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
