import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutOf, dragged, fitted, wholeCrop, maxZoom } from './crop.rules.ts'

const size = fc.record({ width: fc.integer({ min: 1, max: 8000 }), height: fc.integer({ min: 1, max: 8000 }) })
const request = fc.record({
  zoom: fc.double({ min: -5, max: 50, noNaN: true }),
  x: fc.double({ min: -2, max: 3, noNaN: true }),
  y: fc.double({ min: -2, max: 3, noNaN: true }),
})

test('UI-1 What is cut out is a square inside the picture, however it is dragged and zoomed', () => {
  fc.assert(
    fc.property(
      size,
      request,
      fc.integer({ min: -3000, max: 3000 }),
      fc.integer({ min: -3000, max: 3000 }),
      (of, crop, dx, dy) => {
        for (const next of [fitted(of, crop), dragged(of, fitted(of, crop), 400, { dx, dy })]) {
          const { left, top, side } = cutOf(of, next)
          expect(left).toBeGreaterThanOrEqual(-1e-6)
          expect(top).toBeGreaterThanOrEqual(-1e-6)
          expect(left + side).toBeLessThanOrEqual(of.width + 1e-6)
          expect(top + side).toBeLessThanOrEqual(of.height + 1e-6)
          expect(side).toBeGreaterThanOrEqual(Math.min(of.width, of.height) / maxZoom - 1e-6)
        }
      },
    ),
  )
})

test('UI-2 It begins with the largest square in the middle, and follows the hand pixel for pixel', () => {
  const wide = { width: 1000, height: 500 }
  expect(cutOf(wide, fitted(wide, wholeCrop))).toEqual({ left: 250, top: 0, side: 500 })
  expect(cutOf(wide, dragged(wide, wholeCrop, 250, { dx: 50, dy: 0 }))).toEqual({ left: 150, top: 0, side: 500 })
  expect(fitted(wide, { zoom: 2, x: 0, y: 0 })).toEqual({ zoom: 2, x: 0.125, y: 0.25 })
})
