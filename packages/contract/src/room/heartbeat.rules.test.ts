import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Heartbeat, heartbeatsMax, keepBeat, offsetBy } from './heartbeat.rules.ts'

describe('the server clock', () => {
  test('ROOM-5 The server clock is known to half the round trip of the quickest of the last five heartbeats', () => {
    const beats = fc.array(
      fc.record({ sentMs: fc.integer({ min: 0, max: 1e6 }), there: fc.nat(4000), back: fc.nat(4000) }),
      { minLength: 1, maxLength: 12 },
    )
    fc.assert(
      fc.property(beats, fc.integer({ min: -1e6, max: 1e6 }), (all, offset) => {
        const kept = all
          .map(({ sentMs, there, back }) => ({
            sentMs,
            receivedMs: sentMs + there + back,
            serverMs: sentMs + there + offset,
          }))
          .reduce<readonly Heartbeat[]>(keepBeat, [])
        expect(kept.length).toBe(Math.min(all.length, heartbeatsMax))
        const quickest = Math.min(...kept.map((beat) => beat.receivedMs - beat.sentMs))
        expect(Math.abs(offsetBy(kept) - offset)).toBeLessThanOrEqual(quickest / 2)
      }),
    )
  })

  test('ROOM-49 The server clock is taken for the client’s own until the first heartbeat is answered', () => {
    expect(offsetBy([])).toBe(0)
  })

  test('ROOM-906 A clock that was moved is known anew by the next heartbeat, however quick the earlier ones were', () => {
    const beat = (sentMs: number, tripMs: number, offset: number): Heartbeat => ({
      sentMs,
      receivedMs: sentMs + tripMs,
      serverMs: sentMs + tripMs / 2 + offset,
    })
    const before = [0, 15_000, 30_000].reduce<readonly Heartbeat[]>((kept, at) => keepBeat(kept, beat(at, 20, 500)), [])
    // The device's clock was set an hour back, and the line has become slower.
    expect(offsetBy(keepBeat(before, beat(45_000, 400, 3_600_500)))).toBe(3_600_500)
    // A slow answer alone moves nothing.
    expect(offsetBy(keepBeat(before, beat(45_000, 4_000, 900)))).toBe(500)
  })
})
