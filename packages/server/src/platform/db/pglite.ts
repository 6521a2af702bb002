import { mkdir } from 'node:fs/promises'
import { type DatabaseConnection, type Driver, Kysely, PostgresAdapter, PostgresIntrospector } from 'kysely'
import type { Database, DatabaseOptions } from './database.ts'
import { fairMutex, type Mutex } from './mutex.ts'
import { startAutovacuum } from './autovacuum.ts'
import { connectPglite, type PgliteConnection } from './pglite-connection.ts'
import type { QueryAnswer } from './pglite-protocol.ts'
import { createQueryCompiler } from './query-compiler.ts'
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

/**
 * While the thread runs one statement, the next may be on its way to it: what the main thread does in between costs the
 * database no time. Not more, for who sends is served in the order asked and can't be overtaken any more.
 */
const sentAtOnce = 2

interface DriverParts {
  readonly worker: PgliteWorker
  readonly mutex: Mutex
  readonly whenRoom: (letIn: () => void) => void
  /** A query or transaction is over that was sent at that time (performance.now()). */
  readonly onOver: (sentAt: number) => void
}

const pgliteDriver = ({ worker, mutex, whenRoom, onOver }: DriverParts): Driver => {
  const open = new WeakMap<DatabaseConnection, PgliteConnection>()
  const of = (connection: DatabaseConnection): PgliteConnection => {
    const found = open.get(connection)
    if (found === undefined) throw new Error('database: not a connection of this driver')
    return found
  }
  return {
    init: async () => {},
    acquireConnection: async () => {
      refuseInsideTransaction()
      const release = await mutex.acquire()
      const sentAt = performance.now()
      const connection = connectPglite({
        worker,
        letNextSend: () => whenRoom(release),
        release: () => {
          onOver(sentAt)
          release()
        },
      })
      open.set(connection, connection)
      return connection
    },
    releaseConnection: async (connection) => of(connection).release(),
    beginTransaction: async (connection, { isolationLevel, accessMode }) => {
      const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`
      of(connection).begin(`begin${level}${accessMode === undefined ? '' : ` ${accessMode}`}`)
    },
    commitTransaction: (connection) => of(connection).commit(),
    rollbackTransaction: (connection) => of(connection).rollback(),
    savepoint: async (connection, name) => of(connection).savepoint(name),
    rollbackToSavepoint: (connection, name) => of(connection).rollbackTo(name),
    releaseSavepoint: async (connection, name) => of(connection).releaseSavepoint(name),
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
  /** What is sent while another runs holds the database from when that one is over. */
  let lastOverAt = 0
  const onOver = (sentAt: number) => {
    const now = performance.now()
    const ms = now - Math.max(sentAt, lastOverAt)
    lastOverAt = now
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
              const { rows } = await opened.queryMany(statement, true)
              return { rows, ms: performance.now() - taken }
            } finally {
              onOver(taken)
              release()
            }
          },
          onError: (error) => log.error({ err: error }, 'statistics of the embedded database could not be kept'),
        })
  let unanswered = 0
  const waitingForRoom: (() => void)[] = []
  const noted = async (asked: Promise<QueryAnswer>): Promise<QueryAnswer> => {
    unanswered += 1
    try {
      const answer = await asked
      if (answer.affected !== undefined) autovacuum?.written(answer.affected)
      return answer
    } finally {
      unanswered -= 1
      waitingForRoom.shift()?.()
    }
  }
  const whenRoom = (letIn: () => void): void => {
    if (unanswered < sentAtOnce) letIn()
    else waitingForRoom.push(letIn)
  }
  const worker: PgliteWorker = {
    ...opened,
    query: (...asked) => noted(opened.query(...asked)),
    queryMany: (statements) => noted(opened.queryMany(statements)),
  }
  const kysely = new Kysely<unknown>({
    dialect: {
      // Not PGliteAdapter: with it Kysely puts a queue of its own before ours, which knows nothing of refused work.
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => units.join(pgliteDriver({ worker, mutex, whenRoom, onOver })),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler,
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
        const { rows } = values.length === 0 ? await worker.queryMany(sql) : await worker.query(sql, values)
        return { rows }
      } catch (error) {
        // Several statements may have opened a transaction of their own and failed inside it.
        await worker.query('rollback', [])
        throw error
      } finally {
        onOver(taken)
        release()
      }
    },
    started: watch.beStrict,
    // Who has sent theirs behind another waits as well: jobs let them go first.
    metrics: () => ({ queueWaitMsMax: waits.max(), queueLength: mutex.waiting() + Math.max(0, unanswered - 1) }),
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
