import { mkdir } from 'node:fs/promises'
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
} from 'kysely'
import type { Database, DatabaseOptions } from './database.ts'
import { fairMutex, type Mutex } from './mutex.ts'
import { startAutovacuum } from './pglite-autovacuum.ts'
import type { QueryAnswer } from './pglite-protocol.ts'
import { createSilenceWatch } from './silence-watch.ts'
import { type PgliteWorker, startWorker } from './pglite-thread.ts'
import { executorOf, refuseInsideTransaction, transactionsOf } from './transactions.ts'
import { createUnits } from './unit-of-work.ts'
import { trackWaits } from './waits.ts'

export interface PgliteDatabase extends Database {
  kind: 'pglite'
}

export interface PgliteOptions extends Omit<DatabaseOptions, 'url'> {
  snapshot?: Uint8Array
  program?: WebAssembly.Module
  /** False: nobody keeps statistics (to measure what queries cost without). */
  autovacuum?: boolean
  /** Called after each query or transaction: milliseconds for which it held the one connection (to measure). */
  onHeld?: (ms: number) => void
}

const slowHoldMs = 200

interface PgliteConnection extends DatabaseConnection {
  release(): void
  command(sql: string): Promise<void>
  /** After an error PostgreSQL turns COMMIT into ROLLBACK without a word. */
  aborted(): boolean
  forgive(): void
}

const connect = (worker: PgliteWorker, release: () => void): PgliteConnection => {
  let aborted = false
  const run = async (query: CompiledQuery): Promise<QueryAnswer> => {
    try {
      return await worker.query(query.sql, query.parameters)
    } catch (error) {
      aborted = true
      throw error
    }
  }
  return {
    executeQuery: async <R>(query: CompiledQuery) => {
      const { rows, affected } = await run(query)
      return {
        // Kysely's own drivers hand on rows of unknown shape in the same way.
        rows: rows as R[],
        ...(affected === undefined ? {} : { numAffectedRows: BigInt(affected) }),
      }
    },
    // oxlint-disable-next-line require-yield
    streamQuery: async function* () {
      throw new Error('database: PGlite does not stream; read in pages')
    },
    release,
    command: async (sql) => {
      await worker.query(sql, [])
    },
    aborted: () => aborted,
    forgive: () => {
      aborted = false
    },
  }
}

const pgliteDriver = (worker: PgliteWorker, mutex: Mutex, onHeld: (ms: number) => void): Driver => {
  const open = new WeakMap<DatabaseConnection, PgliteConnection>()
  const of = (connection: DatabaseConnection): PgliteConnection => {
    const found = open.get(connection)
    if (found === undefined) throw new Error('database: not a connection of this driver')
    return found
  }
  const savepoint =
    (command: string, forgives = false) =>
    async (connection: DatabaseConnection, name: string, _compile: QueryCompiler['compileQuery']) => {
      const it = of(connection)
      await it.command(`${command} "${name.replaceAll('"', '""')}"`)
      if (forgives) it.forgive()
    }
  return {
    init: async () => {},
    acquireConnection: async () => {
      refuseInsideTransaction()
      const release = await mutex.acquire()
      const taken = performance.now()
      const connection = connect(worker, () => {
        onHeld(performance.now() - taken)
        release()
      })
      open.set(connection, connection)
      return connection
    },
    releaseConnection: async (connection) => of(connection).release(),
    beginTransaction: async (connection, { isolationLevel, accessMode }) => {
      const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`
      await of(connection).command(`begin${level}${accessMode === undefined ? '' : ` ${accessMode}`}`)
    },
    commitTransaction: async (connection) => {
      const it = of(connection)
      await it.command('commit')
      if (it.aborted()) throw new AbortedTransactionError()
    },
    rollbackTransaction: (connection) => of(connection).command('rollback'),
    savepoint: savepoint('savepoint'),
    rollbackToSavepoint: savepoint('rollback to savepoint', true),
    releaseSavepoint: savepoint('release savepoint'),
    destroy: () => worker.close(),
  }
}

/** One PGlite in a thread of its own; the one connection is handed out in the order asked. */
export const openPglite = async (options: PgliteOptions): Promise<PgliteDatabase> => {
  const { dataDir, snapshot, program, log } = options
  if (dataDir !== undefined) await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const watch = createSilenceWatch({
    timeoutMs: options.timeoutMs ?? 0,
    log,
    onSilent: (error) => {
      log.error({ err: error }, 'the embedded database does not answer any more')
      options.onLost?.(error)
    },
  })
  const opened = await startWorker(
    {
      ...(dataDir === undefined ? {} : { dataDir }),
      ...(snapshot === undefined ? {} : { snapshot }),
      ...(program === undefined ? {} : { program }),
    },
    (error) => {
      log.error({ err: error }, 'the embedded database has died')
      options.onLost?.(error)
    },
    watch,
  )
  const waits = trackWaits()
  const mutex = fairMutex(waits.add)
  const onHeld = (ms: number) => {
    options.onHeld?.(ms)
    if (ms > slowHoldMs) log.warn({ ms: Math.round(ms) }, 'one query or transaction held the embedded database')
  }
  const units = createUnits()
  const autovacuum =
    options.autovacuum === false
      ? undefined
      : startAutovacuum({
          run: async (statement) => {
            const release = await mutex.acquire()
            const taken = performance.now()
            try {
              const { rows } = await opened.query(statement, [], true)
              return { rows, ms: performance.now() - taken }
            } finally {
              onHeld(performance.now() - taken)
              release()
            }
          },
          onError: (error) => log.error({ err: error }, 'statistics of the embedded database could not be kept'),
        })
  const worker: PgliteWorker = {
    ...opened,
    query: async (statement, values, isLong) => {
      const answer = await opened.query(statement, values, isLong)
      if (answer.affected !== undefined) autovacuum?.written(answer.affected)
      return answer
    },
  }
  const kysely = new Kysely<unknown>({
    dialect: {
      // Not PGliteAdapter: with it Kysely puts a queue of its own before ours, which knows nothing of refused work.
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => units.join(pgliteDriver(worker, mutex, onHeld)),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return {
    ...executorOf(kysely),
    kind: 'pglite',
    transaction: transactionsOf(kysely, units, log),
    unitOfWork: units.on(kysely, log),
    apart: units.apart,
    raw: async (sql, values = []) => {
      refuseInsideTransaction()
      units.checkNotOpen()
      const release = await mutex.acquire()
      const taken = performance.now()
      try {
        const { rows } = await worker.query(sql, values)
        return { rows }
      } catch (error) {
        // Several statements may have opened a transaction of their own and failed inside it.
        await worker.query('rollback', [])
        throw error
      } finally {
        onHeld(performance.now() - taken)
        release()
      }
    },
    started: watch.beStrict,
    metrics: () => ({ queueWaitMsMax: waits.max(), queueLength: mutex.waiting() }),
    close: async () => {
      autovacuum?.stop()
      const release = await mutex.acquire()
      try {
        await worker.close()
      } finally {
        release()
      }
    },
  }
}
