import { type Compilable, type Kysely, type RawBuilder, sql } from 'kysely'
import type { BaseLogger } from 'pino'

export interface Executor {
  /** A typed view of the same connection(s): each module names only its own tables. */
  as<T>(): Kysely<T>
}

export interface Tx extends Executor {
  readonly inTransaction: true
  /**
   * A write whose answer nobody needs: it is sent with the transaction's next statement, or with its commit,
   * which throws what it throws. Everything after it sees what it wrote.
   */
  ahead(write: Compilable): Promise<void>
  /** Run once the commit has succeeded, outside the transaction; never run after a rollback. What it throws, also later, is logged. */
  afterCommit(run: () => void): void
}

export interface Rows {
  rows: Record<string, unknown>[]
}

export interface DatabaseMetrics {
  /** Longest wait for a connection (PGlite: for the one connection) within the last minute, milliseconds. */
  queueWaitMsMax: number
  /** How many are waiting now. */
  queueLength: number
}

export interface Database extends Executor {
  kind: 'pglite' | 'postgres'
  /**
   * Serialisation failures and deadlocks run `work` again (up to 4 times in all), so it must be free of other effects:
   * those go into `tx.afterCommit` or a job. No I/O inside. Using the database itself (not `tx`) inside throws.
   */
  transaction<R>(work: (tx: Tx) => Promise<R>): Promise<R>
  /**
   * Runs `work`, whose first write, in whatever service, opens a transaction that everything after it is part of, plain
   * statements and transactions alike (these as savepoints), and that ends with the result: all of it happens or
   * nothing. `first` runs before the first write (at the latest after the work), `last` with the result right before
   * the commit; what either throws undoes everything and is thrown. Calls to the outside have no place after a write.
   */
  unitOfWork<R>(
    work: () => Promise<R>,
    ends: { first(tx: Tx): Promise<void>; last(tx: Tx, result: R): Promise<void> },
  ): Promise<R>
  /** What holds even when the unit of work around it comes to nothing (limits). Throws after the unit's first write. */
  apart<R>(work: () => Promise<R>): Promise<R>
  /**
   * One statement in a transaction of its own, also within another one: it holds even where that one is undone, and what
   * it locks waits for nobody's commit. Not on the embedded database: its one connection has one transaction at a time.
   */
  autonomous?(sql: string, values: unknown[]): Promise<Rows>
  /** Plain SQL with $1, $2 …; without values it may hold several statements, and gives the rows of all. */
  raw(sql: string, values?: unknown[]): Promise<Rows>
  /** Migrated and ready: from now on no statement but its own upkeep takes longer than the timeout. */
  started?(): void
  metrics(): DatabaseMetrics
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** A PostgreSQL URL; without it, PGlite. */
  url?: string
  /** The folder of PGlite's files; without it and without a URL the database lives in memory. */
  dataDir?: string
  log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
  /** False: no connection of PostgreSQL keeps plans, for a pooler that hands each statement to another one; true by default. */
  plans?: boolean
  /** Of the embedded database: the longest that an ordinary statement may take before it counts as lost, ms; 0: any time. */
  timeoutMs?: number
  /** PGlite's thread has died (out of memory, say): all queries fail from now on, so end the process. */
  onLost?: (error: Error) => void
}

/** True for a broken unique constraint or index (of that name, if one is given), on both kinds. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23505' &&
  (constraint === undefined || ('constraint' in error && error.constraint === constraint))

/** True when a statement waited for a lock longer than its transaction is willing to. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03'

const lostCodes = /^(08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/

/** True when the database could not be reached, or went away: the same call may work later. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && typeof error.code === 'string' && lostCodes.test(error.code)) ||
    /^timeout exceeded when trying to connect|^Connection terminated/.test(error.message))

/** For a jsonb column on both kinds: an array needs it, and null becomes JSON's null. */
export const json = <T>(value: T): RawBuilder<T> => sql<T>`cast(${JSON.stringify(value)} as jsonb)`

/**
 * Values that stand in the text of a statement, for `in`: a plan that is kept for any values can't use an index whose
 * condition is about some of them.
 */
export const literals = <const T extends string>(values: readonly T[]): RawBuilder<T>[] =>
  values.map((value) => sql.lit(value))
