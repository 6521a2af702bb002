import { spawn } from 'node:child_process'
import { onParentGone } from './parent.mjs'

const minuteMs = 60_000
const startsInMinute = 5
/** A server ends by itself within ten seconds of being asked; one that does not is killed. */
const endsWithinMs = 15_000
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** How long to wait before the next start, after starts at these moments (ms): five in a minute, no more. */
export function restartDelayMs(starts, nowMs) {
  const recent = starts.filter((at) => nowMs - at < minuteMs)
  return recent.length < startsInMinute ? 0 : recent[recent.length - startsInMinute] + minuteMs - nowMs
}

/**
 * Runs the server and starts it again when it ends by itself: after an error that nobody caught, a dead database, a kill.
 * A server that never became ready was refused in words and stays ended. Ends as the server ended.
 */
export function supervise(command, args, { env, say = console.error, now = Date.now, killAfterMs = endsWithinMs }) {
  const starts = []
  let server
  let wasReady = false
  let stopping = false
  let waiting
  let killing

  const stop = (signal) => {
    stopping = true
    clearTimeout(waiting)
    if (server === undefined) process.exit(0)
    // Ctrl-C in a terminal reaches the server by itself: a second one would cut its closing short.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal)
    killing ??= setTimeout(() => server?.kill('SIGKILL'), killAfterMs).unref()
  }
  for (const signal of signals) process.on(signal, stop)
  onParentGone(() => stop('SIGTERM'))

  const end = (code, signal) => {
    if (signal === null) process.exit(code)
    // So that whoever waits sees the same.
    for (const name of signals) process.removeAllListeners(name)
    process.kill(process.pid, signal)
  }

  const start = () => {
    starts.push(now())
    // The channel tells when it is ready, and ends the server when this process is killed.
    server = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
    server.once('message', () => (wasReady = true))
    server.once('error', (error) => {
      say(`The server could not be started: ${error.message}`)
      process.exit(1)
    })
    server.once('exit', (code, signal) => {
      server = undefined
      if (stopping || code === 0 || !wasReady) return end(code, signal)
      const delayMs = restartDelayMs(starts, now())
      const when =
        delayMs === 0 ? 'now' : `in ${Math.ceil(delayMs / 1000)} s (it ended ${startsInMinute} times in a minute)`
      say(`The server ended (${signal ?? `code ${code}`}); it is started again ${when}.`)
      waiting = setTimeout(start, delayMs)
    })
  }
  start()
}
