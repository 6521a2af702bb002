import { expect, test } from 'vitest'
import { chartPath, minuteWindow } from './sparkline.ts'

test('CONTROL-ROOM-68 Minutes without a sale are drawn too, and a long live shows its last hour', () => {
  expect(minuteWindow([{ minute: 2, amount: 500 }], 3)).toEqual({
    points: [
      { minute: 0, amount: 0 },
      { minute: 1, amount: 0 },
      { minute: 2, amount: 500 },
      { minute: 3, amount: 0 },
    ],
    from: 0,
    top: { minute: 2, amount: 500 },
  })
  const long = minuteWindow([{ minute: 10, amount: 900 }], 200)
  expect(long.points).toHaveLength(60)
  expect(long.from).toBe(141)
  expect(long.top.amount).toBe(0)
  expect(chartPath([0, 10], 100, 44)).toBe('0 42L100 4')
})
