/** What the main thread and PGlite's worker thread say to each other. */

export interface WorkerStart {
  /** The folder of its files; without it, in memory. */
  dataDir?: string
  /** A tar of a data folder to begin from, for tests. */
  snapshot?: Uint8Array
  /** PGlite's program, compiled, for who opens many. */
  program?: WebAssembly.Module
}

export type Ask = { id: number; ask: 'query'; sql: string; values: readonly unknown[] } | { id: number; ask: 'close' }

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
}

export type Answer = { id: 0; opened: true } | { id: number; answer: QueryAnswer } | { id: number; error: WorkerError }
