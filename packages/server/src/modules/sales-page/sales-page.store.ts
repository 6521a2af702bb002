import type { salesPageSorts } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { type SalesPageState, salesPageStates } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import { type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { type Database, type Executor, json } from '../../platform/db/database.ts'
import { containingFolded, folded } from '../../platform/db/search.ts'
import type { SalesPageTableRow, SalesPageTables } from './sales-page.tables.ts'

export type SalesPageSort = (typeof salesPageSorts)[number]

export interface SalesPageInput {
  readonly q: string | undefined
  readonly state: SalesPageState | undefined
  readonly sort: SalesPageSort
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

export type SalesPageWrite = Pick<
  SalesPageTableRow,
  'title' | 'customUrl' | 'published' | 'beginAt' | 'endAt' | 'content' | 'changedAt'
>

const searchTextOf = ({ title, customUrl }: Pick<SalesPageWrite, 'title' | 'customUrl'>) =>
  `${folded(title)} ${customUrl}`

type InPage = ExpressionBuilder<SalesPageTables, 'salesPage'>

/** The derived state as a condition: the same rule as contract/sales-page/sales-page.rules.ts. */
const inState = (eb: InPage, state: SalesPageState, now: Date): Expression<SqlBool> => {
  const published = eb('published', '=', true)
  const ended = eb.and([eb('endAt', 'is not', null), eb('endAt', '<=', now)])
  const notYet = eb.and([eb('beginAt', 'is not', null), eb('beginAt', '>', now)])
  switch (state) {
    case 'draft':
      return eb('published', '=', false)
    case 'closed':
      return eb.and([published, ended])
    case 'scheduled':
      return eb.and([published, eb.not(ended), notYet])
    case 'open':
      return eb.and([published, eb.not(ended), eb.not(notYet)])
  }
}

const written = (row: SalesPageWrite) => ({ ...row, searchText: searchTextOf(row), content: json(row.content) })

export const createSalesPageStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<SalesPageTables>()
  const there = (firmId: string, executor: Executor = db) =>
    on(executor).selectFrom('salesPage').where('firmId', '=', firmId).where('removedAt', 'is', null)

  return {
    find: (firmId: string, id: string, executor?: Executor): Promise<SalesPageTableRow | undefined> =>
      there(firmId, executor).selectAll().where('id', '=', id).executeTakeFirst(),

    /** Keeps other changes of the page waiting until the transaction ends. */
    lock: (firmId: string, id: string, executor: Executor): Promise<SalesPageTableRow | undefined> =>
      there(firmId, executor).selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    /** Public look-up; drafts too, the caller decides. */
    findByUrl: (customUrl: string): Promise<SalesPageTableRow | undefined> =>
      on(db)
        .selectFrom('salesPage')
        .selectAll()
        .where('customUrl', '=', customUrl)
        .where('removedAt', 'is', null)
        .executeTakeFirst(),

    /** Removed ones too. */
    findMany: (firmId: string, ids: readonly string[]): Promise<SalesPageTableRow[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : on(db).selectFrom('salesPage').selectAll().where('firmId', '=', firmId).where('id', 'in', ids).execute(),

    list: async (firmId: string, params: SalesPageInput, now: Date) => {
      let found = there(firmId)
      const { q, state, sort, descending } = params
      // strpos, not LIKE: a % or _ in the search is a letter like any other.
      if (q !== undefined) found = found.where(containingFolded('searchText', q))
      if (state !== undefined) found = found.where((eb) => inState(eb, state, now))
      const direction = descending ? 'desc' : 'asc'
      // The index alone holds which rows and how many; only those shown are read whole.
      const ids = await found
        .select((eb) => ['id', eb.fn.countAll<number>().over().as('total')])
        .orderBy(sort, direction)
        .orderBy('id', direction)
        .limit(params.limit)
        .offset(params.offset)
        .execute()
      const [first] = ids
      if (!first) {
        if (params.offset === 0) return { rows: [], total: 0 }
        const counted = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
        return { rows: [], total: Number(counted.total) }
      }
      const rows = await there(firmId)
        .selectAll()
        .where(
          'id',
          'in',
          ids.map(({ id }) => id),
        )
        .execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      return { rows: ids.flatMap(({ id }) => byId.get(id) ?? []), total: Number(first.total) }
    },

    counts: async (firmId: string, now: Date): Promise<Record<SalesPageState | 'all', number>> => {
      const row = await there(firmId)
        .select((eb) => [
          eb.fn.countAll<number>().as('all'),
          ...salesPageStates.map((state) =>
            eb.fn
              .countAll<number>()
              .filterWhere((inner) => inState(inner, state, now))
              .as(state),
          ),
        ])
        .executeTakeFirstOrThrow()
      return {
        all: Number(row.all),
        draft: Number(row.draft),
        scheduled: Number(row.scheduled),
        open: Number(row.open),
        closed: Number(row.closed),
      }
    },

    insert: async (
      firmId: string,
      row: SalesPageWrite & Pick<SalesPageTableRow, 'id' | 'createdAt'>,
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .insertInto('salesPage')
        .values({ ...written(row), id: row.id, createdAt: row.createdAt, firmId, version: 1, removedAt: null })
        .execute()
    },

    /** Changes a page that is at this version, which is then one higher. Throws when it is at another. */
    update: async (
      firmId: string,
      { id, version }: { readonly id: string; readonly version: number },
      row: SalesPageWrite,
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .updateTable('salesPage')
        .set({ ...written(row), version: version + 1 })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('version', '=', version)
        .returning('id')
        .executeTakeFirstOrThrow()
    },

    remove: async (firmId: string, id: string, at: Date, executor: Executor): Promise<void> => {
      await on(executor)
        .updateTable('salesPage')
        .set({ removedAt: at, published: false })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .execute()
    },
  }
}
export type SalesPageStore = ReturnType<typeof createSalesPageStore>
