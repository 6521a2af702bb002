import type { Database, DatabaseOptions } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

export const openDatabase = (options: DatabaseOptions): Promise<Database> =>
  options.url === undefined ? openPglite(options) : openPostgres({ url: options.url, log: options.log })
