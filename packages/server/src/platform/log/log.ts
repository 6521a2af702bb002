import { pino } from 'pino'
import type { DestinationStream, LevelWithSilent, Logger } from 'pino'
import { safeUrl } from './safe-url.ts'
import { scrub } from './scrub.ts'

export type Log = Logger

export interface LogOptions {
  readonly level?: LevelWithSilent
  /** Standard output by default. */
  readonly destination?: DestinationStream
}

const deepestCause = 4

// Not all of an error: a database's `detail` holds the row's values, a mail server's error the address.
const errorFacts = (error: unknown, depth = 0): unknown => {
  if (!(error instanceof Error)) return error
  const facts: Record<string, unknown> = { type: error.name, message: error.message, stack: error.stack }
  for (const name of ['code', 'status', 'constraint', 'table', 'errorName', 'details'])
    if (name in error) facts[name] = Reflect.get(error, name)
  if (error.cause !== undefined && depth < deepestCause) facts['cause'] = errorFacts(error.cause, depth + 1)
  return facts
}

/** A line that can't be written (the log lies on a disk that is full) is lost, and ends nothing. */
const standardOutput = (): DestinationStream => {
  const output = pino.destination(1)
  output.on('error', () => {})
  return output
}

/**
 * The server's log: one JSON object a line. Requests under `req` become method and safe URL, errors under `err` their
 * message, stack and code; tokens, keys, phones and e-mail addresses are hidden wherever they stand.
 */
export const makeLog = (options: LogOptions = {}): Log =>
  pino(
    {
      level: options.level ?? 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        req: (request: { id?: unknown; method?: string; url?: string }) => ({
          id: request.id,
          method: request.method,
          url: request.url === undefined ? undefined : safeUrl(request.url),
        }),
        res: (response: { statusCode?: number }) => ({ status: response.statusCode }),
        url: (url: unknown) => (typeof url === 'string' ? safeUrl(url) : url),
        err: (error: unknown) => errorFacts(error),
      },
      hooks: { streamWrite: scrub },
    },
    options.destination ?? standardOutput(),
  )
