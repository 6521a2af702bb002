import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDataDir, testSet } from '../test/database.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaimai-main-'))
  // A first start's own work takes longer than all the rest of it.
  if (testSet() === 'pglite') await fillDataDir(join(folder, 'data', 'database'))
  // Loaded before the program: what a test does to it from outside.
  await writeFile(
    join(folder, 'hurt.mjs'),
    `import { subscribe } from 'node:diagnostics_channel'
let database
subscribe('worker_threads', ({ worker }) => { database ??= worker })
process.on('SIGUSR2', () => database.terminate())
// A statement that never ends, in the database's own thread.
const spin = { id: 1_000_000_000, ask: 'query', sql: 'do $$ begin loop end loop; end $$', values: [] }
process.on('SIGWINCH', () => database.postMessage(spin))
process.on('SIGHUP', () => void Promise.reject(new Error('nobody caught this')))
`,
  )
})
afterAll(() => rm(folder, { recursive: true }))

const startServer = async (given: Record<string, string> = {}, untilSaid = 'is ready on') => {
  const child = spawn(process.execPath, ['--import', join(folder, 'hurt.mjs'), main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      KAIMAI_DATA: join(folder, 'data'),
      KAIMAI_DEMO: '0',
      PORT: '0',
      // The second and third start need not strip and compile the sources again.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      ...given,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  child.stdout.on('data', (bytes) => (words += String(bytes)))
  child.stderr.on('data', (bytes) => (words += String(bytes)))
  const ended = once(child, 'exit')
  while (!words.includes(untilSaid)) {
    if (child.exitCode !== null) throw new Error(words)
    // From one look to the next.
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { child, words: () => words, code: async (): Promise<unknown> => (await ended).find((it) => it !== null) }
}

// One data folder after another start: what a supervisor does.
test.runIf(testSet() === 'pglite')(
  'SERVER-1 A server whose database has died, or that meets an error nobody caught, says so, ends, and starts again.',
  { timeout: 180_000 },
  async () => {
    const first = await startServer()
    first.child.kill('SIGUSR2')
    expect(await first.code()).toBe(70)
    expect(first.words()).toContain('the embedded database has died')

    const second = await startServer()
    second.child.kill('SIGHUP')
    expect(await second.code()).toBe(70)
    expect(second.words()).toContain('nobody caught this')

    const third = await startServer()
    third.child.kill('SIGTERM')
    expect(await third.code()).toBe(0)
    expect(third.words()).not.toContain('could be closed')
  },
)

const aFolder = (name: string) => ({ KAIMAI_DATA: join(folder, name), LOG_LEVEL: 'info' })

// The process itself counts the ten seconds: by its code a test sees whether it closed in order or had to break off.
test.runIf(testSet() === 'pglite')(
  'SERVER-785 A server that is asked to end does so at any stage of its start, and once more when it was asked twice.',
  { timeout: 180_000 },
  async () => {
    const stages = [
      ['starting', '', {}],
      ['migrating', 'migration applied', aFolder('migrating')],
      ['filling the demo firm', '185-refund', { ...aFolder('filling'), KAIMAI_DEMO: '1' }],
      ['serving', 'is ready on', {}],
    ] as const
    for (const [stage, said, env] of stages) {
      const server = await startServer(env, said)
      server.child.kill('SIGTERM')
      server.child.kill('SIGTERM')
      expect([0, 'SIGTERM'], `${stage}: ${server.words()}`).toContain(await server.code())
    }
  },
)

/** It hangs, is asked to end if `signal` is given, ends by `code` saying `words`, and another starts on its data. */
const hang = async (timeout: string, signal: 'SIGTERM' | undefined, code: number, words: readonly string[]) => {
  const server = await startServer({ KAIMAI_DATABASE_TIMEOUT: timeout })
  server.child.kill('SIGWINCH')
  if (signal !== undefined) server.child.kill(signal)
  expect(await server.code()).toBe(code)
  for (const said of words) expect(server.words()).toContain(said)
  const again = await startServer()
  again.child.kill('SIGTERM')
  expect(await again.code()).toBe(0)
}

test.runIf(testSet() === 'pglite')(
  'SERVER-786 A server whose database hangs ends when it is asked to, and says that not all was closed.',
  { timeout: 180_000 },
  () => hang('0', 'SIGTERM', 70, ['not all could be closed in time']),
)

test.runIf(testSet() === 'pglite')(
  'SERVER-787 A server whose database hangs ends by itself with a code of its own, says why, and starts again.',
  { timeout: 180_000 },
  // It has ten times as long to open it, on a loaded machine too.
  () => hang('10', undefined, 75, ['the embedded database does not answer any more', 'has not answered for']),
)
