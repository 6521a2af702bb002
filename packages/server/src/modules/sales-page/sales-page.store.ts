import type { SalesPageState } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import { type Database, type Executor, json } from '../../platform/db/database.ts'
import { containingFolded, folded } from '../../platform/db/search.ts'
import { createResourceStore, type ListWanted } from '../../platform/resource/resource.store.ts'
import type { SalesPageTableRow, SalesPageTables } from './sales-page.tables.ts'

export type SalesPageWrite = Pick<
  SalesPageTableRow,
  'title' | 'customUrl' | 'published' | 'beginAt' | 'endAt' | 'content' | 'changedAt'
>

const searchTextOf = ({ title, customUrl }: Pick<SalesPageWrite, 'title' | 'customUrl'>) =>
  `${folded(title)} ${customUrl}`

/** The derived states as conditions: the same rule as contract/sales-page/sales-page.rules.ts. */
const statesAt = (now: Date): Readonly<Record<SalesPageState, Expression<SqlBool>>> => {
  const ended = sql<SqlBool>`("endAt" is not null and "endAt" <= ${now})`
  const notYet = sql<SqlBool>`("beginAt" is not null and "beginAt" > ${now})`
  return {
    draft: sql<SqlBool>`not published`,
    scheduled: sql<SqlBool>`published and not ${ended} and ${notYet}`,
    open: sql<SqlBool>`published and not ${ended} and not ${notYet}`,
    closed: sql<SqlBool>`published and ${ended}`,
  }
}

const written = (row: SalesPageWrite) => ({ ...row, searchText: searchTextOf(row), content: json(row.content) })

export const createSalesPageStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<SalesPageTables>()
  const pages = createResourceStore<SalesPageTableRow>(db, { table: 'salesPage', softRemove: true })

  return {
    find: pages.find,
    lock: pages.lock,

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

    list: (
      firmId: string,
      {
        q = '',
        state,
        now,
        ...page
      }: Omit<ListWanted, 'where'> & {
        readonly q?: string | undefined
        readonly state?: SalesPageState | undefined
        readonly now: Date
      },
    ) =>
      pages.list(firmId, {
        ...page,
        where: [
          // strpos, not LIKE: a % or _ in the search is a letter like any other.
          q === '' ? undefined : containingFolded('searchText', q),
          state === undefined ? undefined : statesAt(now)[state],
        ],
      }),

    counts: (firmId: string, now: Date) => pages.counts(firmId, [], statesAt(now)),

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
