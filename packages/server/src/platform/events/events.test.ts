import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { fillDataDir, silentLog, testDatabase, testSet } from '../../../test/database.ts'
import { systemClock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createEvents } from './events.ts'

declare module './events.ts' {
  interface EventMap {
    'test.happened': { n: number; words: string[] }
    'test.other': string
  }
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const platform = async (on?: Database) => {
  const db = on ?? (await testDatabase())
  const jobs = createJobs({ db, clock: systemClock, log: silentLog })
  const events = createEvents({ db, clock: systemClock, jobs })
  closing.push(
    () => db.close(),
    () => jobs.stop(),
  )
  return { db, jobs, events }
}

test('EVENTS-1 An event reaches every subscriber once, if its transaction commits', async () => {
  const { db, jobs, events } = await platform()
  const seen: string[] = []
  events.on('test.happened', 'first', async ({ n, words }) => void seen.push(`first ${n} ${words.join()}`))
  events.on('test.happened', 'second', async ({ n }) => void seen.push(`second ${n}`))
  events.on('test.other', 'first', async (word) => void seen.push(`other ${word}`))
  await jobs.start()
  await db.transaction((tx) => events.emit(tx, 'test.happened', { n: 1, words: ['a', 'b'] }))
  await db.transaction((tx) => events.emit(tx, 'test.other', 'x'))
  const undone = db.transaction(async (tx) => {
    await events.emit(tx, 'test.happened', { n: 2, words: [] })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await jobs.idle()
  expect(seen.sort()).toEqual(['first 1 a,b', 'other x', 'second 1'])
})

test('EVENTS-2 However events are grouped and undone, each subscriber sees just those that were kept', async () => {
  const { db, jobs, events } = await platform()
  const seen: number[] = []
  events.on('test.happened', 'counter', async ({ n }) => void seen.push(n))
  await jobs.start()
  let n = 0
  const group = fc.record({ size: fc.integer({ min: 1, max: 8 }), kept: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(group, { maxLength: 6 }), async (groups) => {
      seen.length = 0
      const expected: number[] = []
      await Promise.all(
        groups.map(async ({ size, kept }) => {
          const numbers = Array.from({ length: size }, () => (n += 1))
          if (kept) expected.push(...numbers)
          await db
            .transaction(async (tx) => {
              for (const it of numbers) await events.emit(tx, 'test.happened', { n: it, words: [] })
              if (!kept) throw new Error('undone')
            })
            .catch(() => {})
        }),
      )
      await jobs.idle()
      expect(seen.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b))
    }),
    { numRuns: 10 },
  )
})

test('EVENTS-3 A handler that fails is called again with the same event id, and the others are not', async () => {
  const { db, jobs, events } = await platform()
  const ids: string[] = []
  let other = 0
  events.on('test.happened', 'fails', async (_payload, { id }) => {
    ids.push(id)
    if (ids.length === 1) throw new Error('once')
  })
  events.on('test.happened', 'other', async () => {
    other += 1
  })
  await jobs.start()
  await db.transaction((tx) => events.emit(tx, 'test.happened', { n: 1, words: [] }))
  await jobs.idle()
  expect(ids).toHaveLength(1)
  await expect.poll(() => ids.length, { timeout: 15_000 }).toBe(2)
  await jobs.idle()
  expect(new Set(ids).size).toBe(1)
  expect(other).toBe(1)
})

test('EVENTS-4 The relay killed at any moment loses no event and doubles none', async () => {
  // Children emit and relay with all their might, and die by kill -9; what was acknowledged must arrive, once.
  const folder = mkdtempSync(join(tmpdir(), 'kaimai-relay-'))
  closing.push(async () => rmSync(folder, { recursive: true, force: true }))
  const embedded = testSet() === 'pglite'
  if (embedded) await fillDataDir(folder)
  const first = embedded ? await openDatabase({ dataDir: folder, log: silentLog }) : await testDatabase()
  // One row per run of a handler: doubles show.
  await first.raw('create table arrived (id uuid, n integer)')
  const url = 'url' in first && typeof first.url === 'string' ? first.url : undefined
  if (embedded) await first.close()
  else closing.push(() => first.close())

  const here = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  const script = (from: number) => `
    const { openDatabase } = await import(${here('../db/open-database.ts')})
    const { createJobs } = await import(${here('../jobs/jobs.ts')})
    const { createEvents } = await import(${here('./events.ts')})
    const { systemClock } = await import(${here('../clock.ts')})
    const log = { info() {}, warn() {}, error() {} }
    const db = await openDatabase({ ...${JSON.stringify(url === undefined ? { dataDir: folder } : { url })}, log })
    const jobs = createJobs({ db, clock: systemClock, log })
    const events = createEvents({ db, clock: systemClock, jobs })
    events.on('test.happened', 'keeper', async ({ n }, { id }) => {
      await db.as().insertInto('arrived').values({ id, n }).execute()
    })
    await jobs.start()
    for (let n = ${from}; ; n += 1) {
      await db.transaction((tx) => events.emit(tx, 'test.happened', { n, words: [] }))
      process.stdout.write(n + '\\n')
    }`
  const acknowledged = new Set<number>()
  for (let round = 0; round < 3; round += 1) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script(round * 100_000)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let rest = ''
    let wanted = 30 + round * 37
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        acknowledged.add(Number(line))
        wanted -= 1
        if (wanted === 0) child.kill('SIGKILL')
      }
    })
    await once(child, 'close')
  }

  const db = embedded ? await openDatabase({ dataDir: folder, log: silentLog }) : first
  const { jobs, events } = await platform(embedded ? db : await openDatabase({ url: url ?? '', log: silentLog }))
  events.on('test.happened', 'keeper', async ({ n }, { id }) => {
    await db.raw('insert into arrived (id, n) values ($1, $2)', [id, n])
  })
  if (!embedded) await db.raw(`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
  await jobs.start()
  await db.raw(`update pgboss.job set start_after = pgboss.job_now() where state = 'retry'`)
  await jobs.idle()

  const { rows } = await db.raw(`select n, count(distinct id) as events, count(*) as runs from arrived group by n`)
  const arrived = new Map(rows.map(({ n, events: ids, runs }) => [Number(n), { ids: Number(ids), runs: Number(runs) }]))
  const lost = [...acknowledged].filter((n) => !arrived.has(n))
  expect(lost).toEqual([])
  // No event became two. A handler that was at work when the process died runs a second time: that is the promise.
  expect([...arrived.values()].filter(({ ids }) => ids !== 1)).toEqual([])
  // So is, on the embedded database, what was done and waited for its batch to be completed.
  const atMost = embedded ? 16 : 4
  expect([...arrived.values()].filter(({ runs }) => runs > 1).length).toBeLessThanOrEqual(3 * atMost)
  expect(acknowledged.size).toBeGreaterThan(100)
}, 120_000)
