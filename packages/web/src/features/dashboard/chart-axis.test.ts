import { gridOf, stepOf } from '@kaimai/contract/figure/figure-grid.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisOf, filled } from './chart-axis.ts'

const seconds = fc.integer({ min: 1, max: 86_400 })

test('DASHBOARD-227 However long a live is, its axis holds all of it, and the round times it names are instants of its charts', () => {
  expect(axisOf(3_600)).toEqual({ until: 3_600, ticks: [0, 900, 1_800, 2_700, 3_600] })
  expect(axisOf(180)).toEqual({ until: 180, ticks: [0, 60, 120, 180] })
  expect(axisOf(12)).toEqual({ until: 15, ticks: [0, 10] })
  fc.assert(
    fc.property(seconds, (length) => {
      const { until, ticks } = axisOf(length)
      expect(until).toBeGreaterThanOrEqual(length)
      expect(until - length).toBeLessThan(stepOf(length))
      expect(ticks.length).toBeLessThanOrEqual(6)
      const instants = new Set(gridOf(stepOf(length), until))
      expect(ticks.filter((tick) => !instants.has(tick))).toEqual([])
    }),
  )
})

test('DASHBOARD-228 Bars of a running live stand at the instants of the whole live, those to come empty', () => {
  fc.assert(
    fc.property(seconds, fc.nat(), (length, passed) => {
      const { until } = axisOf(length)
      const step = stepOf(length)
      const known = gridOf(step, passed % length).map((at) => ({ at, label: String(at), real: 1, simulated: 0 }))
      const all = filled(known, until, String)
      expect(all.map(({ at, label }) => [at, label])).toEqual(
        all.map((_, place) => [place * step, String(place * step)]),
      )
      expect(all.length).toBe(Math.max(known.length, until / step))
      expect(all.reduce((sum, { real }) => sum + real, 0)).toBe(known.length)
    }),
  )
})
