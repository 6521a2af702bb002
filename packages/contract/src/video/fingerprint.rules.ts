import { z } from 'zod'

/**
 * What a file is known by again, on whatever device: hashes of pieces spread over it. Cheap enough for 20 GB, and two
 * recordings that differ anywhere that matters (an MP4's index lists the size of every frame) differ in it.
 */
export const Fingerprint = z.string().regex(/^[0-9a-f]{32}$/)

const sampleBytes = 64 * 1024
const samples = 8

/** Where the pieces of a file lie, in bytes, the first at its begin and the last at its end. */
export const fingerprintSamples = (size: number): { readonly start: number; readonly end: number }[] => {
  if (size <= sampleBytes * samples) return [{ start: 0, end: size }]
  const step = (size - sampleBytes) / (samples - 1)
  return Array.from({ length: samples }, (_, index) => {
    const start = Math.round(index * step)
    return { start, end: start + sampleBytes }
  })
}

const turned = (value: number, by: number): number => (value << by) | (value >>> (32 - by))
const primes = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f] as const

/** Four 32-bit lanes of a multiplying hash: no secret and no proof, only a name for the bytes. */
export const fingerprintOf = (size: number, bytes: readonly Uint8Array[]): string => {
  const lanes: [number, number, number, number] = [size | 0, (size / 2 ** 32) | 0, bytes.length, 0x165667b1]
  for (const piece of bytes) {
    for (let index = 0; index < piece.length; index += 1) {
      const lane = (index & 3) as 0 | 1 | 2 | 3
      lanes[lane] = Math.imul(turned(lanes[lane] ^ (piece[index] ?? 0), 13), primes[lane])
    }
    // What stands in one lane reaches the others.
    for (const lane of [0, 1, 2, 3] as const)
      lanes[lane] = Math.imul(lanes[lane] ^ turned(lanes[((lane + 1) & 3) as 0 | 1 | 2 | 3], 7), primes[lane])
  }
  for (let round = 0; round < 4; round += 1)
    for (const lane of [0, 1, 2, 3] as const) {
      const mixed = lanes[lane] ^ lanes[((lane + 3) & 3) as 0 | 1 | 2 | 3]
      lanes[lane] = Math.imul(mixed ^ (mixed >>> 15), primes[lane])
    }
  return lanes.map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('')
}
