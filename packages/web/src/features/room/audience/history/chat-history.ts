import { identityOf, mergePlaced } from '@kaimai/contract/room/event-order.rules.ts'
import type { RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { roomLimits } from '@kaimai/contract/room/room.limits.ts'

/** A viewer who reads back holds so much at most; a list of more lines is slow on a phone. */
export const historyMax = 2_000
/** Events of one page of history. */
export const historyPage = roomLimits.historyLength

/** What the room's history is asked for: all that lies before the oldest event held. `seq`: the highest one known. */
export const placeBefore = (held: readonly RoomEvent[], seq: number) => {
  const [oldest] = held
  const seqs = held.flatMap((event) => ('seq' in event ? [event.seq] : []))
  return {
    before: Math.min(seq + 1, ...seqs),
    beforeMs: oldest?.ms,
    beforeSid: oldest !== undefined && 'sid' in oldest ? oldest.sid : undefined,
  }
}

/**
 * What a reader holds, with what the room has by now: the room itself forgets its oldest lines, a reader keeps them. A room
 * that has begun anew after a long loss of its connection begins the list anew: nobody knows what lies between.
 */
export const heldWith = (held: readonly RoomEvent[], events: readonly RoomEvent[]): readonly RoomEvent[] => {
  // The room's own list is as long as that at most: what it shares with this one is among the newest.
  const known = new Set(held.slice(-2 * roomLimits.chatRows).map(identityOf))
  const fresh = events.filter((event) => !known.has(identityOf(event)))
  return fresh.length < events.length ? mergePlaced(held, fresh, historyMax) : events
}
