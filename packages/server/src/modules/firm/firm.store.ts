import type { Database, Executor } from '../../platform/db/database.ts'
import { json } from '../../platform/db/database.ts'
import type { FirmRow, FirmTables } from './firm.tables.ts'

export type FirmChange = Partial<Omit<FirmRow, 'id' | 'createdAt'>>

export interface AuditEntry {
  readonly id: string
  readonly memberId: string | null
  readonly actorName: string
  readonly ip: string
  readonly action: string
  readonly target: string
  readonly change: unknown
  readonly createdAt: Date
}

export const createFirmStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<FirmTables>()
  return {
    find: (firmId: string, executor: Executor = db): Promise<FirmRow | undefined> =>
      on(executor).selectFrom('firm').selectAll().where('id', '=', firmId).executeTakeFirst(),

    /** The demo firm, if this server has one. */
    findDemo: (): Promise<FirmRow | undefined> =>
      on(db).selectFrom('firm').selectAll().where('isDemo', '=', true).orderBy('createdAt').executeTakeFirst(),

    insert: async (row: FirmRow, executor: Executor = db): Promise<void> => {
      await on(executor).insertInto('firm').values(row).execute()
    },

    change: async (firmId: string, change: FirmChange, executor: Executor = db): Promise<void> => {
      if (Object.keys(change).length === 0) return
      await on(executor).updateTable('firm').set(change).where('id', '=', firmId).execute()
    },

    audit: async (firmId: string, entry: AuditEntry, executor: Executor = db): Promise<void> => {
      await on(executor)
        .insertInto('audit')
        .values({ ...entry, firmId, change: json(entry.change) })
        .execute()
    },
  }
}
export type FirmStore = ReturnType<typeof createFirmStore>
