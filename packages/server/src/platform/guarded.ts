import type { Log } from './log/log.ts'

/**
 * Wraps what nobody waits for: the callback of a timer, the handler of an event of a socket, stream, thread or server, work
 * begun and left. An error there, thrown at once or by its promise, would end the process (an uncaught exception). Here it
 * is logged as `what`, then handed to `failed` (before the arguments), which says what is to become of the one thing that failed. A `failed` that
 * throws is logged as well. Arguments and `this` are handed on; the result is not.
 */
export const guarded = <This, A extends unknown[]>(
  log: Pick<Log, 'error'>,
  what: string,
  work: (this: This, ...args: A) => unknown,
  failed?: (this: This, error: unknown, ...args: A) => void,
): ((this: This, ...args: A) => void) => {
  const fail = (it: This, error: unknown, args: A): void => {
    log.error({ err: error }, what)
    try {
      failed?.call(it, error, ...args)
    } catch (second) {
      log.error({ err: second }, `${what}; nor could that be mended`)
    }
  }
  return function (this: This, ...args: A): void {
    try {
      const result = work.apply(this, args)
      if (result instanceof Promise) result.catch((error: unknown) => fail(this, error, args))
    } catch (error) {
      fail(this, error, args)
    }
  }
}
