import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onParentGone } from './parent.mjs'

/** The project's folder, without a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

const bin = join(root, 'node_modules', '.bin')

/** The project's own Node (26); it is there once the packages are installed. */
export const projectNode = join(bin, 'node')

/** The environment in which `node` and every tool are the project's own. */
export const projectEnv = (extra = {}) => ({ ...process.env, PATH: bin + delimiter + process.env.PATH, ...extra })

/** The environment in which `node` and `npm` are the machine's, for work that replaces the project's own. */
export const machineEnv = (extra = {}) => ({
  ...process.env,
  PATH: process.env.PATH.split(delimiter)
    .filter((folder) => folder !== bin)
    .join(delimiter),
  ...extra,
})

export const secondsSince = (start) => `${((Date.now() - start) / 1000).toFixed(1)} s`

const running = new Set()

/** Sends the signal to every command that `run` started, with all its children. */
export function stopAll(signal) {
  for (const child of running) killGroup(child, signal)
}

function killGroup(child, signal) {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }

/**
 * From here on Ctrl-C and kill end the commands that `run` started, and then this process with code 128 + signal;
 * what was waiting for them gets the time to tidy up. `isStopping` says whether that has begun, `release` takes it back.
 */
export function endTogether() {
  let stopping = false
  const onSignal = (signal) => {
    stopping = true
    process.exitCode = 128 + signalNumbers[signal]
    stopAll('SIGTERM')
    setTimeout(() => stopAll('SIGKILL'), 3000).unref()
    setTimeout(() => process.exit(), 6000).unref()
  }
  const signals = Object.keys(signalNumbers)
  for (const signal of signals) process.on(signal, onSignal)
  onParentGone(() => onSignal('SIGTERM'))
  return {
    isStopping: () => stopping,
    release() {
      for (const signal of signals) process.off(signal, onSignal)
    },
  }
}

/**
 * Runs a command in the project's folder and keeps what it says, both streams as they come.
 * `logFile` gets a copy, `onLine` each line, `onStart` the process's number; `silentMs` ends it once it has said nothing for
 * so long, and not before: on how slow a machine it runs is not known. A command that can't be started answers code 127
 * with the reason as its output.
 */
export function run(command, args, { env = projectEnv(), cwd = root, logFile, onLine, onStart, silentMs } = {}) {
  const start = Date.now()
  return new Promise((resolve) => {
    // A group of its own, so that browsers and workers below it end with it.
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    running.add(child)
    if (child.pid !== undefined) onStart?.(child.pid)
    const log = logFile ? createWriteStream(logFile) : undefined
    const parts = []
    let hung = false
    const timer = silentMs
      ? setTimeout(() => {
          hung = true
          killGroup(child, 'SIGKILL')
        }, silentMs)
      : undefined
    for (const stream of [child.stdout, child.stderr]) {
      let rest = ''
      stream.setEncoding('utf8')
      stream.on('data', (text) => {
        timer?.refresh()
        parts.push(text)
        log?.write(text)
        if (!onLine) return
        const lines = (rest + text).split('\n')
        rest = lines.pop()
        for (const line of lines) onLine(line)
      })
      stream.on('end', () => {
        if (rest !== '') onLine?.(rest)
      })
    }
    const end = (code) => {
      clearTimeout(timer)
      running.delete(child)
      if (hung) parts.push(`\nStopped: it had said nothing for ${Math.round(silentMs / 60_000)} minutes.\n`)
      const done = () => resolve({ code, hung, output: parts.join(''), ms: Date.now() - start })
      if (log) log.end(done)
      else done()
    }
    child.once('error', (error) => {
      parts.push(`${command}: ${error.message}\n`)
      end(127)
    })
    child.once('close', (code) => end(code ?? 1))
  })
}
