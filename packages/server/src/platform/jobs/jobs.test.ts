import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { silentLog, type TestDatabase, testSet } from '../../../test/database.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { manualClock } from '../clock.ts'
import { openDatabase } from '../db/open-database.ts'
import { createJobs, type JobRunner, type JobRunnerOptions } from './jobs.ts'

const clock = manualClock('2030-01-01T00:00:00Z')
const schema = z.object({ n: z.number() })

const db = await sharedDatabase()
const open: (() => Promise<void>)[] = []

beforeEach(() => db.raw('delete from "requestedJob"; delete from outbox; delete from pgboss.job'))
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const runner = (
  options: {
    work?: boolean
    on?: TestDatabase
    stopGraceMs?: number
    pollMs?: number
    diskSpace?: NonNullable<JobRunnerOptions['diskSpace']>
  } = {},
): JobRunner => {
  const { on = db, ...rest } = options
  const jobs = createJobs({ db: on, clock, log: silentLog, ...rest })
  open.push(() => jobs.stop())
  return jobs
}

test('JOBS-1 A job is there if its transaction commits, and not if it does not', async () => {
  const jobs = runner()
  const seen: number[] = []
  jobs.define('note', { schema }, async ({ n }) => void seen.push(n))
  await jobs.start()
  await db.transaction((tx) => jobs.enqueue('note', { n: 1 }, { on: tx }))
  const undone = db.transaction(async (tx) => {
    await jobs.enqueue('note', { n: 2 }, { on: tx })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await jobs.enqueue('note', { n: 3 })
  await jobs.idle()
  expect(seen.sort()).toEqual([1, 3])
})

test('JOBS-2 What is asked for before the start, or in a process without the worker role, is kept', async () => {
  const console = runner({ work: false })
  const worker = runner()
  const seen: number[] = []
  for (const jobs of [console, worker]) jobs.define('note', { schema }, async ({ n }) => void seen.push(n))
  await worker.enqueue('note', { n: 1 })
  await console.start()
  await console.enqueue('note', { n: 2 })
  await worker.start()
  await worker.idle()
  expect(seen.sort()).toEqual([1, 2])
})

test('JOBS-3 Data that does not fit is refused at once', async () => {
  const jobs = runner()
  jobs.define('note', { schema }, async () => {})
  await expect(jobs.enqueue('note', { n: 'one' })).rejects.toThrow()
  await expect(jobs.enqueue('nothing', {})).rejects.toThrow(/not defined/)
})

test('JOBS-4 One that is asked for in this process begins at once, not at the next poll', async () => {
  // The next poll is an hour away.
  const jobs = runner({ pollMs: 3_600_000 })
  let began = 0
  jobs.define('note', { schema }, async () => {
    began += 1
  })
  await jobs.start()
  await jobs.idle()
  // It rests by then.
  await sleep(50)
  await jobs.enqueue('note', { n: 1 })
  await vi.waitFor(() => expect(began).toBe(1), { timeout: 30_000, interval: 5 })
})

test('JOBS-5 A second with the same key is dropped while the first is queued or active', async () => {
  const jobs = runner()
  const seen: number[] = []
  let finish: (() => void) | undefined
  jobs.define('note', { schema, concurrency: 3 }, async ({ n }) => {
    seen.push(n)
    await new Promise<void>((resolve) => (finish = resolve))
  })
  await jobs.enqueue('note', { n: 1 }, { key: 'a' })
  await jobs.enqueue('note', { n: 2 }, { key: 'a' })
  await jobs.start()
  await vi.waitFor(() => expect(seen).toEqual([1]), { timeout: 30_000 })
  await jobs.enqueue('note', { n: 3 }, { key: 'a' })
  await vi.waitFor(async () => expect((await db.raw('select 1 from "requestedJob"')).rows).toEqual([]), {
    timeout: 30_000,
  })
  finish?.()
  await jobs.idle()
  expect(seen).toEqual([1])
  await jobs.enqueue('note', { n: 4 }, { key: 'a' })
  await vi.waitFor(() => expect(seen).toEqual([1, 4]), { timeout: 30_000 })
  finish?.()
})

test('JOBS-6 One for later waits for our clock, and the earlier of two times counts', async () => {
  const jobs = runner()
  const seen: number[] = []
  jobs.define('note', { schema }, async ({ n }) => void seen.push(n))
  await jobs.start()
  const at = (minutes: number) => new Date(clock.ms() + minutes * 60_000)
  await jobs.enqueue('note', { n: 1 }, { startAfter: at(10) })
  await jobs.enqueue('note', { n: 2 }, { startAfter: at(60), key: 'k' })
  await jobs.enqueue('note', { n: 3 }, { startAfter: at(20), key: 'k' })
  await jobs.idle()
  expect(seen).toEqual([])
  clock.advance(11 * 60_000)
  await jobs.idle()
  expect(seen).toEqual([1])
  clock.advance(10 * 60_000)
  await jobs.idle()
  expect(seen).toEqual([1, 2])
})

test('JOBS-7 A job that fails runs again until its tries are over, and knows which try it is', async () => {
  const jobs = runner()
  const tries: number[] = []
  jobs.define('fails', { schema, retryLimit: 2, retryDelaySeconds: 0 }, async (_data, { attempt }) => {
    tries.push(attempt)
    throw new Error('again')
  })
  await jobs.start()
  await jobs.enqueue('fails', { n: 1 })
  await jobs.idle()
  expect(tries).toEqual([1, 2, 3])
})

test('JOBS-8 One that takes too long is aborted and runs again', async () => {
  const jobs = runner()
  const tries: number[] = []
  const reasons: unknown[] = []
  jobs.define('slow', { schema, retryLimit: 1, retryDelaySeconds: 0, expireSeconds: 1 }, async (_data, run) => {
    tries.push(run.attempt)
    if (run.attempt === 2) return
    await new Promise((_resolve, reject) => {
      run.signal.addEventListener('abort', () => {
        reasons.push(run.signal.reason)
        reject(new Error('stopped'))
      })
    })
  })
  await jobs.start()
  await jobs.enqueue('slow', { n: 1 })
  await jobs.idle()
  expect(tries).toEqual([1, 2])
  expect(reasons).toEqual([new Error('took longer than 1 s')])
})

test('JOBS-9 No more run at once than asked for, and a long one does not hold up other kinds', async () => {
  const jobs = runner()
  let active = 0
  let max = 0
  let wide = 0
  let others = 0
  let open: (() => void) | undefined
  const gate = new Promise<void>((resolve) => (open = resolve))
  jobs.define('wide', { schema, concurrency: 3 }, async () => {
    active += 1
    max = Math.max(max, active)
    await gate
    // It takes a while, not always the same.
    await sleep(Math.random() * 5)
    active -= 1
    wide += 1
  })
  jobs.define('other', { schema }, async () => {
    others += 1
  })
  await jobs.start()
  await db.transaction((tx) =>
    jobs.enqueueMany(tx, [
      ...Array.from({ length: 12 }, (_, n) => ({ name: 'wide', data: { n } })),
      { name: 'other', data: { n: 1 } },
    ]),
  )
  await vi.waitFor(() => expect([others, active]).toEqual([1, 3]), { timeout: 30_000 })
  open?.()
  await jobs.idle()
  expect([max, wide]).toEqual([3, 12])
})

test('JOBS-10 Stopping waits for what runs, then aborts it; it runs again at the next start', async () => {
  const seen: string[] = []
  const define = (jobs: JobRunner, label: string) =>
    jobs.define('long', { schema, retryDelaySeconds: 0 }, async (_data, { signal }) => {
      seen.push(`${label} began`)
      if (label === 'second') return
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
  const first = runner({ stopGraceMs: 50 })
  define(first, 'first')
  await first.start()
  await first.enqueue('long', { n: 1 })
  await vi.waitFor(() => expect(seen).toEqual(['first began']), { timeout: 30_000 })
  await first.stop()
  const second = runner()
  define(second, 'second')
  await second.start()
  await second.idle()
  expect(seen).toEqual(['first began', 'second began'])
})

test('JOBS-11 A job whose process died runs again, unless it may run only once', async () => {
  const hang = new Promise<void>(() => {})
  const dead = createJobs({ db, clock, log: silentLog, stopGraceMs: 0 })
  let begun = 0
  for (const [name, retryLimit] of [
    ['again', 3],
    ['once', 0],
  ] as const) {
    dead.define(name, { schema, retryLimit }, async () => {
      begun += 1
      await hang
    })
  }
  await dead.start()
  await dead.enqueue('again', { n: 1 })
  await dead.enqueue('once', { n: 1 })
  await vi.waitFor(() => expect(begun).toBe(2), { timeout: 30_000 })
  // Its handlers never settle, so after this nothing of it touches the jobs: as if the process had been killed.
  await dead.stop()
  if (db.kind === 'postgres') {
    await db.raw(`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active'`)
    await db.raw(`update pgboss.queue set monitor_on = null, monitor_claim_on = null`)
  }
  const next = runner()
  const seen: string[] = []
  for (const [name, retryLimit] of [
    ['again', 3],
    ['once', 0],
  ] as const) {
    next.define(name, { schema, retryLimit, retryDelaySeconds: 0 }, async (_data, { attempt }) => {
      seen.push(`${name} ${attempt}`)
    })
  }
  await next.start()
  await vi.waitFor(() => expect(seen).toEqual(['again 2']), { timeout: 60_000, interval: 50 })
  await next.idle()
  expect(seen).toEqual(['again 2'])
}, 90_000)

test('JOBS-12 A ticker never overlaps itself, and one that throws goes on', async () => {
  const jobs = runner()
  let active = 0
  let max = 0
  let ran = 0
  jobs.every('tick', 0.02, async () => {
    active += 1
    max = Math.max(max, active)
    // Longer than from one tick to the next.
    await sleep(30)
    active -= 1
    ran += 1
    if (ran === 1) throw new Error('once')
  })
  await jobs.start()
  await vi.waitFor(() => expect(ran).toBeGreaterThan(3), { timeout: 30_000 })
  const outOfTurn = jobs.runTick('tick')
  await outOfTurn
  expect(max).toBe(1)
})

test.runIf(testSet() === 'postgres')(
  'JOBS-13 On several nodes a ticker runs on one at a time, and jobs run once',
  async () => {
    const others = await Promise.all([1, 2].map(() => openDatabase({ url: db.url ?? '', log: silentLog })))
    for (const other of others) open.push(() => other.close())
    const nodes = [db, ...others].map((on) => runner({ on }))
    let active = 0
    let max = 0
    let ran = 0
    const seen: number[] = []
    for (const jobs of nodes) {
      jobs.every('tick', 0.05, async () => {
        active += 1
        max = Math.max(max, active)
        // A tick takes a while.
        await sleep(20)
        active -= 1
        ran += 1
      })
      jobs.define('note', { schema, concurrency: 5 }, async ({ n }) => {
        // A job takes a while, not always the same.
        await sleep(Math.random() * 5)
        seen.push(n)
      })
    }
    await Promise.all(nodes.map((jobs) => jobs.start()))
    const numbers = Array.from({ length: 300 }, (_, n) => n)
    await Promise.all(numbers.map((n) => nodes[n % 3]?.enqueue('note', { n })))
    await Promise.all(nodes.map((jobs) => jobs.idle()))
    await vi.waitFor(() => expect(ran).toBeGreaterThan(3), { timeout: 30_000 })
    expect(max).toBe(1)
    expect(seen.sort((a, b) => a - b)).toEqual(numbers)
  },
)

test.runIf(testSet() === 'postgres')('JOBS-14 When the database drops every connection, the jobs go on', async () => {
  const jobs = runner()
  const seen: number[] = []
  jobs.define('note', { schema }, async ({ n }) => void seen.push(n))
  await jobs.start()
  await jobs.enqueue('note', { n: 1 })
  await jobs.idle()
  const admin = await openDatabase({ url: db.url ?? '', log: silentLog })
  open.push(() => admin.close())
  await admin.raw(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
  await vi.waitFor(() => jobs.enqueue('note', { n: 2 }), { timeout: 30_000 })
  await vi.waitFor(() => expect(seen).toEqual([1, 2]), { timeout: 30_000 })
})

test('JOBS-15 An idle worker asks the database little', async () => {
  const jobs = runner()
  for (let i = 0; i < 30; i += 1) jobs.define(`kind-${i}`, { schema }, async () => {})
  await jobs.start()
  await jobs.idle()
  // Past what it asks at its start.
  await sleep(300)
  const raw = vi.spyOn(db, 'raw')
  // So long it has nothing to do.
  await sleep(6_000)
  expect(raw.mock.calls.length).toBeLessThan(12)
})

test('JOBS-20 Where the disk has room for the database alone, jobs wait and none is lost; those that free space go on', async () => {
  let level: 'ok' | 'critical' = 'critical'
  const jobs = runner({ pollMs: 20, diskSpace: { level: async () => level } })
  const done: string[] = []
  jobs.define('note', { schema }, async () => void done.push('note'))
  jobs.define('remove', { schema }, async () => void done.push('remove'))
  jobs.every('sum up', 3600, async () => void done.push('sum up'))
  jobs.every('sweep', 3600, async () => void done.push('sweep'))
  jobs.freesSpace(['remove', 'sweep'])
  expect(() => jobs.freesSpace(['nobody'])).toThrow('nobody')
  await jobs.start()
  await jobs.enqueue('note', { n: 1 })
  await jobs.enqueue('remove', { n: 2 })
  await jobs.runTick('sum up')
  await jobs.runTick('sweep')
  await expect.poll(() => done.toSorted()).toEqual(['remove', 'sweep'])
  level = 'ok'
  await jobs.runTick('sum up')
  await jobs.idle()
  expect(done.toSorted()).toEqual(['note', 'remove', 'sum up', 'sweep'])
})
