import { pinsPlayed } from '@kaimai/contract/room/pinned-message.rules.ts'
import { replayAt } from '@kaimai/contract/replay/replay.rules.ts'
import { Fact } from '@kaimai/contract/room/room.protocol.ts'
import { applyFact, emptyRoom, type RoomState } from '@kaimai/contract/room/room.reducer.ts'
import type { RealEvent } from '@kaimai/contract/room/room-event.schema.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { silentLog } from '../../../test/database.ts'
import { replayChunk } from '../replay/replay-chunks.ts'
import { frameFact, joinedFact } from './room-frames.ts'
import { createTimeline } from './timeline.ts'

const lengthMs = 120_000
const you = { userId: 'me', name: '我', imgUrl: '', as: 'viewer' } as const
const writers = ['a', 'b'].map((userId) => ({ userId, name: userId, imgUrl: '', as: 'viewer' as const }))

const factOf = (frame: Buffer): Fact => {
  const length = frame.readUInt8(1)
  return Fact.parse(JSON.parse(frame.toString('utf8', length < 126 ? 2 : length === 126 ? 4 : 10)))
}

const acts = fc.array(
  fc.record({
    ms: fc.nat(lengthMs),
    what: fc.constantFrom('pin', 'unpin', 'removed', 'restored', 'muted', 'unmuted', 'said'),
    nth: fc.nat(3),
  }),
  { maxLength: 40 },
)

test('ROOM-118 The pinned comment is the same for who comes in at any second, for who was there, and in the replay as far as its words stand', () => {
  fc.assert(
    fc.property(acts, (list) => {
      const log: RealEvent[] = []
      const timeline = createTimeline(
        { read: async () => [], log: silentLog, nowMs: -1 },
        { script: [], planned: [], beginAtMs: 0, eventOf: () => undefined },
      )
      const enter = (): RoomState => {
        const standing = { ...timeline.sent(), ...timeline.settings(), slow: 0, reset: true, stock: {}, online: 1 }
        const sent = timeline.newest({ liveUserId: 'inside-me', publicId: 'me' })
        return applyFact(emptyRoom, factOf(joinedFact({ you, resume: 'r' }, sent, { ...standing, simulated: false })))
      }
      let there = enter()
      const seen: { ms: number; of: number | undefined }[] = []
      for (const { ms, what, nth } of list.toSorted((a, b) => a.ms - b.ms)) {
        const place = { seq: log.length + 1, ms }
        const user = writers[nth % 2] ?? you
        const event: RealEvent =
          what === 'pin'
            ? { ...place, kind: 'messagePinned', of: 1000 + nth, user, text: `${nth}` }
            : what === 'unpin'
              ? { ...place, kind: 'messageUnpinned' }
              : what === 'removed' || what === 'restored'
                ? { ...place, kind: what, of: 1000 + nth }
                : what === 'said'
                  ? { ...place, kind: 'commented', user, text: '' }
                  : { ...place, kind: what, userId: user.userId }
        log.push(event)
        timeline.accept([{ event, held: false, liveUserId: null }])
        const json = timeline.advance(ms)
        if (json !== undefined) there = applyFact(there, factOf(frameFact(timeline.sent(), json, {})))
        for (const { json: muting } of timeline.takeMuting())
          there = applyFact(there, factOf(frameFact(timeline.sent(), `[${muting}]`, {})))
        expect(there.pinned).toEqual(enter().pinned)
        seen.push({ ms, of: there.pinned?.of })
      }
      const gone = new Set<number>()
      for (const event of log) {
        if (event.kind === 'removed') gone.add(event.of)
        if (event.kind === 'restored') gone.delete(event.of)
      }
      const pins = pinsPlayed(log, ({ of }) => gone.has(of))
      const recorded = {
        lengthMs,
        videoMs: null,
        script: [],
        eventOf: () => undefined,
        productIds: [],
        roomState: pins,
      }
      const chunk = replayChunk(recorded, 0, pins)
      for (const { ms } of seen) {
        const last = seen.findLast((each) => each.ms <= ms)?.of
        const shown = last === undefined || gone.has(last) ? undefined : last
        expect(replayAt(chunk, ms).pinned?.of).toBe(shown)
      }
    }),
    { numRuns: 300 },
  )
})
