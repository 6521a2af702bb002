import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { loudestBetween, peaksPerSecond } from './waveform.rules.ts'

const msPerPeak = 1000 / peaksPerSecond
const waveforms = fc.uint8Array({ minLength: 1, maxLength: 400 })
const moments = fc.integer({ min: 0, max: 2_500_000 }).map((hundredths) => hundredths / 100)

test('VIDEO-720 Neighbouring columns of a waveform show together what one column over both shows, at every zoom', () => {
  fc.assert(
    fc.property(waveforms, moments, moments, moments, (peaks, ...times) => {
      const [from = 0, middle = 0, to = 0] = times.toSorted((a, b) => a - b)
      fc.pre(middle > from && to > middle)
      const both = Math.max(loudestBetween(peaks, from, middle), loudestBetween(peaks, middle, to))
      expect(both).toBe(loudestBetween(peaks, from, to))
    }),
  )
})

test('VIDEO-721 A loud moment is seen wherever a column meets it, and behind the end all is quiet', () => {
  fc.assert(
    fc.property(waveforms, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (peaks, pick, share) => {
      const at = pick % peaks.length
      const moment = (at + share * 0.999) * msPerPeak
      expect(loudestBetween(peaks, moment, moment + 0.001)).toBeGreaterThanOrEqual((peaks[at] ?? 0) / 255)
      expect(loudestBetween(peaks, peaks.length * msPerPeak, peaks.length * msPerPeak + share * 1000)).toBe(0)
    }),
  )
})
