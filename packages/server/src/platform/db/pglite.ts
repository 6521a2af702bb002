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
} from 'kysely'
import type { Database, DatabaseOptions } from './database.ts'
import { fairMutex, type Mutex } from './mutex.ts'
import { startAutovacuum } from './autovacuum.ts'
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
  begin(sql: string): void
  commit(): Promise<void>
  rollback(): Promise<void>
  savepoint(name: string): void
  rollbackTo(name: string): Promise<void>
  releaseSavepoint(name: string): void
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * While the thread runs one statement, the next may be on its way to it: what the main thread does in between costs the
 * database no time. Not more, for who sends is served in the order asked and can't be overtaken any more.
 */
const sentAtOnce = 2

interface Sending {
  readonly worker: PgliteWorker
  /** Lets whoever is next send, once there is room on the way. */
  readonly letNextSend: () => void
  readonly release: () => void
}

/**
 * Commands of a transaction that give no answer of their own wait for the next statement, and go with it. Its last command, or a
 * statement outside of one, lets the next in when it is sent, not when it is answered: the thread runs them in that order.
 */
const connect = ({ worker, letNextSend, release }: Sending): PgliteConnection => {
  // After an error PostgreSQL turns COMMIT into ROLLBACK without a word.
  let aborted = false
  let inTransaction = false
  /** A transaction's begin stands first in it until its first statement. */
  let waiting: string[] = []
  /** The next may be sending already. */
  let isOver = false
  const run = async (sql: string, values: readonly unknown[] = [], isLast = !inTransaction): Promise<QueryAnswer> => {
    if (isOver) throw new Error('database: this connection was for one transaction, or one statement')
    const before = waiting
    waiting = []
    const answer = worker.query(sql, values, { before, inTransaction })
    if (isLast) {
      isOver = true
      letNextSend()
    }
    try {
      return await answer
    } catch (error) {
      aborted = true
      throw error
    }
  }
  const hasNotBegun = (): boolean => waiting[0]?.startsWith('begin') === true
  const end = (): void => {
    waiting = []
    inTransaction = false
  }
  return {
    executeQuery: async <R>(query: CompiledQuery) => {
      const { rows, affected } = await run(query.sql, query.parameters)
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
    begin: (sql) => {
      aborted = false
      inTransaction = true
      waiting = [sql]
    },
    commit: async () => {
      if (hasNotBegun()) return end()
      await run('commit', [], true)
      end()
      if (aborted) throw new AbortedTransactionError()
    },
    rollback: async () => {
      const isNone = hasNotBegun()
      end()
      if (!isNone) await run('rollback', [], true)
    },
    savepoint: (name) => void waiting.push(`savepoint ${quoted(name)}`),
    rollbackTo: async (name) => {
      const at = waiting.lastIndexOf(`savepoint ${quoted(name)}`)
      // Nothing has happened since.
      if (at >= 0) return void (waiting = waiting.slice(0, at + 1))
      waiting = []
      await run(`rollback to savepoint ${quoted(name)}`)
      aborted = false
    },
    releaseSavepoint: (name) => void waiting.push(`release savepoint ${quoted(name)}`),
  }
}

interface DriverParts {
  readonly worker: PgliteWorker
  readonly mutex: Mutex
  readonly whenRoom: (letIn: () => void) => void
  readonly onHeld: (ms: number) => void
}

const pgliteDriver = ({ worker, mutex, whenRoom, onHeld }: DriverParts): Driver => {
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
      const taken = performance.now()
      const connection = connect({
        worker,
        letNextSend: () => whenRoom(release),
        release: () => {
          onHeld(performance.now() - taken)
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
              const { rows } = await opened.queryMany(statement, true)
              return { rows, ms: performance.now() - taken }
            } finally {
              onHeld(performance.now() - taken)
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
      createDriver: () => units.join(pgliteDriver({ worker, mutex, whenRoom, onHeld })),
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
        const { rows } = values.length === 0 ? await worker.queryMany(sql) : await worker.query(sql, values)
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
