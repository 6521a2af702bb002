import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { demoContent } from '../seed/content.ts'
import { demoEntry, demoPaths } from './demo.ts'

const everyMs = 180_000

test('SERVER-13 The demo’s link leads into a session that runs for a minute yet, else to the next one’s countdown of at most a minute', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 * everyMs }), (nowMs) => {
      const begun = Math.floor(nowMs / everyMs) * everyMs
      const lives = [begun - everyMs, begun, begun + everyMs, begun + 2 * everyMs].map((beginAtMs) => ({ beginAtMs }))
      const at = (demoEntry(lives, nowMs)?.beginAtMs ?? NaN) - nowMs
      expect(at).toBeLessThanOrEqual(60_000)
      expect(at).toBeGreaterThanOrEqual(60_000 - everyMs)
    }),
  )
  expect(demoEntry([], 0)).toBeUndefined()
})

test('SERVER-780 The room that the log-in page and npm start name is never one with less than a minute left, nor one that somebody else tries out', () => {
  const { liveName } = demoContent.live
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 * everyMs }), (nowMs) => {
      const begun = Math.floor(nowMs / everyMs) * everyMs
      const lives = [begun, begun + everyMs, begun + 2 * everyMs].map((beginAtMs) => ({
        name: liveName,
        streamId: String(beginAtMs),
        beginAt: new Date(beginAtMs),
      }))
      const tried = { name: '試播', streamId: 'tried', beginAt: new Date(begun) }
      const { roomUrl = '', entryUrl } = demoPaths([tried, ...lives], nowMs)
      expect(entryUrl).toBe(roomUrl)
      const endsAtMs = Number(/^\/stream\/(\d+)\/anonymous$/.exec(roomUrl)?.[1]) + everyMs
      expect(endsAtMs - nowMs).toBeGreaterThanOrEqual(60_000)
    }),
  )
  expect(demoPaths([], 0)).toEqual({ entryUrl: `/f/${demoContent.signup.customUrl}` })
})
