/** What the main thread and PGlite's worker thread say to each other. */

export interface WorkerStart {
  /** The folder of its files; without it, in memory. */
  dataDir?: string
  /** A tar of a data folder to begin from, for tests. */
  snapshot?: Uint8Array
  /** PGlite's program, compiled, for who opens many. */
  program?: WebAssembly.Module
}

/** What waits for a statement: a command of its transaction (begin, savepoint, release), or a write whose answer nobody needs. */
export interface Waiting {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** What a statement is sent with. */
export interface Around {
  /** What goes before it in the same call: where one fails, so does the rest. */
  readonly before?: readonly Waiting[]
  /** It fails where no transaction is open, or the commands before it open none. */
  readonly inTransaction?: boolean
  /** It ends its transaction: where it fails, that is undone, as the next is on its way already. */
  readonly ends?: boolean
}

export type Ask =
  | { id: number; ask: 'query'; sql: string; values: readonly unknown[]; around: Around }
  /** Statements without values, one or several. */
  | { id: number; ask: 'queryMany'; sql: string }
  | { id: number; ask: 'close' }

export interface QueryAnswer {
  rows: Record<string, unknown>[]
  affected: number | undefined
}

export interface WorkerError {
  message: string
  code?: string
  constraint?: string
  detail?: string
  table?: string
  column?: string
  where?: string
  routine?: string
}

export type Answer = { id: 0; opened: true } | { id: number; answer: QueryAnswer } | { id: number; error: WorkerError }
