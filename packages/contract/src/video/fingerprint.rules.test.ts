import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Fingerprint, fingerprintOf, fingerprintSamples } from './fingerprint.rules.ts'

const bytes = fc.uint8Array({ minLength: 1, maxLength: 400 })

test('VIDEO-1 The fingerprint of a file is the same on every device, and another byte makes another', () => {
  fc.assert(
    fc.property(bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (file, at, by) => {
      const print = fingerprintOf(file.length, [file])
      expect(Fingerprint.safeParse(print).success).toBe(true)
      expect(fingerprintOf(file.length, [file.slice()])).toBe(print)
      const other = file.slice()
      const index = at % file.length
      other[index] = ((other[index] ?? 0) + by) % 256
      expect(fingerprintOf(other.length, [other])).not.toBe(print)
    }),
  )
})

test('VIDEO-2 The pieces of a file lie within it, the first at its begin and the last at its end', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 * 1024 ** 3 }), (size) => {
      const samples = fingerprintSamples(size)
      expect(samples[0]?.start).toBe(0)
      expect(samples.at(-1)?.end).toBe(size)
      for (const { start, end } of samples) expect(start >= 0 && start < end && end <= size).toBe(true)
      expect(samples.reduce((sum, { start, end }) => sum + end - start, 0)).toBeLessThanOrEqual(512 * 1024)
    }),
  )
})
