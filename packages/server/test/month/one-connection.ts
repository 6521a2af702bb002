import { Client } from 'pg'
import type { TestDatabase } from '../database.ts'
import type { Ask } from './recount-tables.ts'

/** Plain SQL on a connection of its own where there are several, so that temporary tables stay; `end` closes it. */
export const oneConnection = async (
  db: Pick<TestDatabase, 'raw' | 'url'>,
): Promise<{ readonly ask: Ask; readonly end: () => Promise<void> }> => {
  if (db.url === undefined) return { ask: async (sql) => (await db.raw(sql)).rows, end: async () => undefined }
  const client = new Client({ connectionString: db.url })
  // The database may be dropped while the connection is still taking its leave.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`set time zone 'UTC'; set jit = off; set work_mem = '128MB'`)
  return {
    ask: async (sql) => {
      const { rows }: { rows: Record<string, unknown>[] } = await client.query(sql)
      return rows
    },
    end: () => client.end(),
  }
}
