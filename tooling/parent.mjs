import { isMainThread } from 'node:worker_threads'

/**
 * Calls back once when npm, under which this process was started, has gone: npm passes a kill on to the shell between
 * them and no further, and a server left behind would hold its port and its data. Without npm above, whoever started
 * the process (a shell, a supervisor) may go; then nothing is watched.
 */
export function onParentGone(callBack) {
  if (!isMainThread || process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    callBack()
  }, 500)
  timer.unref()
}
