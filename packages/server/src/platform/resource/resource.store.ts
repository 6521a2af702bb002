import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database, Executor, Tx } from '../db/database.ts'
import { listTotal } from '../db/list-total.ts'

/** What every table of a resource has. */
export interface ResourceRow extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly firmId: string
  readonly createdAt: Date
}

/** Where the records of a resource stand. */
export interface ResourceTable {
  readonly table: string
  /** The columns that a list reads; every one by default. */
  readonly listed?: readonly string[]
  /** Rows are marked as removed (`removedAt`) and left out from then on; else they are deleted. */
  readonly softRemove?: boolean
}

export interface ListWanted {
  /** What all rows must meet; undefined is no condition. */
  readonly where: readonly (Expression<SqlBool> | undefined)[]
  /** A column. */
  readonly sort: string
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

interface Tables {
  readonly [table: string]: ResourceRow
}

/** Rows of one resource; every function takes the firm first, and none answers a row of another. */
export const createResourceStore = <Row extends ResourceRow = ResourceRow>(
  db: Database,
  { table, listed, softRemove = false }: ResourceTable,
) => {
  const on = (executor: Executor = db) => executor.as<Tables>()
  const present = (firmId: string, executor?: Executor) =>
    on(executor)
      .selectFrom(table)
      .where('firmId', '=', firmId)
      .$if(softRemove, (query) => query.where('removedAt', 'is', null))
  const narrowed = (firmId: string, where: ListWanted['where'], executor?: Executor) =>
    where.reduce(
      (query, condition) => (condition === undefined ? query : query.where(condition)),
      present(firmId, executor),
    )

  const asListed = (firmId: string) =>
    listed === undefined ? present(firmId).selectAll() : present(firmId).select([...listed])

  return {
    find: (firmId: string, id: string, executor?: Executor): Promise<Row | undefined> =>
      present(firmId, executor).selectAll().$castTo<Row>().where('id', '=', id).executeTakeFirst(),

    /** The row as it is now, held until the transaction ends. */
    lock: (firmId: string, id: string, tx: Tx): Promise<Row | undefined> =>
      present(firmId, tx).selectAll().$castTo<Row>().where('id', '=', id).forUpdate().executeTakeFirst(),

    /** Rows that meet the conditions, in no order. */
    some: (firmId: string, where: ListWanted['where'], executor?: Executor): Promise<Row[]> =>
      narrowed(firmId, where, executor).selectAll().$castTo<Row>().execute(),

    /** Ids of all rows that meet the conditions, in the order that is wanted. */
    ids: async (
      firmId: string,
      { where, sort, descending }: Omit<ListWanted, 'limit' | 'offset'>,
    ): Promise<string[]> => {
      const direction = descending ? 'desc' : 'asc'
      const found = narrowed(firmId, where).select('id').$castTo<Pick<ResourceRow, 'id'>>()
      const rows = await found.orderBy(sql.ref(sort), direction).orderBy('id', direction).execute()
      return rows.map(({ id }) => id)
    },

    /** One page. It is found in an index alone; of the rows only the page is read. */
    list: async (firmId: string, wanted: ListWanted): Promise<{ rows: Row[]; total: number }> => {
      const direction = wanted.descending ? 'desc' : 'asc'
      const found = narrowed(firmId, wanted.where)
      const page = found
        .select('id')
        .$castTo<Pick<ResourceRow, 'id'>>()
        .orderBy(sql.ref(wanted.sort), direction)
        .orderBy('id', direction)
        .limit(wanted.limit)
        .offset(wanted.offset)
      const ids = (await page.execute()).map(({ id }) => id)
      const total = await listTotal(ids.length, wanted, async () => {
        const counted = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
        return Number(counted.total)
      })
      const rows = ids.length === 0 ? [] : await asListed(firmId).$castTo<Row>().where('id', 'in', ids).execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      return { rows: ids.flatMap((id) => byId.get(id) ?? []), total }
    },

    /** How many rows meet the conditions, in all and for each of the states by its own. */
    counts: async <State extends string>(
      firmId: string,
      where: ListWanted['where'],
      states: Readonly<Record<State, Expression<SqlBool>>>,
    ): Promise<Record<State | 'all', number>> => {
      const counted = await narrowed(firmId, where)
        .select((eb) => [
          eb.fn.countAll<number>().as('all'),
          ...Object.entries<Expression<SqlBool>>(states).map(([state, is]) =>
            eb.fn.countAll<number>().filterWhere(is).as(state),
          ),
        ])
        .executeTakeFirstOrThrow()
      const numbers = Object.entries(counted).map(([state, count]) => [state, Number(count)])
      return Object.fromEntries(numbers) as Record<State | 'all', number>
    },

    insert: async (rows: readonly ResourceRow[], tx: Executor): Promise<void> => {
      if (rows.length > 0)
        await on(tx)
          .insertInto(table)
          .values([...rows])
          .execute()
    },

    update: async (firmId: string, id: string, change: Readonly<Record<string, unknown>>, tx: Tx): Promise<Row> =>
      on(tx)
        .updateTable(table)
        .set(change)
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .returningAll()
        .$castTo<Row>()
        .executeTakeFirstOrThrow(),

    /** The rows that were there. */
    remove: (firmId: string, ids: readonly string[], at: Date, tx: Tx): Promise<Row[]> =>
      softRemove
        ? on(tx)
            .updateTable(table)
            .set({ removedAt: at })
            .where('firmId', '=', firmId)
            .where('id', 'in', ids)
            .where('removedAt', 'is', null)
            .returningAll()
            .$castTo<Row>()
            .execute()
        : on(tx)
            .deleteFrom(table)
            .where('firmId', '=', firmId)
            .where('id', 'in', ids)
            .returningAll()
            .$castTo<Row>()
            .execute(),
  }
}
export type ResourceStore = ReturnType<typeof createResourceStore>
