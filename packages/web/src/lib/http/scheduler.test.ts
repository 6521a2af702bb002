import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestClock } from '../clock/clock.ts'
import { createScheduler, throttle } from './scheduler.ts'

interface Planned {
  /** After the one before, in ms. */
  readonly later: number
  readonly takes: number
  readonly upload: boolean
  readonly fails: boolean
}

interface Ran {
  readonly index: number
  readonly upload: boolean
  readonly start: number
  readonly end: number
}

const planned = fc.record({
  later: fc.integer({ min: 0, max: 800 }),
  takes: fc.integer({ min: 0, max: 3000 }),
  upload: fc.boolean(),
  fails: fc.boolean(),
})
const plans = fc.array(planned, { minLength: 1, maxLength: 25 })

const runPlan = async (plan: readonly Planned[]) => {
  const clock = createTestClock()
  const scheduler = createScheduler({ ...throttle, clock })
  const ran: Ran[] = []
  const settled: number[] = []
  const given: number[] = []
  for (const [index, { later, takes, upload, fails }] of plan.entries()) {
    await clock.forward(later)
    given[index] = clock.now()
    const task = async () => {
      const start = clock.now()
      await new Promise<void>((resolve) => clock.after(takes, resolve))
      ran.push({ index, upload, start, end: clock.now() })
      if (fails) throw new Error('as planned')
    }
    const note = () => settled.push(index)
    void scheduler.run(task, upload ? { lane: 'upload' } : {}).then(note, note)
  }
  await clock.forward(plan.length * 4000)
  return { ran: ran.toSorted((a, b) => a.start - b.start), settled, given }
}

const overlap = (a: Ran, b: Ran) => a.start < b.end && b.start < a.end

test('HTTP-26 At most three calls run at once', () =>
  fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const { ran } = await runPlan(plan)
      for (const one of ran) {
        const atStart = ran.filter(({ start, end }) => start <= one.start && one.start < end)
        expect(atStart.length).toBeLessThanOrEqual(3)
      }
    }),
    { numRuns: 60 },
  ))

test('HTTP-27 Two starts are at least 333 ms apart', () =>
  fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const { ran } = await runPlan(plan)
      for (const [at, { start }] of ran.entries()) {
        const before = ran[at - 1]
        if (before) expect(start - before.start).toBeGreaterThanOrEqual(333)
      }
    }),
    { numRuns: 60 },
  ))

test('HTTP-28 Every call runs exactly once, in the order given, whatever fails', () =>
  fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const { ran, settled } = await runPlan(plan)
      const all = plan.map((_, index) => index)
      expect(ran.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(all)
      expect(settled.toSorted((a, b) => a - b)).toEqual(all)
      for (const upload of [true, false]) {
        const order = ran.filter((each) => each.upload === upload).map(({ index }) => index)
        expect(order).toEqual(order.toSorted((a, b) => a - b))
      }
    }),
    { numRuns: 60 },
  ))

test('HTTP-29 A call waits no longer than the rules make it', () =>
  fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const { ran, given } = await runPlan(plan)
      for (const [at, one] of ran.entries()) {
        if (one.upload) continue
        const earlier = ran.slice(0, at)
        const freeAt = earlier.map(({ end }) => end).toSorted((a, b) => b - a)[throttle.maxRunning - 1] ?? 0
        const gapAt = earlier.length > 0 ? Math.max(...earlier.map(({ start }) => start)) + throttle.gapMs : 0
        expect(one.start).toBe(Math.max(given[one.index] ?? 0, freeAt, gapAt))
      }
    }),
    { numRuns: 60 },
  ))

test('HTTP-30 Upload chunks are in flight one at a time, and others pass one that waits', () =>
  fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const uploads = (await runPlan(plan)).ran.filter(({ upload }) => upload)
      for (const [at, one] of uploads.entries()) {
        for (const other of uploads.slice(at + 1)) expect(overlap(one, other)).toBe(false)
      }
    }),
    { numRuns: 60 },
  ))

test('HTTP-31 A call given after two chunks starts before the second of them', async () => {
  const clock = createTestClock()
  const scheduler = createScheduler({ ...throttle, clock })
  const started: string[] = []
  const task = (name: string) => () => {
    started.push(name)
    return new Promise<void>((resolve) => clock.after(5000, resolve))
  }
  void scheduler.run(task('chunk 1'), { lane: 'upload' })
  void scheduler.run(task('chunk 2'), { lane: 'upload' })
  void scheduler.run(task('list'))
  await clock.forward(1000)
  expect(started).toEqual(['chunk 1', 'list'])
  await clock.forward(5000)
  expect(started).toEqual(['chunk 1', 'list', 'chunk 2'])
})

test('HTTP-32 A call aborted while it waits never starts', async () => {
  const clock = createTestClock()
  const scheduler = createScheduler({ ...throttle, clock })
  const started: string[] = []
  const task = (name: string) => async () => {
    started.push(name)
  }
  const abort = new AbortController()
  const first = scheduler.run(task('first'))
  const aborted = scheduler.run(task('aborted'), { signal: abort.signal })
  const last = scheduler.run(task('last'))
  const refusal = expect(aborted).rejects.toThrow('left the page')
  abort.abort(new Error('left the page'))
  await clock.forward(2000)
  await Promise.all([first, last, refusal])
  expect(started).toEqual(['first', 'last'])
})
