import { json, type Database, type Executor } from '../../platform/db/database.ts'
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

const jsonColumns = ['paymentMethods', 'gateways', 'transfer', 'invoice'] as const

/** Columns of jsonb as both databases take them. */
const stored = <T extends Partial<FirmRow>>(row: T): T => {
  const values: Record<string, unknown> = { ...row }
  for (const column of jsonColumns) if (row[column] !== undefined) values[column] = json(row[column])
  return values as T
}

export const createFirmStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<FirmTables>()
  return {
    find: (firmId: string, executor: Executor = db): Promise<FirmRow | undefined> =>
      on(executor).selectFrom('firm').selectAll().where('id', '=', firmId).executeTakeFirst(),

    /** The demo firm, if this server has one. */
    findDemo: (): Promise<FirmRow | undefined> =>
      on(db).selectFrom('firm').selectAll().where('isDemo', '=', true).orderBy('createdAt').executeTakeFirst(),

    /** False once the firm takes real payments; a demo never does. The row stays as it is until the transaction ends. */
    holdTestMode: async (firmId: string, executor: Executor): Promise<boolean> => {
      const row = await on(executor)
        .selectFrom('firm')
        .select('id')
        .where('id', '=', firmId)
        .where((eb) => eb.or([eb('isDemo', '=', true), eb('testEndedAt', 'is', null)]))
        .forShare()
        .executeTakeFirst()
      return row !== undefined
    },

    insert: async (row: FirmRow, executor: Executor = db): Promise<void> => {
      await on(executor).insertInto('firm').values(stored(row)).execute()
    },

    change: async (firmId: string, change: FirmChange, executor: Executor = db): Promise<void> => {
      if (Object.keys(change).length === 0) return
      await on(executor).updateTable('firm').set(stored(change)).where('id', '=', firmId).execute()
    },

    /** Whoever has the settings open learns that something changed. */
    raiseVersion: async (firmId: string, executor: Executor = db): Promise<void> => {
      await on(executor)
        .updateTable('firm')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', firmId)
        .execute()
    },

    /** As `change`, of a firm that is at this version, which is then one higher. Throws when it is at another. */
    edit: async (
      { id, version }: Pick<FirmRow, 'id' | 'version'>,
      change: FirmChange,
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .updateTable('firm')
        .set({ ...stored(change), version: version + 1 })
        .where('id', '=', id)
        .where('version', '=', version)
        .returning('id')
        .executeTakeFirstOrThrow()
    },

    /** The row, held until the transaction ends. */
    lock: (firmId: string, executor: Executor): Promise<FirmRow | undefined> =>
      on(executor).selectFrom('firm').selectAll().where('id', '=', firmId).forUpdate().executeTakeFirst(),

    /** Firms whose hours' time ended within a span: for the worker. */
    hoursOver: (from: Date, to: Date, limit: number): Promise<{ id: string; liveHoursExpireAt: Date | null }[]> =>
      on(db)
        .selectFrom('firm')
        .select(['id', 'liveHoursExpireAt'])
        .where('liveHoursExpireAt', '>', from)
        .where('liveHoursExpireAt', '<=', to)
        .orderBy('liveHoursExpireAt', 'desc')
        .limit(limit)
        .execute(),

    offers: () =>
      on(db)
        .selectFrom('topUpOffer')
        .selectAll()
        .where('removedAt', 'is', null)
        .orderBy('kind')
        .orderBy('place')
        .execute(),

    audit: async (firmId: string, entry: AuditEntry, executor: Executor = db): Promise<void> => {
      await on(executor)
        .insertInto('audit')
        .values({ ...entry, firmId, change: json(entry.change) })
        .execute()
    },
  }
}
export type FirmStore = ReturnType<typeof createFirmStore>
