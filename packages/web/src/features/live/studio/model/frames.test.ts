import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameTimeIn } from './frames.ts'

test('LIVE-607 The picture of a tile is one of its own moments, at every zoom and place', () => {
  fc.assert(
    fc.property(fc.integer({ min: 500, max: 600_000 }), fc.nat(2000), (tileMs, at) => {
      const lengthMs = 7_200_000
      const fromMs = at * tileMs
      const frame = frameTimeIn(fromMs, tileMs, lengthMs)
      if (fromMs >= lengthMs) expect(frame).toBeUndefined()
      else if (frame !== undefined) {
        expect(frame).toBeGreaterThanOrEqual(fromMs)
        expect(frame).toBeLessThan(fromMs + tileMs)
        expect(frame % 500).toBe(0)
      }
    }),
  )
})
