import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'

/** What the address asked for. */
export type RoomView = 'room' | 'anonymous' | 'expired' | 'replay' | 'notFound'

/** What the server hands to the page of a room. */
export interface RoomPageData {
  /** Null where there is none of that id. */
  readonly room: PublicRoom | null
  /** The viewer key of a personal link; null on the anonymous one. */
  readonly userId: string | null
  readonly view: RoomView
}
