import { type Generated, sql } from 'kysely'
import type { z } from 'zod'
import { type Database, type Executor } from '../../platform/db/database.ts'

/** What polls and giveaways have in common: an item of a script makes one once, and the log learns of its end once. */
export interface OpenedRow {
  id: string
  firmId: string
  liveId: string
  itemId: string | null
  openedAt: Date
  untilAt: Date
  /** Whether the log of the room has the end. */
  published: Generated<boolean>
}

interface OpenedTables {
  poll: OpenedRow
  giveaway: OpenedRow
}

/** Reads the rows of one of the two tables, and marks their end as told. */
export const createOpenedOnceStore = <Stored>(db: Database, table: keyof OpenedTables, stored: z.ZodType<Stored>) => {
  const tables = (on: Executor = db) => on.as<OpenedTables>()
  const select = (on?: Executor) => tables(on).selectFrom(table).selectAll()

  return {
    /** Those of a live without an end in the log, the oldest first. */
    open: async (firmId: string, liveId: string, on: Executor = db): Promise<Stored[]> => {
      const rows = await select(on)
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('published', '=', sql.lit(false))
        .orderBy('id')
        .execute()
      return rows.map((row) => stored.parse(row))
    },

    /** Those whose time is up, of all firms: for the worker. */
    due: async (now: Date, limit: number): Promise<Stored[]> => {
      const rows = await select()
        .where('published', '=', sql.lit(false))
        .where('untilAt', '<=', now)
        .orderBy('untilAt')
        .limit(limit)
        .execute()
      return rows.map((row) => stored.parse(row))
    },

    /** The one that an item of a live's script made. */
    ofItem: async (firmId: string, liveId: string, itemId: string): Promise<Stored | undefined> => {
      const row = await select()
        .where('firmId', '=', firmId)
        .where('liveId', '=', liveId)
        .where('itemId', '=', itemId)
        .executeTakeFirst()
      return row && stored.parse(row)
    },

    /** The log has its end. */
    setPublished: async (id: string): Promise<void> => {
      await tables().updateTable(table).set({ published: true }).where('id', '=', id).execute()
    },
  }
}
export type OpenedOnceStore<Stored> = ReturnType<typeof createOpenedOnceStore<Stored>>
