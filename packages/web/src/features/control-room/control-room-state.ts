import type { CommentOrder } from '@kaimai/contract/order/comment-order.routes.ts'
import type { ControlRoom, ControlRoomComment } from '@kaimai/contract/control-room/control-room.schema.ts'
import type { Colleague, Fact } from '@kaimai/contract/room/room.protocol.ts'
import type { OrderAnswer, RealEvent, RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { applyFact, emptyRoom, type RoomState } from '@kaimai/contract/room/room.reducer.ts'
import { type PendingAction, isEchoOf } from './control-room-actions.ts'
import { type Mark, type MarkKind, markEvent, markKey, type MarksDraft, settle, type Who } from './comment-marks.ts'
import { type ControlRoomRow, fetchedRow, orderedRow, rowOf, withRows } from './chat-rows.ts'

export interface ControlRoomState {
  /** What a viewer would know. */
  readonly room: RoomState
  readonly controlRoom: ControlRoom | undefined
  /** In the room's order, the newest last, at most `roomLimits.deskRows`. */
  readonly rows: readonly ControlRoomRow[]
  readonly arrivals: number
  readonly marks: ReadonlyMap<string, Mark>
  readonly who: ReadonlyMap<string, Who>
  /** Newest answer to each order by comment, by the comment's seq. */
  readonly orders: ReadonlyMap<number, { readonly at: number; readonly answer: OrderAnswer }>
  /** Who has bought here before. */
  readonly regulars: ReadonlySet<string>
  /** Writers of whom that is known. */
  readonly asked: ReadonlySet<string>
  readonly staff: readonly Colleague[]
  readonly viewers: { readonly real: number; readonly simulated: number } | undefined
  /** The actions that this page has done and the room has not published yet. */
  readonly pendingActions: readonly PendingAction[]
  /** This rises with an event whose result only a fetch of the whole room shows: cues, times, products. */
  readonly staleness: number
}

export const emptyControlRoom: ControlRoomState = {
  room: emptyRoom,
  controlRoom: undefined,
  rows: [],
  arrivals: 0,
  marks: new Map(),
  who: new Map(),
  orders: new Map(),
  regulars: new Set(),
  asked: new Set(),
  staff: [],
  viewers: undefined,
  pendingActions: [],
  staleness: 0,
}

export type Happening =
  | { readonly t: 'fact'; readonly fact: Fact }
  /** `atSeq`: the highest seq known when it was asked for. */
  | { readonly t: 'loaded'; readonly controlRoom: ControlRoom; readonly atSeq: number }
  | { readonly t: 'comments'; readonly comments: readonly ControlRoomComment[]; readonly atSeq: number }
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

/** Actions whose result only a fetch of the whole room shows. */
const needsControlRoom = (event: RoomEvent): boolean =>
  event.kind === 'roomChanged' ||
  (event.kind === 'acted' && ['cued', 'scriptOff', 'scriptOn', 'keywords', 'extended'].includes(event.act))

const withEvents = (state: ControlRoomState, events: readonly RoomEvent[], held: boolean): ControlRoomState => {
  if (events.length === 0) return state
  const draft: MarksDraft = { marks: new Map(state.marks), who: new Map(state.who) }
  const orders = new Map(state.orders)
  for (const event of events) {
    markEvent(draft, event)
    if (event.kind !== 'ordered') continue
    const { seq, ms: _ms, kind: _kind, ...answer } = event
    if ((orders.get(answer.of)?.at ?? 0) < seq) orders.set(answer.of, { at: seq, answer })
  }
  const rows = events.flatMap((event) => rowOf(event, held) ?? [])
  const next = withRows({ ...state, ...draft, orders }, rows, false)
  return events.some(needsControlRoom) ? { ...next, staleness: next.staleness + 1 } : next
}

const withoutEchoed = (state: ControlRoomState, events: readonly RealEvent[]): ControlRoomState => {
  let { pendingActions } = state
  if (pendingActions.length === 0) return state
  const me = state.controlRoom?.you.userId ?? state.room.you?.userId
  for (const event of events) {
    if (event.kind !== 'acted' || event.by.userId !== me) continue
    const echoed = pendingActions.find(({ action }) => isEchoOf(action, event))
    if (echoed !== undefined) pendingActions = pendingActions.filter((pendingAction) => pendingAction !== echoed)
  }
  return pendingActions === state.pendingActions ? state : { ...state, pendingActions }
}

const sent = (state: ControlRoomState, fact: Fact): ControlRoomState => {
  const room = applyFact(state.room, fact)
  switch (fact.t) {
    case 'joined': {
      const base = fact.reset ? { ...state, rows: [] } : state
      // After a lost connection, what only a fetch of the whole room shows may have changed.
      const staleness = state.staleness + (state.room.heardAtMs > 0 ? 1 : 0)
      return withEvents({ ...base, room, staleness }, fact.events, false)
    }
    case 'frame':
      return withEvents({ ...state, room }, fact.events, false)
    case 'controlRoom': {
      const { viewers = state.viewers, staff = state.staff } = fact
      const next = withEvents(
        { ...state, room: { ...room, events: state.room.events }, viewers, staff },
        fact.events,
        true,
      )
      return withoutEchoed(next, fact.events)
    }
    default:
      return room === state.room ? state : { ...state, room }
  }
}

const withComments = (
  state: ControlRoomState,
  comments: readonly ControlRoomComment[],
  atSeq: number,
): ControlRoomState => {
  const marks = new Map(state.marks)
  const who = new Map(state.who)
  const orders = new Map(state.orders)
  const regulars = new Set(state.regulars)
  const asked = new Set(state.asked)
  for (const comment of comments) {
    const { seq, user, byName } = comment
    const set = (kind: MarkKind, on: boolean) => {
      const key = markKey(kind, seq)
      if (!on && !marks.has(key)) return
      settle(marks, key, { at: atSeq, on }, true)
      if (on && byName !== '' && !who.has(key)) who.set(key, { at: atSeq, on, userId: '', name: byName })
    }
    set('removed', comment.removed)
    set('marked', comment.marked)
    set('answered', comment.answered)
    set('released', comment.releasedAs !== null)
    set('dismissed', comment.dismissed)
    if (comment.order !== null && !orders.has(seq))
      orders.set(seq, { at: 0, answer: { ...comment.order, of: seq, user } })
    asked.add(user.userId)
    if (comment.regular) regulars.add(user.userId)
  }
  return withRows({ ...state, marks, who, orders, regulars, asked }, comments.map(fetchedRow), true)
}

const withControlRoom = (state: ControlRoomState, controlRoom: ControlRoom): ControlRoomState => {
  if (state.room.seq > 0) return { ...state, controlRoom }
  const shown = controlRoom.products.flatMap(({ productId, shown: isShown }) => (isShown ? [productId] : []))
  const unlisted = controlRoom.products.flatMap(({ productId, listed }) => (listed ? [] : [productId]))
  const { mutedUsers: muted, slowSeconds: slow, announcement, you } = controlRoom
  return {
    ...state,
    controlRoom,
    room: { ...state.room, shown, unlisted, muted, slow, you, announcement: announcement ?? undefined },
  }
}

const withOrders = (state: ControlRoomState, waiting: readonly CommentOrder[], atSeq: number): ControlRoomState => {
  const orders = new Map(state.orders)
  for (const { seq, ms: _ms, at: _at, text: _text, waits: _waits, byName: _by, ...answer } of waiting)
    if ((orders.get(seq)?.at ?? 0) <= atSeq) orders.set(seq, { at: atSeq, answer: { ...answer, of: seq } })
  const rows = waiting.map(orderedRow)
  return withRows({ ...state, orders }, rows, true)
}

/** The control room after one more event or action. Events may come twice and in any order. */
export const controlRoomAfter = (state: ControlRoomState, happening: Happening): ControlRoomState => {
  switch (happening.t) {
    case 'fact':
      return sent(state, happening.fact)
    case 'loaded':
      return withControlRoom(state, happening.controlRoom)
    case 'comments':
      return withComments(state, happening.comments, happening.atSeq)
    case 'orders':
      return withOrders(state, happening.orders, happening.atSeq)
    case 'acted':
      return { ...state, pendingActions: [...state.pendingActions, happening.pendingAction] }
    case 'actionOver':
      return { ...state, pendingActions: state.pendingActions.filter(({ id }) => id !== happening.id) }
    case 'cued': {
      const { controlRoom } = state
      if (controlRoom === undefined || controlRoom.cues.some(({ id }) => id === happening.cue.id)) return state
      return { ...state, controlRoom: { ...controlRoom, cues: [...controlRoom.cues, happening.cue] } }
    }
    case 'uncued': {
      const { controlRoom } = state
      if (controlRoom === undefined) return state
      return {
        ...state,
        controlRoom: { ...controlRoom, cues: controlRoom.cues.filter(({ id }) => id !== happening.cueId) },
      }
    }
    case 'unblocked': {
      const marks = new Map(state.marks)
      settle(marks, markKey('blocked', happening.userId), { at: state.room.seq, on: false }, true)
      return { ...state, marks }
    }
    case 'patched':
      return state.controlRoom === undefined
        ? state
        : { ...state, controlRoom: { ...state.controlRoom, ...happening.patch } }
  }
}
