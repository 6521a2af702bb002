import { Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolClient, type QueryResult, types } from 'pg'
import { guarded } from '../guarded.ts'
import { startAutovacuum } from './autovacuum.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { createPlanNames, type PlannedClient } from './postgres-plans.ts'
import { createQueryCompiler } from './query-compiler.ts'
import { executorOf, refuseInsideTransaction, transactionsOf } from './transactions.ts'
import { createUnits } from './unit-of-work.ts'
import { arrayElements, parsers } from './values.ts'
import { trackWaits } from './waits.ts'

const poolSize = 16
const connectTimeoutMs = 15_000
/** A transaction whose process forgot it must not hold its locks for ever. */
const idleInTransactionMs = 60_000
const textArray: number = 1009
/** Commands of which pg says how many rows they wrote. */
const writes: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COPY'])

const parserOf = (oid: number, format?: 'text' | 'binary'): ((value: string) => unknown) => {
  const own = parsers[oid]
  if (own !== undefined) return own
  const element = parsers[arrayElements[oid] ?? -1]
  if (element === undefined) return types.getTypeParser(oid, format ?? 'text')
  const elements: (text: string) => (string | null)[] = types.getTypeParser(textArray, 'text')
  return (text) => elements(text).map((entry) => (entry === null ? null : element(entry)))
}

export const openPostgres = async ({
  url,
  log,
  plans: hasPlans = true,
}: { url: string } & Pick<DatabaseOptions, 'log' | 'plans'>): Promise<Database> => {
  const poolOf = (max: number): Pool => {
    const made = new Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: connectTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
      application_name: 'kaimai',
      types: { getTypeParser: parserOf },
    })
    // A connection that drops while idle: the pool makes a new one, but without a listener the process would end.
    made.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
    return made
  }
  const pool = poolOf(poolSize)
  // Who holds one of the pool asks it: one of the same pool would never be free while all of them ask.
  const autonomous = poolOf(1)
  const onConnect = (client: PoolClient): void => {
    // Also while somebody holds it between two queries: the pool listens to idle ones only.
    client.on('error', (error) => log.warn({ err: error }, 'a database connection in use was lost'))
    // Compiling a plan costs our short queries more than they take.
    client
      .query(`set time zone 'UTC'; set jit = off`)
      .catch((error: unknown) => log.warn({ err: error }, 'a connection has no time zone set'))
  }
  for (const each of [pool, autonomous])
    each.on('connect', guarded(log, 'a new database connection could not be prepared', onConnect))

  const waits = trackWaits()
  const connect = async (): Promise<PoolClient> => {
    refuseInsideTransaction()
    const asked = performance.now()
    const client = await pool.connect()
    waits.add(performance.now() - asked)
    return client
  }
  const statistics = startAutovacuum({
    isHelp: true,
    run: async (statement) => {
      // It is nobody's work: whatever began the timer may be inside a transaction, which this is no part of.
      const client = await pool.connect()
      const taken = performance.now()
      try {
        const { rows } = await client.query(statement)
        return { rows, ms: performance.now() - taken }
      } finally {
        client.release()
      }
    },
    onError: (error) => log.warn({ err: error }, 'statistics after a bulk write could not be kept'),
  })
  const noted = (result: QueryResult): QueryResult => {
    if (writes.has(result.command)) statistics.written(result.rowCount ?? 0)
    return result
  }
  const counted = (client: PlannedClient): PlannedClient => ({
    query: (async (text: string, values: unknown[]) => noted(await client.query(text, values))) as PoolClient['query'],
    release: (destroy) => client.release(destroy),
  })
  const units = createUnits()
  const plans = hasPlans ? createPlanNames() : undefined
  const connectPlanned = async () => {
    const client = await connect()
    return counted(plans?.planned(client) ?? client)
  }
  const dialect = new PostgresDialect({
    pool: { connect: connectPlanned, end: () => pool.end(), options: pool.options },
  })
  const kysely = new Kysely<unknown>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => units.join(dialect.createDriver()),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler,
    },
  })

  const raw: Database['raw'] = async (sql, values = []) => {
    units.checkNotOpen()
    const client = await connect()
    try {
      const result: QueryResult | QueryResult[] = await client.query(sql, values)
      client.release()
      const results = [result].flat().map(noted)
      return { rows: results.flatMap(({ rows }) => rows) }
    } catch (error) {
      // Several statements may have opened a transaction of their own and failed inside it: don't use it again.
      client.release(true)
      throw error
    }
  }

  // Fails here, at start, if the address or the password is wrong.
  await raw('select 1').catch(async (error: unknown) => {
    await pool.end()
    throw error
  })

  return {
    ...executorOf(kysely),
    kind: 'postgres',
    transaction: transactionsOf(kysely, units, log),
    unitOfWork: units.on(kysely, log),
    apart: units.apart,
    autonomous: async (text, values) => {
      const client = await autonomous.connect()
      try {
        const { rows } = await (plans?.planned(client) ?? client).query(text, values)
        return { rows }
      } finally {
        client.release()
      }
    },
    raw,
    metrics: () => ({ queueWaitMsMax: waits.max(), queueLength: pool.waitingCount }),
    close: async () => {
      statistics.stop()
      await autonomous.end()
      await pool.end()
    },
  }
}
