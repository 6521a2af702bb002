import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'

/** What the address asked for; `replaced`: by a personal link that is nobody's any more. */
export type RoomView = 'room' | 'anonymous' | 'expired' | 'replay' | 'replaced'

/** What the server hands to the page of a room. */
export interface RoomPageData {
  /** Null where a link ran out whose room is gone. */
  readonly room: PublicRoom | null
  /** The viewer key of a personal link; null on the anonymous one. */
  readonly userId: string | null
  readonly view: RoomView
}
