import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { initName, readSegmentName, segmentName } from './segment-name.ts'

const key = randomBytes(32)
const ids = fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/)
const numbers = fc.integer({ min: 0, max: 999_999 })

test('LIVE-104 A name is read back as its number, for its live, its scope and its key alone', () => {
  fc.assert(
    fc.property(ids, ids, numbers, (liveId, otherId, n) => {
      const name = segmentName(key, 'live', liveId, n)
      expect(readSegmentName(key, 'live', liveId, name)).toBe(n)
      expect(readSegmentName(key, 'replay', liveId, name)).toBeUndefined()
      expect(readSegmentName(randomBytes(32), 'live', liveId, name)).toBeUndefined()
      if (otherId !== liveId) expect(readSegmentName(key, 'live', otherId, name)).toBeUndefined()
    }),
  )
  expect(readSegmentName(key, 'live', 'a', initName(key, 'live', 'a'))).toBe('init')
})

test('LIVE-105 No other text is a name: neither a changed character nor another number nor another way of writing', () => {
  const name = segmentName(key, 'live', 'room', 17)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  for (let at = 0; at < name.length; at += 1)
    for (const letter of alphabet) {
      const changed = name.slice(0, at) + letter + name.slice(at + 1)
      if (changed !== name) expect(readSegmentName(key, 'live', 'room', changed)).toBeUndefined()
    }
  const mac = name.slice(3)
  for (const other of [
    `017-${mac}`,
    `18-${mac}`,
    `init-${mac}`,
    `17-${mac}A`,
    `17-${mac.slice(1)}`,
    '17-',
    '',
    `17-${mac}=`,
  ])
    expect(readSegmentName(key, 'live', 'room', other)).toBeUndefined()
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readSegmentName(key, 'live', 'room', text)).toBeUndefined()
    }),
  )
})

test('LIVE-106 A name holds 128 bits, and names of neighbours have nothing in common', () => {
  const macOf = (n: number) => segmentName(key, 'live', 'room', n).replace(/^\d+-/, '')
  const macs = new Set(Array.from({ length: 1000 }, (_, n) => macOf(n)))
  expect(macs.size).toBe(1000)
  for (let n = 0; n < 1000; n += 1) expect(segmentName(key, 'live', 'room', n)).toMatch(/^\d+-[A-Za-z0-9_-]{22}$/)
})
