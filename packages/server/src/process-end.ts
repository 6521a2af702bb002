import { spawn } from 'node:child_process'
import type { Log } from './platform/log/log.ts'

/** What the process ends with. `npm start`, and any supervisor, starts it again after all but the first two. */
export const exitCodes = {
  /** It was asked to end, and closed all in order. */
  closed: 0,
  /** It refused to start, and said why. */
  refused: 1,
  /** An error that nobody caught, a database that died, or a closing that was not done in time. */
  crashed: 70,
  /** The embedded database did not answer any more. */
  databaseSilent: 75,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** What is in order says goodbye within so long after a crash; then the process ends whatever is left. */
const crashWithinMs = 3_000
/** Whoever asked for the end waits ten seconds before it kills (docker stop): everything must be over by then. */
const closeWithinMs = 9_000
/** `process.exit` waits for threads; one that never gives way would keep the process for ever. */
const killAfterSeconds = 2

/** Ends the process for certain: by `process.exit`, and where even that hangs by a SIGKILL from outside. */
const endNow = (code: ExitCode): never => {
  try {
    const killer = spawn('sh', ['-c', `sleep ${killAfterSeconds}; kill -9 ${process.pid}`], {
      detached: true,
      stdio: 'ignore',
    })
    // Without a shell there is process.exit alone.
    killer.on('error', () => {})
    killer.unref()
  } catch {
    // As above.
  }
  process.exit(code)
}

/**
 * How this process ends, at whatever stage it is: make it first of all. SIGTERM and SIGINT close what was opened by then
 * and end the process within ten seconds, whether that worked or not; so do errors that nobody caught, sooner.
 */
export const createProcessEnd = (log: () => Log, say: (text: string) => void) => {
  /** What there is to close by now, newest first. */
  const closers: (() => Promise<unknown> | undefined | void)[] = []
  let ending = false

  const closeAll = async (onFailed: (error: unknown) => void): Promise<void> => {
    for (const close of closers.splice(0)) {
      try {
        await close()
      } catch (error) {
        onFailed(error)
      }
    }
  }

  const crash = (error: unknown, what: string, code: ExitCode = exitCodes.crashed): void => {
    if (ending) {
      log().error({ err: error }, what)
      return
    }
    ending = true
    log().fatal({ err: error, exitCode: code }, `${what}: the process ends`)
    setTimeout(() => endNow(code), crashWithinMs)
    void closeAll(() => {}).then(() => endNow(code))
  }

  const close = async (): Promise<void> => {
    if (ending) return
    ending = true
    const late = (): void => {
      log().fatal(
        { withinMs: closeWithinMs, exitCode: exitCodes.crashed },
        'not all could be closed in time: the process ends',
      )
      endNow(exitCodes.crashed)
    }
    setTimeout(late, closeWithinMs).unref()
    say('Closing …')
    let failed = false
    await closeAll((error) => {
      failed = true
      log().error({ err: error }, 'not all could be closed in order')
    })
    endNow(failed ? exitCodes.crashed : exitCodes.closed)
  }

  process.on('SIGINT', () => void close())
  process.on('SIGTERM', () => void close())
  process.on('uncaughtException', (error) => crash(error, 'an error that nobody caught'))
  process.on('unhandledRejection', (error) => crash(error, 'a rejection that nobody caught'))
  return {
    /** Closed before everything that was named so far. */
    opened: (...close: (typeof closers)[number][]): void => void closers.unshift(...close),
    crash,
    close,
    isEnding: (): boolean => ending,
  }
}
