import type { Database, Executor } from '../../platform/db/database.ts'
import { containingFolded, folded } from '../../platform/db/search.ts'

export interface VirtualUserRow {
  id: string
  firmId: string
  name: string
  /** The name folded, for finding it. */
  searchName: string
  userImgId: string
  createdAt: Date
}
interface VirtualUserTables {
  virtualUser: VirtualUserRow
}

export interface VirtualUserFilter {
  readonly q: string | undefined
  readonly sort: 'createdAt' | 'searchName'
  readonly descending: boolean
  readonly limit: number
  readonly offset: number
}

export const createVirtualUserStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<VirtualUserTables>()
  const ofFirm = (firmId: string, executor?: Executor) =>
    on(executor).selectFrom('virtualUser').where('firmId', '=', firmId)

  return {
    find: (firmId: string, id: string, executor?: Executor): Promise<VirtualUserRow | undefined> =>
      ofFirm(firmId, executor).selectAll().where('id', '=', id).executeTakeFirst(),

    list: async (firmId: string, filter: VirtualUserFilter): Promise<{ rows: VirtualUserRow[]; total: number }> => {
      const { q, sort, descending } = filter
      const found = ofFirm(firmId).$if(q !== undefined, (query) => query.where(containingFolded('searchName', q ?? '')))
      const ids = (
        await found
          .select('id')
          .orderBy(sort, descending ? 'desc' : 'asc')
          .orderBy('id', descending ? 'desc' : 'asc')
          .limit(filter.limit)
          .offset(filter.offset)
          .execute()
      ).map(({ id }) => id)
      const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const rows = ids.length === 0 ? [] : await ofFirm(firmId).selectAll().where('id', 'in', ids).execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      return { rows: ids.flatMap((id) => byId.get(id) ?? []), total }
    },

    /** Of those names, the virtual users that have them; the newest first. */
    byNames: (firmId: string, names: readonly string[], executor?: Executor): Promise<VirtualUserRow[]> =>
      names.length === 0
        ? Promise.resolve([])
        : ofFirm(firmId, executor)
            .selectAll()
            .where('searchName', 'in', names.map(folded))
            .where('name', 'in', names)
            .orderBy('createdAt', 'desc')
            .execute(),

    newest: (firmId: string, limit: number): Promise<VirtualUserRow[]> =>
      ofFirm(firmId).selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit).execute(),

    /** How often each picture is used. */
    imagesUsed: async (firmId: string, executor?: Executor): Promise<ReadonlyMap<string, number>> => {
      const rows = await ofFirm(firmId, executor)
        .select((eb) => ['userImgId', eb.fn.countAll<number>().as('uses')])
        .groupBy('userImgId')
        .execute()
      return new Map(rows.map(({ userImgId, uses }) => [userImgId, uses]))
    },

    insert: async (rows: readonly Omit<VirtualUserRow, 'searchName'>[], executor: Executor): Promise<void> => {
      if (rows.length === 0) return
      await on(executor)
        .insertInto('virtualUser')
        .values(rows.map((row) => ({ ...row, searchName: folded(row.name) })))
        .execute()
    },

    change: (
      firmId: string,
      id: string,
      { name, userImgId }: Pick<VirtualUserRow, 'name' | 'userImgId'>,
      executor: Executor,
    ): Promise<VirtualUserRow | undefined> =>
      on(executor)
        .updateTable('virtualUser')
        .set({ name, userImgId, searchName: folded(name) })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),

    remove: (firmId: string, ids: readonly string[], executor: Executor): Promise<{ id: string; name: string }[]> =>
      on(executor)
        .deleteFrom('virtualUser')
        .where('firmId', '=', firmId)
        .where('id', 'in', ids)
        .returning(['id', 'name'])
        .execute(),
  }
}
export type VirtualUserStore = ReturnType<typeof createVirtualUserStore>
