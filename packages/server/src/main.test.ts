import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSet } from '../test/database.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaimai-main-'))
  // Loaded before the program: what a test does to it from outside.
  await writeFile(
    join(folder, 'hurt.mjs'),
    `import { subscribe } from 'node:diagnostics_channel'
let database
subscribe('worker_threads', ({ worker }) => { database ??= worker })
process.on('SIGUSR2', () => database.terminate())
process.on('SIGHUP', () => void Promise.reject(new Error('nobody caught this')))
`,
  )
})
afterAll(() => rm(folder, { recursive: true }))

const startServer = async () => {
  const child = spawn(process.execPath, ['--import', join(folder, 'hurt.mjs'), main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      KAIMAI_DATA: join(folder, 'data'),
      KAIMAI_DEMO: '0',
      PORT: '0',
      // The second and third start need not strip and compile the sources again.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  child.stdout.on('data', (bytes) => (words += String(bytes)))
  child.stderr.on('data', (bytes) => (words += String(bytes)))
  const ended = once(child, 'exit')
  while (!words.includes('is ready on')) {
    if (child.exitCode !== null) throw new Error(words)
    // From one look to the next.
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { child, words: () => words, code: async () => (await ended)[0] }
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
