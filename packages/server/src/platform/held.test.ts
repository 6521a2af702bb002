import { expect, test } from 'vitest'
import { createHeld } from './held.ts'

const aHeld = (max = 10) => {
  let now = 0
  let reads = 0
  const held = createHeld<number>({ forMs: 500, max, clock: { monotonicMs: () => now } })
  return {
    held,
    pass: (ms: number) => void (now += ms),
    ask: (key: string) => held.get(key, async () => (reads += 1)),
  }
}

test('PLATFORM-80 Many who ask within a moment share one reading, and after it there is another', async () => {
  const { ask, pass } = aHeld()
  expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual([1, 1, 2])
  pass(499)
  expect(await ask('a')).toBe(1)
  pass(1)
  expect(await ask('a')).toBe(3)
})

test('PLATFORM-81 What was dropped is read anew, also while the old reading is on its way', async () => {
  const { held, ask } = aHeld()
  expect(await ask('firm one')).toBe(1)
  expect(await ask('other one')).toBe(2)
  held.drop('firm ')
  expect([await ask('firm one'), await ask('other one')]).toEqual([3, 2])
  const { promise, resolve } = Promise.withResolvers<number>()
  const old = held.get('firm two', () => promise)
  held.drop('firm ')
  const fresh = ask('firm two')
  resolve(100)
  expect([await old, await fresh, await ask('firm two')]).toEqual([100, 4, 4])
})

test('PLATFORM-82 A failed reading is not kept, and no more answers than the bound', async () => {
  const { held, ask } = aHeld(2)
  await expect(held.get('a', async () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect([await ask('a'), await ask('b'), await ask('c'), await ask('b'), await ask('a')]).toEqual([1, 2, 3, 2, 4])
})
