import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeBoxes } from './boxes.ts'
import type { InitOrFragment } from './fragments.ts'
import { SEGMENT_MS, segmentFile, writeSegments } from './segment-writer.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaimai-segments-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Fragments of given lengths from some start on, each with its own byte as content. */
async function* fragmentsOf(lengthsMs: readonly number[], fromMs: number): AsyncGenerator<InitOrFragment> {
  yield { type: 'init', init: { bytes: Buffer.from('init'), tracks: [] } }
  let startMs = fromMs
  for (const [n, length] of lengthsMs.entries()) {
    const endMs = startMs + length
    yield {
      type: 'fragment',
      fragment: { bytes: [Buffer.from([n % 256])], video: { startMs, endMs, samples: 1 }, audio: undefined },
    }
    startMs = endMs
  }
}

const lengths = fc.array(fc.double({ min: 33, max: 10_000, noNaN: true }), { minLength: 1, maxLength: 80 })

test('MEDIA-13 Durations are whole milliseconds whose sum never drifts from the recording', async () => {
  await fc.assert(
    fc.asyncProperty(lengths, fc.double({ min: 0, max: 100, noNaN: true }), async (lengthsMs, fromMs) => {
      const written = await writeSegments(fragmentsOf(lengthsMs, fromMs), folder, () => {})
      if (!written) throw new Error('nothing written')
      const trueMs = lengthsMs.reduce((all, each) => all + each, 0)
      expect(Math.abs(written.durationMs - trueMs)).toBeLessThanOrEqual(0.51)
      let sum = 0
      let content = 0
      for (const [n, { durationMs, bytes }] of written.segments.entries()) {
        expect(Number.isInteger(durationMs)).toBe(true)
        sum += durationMs
        const file = await readFile(join(folder, segmentFile(n)))
        expect(file.length).toBe(bytes)
        for (const byte of file) expect(byte).toBe(content++ % 256)
      }
      expect(sum).toBe(written.durationMs)
      expect(content).toBe(lengthsMs.length)
    }),
    { numRuns: 40 },
  )
})

test.each([
  [250, 4000],
  [1000, 4000],
  [2000, 4000],
  [3000, 3000],
  [4000, 4000],
  [5000, 5000],
  [8341, 8341],
])('MEDIA-14 Key frames every %i ms give segments of %i ms, the length nearest to 4 s', async (every, expected) => {
  const written = await writeSegments(
    fragmentsOf(
      Array.from({ length: 48 }, () => every),
      0,
    ),
    folder,
    () => {},
  )
  for (const { durationMs } of written?.segments.slice(0, -1) ?? []) expect(durationMs).toBe(expected)
  expect(SEGMENT_MS).toBe(4000)
})

test('MEDIA-15 A box may arrive in any pieces', async () => {
  const box = (type: string, body: Buffer) => {
    const header = Buffer.alloc(8)
    header.writeUInt32BE(8 + body.length)
    header.write(type, 4, 'latin1')
    return Buffer.concat([header, body])
  }
  const large = Buffer.concat([
    Buffer.from('00000001', 'hex'),
    Buffer.from('mdat'),
    Buffer.alloc(8),
    Buffer.alloc(500, 7),
  ])
  large.writeBigUInt64BE(BigInt(large.length), 8)
  const boxes = [
    box('ftyp', Buffer.from('isom')),
    box('free', Buffer.alloc(0)),
    large,
    box('moof', Buffer.alloc(90, 1)),
  ]
  const whole = Buffer.concat(boxes)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(whole.length)), async (cuts) => {
      const edges = [0, ...cuts.toSorted((a, b) => a - b), whole.length]
      async function* pieces() {
        for (let n = 1; n < edges.length; n += 1) yield whole.subarray(edges[n - 1], edges[n])
      }
      const got = []
      for await (const each of wholeBoxes(pieces())) got.push(each)
      expect(got.map((each) => each.type)).toEqual(['ftyp', 'free', 'mdat', 'moof'])
      expect(Buffer.concat(got.map((each) => each.bytes)).equals(whole)).toBe(true)
    }),
  )
  async function* broken() {
    yield whole.subarray(0, whole.length - 1)
  }
  await expect(Array.fromAsync(wholeBoxes(broken()))).rejects.toThrow('ended inside a box')
})
