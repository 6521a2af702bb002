import type { ControlRoomComment } from '@kaimai/contract/control-room/control-room.schema.ts'
import type { CommentPage } from './comment-lists.ts'
import type { Fact } from '@kaimai/contract/room/room.protocol.ts'
import type { ChatUser, OrderAnswer, RealEvent, RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import type { Action, PendingAction } from './control-room-actions.ts'
import { controlRoomAfter } from './control-room-state.ts'
import { type ControlRoomState, emptyControlRoom, type Happening } from './control-room-model.ts'
import { controlRoomView } from './control-room-view.ts'

export const viewer = (n: number): ChatUser => ({ userId: `v${n}`, name: `觀眾${n}`, imgUrl: '', as: 'viewer' })
export const me: ChatUser = { userId: 'staff1', name: '雅婷', imgUrl: '', as: 'staff' }
export const colleague = { userId: 'staff2', name: '阿哲' }

export const said = (
  seq: number,
  n = seq,
  more: Partial<Extract<RealEvent, { kind: 'commented' }>> = {},
): RealEvent => ({
  seq,
  ms: seq * 100,
  kind: 'commented',
  user: viewer(n),
  text: `留言 ${seq}`,
  ...more,
})
export const acted = (
  seq: number,
  act: Extract<RealEvent, { kind: 'acted' }>['act'],
  more: object = {},
): RealEvent => ({
  seq,
  ms: seq * 100,
  kind: 'acted',
  act,
  by: { userId: me.userId, name: me.name },
  ...more,
})
export const frame = (...events: RoomEvent[]): Happening => ({
  t: 'fact',
  fact: { t: 'frame', now: 1, seq: Math.max(0, ...events.map((event) => ('seq' in event ? event.seq : 0))), events },
})
export const privateEvent = (...events: RealEvent[]): Happening => ({ t: 'fact', fact: { t: 'controlRoom', events } })
const joined: Extract<Fact, { t: 'joined' }> = {
  t: 'joined',
  now: 1,
  you: me,
  resume: '',
  seq: 0,
  events: [],
  reset: true,
  shown: [],
  stock: {},
  online: 0,
}
export const begun = controlRoomAfter(emptyControlRoom, { t: 'fact', fact: joined })
export const after = (state: ControlRoomState, ...happenings: Happening[]): ControlRoomState =>
  happenings.reduce(controlRoomAfter, state)
export const comments = (state: ControlRoomState) => state.rows.flatMap((row) => (row.kind === 'comment' ? [row] : []))
export const outcomeAt = (state: ControlRoomState, seq: number) => {
  const row = comments(state).find((each) => each.seq === seq)
  return row && controlRoomView(state).outcome(row)
}
export const requested = (action: Action, id = 'w1'): Happening => ({
  t: 'acted',
  pendingAction: { id, action } satisfies PendingAction,
})

export const answer: OrderAnswer = {
  of: 1,
  user: viewer(1),
  outcome: 'unclear',
  lines: [],
  heldUntilMs: null,
  question: { productId: 'p', quantity: 1, choices: ['a', 'b'] },
  left: 0,
  said: '',
}

export const fetched = (seq: number, more: Partial<ControlRoomComment> = {}): ControlRoomComment => ({
  seq,
  ms: seq * 100,
  at: '2026-11-20T12:00:00Z',
  user: viewer(seq),
  text: `留言 ${seq}`,
  to: null,
  question: false,
  answered: false,
  held: false,
  releasedAs: null,
  dismissed: false,
  removed: false,
  muted: false,
  marked: false,
  byName: '',
  order: null,
  regular: false,
  ...more,
})

/** A page as the server answers it; without a tab one that only tells more of what is shown. */
export const page = (
  comments: readonly ControlRoomComment[],
  more: Partial<CommentPage> & { readonly atSeq?: number } = {},
): Happening => {
  const { atSeq = 0, ...given } = more
  const counts = { held: 0, marked: 0, questions: 0 }
  const whole = { tab: undefined, comments, counts, seq: atSeq, before: undefined, isLast: true, ...given }
  return { t: 'comments', page: whole, atSeq }
}
/** What the server answers where the list has only those. */
export const answered = (comments: readonly ControlRoomComment[]) => ({
  comments,
  counts: {
    held: comments.filter(({ held }) => held).length,
    marked: comments.filter(({ marked }) => marked).length,
    questions: comments.filter(({ question }) => question).length,
  },
  seq: Math.max(0, ...comments.map(({ seq }) => seq)),
})
