import { beforeEach, expect, test, vi, afterEach } from 'vitest'
import { z } from 'zod'
import { silentLog, testSet } from '../../../test/database.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { manualClock } from '../clock.ts'
import { createJobs, type JobRunner } from './jobs.ts'

const clock = manualClock('2030-01-01T00:00:00Z')
const schema = z.object({ n: z.number() })
const batch = { schema, batch: 16, retryLimit: 3, retryDelaySeconds: 0 }
const db = await sharedDatabase()
const open: JobRunner[] = []

beforeEach(() => db.raw('delete from "requestedJob"; delete from outbox; delete from pgboss.job'))
afterEach(async () => {
  vi.restoreAllMocks()
  for (const jobs of open.splice(0)) await jobs.stop()
})

const runner = (stopGraceMs?: number): JobRunner => {
  const jobs = createJobs({ db, clock, log: silentLog, ...(stopGraceMs === undefined ? {} : { stopGraceMs }) })
  open.push(jobs)
  return jobs
}

test('JOBS-21 Jobs of a batch are each done once, one that fails alone again, and completed in few statements where statements wait for each other', async () => {
  const jobs = runner()
  const seen: number[] = []
  jobs.define('note', batch, async ({ n }, { attempt }) => {
    seen.push(n)
    if (n === 20 && attempt === 1) throw new Error('once')
  })
  for (let n = 0; n < 40; n += 1) await jobs.enqueue('note', { n })
  const raw = vi.spyOn(db, 'raw')
  await jobs.start()
  await jobs.idle()
  expect(seen.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 40 }, (_, n) => n)
      .concat(20)
      .toSorted((a, b) => a - b),
  )
  const { rows } = await db.raw(`select state, count(*)::int as n from pgboss.job where name = 'note' group by state`)
  expect(rows).toEqual([{ state: 'completed', n: 40 }])
  const completions = raw.mock.calls.filter(([sql]: [string, ...unknown[]]) =>
    /set\s+completed_on[^;]*state = 'completed'/i.test(sql),
  )
  // Three batches, and the one that failed; each may be parted once by the tenth of a second that it gathers for.
  if (testSet() === 'postgres') expect(completions.length).toBe(40)
  else expect(completions.length).toBeLessThanOrEqual(8)
})

test.runIf(testSet() === 'pglite')(
  'JOBS-22 While the statements of people wait, jobs wait 0.4 s and then go on; else they begin at once',
  async () => {
    const looks: number[] = []
    const metrics = vi.spyOn(db, 'metrics').mockReturnValue({ queueWaitMsMax: 0, queueLength: 3 })
    const jobs = runner()
    jobs.define('note', batch, async () => void looks.push(metrics.mock.calls.length))
    await jobs.enqueue('note', { n: 1 })
    await jobs.start()
    await expect.poll(() => looks, { timeout: 30_000 }).toEqual([20])
    await jobs.stop()
    metrics.mockReturnValue({ queueWaitMsMax: 0, queueLength: 0 })
    metrics.mockClear()
    const quiet = runner()
    quiet.define('note', batch, async () => void looks.push(metrics.mock.calls.length))
    await quiet.enqueue('note', { n: 2 })
    await quiet.start()
    await expect.poll(() => looks, { timeout: 30_000 }).toEqual([20, 1])
  },
)

test('JOBS-23 A server that stops gives back what waits for its turn in a batch; it is done at the next start', async () => {
  const began: number[] = []
  const first = runner(50)
  first.define('note', { ...batch, concurrency: 1 }, async ({ n }, { signal }) => {
    began.push(n)
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  for (const n of [1, 2, 3]) await first.enqueue('note', { n })
  await first.start()
  await expect.poll(() => began, { timeout: 30_000 }).toEqual([1])
  await first.stop()
  expect(began).toEqual([1])
  const seen: number[] = []
  const next = runner()
  next.define('note', batch, async ({ n }) => void seen.push(n))
  await next.start()
  await next.idle()
  expect(seen.toSorted()).toEqual([1, 2, 3])
})
