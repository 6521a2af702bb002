import { AbortedTransactionError, type CompiledQuery, type DatabaseConnection } from 'kysely'
import type { QueryAnswer, Waiting } from './pglite-protocol.ts'
import type { PgliteWorker } from './pglite-thread.ts'
import { aheadMark } from './statement-plans.ts'

export interface PgliteConnection extends DatabaseConnection {
  release(): void
  begin(sql: string): void
  commit(): Promise<void>
  rollback(): Promise<void>
  savepoint(name: string): void
  rollbackTo(name: string): Promise<void>
  releaseSavepoint(name: string): void
}

const isCommand = /^(begin|savepoint|release)/
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

interface Sending {
  readonly worker: PgliteWorker
  /** Lets whoever is next send, once there is room on the way. */
  readonly letNextSend: () => void
  readonly release: () => void
}

/**
 * Commands of a transaction, and writes of it that nobody awaits the answer of, wait for the next statement and go with it. Its last command, or a
 * statement outside of one, lets the next in when it is sent, not when it is answered: the thread runs them in that order.
 */
export const connectPglite = ({ worker, letNextSend, release }: Sending): PgliteConnection => {
  // After an error PostgreSQL turns COMMIT into ROLLBACK without a word.
  let aborted = false
  let inTransaction = false
  /** A transaction's begin stands first in it until its first statement. */
  let waiting: Waiting[] = []
  const wait = (sql: string): void => void waiting.push({ sql, values: [] })
  /** The next may be sending already. */
  let isOver = false
  const run = async (sql: string, values: readonly unknown[] = [], isLast = !inTransaction): Promise<QueryAnswer> => {
    if (isOver) throw new Error('database: this connection was for one transaction, or one statement')
    const before = waiting
    waiting = []
    const answer = worker.query(sql, values, { before, inTransaction, ends: inTransaction && isLast })
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
  const hasNotBegun = (): boolean => waiting[0]?.sql.startsWith('begin') === true
  const holdsWrites = (): boolean => waiting.some(({ sql }) => !isCommand.test(sql))
  const end = (): void => {
    waiting = []
    inTransaction = false
  }
  return {
    executeQuery: async <R>(query: CompiledQuery) => {
      if (inTransaction && query.sql.startsWith(aheadMark)) {
        waiting.push({ sql: query.sql.slice(aheadMark.length), values: query.parameters })
        return { rows: [] }
      }
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
      waiting = []
      wait(sql)
    },
    commit: async () => {
      if (hasNotBegun() && !holdsWrites()) return end()
      await run('commit', [], true)
      end()
      if (aborted) throw new AbortedTransactionError()
    },
    rollback: async () => {
      // What fails as it ends has been undone there.
      const isNone = isOver || hasNotBegun()
      end()
      if (!isNone) await run('rollback', [], true)
    },
    savepoint: (name) => wait(`savepoint ${quoted(name)}`),
    rollbackTo: async (name) => {
      const at = waiting.findLastIndex(({ sql }) => sql === `savepoint ${quoted(name)}`)
      // Nothing has happened since.
      if (at >= 0) return void (waiting = waiting.slice(0, at + 1))
      waiting = []
      await run(`rollback to savepoint ${quoted(name)}`)
      aborted = false
    },
    releaseSavepoint: (name) => wait(`release savepoint ${quoted(name)}`),
  }
}
