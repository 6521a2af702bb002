import type { CommentOrder } from '@kaimai/contract/order/comment-order.routes.ts'
import type { ControlRoom } from '@kaimai/contract/control-room/control-room.schema.ts'
import type { Colleague, Fact } from '@kaimai/contract/room/room.protocol.ts'
import type { OrderAnswer } from '@kaimai/contract/room/room-event.schema.ts'
import { emptyRoom, type RoomState } from '@kaimai/contract/room/room.reducer.ts'
import { type BoundedMap, boundedMap } from './bounded-map.ts'
import type { Action, PendingAction } from './control-room-actions.ts'
import { type CommentLists, type CommentPage, emptyLists } from './comment-lists.ts'
import type { Mark, Who } from './comment-marks.ts'
import type { ControlRoomRow } from './chat-rows.ts'
import { noOlder, type OlderRows } from './older-rows.ts'
import type { StaffLine } from './staff-line.ts'
import type { TimeOuts } from './time-outs.ts'

export interface ControlRoomState {
  /** What a viewer would know. */
  readonly room: RoomState
  readonly controlRoom: ControlRoom | undefined
  /** In the room's order, the newest last, at most `roomLimits.controlRoomRows`. */
  readonly rows: readonly ControlRoomRow[]
  /** What stands above `rows`, as far as somebody has scrolled up. */
  readonly older: OlderRows
  readonly arrivals: number
  /** Parts of the server's lists: of viewers' comments, and of those held, marked and asked. */
  readonly lists: CommentLists
  /** This rises with an act about a comment that no list here holds: only the server can say how many are left. */
  readonly listsStale: number
  readonly marks: BoundedMap<string, Mark>
  readonly who: BoundedMap<string, Who>
  /** Newest answer to each order by comment, by the comment's seq. */
  readonly orders: BoundedMap<number, { readonly at: number; readonly answer: OrderAnswer }>
  /** Of orders that wait for a choice, or waited, what was written; the oldest first, at most `maxUnclear`. */
  readonly unclear: ReadonlyMap<number, string>
  /** Writers of whom it is known whether they have bought here before. */
  readonly regulars: BoundedMap<string, boolean>
  readonly staff: readonly Colleague[]
  /** Time-outs by publicId: until when, epoch ms; see time-outs.ts. */
  readonly timeOuts: TimeOuts
  /** What the staff said among themselves, the oldest first; undefined: not loaded yet. */
  readonly staffLine: StaffLine | undefined
  readonly viewers: { readonly real: number; readonly simulated: number } | undefined
  /** The actions that this page has done and the room has not published yet. */
  readonly pendingActions: readonly PendingAction[]
  /** This rises with an event whose result only a fetch of the whole room shows: cues, times, products. */
  readonly staleness: number
}

/** Something done that can still be taken back. */
export interface Undoable {
  readonly id: string
  readonly action: Action
  /** By this page's clock, epoch ms. */
  readonly untilMs: number
}

export const emptyControlRoom: ControlRoomState = {
  room: emptyRoom,
  controlRoom: undefined,
  rows: [],
  older: noOlder,
  arrivals: 0,
  lists: emptyLists,
  listsStale: 0,
  marks: boundedMap(4_000),
  who: boundedMap(4_000),
  orders: boundedMap(4_000),
  unclear: new Map(),
  regulars: boundedMap(4_000),
  staff: [],
  timeOuts: new Map(),
  staffLine: undefined,
  viewers: undefined,
  pendingActions: [],
  staleness: 0,
}

export type Happening =
  | { readonly t: 'fact'; readonly fact: Fact }
  /** `atSeq`: the highest seq known when it was asked for. */
  | { readonly t: 'loaded'; readonly controlRoom: ControlRoom; readonly atSeq: number }
  | { readonly t: 'comments'; readonly page: CommentPage; readonly atSeq: number }
  | { readonly t: 'staffLine'; readonly messages: StaffLine }
  /** Time-outs that ended by themselves. */
  | { readonly t: 'timeOutsOver'; readonly nowMs: number }
  /** Nobody looks at what is older any more. */
  | { readonly t: 'olderLeft' }
  | { readonly t: 'orders'; readonly orders: readonly CommentOrder[]; readonly atSeq: number }
  | { readonly t: 'acted'; readonly pendingAction: PendingAction }
  /** The action was rejected, or published long since. */
  | { readonly t: 'actionOver'; readonly id: string }
  | { readonly t: 'cued'; readonly cue: ControlRoom['cues'][number] }
  | { readonly t: 'uncued'; readonly cueId: string }
  /** A block by a call of this page: the room publishes it only with the person's next message. */
  | { readonly t: 'unblocked'; readonly userId: string }
  | {
      readonly t: 'patched'
      readonly patch: Partial<Pick<ControlRoom, 'bannedKeywords' | 'quickReplies' | 'anonymousAllowed'>>
    }
