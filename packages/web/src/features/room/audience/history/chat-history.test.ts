import { comparePlace, identityOf } from '@kaimai/contract/room/event-order.rules.ts'
import type { RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { heldWith, placeBefore } from './chat-history.ts'

const user = { userId: 'x', name: 'x', imgUrl: '', as: 'viewer' } as const

/** A room's whole evening: viewers' lines by seq, and the script's, several at one instant. */
const evening = fc
  .array(fc.record({ ms: fc.nat({ max: 40 }), isScripted: fc.boolean() }), { maxLength: 80 })
  .map((said) =>
    said
      .toSorted((a, b) => a.ms - b.ms)
      .map(
        ({ ms, isScripted }, at): RoomEvent =>
          isScripted
            ? { sid: `c${String(at).padStart(3, '0')}`, ms, kind: 'commented', user, text: '' }
            : { seq: at + 1, ms, kind: 'commented', user, text: '' },
      )
      .toSorted(comparePlace),
  )
  // Seqs follow the order of the log.
  .map((events) => {
    let seq = 0
    return events.map((event): RoomEvent => ('seq' in event ? Object.assign(event, { seq: (seq += 1) }) : event))
  })

test('ROOM-902 The place that history is asked for leaves out nothing of the room, and names nothing that is held', () => {
  fc.assert(
    fc.property(evening, fc.nat({ max: 80 }), (events, newest) => {
      const held = events.slice(Math.max(0, events.length - newest))
      const highest = events.filter((event) => 'seq' in event).length
      const { before, beforeMs, beforeSid } = placeBefore(held, highest)
      const asked = events.filter((event) => {
        if ('seq' in event) return event.seq < before
        if (beforeMs === undefined) return false
        return event.ms < beforeMs || (event.ms === beforeMs && (beforeSid === undefined || event.sid < beforeSid))
      })
      if (held.length > 0) expect([...asked, ...held].map(identityOf)).toEqual(events.map(identityOf))
    }),
  )
})

test('ROOM-903 A reader keeps the lines that the room forgets; after a gap that nobody knows the list begins anew', () => {
  const line = (seq: number): RoomEvent => ({ seq, ms: seq, kind: 'commented', user, text: '' })
  const seqs = (events: readonly RoomEvent[]) => events.map(identityOf)
  const held = [1, 2, 3].map(line)
  expect(seqs(heldWith(held, [3, 4, 5].map(line)))).toEqual(['r1', 'r2', 'r3', 'r4', 'r5'])
  expect(seqs(heldWith(held, [8, 9].map(line)))).toEqual(['r8', 'r9'])
})
