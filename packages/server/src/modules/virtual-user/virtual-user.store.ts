import type { Database, Executor } from '../../platform/db/database.ts'
import { folded } from '../../platform/db/search.ts'

export type VirtualUserRow = {
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

/** What comment groups and pictures ask of virtual users. */
export const createVirtualUserStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<VirtualUserTables>()
  const ofFirm = (firmId: string, executor?: Executor) =>
    on(executor).selectFrom('virtualUser').where('firmId', '=', firmId)

  return {
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
  }
}
export type VirtualUserStore = ReturnType<typeof createVirtualUserStore>
