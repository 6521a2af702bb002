import type { BaseLogger } from 'pino'

/**
 * Tells other processes that something happened. Only a hint: a message arrives once or never, so whoever listens
 * must be able to find out from the database what it missed.
 */
export interface Bus {
  /** Never throws and never waits; what could not be sent is counted. The message must survive JSON. */
  publish(topic: string, message: object): void
  /** Calls `handle` with each message, parsed from JSON and unchecked. Answers the function that ends it. */
  subscribe(topic: string, handle: (message: unknown) => void): () => void
  /**
   * Resolves when every subscription made so far is heard by all processes, or after 2 s when the bus can't be
   * reached: subscribe, wait for this, then read the database, and nothing falls between.
   */
  ready(): Promise<void>
  /** Since the start, for the metrics page. */
  counts(): BusCounts
  /** No handler is called after this. */
  close(): Promise<void>
}

export interface BusCounts {
  readonly published: number
  /** Calls of handlers. */
  readonly delivered: number
  /** Messages that could not be sent or read, and handlers that threw. */
  readonly failed: number
}

export type BusLog = Pick<BaseLogger, 'error' | 'warn'>
