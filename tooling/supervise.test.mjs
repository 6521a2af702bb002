import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { restartDelayMs } from './supervise.mjs'

const folder = mkdtempSync(join(tmpdir(), 'supervise-'))
afterAll(() => rmSync(folder, { recursive: true }))
const supervisor = fileURLToPath(new URL('supervise.mjs', import.meta.url))

/** A supervisor over a server of these lines, which knows its file of `starts` and how many went before. */
const watchOver = (name, lines, options = '') => {
  const starts = join(folder, `${name}.starts`)
  const server = join(folder, `${name}.mjs`)
  writeFileSync(
    server,
    `import { appendFileSync, readFileSync } from 'node:fs'
const starts = ${JSON.stringify(starts)}
appendFileSync(starts, process.pid + '\\n')
const count = readFileSync(starts, 'utf8').split('\\n').length - 1
const stay = () => setInterval(() => {}, 1000)
process.on('disconnect', () => process.exit())
${lines}`,
  )
  const runner = join(folder, `${name}.runner.mjs`)
  writeFileSync(
    runner,
    `import { supervise } from ${JSON.stringify(`file://${supervisor}`)}
supervise(process.execPath, [${JSON.stringify(server)}], { env: process.env${options} })`,
  )
  appendFileSync(starts, '')
  const { npm_lifecycle_event: _, ...env } = process.env
  const child = spawn(process.execPath, [runner], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let words = ''
  child.stderr.on('data', (bytes) => (words += bytes))
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)))
  const pids = () => readFileSync(starts, 'utf8').split('\n').filter(Boolean).map(Number)
  const until = async (holds) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { child, ended, pids, until, words: () => words }
}

const isRunning = (pid) =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

test('START-700 A server that ends by itself is started again, however it ended.', async () => {
  const it = watchOver(
    'again',
    "process.send('ready'); if (count === 1) setTimeout(() => process.exit(70), 50); else if (count === 2) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 50); else stay()",
  )
  await it.until(() => it.pids().length === 3)
  expect(it.words()).toContain('code 70')
  expect(it.words()).toContain('SIGKILL')
  it.child.kill('SIGTERM')
  expect(await it.ended).toBe('SIGTERM')
  expect(it.pids()).toHaveLength(3)
})

test('START-701 A server that refused to start stays ended, with its own code.', async () => {
  const it = watchOver('refused', 'process.exit(3)')
  expect(await it.ended).toBe(3)
  expect(it.pids()).toHaveLength(1)
})

test('START-702 A server is started at most five times in a minute.', () => {
  expect(restartDelayMs([0, 1_000, 2_000, 3_000], 4_000)).toBe(0)
  expect(restartDelayMs([0, 1_000, 2_000, 3_000, 4_000], 5_000)).toBe(55_000)
  expect(restartDelayMs([0, 1_000, 2_000, 3_000, 4_000], 60_000)).toBe(0)
  expect(restartDelayMs([0, 1_000, 2_000, 3_000, 4_000, 60_000], 60_500)).toBe(500)
})

test('START-703 A server does not outlive the process that watches over it.', async () => {
  const it = watchOver('left', "process.send('ready'); stay()")
  await it.until(() => it.pids().length === 1)
  it.child.kill('SIGKILL')
  expect(await it.ended).toBe('SIGKILL')
  const [pid] = it.pids()
  await it.until(() => !isRunning(pid))
  expect(it.pids()).toHaveLength(1)
})

test('START-705 A server that does not end when it is asked to is killed.', async () => {
  const it = watchOver('deaf', "process.on('SIGTERM', () => {}); process.send('ready'); stay()", ', killAfterMs: 200')
  await it.until(() => it.pids().length === 1)
  // It hears its own signals only once it is ready.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  it.child.kill('SIGTERM')
  expect(await it.ended).toBe('SIGKILL')
  const [pid] = it.pids()
  await it.until(() => !isRunning(pid))
})
