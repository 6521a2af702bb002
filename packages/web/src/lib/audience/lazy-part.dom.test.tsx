import { expect, onTestFinished, test, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

const Part = () => <p>there</p>

/** A part whose code fails to come so often, with the number of times it was asked for. */
const failing = (failures: number) => {
  const asked = { times: 0 }
  const part = lazyPart(async () => {
    asked.times += 1
    if (asked.times <= failures) throw new Error('offline')
    return Part
  })
  return { asked, part }
}

test('AUDIENCE-12 The code is fetched once, and again 1.5, 3, 6 and 12 s after the network was away', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { asked, part } = failing(5)
  part.fetch()
  part.fetch()
  await vi.advanceTimersByTimeAsync(100)
  expect(asked.times).toBe(1)
  for (const [index, ms] of [1500, 3000, 6000, 12_000, 12_000].entries()) {
    await vi.advanceTimersByTimeAsync(ms - 200)
    expect(asked.times).toBe(index + 1)
    await vi.advanceTimersByTimeAsync(200)
    expect(asked.times).toBe(index + 2)
  }
  part.fetch()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked.times).toBe(6)
})

test('AUDIENCE-26 Code that has not come is asked for at once when the network is back, not at the end of its wait', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { asked, part } = failing(4)
  part.fetch()
  await vi.advanceTimersByTimeAsync(12_000)
  expect(asked.times).toBe(4)
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(100)
  expect(asked.times).toBe(5)
})
