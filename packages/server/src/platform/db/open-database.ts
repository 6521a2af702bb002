import { join } from 'node:path'
import type { Environment } from '../environment.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { openPglite } from './pglite.ts'

// The driver of PostgreSQL is read only where there is one: a start waits for all it reads.
export const openDatabase = async (options: DatabaseOptions): Promise<Database> =>
  options.url === undefined
    ? openPglite(options)
    : (await import('./postgres.ts')).openPostgres({
        url: options.url,
        log: options.log,
        ...(options.plans === undefined ? {} : { plans: options.plans }),
      })

/** The database that the environment names: the embedded one in the data folder, or PostgreSQL. */
export const openDatabaseOf = (
  {
    databaseUrl,
    dataDir,
    databaseTimeoutMs,
    databasePlans,
  }: Pick<Environment, 'databaseUrl' | 'dataDir' | 'databaseTimeoutMs' | 'databasePlans'>,
  options: Pick<DatabaseOptions, 'log' | 'onLost'>,
): Promise<Database> =>
  openDatabase(
    databaseUrl === undefined
      ? { dataDir: join(dataDir, 'database'), timeoutMs: databaseTimeoutMs, ...options }
      : { url: databaseUrl, plans: databasePlans, ...options },
  )
