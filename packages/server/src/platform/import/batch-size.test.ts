import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstBatchRows, nextBatchRows } from './batch-size.ts'

test('IMPORT-142 A run begins with few rows; a batch that held the database for more than 200 ms is followed by a smaller one, a quick one by at most twice as many', () => {
  expect([firstBatchRows(100), firstBatchRows(10)]).toEqual([25, 10])
  expect(nextBatchRows(100, 400, 100)).toBe(30)
  expect(nextBatchRows(100, 201, 100)).toBe(59)
  expect(nextBatchRows(25, 10, 100)).toBe(50)
  expect(nextBatchRows(80, 60, 100)).toBe(100)
  expect(nextBatchRows(1, 5000, 100)).toBe(1)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.double({ min: 0.1, max: 60_000, noNaN: true }), (rows, tookMs) => {
      const next = nextBatchRows(rows, tookMs, 100)
      expect(next).toBeGreaterThanOrEqual(1)
      expect(next).toBeLessThanOrEqual(Math.min(100, rows * 2))
      if (tookMs > 200 && rows > 1) expect(next).toBeLessThan(rows)
    }),
  )
})

test('IMPORT-143 Whatever a row takes up to 200 ms, batches come to less than 200 ms and stay there', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.05, max: 200, noNaN: true }), (rowMs) => {
      let rows = firstBatchRows(100)
      for (let batch = 0; batch < 20; batch += 1) rows = nextBatchRows(rows, rows * rowMs, 100)
      expect(rows === 1 || rows * rowMs <= 200).toBe(true)
    }),
  )
})
