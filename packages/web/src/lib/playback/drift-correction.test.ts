import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLOSE_MS, driftCorrection, DEADBAND_MS, RETURN_BEYOND_MS, SEEK_BEYOND_MS } from './drift-correction.ts'

const calm = { correcting: false, bufferMs: 6000, returning: false, maySeek: true }
const drifts = fc.double({ min: -60_000, max: 60_000, noNaN: true })
const rateOf = (driftMs: number, more: Partial<Parameters<typeof driftCorrection>[0]> = {}): number => {
  const answer = driftCorrection({ ...calm, driftMs, ...more })
  if (!('rate' in answer)) throw new Error(`a seek at ${driftMs}`)
  return answer.rate
}

test('PLAYBACK-1 Up to 5 s is taken up by rate, more by a seek, less than 0.08 s is left', () => {
  fc.assert(
    fc.property(drifts, fc.boolean(), (driftMs, correcting) => {
      const answer = driftCorrection({ ...calm, driftMs, correcting })
      expect('seekTo' in answer).toBe(Math.abs(driftMs) > SEEK_BEYOND_MS)
      if (!('rate' in answer)) return
      if (Math.abs(driftMs) <= CLOSE_MS) expect(answer.rate).toBe(1)
      if (Math.abs(driftMs) <= DEADBAND_MS && !correcting) expect(answer.rate).toBe(1)
      if (Math.abs(driftMs) > DEADBAND_MS) expect(Math.sign(answer.rate - 1)).toBe(-Math.sign(driftMs))
    }),
  )
})

test('PLAYBACK-2 Rates stay between 0.75 and 1.25, within a tenth up to 1 s, and grow with the drift', () => {
  const within = fc.double({ min: -SEEK_BEYOND_MS, max: SEEK_BEYOND_MS, noNaN: true })
  fc.assert(
    fc.property(within, within, (one, two) => {
      const [small = 0, large = 0] = [Math.abs(one), Math.abs(two)].toSorted((a, b) => a - b)
      for (const sign of [-1, 1]) {
        const change = Math.abs(rateOf(sign * large) - 1)
        expect(change).toBeLessThanOrEqual(0.25 + 1e-9)
        if (large <= 1000) expect(change).toBeLessThanOrEqual(0.1 + 1e-9)
        expect(Math.abs(rateOf(sign * small) - 1)).toBeLessThanOrEqual(change + 1e-9)
      }
    }),
  )
})

test('PLAYBACK-3 A picture that is behind is not hurried into an empty buffer', () => {
  expect(rateOf(-900, { bufferMs: 300 })).toBe(1)
  expect(rateOf(900, { bufferMs: 300 })).toBe(0.9)
})

test('PLAYBACK-4 After a pause or a sleep it returns at once, also from less than 5 s', () => {
  expect(driftCorrection({ ...calm, driftMs: -RETURN_BEYOND_MS - 1, returning: true })).toEqual({ seekTo: 'now' })
  expect(driftCorrection({ ...calm, driftMs: -RETURN_BEYOND_MS, returning: true })).toEqual({ rate: 1.1 })
})

test('PLAYBACK-5 A seek that did not help is not repeated at once: the rate goes on', () => {
  expect(rateOf(-9000, { maySeek: false })).toBe(1.25)
})

test('PLAYBACK-6 Whatever the drift and however uneven the looks at it, half a minute later it is under 0.1 s and stays', () => {
  const looks = fc.array(fc.integer({ min: 200, max: 1000 }), { minLength: 90, maxLength: 90 })
  fc.assert(
    fc.property(drifts, looks, (startMs, gapsMs) => {
      let driftMs = startMs
      let rate = 1
      let atMs = 0
      for (const gapMs of gapsMs) {
        atMs += gapMs
        driftMs += (rate - 1) * gapMs
        if (atMs > 32_000) expect(Math.abs(driftMs)).toBeLessThan(100)
        const answer = driftCorrection({ ...calm, driftMs, correcting: rate !== 1 })
        if ('seekTo' in answer) driftMs = -300
        rate = 'rate' in answer ? answer.rate : 1
      }
    }),
  )
})
