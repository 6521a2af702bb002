import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roomLimits } from './room.protocol.ts'
import { roomErrors } from './room.errors.ts'
import { cleanLine, fullBucket, readSaid, takeMessage } from './say.rules.ts'

describe('a message as it is said', () => {
  test('ROOM-1 Control characters, characters without width and turned reading directions go, emoji stay whole', () => {
    expect(cleanLine('  你\u200b好\u0000\n世\ufeff界\u202e  ')).toBe('你好 世界')
    expect(cleanLine('👨‍👩‍👧‍👦 ❤️ 🇹🇼')).toBe('👨‍👩‍👧‍👦 ❤️ 🇹🇼')
    expect(cleanLine(`a${'\u0336'.repeat(40)}b`)).toBe(`a${'\u0336'.repeat(4)}b`)
  })

  test('ROOM-82 Half a character, which no database takes, becomes a whole one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, cut) => {
        const clean = cleanLine(text.slice(cut % (text.length + 1)))
        expect(clean.isWellFormed()).toBe(true)
        // oxlint-disable-next-line no-control-regex
        expect(clean).not.toMatch(/[\u0000-\u001f]/)
        expect(cleanLine(clean)).toBe(clean)
      }),
    )
  })

  test('ROOM-2 A message without anything to see is refused, one of 300 characters is not, one of 301 is', () => {
    for (const empty of ['', '   ', '\u200b\u2060', '\u3164', '\u200d\ufe0f']) {
      expect(readSaid(empty)).toEqual({ refused: roomErrors.saidNothing })
    }
    expect(readSaid('字'.repeat(300))).toEqual({ text: '字'.repeat(300) })
    expect(readSaid('🙂'.repeat(300))).toEqual({ text: '🙂'.repeat(300) })
    expect(readSaid('字'.repeat(301))).toEqual({ refused: roomErrors.saidTooLong })
  })
})

describe('how often a viewer may speak', () => {
  test('ROOM-3 A viewer may send five comments at once, then one a second; a refusal says when to try again', () => {
    let bucket = fullBucket(0)
    const taken = (nowMs: number) => {
      const result = takeMessage(bucket, nowMs)
      bucket = result.bucket
      return result.retryAfterMs
    }
    expect([0, 0, 0, 0, 0].map(taken)).toEqual(Array.from({ length: 5 }, () => undefined))
    expect(taken(0)).toBe(1000)
    expect(taken(400)).toBe(600)
    expect(taken(1000)).toBeUndefined()
    expect(taken(1000)).toBe(1000)
  })

  test('ROOM-83 Over any span no more than the burst and one a second, also when the clock jumps', () => {
    const moments = fc.array(fc.integer({ min: -2_000, max: 2_000 }), { maxLength: 200 })
    fc.assert(
      fc.property(moments, (steps) => {
        let now = 0
        let bucket = fullBucket(now)
        let furthest = 0
        let allowed = 0
        for (const step of steps) {
          now += step
          furthest = Math.max(furthest, now)
          const result = takeMessage(bucket, now)
          bucket = result.bucket
          if (result.retryAfterMs === undefined) allowed += 1
          else expect(result.retryAfterMs).toBeGreaterThan(0)
        }
        expect(allowed).toBeLessThanOrEqual(roomLimits.messageBurst + furthest / 1000)
      }),
    )
  })
})
