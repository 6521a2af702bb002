import { expect, test } from 'vitest'
import { mapInTurns } from './map-in-turns.ts'

/** Holds the loop as the reading of a row does. */
const work = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test('PLATFORM-83 Others go while many rows are read, and each row is read once, in its order', async () => {
  let others = 0
  const beside = setInterval(() => (others += 1), 1)
  const rows = Array.from({ length: 60 }, (_, at) => at)
  try {
    expect(
      await mapInTurns(rows, (row, at) => {
        work(2)
        return [row, at]
      }),
    ).toEqual(rows.map((row) => [row, row]))
  } finally {
    clearInterval(beside)
  }
  expect(others).toBeGreaterThan(1)
  expect(await mapInTurns([], () => 1)).toEqual([])
})
