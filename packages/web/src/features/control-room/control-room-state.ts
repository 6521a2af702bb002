import type { CommentOrder } from '@kaimai/contract/order/comment-order.routes.ts'
import type { ControlRoom } from '@kaimai/contract/control-room/control-room.schema.ts'
import type { Fact } from '@kaimai/contract/room/room.protocol.ts'
import type { RealEvent, RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { applyFact } from '@kaimai/contract/room/room.reducer.ts'
import { draftOf } from './bounded-map.ts'
import { isEchoOf } from './control-room-actions.ts'
import { type CommentPage, emptyLists, holdsIn, listedRow, listsWithArrived, listsWithPage } from './comment-lists.ts'
import { type MarkKind, markEvent, markKey, type MarksDraft, settle } from './comment-marks.ts'
import { type CommentRow, fetchedRow, rowOf, withRows } from './chat-rows.ts'
import type { ControlRoomState, Happening } from './control-room-model.ts'
import { noOlder, olderWithPage } from './older-rows.ts'
import { staffMessagesOf, withStaffMessages } from './staff-line.ts'
import { timeOutsAfter, timeOutsAt, timeOutsLoaded } from './time-outs.ts'

/** Actions whose result only a fetch of the whole room shows. */
const needsControlRoom = (event: RoomEvent): boolean =>
  event.kind === 'roomChanged' ||
  (event.kind === 'acted' &&
    ['cued', 'scriptOff', 'scriptOn', 'keywords', 'extended', 'crewChanged'].includes(event.act))

/** Acts that take a comment into one of the lists, or out of it. */
const movesInLists: ReadonlySet<string> = new Set([
  'released',
  'dismissed',
  'removed',
  'restored',
  'marked',
  'unmarked',
  'blocked',
])

const maxUnclear = 300

const knownRow = (state: ControlRoomState, seq: number): CommentRow | undefined => {
  const row = state.rows.findLast((each) => each.seq === seq)
  return row?.kind === 'comment' ? row : listedRow(state.lists, seq)
}

/** The lists after acts of the staff: a comment that got its star stands among the favourites. */
const withActsInLists = (state: ControlRoomState, events: readonly RoomEvent[]): ControlRoomState => {
  let { lists, listsStale } = state
  for (const event of events) {
    if (event.kind !== 'acted' || !movesInLists.has(event.act)) continue
    const row = event.of === undefined ? undefined : knownRow(state, event.of)
    // Of somebody who was blocked more may be held than this page holds.
    if (row === undefined) listsStale += 1
    else if (event.act === 'marked') lists = listsWithArrived(lists, [row], holdsIn(state.marks))
  }
  return lists === state.lists && listsStale === state.listsStale ? state : { ...state, lists, listsStale }
}

/** Orders that wait for a choice: this many at most, the newest. */
const withUnclear = (
  unclear: ReadonlyMap<number, string>,
  more: readonly (readonly [number, string])[],
): ReadonlyMap<number, string> => {
  const fresh = more.filter(([seq, text]) => unclear.get(seq) !== text)
  if (fresh.length === 0) return unclear
  return new Map([...unclear, ...fresh].sort(([a], [b]) => a - b).slice(-maxUnclear))
}

const withEvents = (state: ControlRoomState, events: readonly RoomEvent[], held: boolean): ControlRoomState => {
  if (events.length === 0) return state
  const draft: MarksDraft = { marks: draftOf(state.marks), who: draftOf(state.who) }
  const orders = draftOf(state.orders)
  const unclear: [number, string][] = []
  const rows = events.flatMap((event) => rowOf(event, held) ?? [])
  for (const event of events) {
    markEvent(draft, event)
    if (event.kind !== 'ordered') continue
    const { seq, ms: _ms, kind: _kind, ...answer } = event
    if ((orders.get(answer.of)?.at ?? 0) < seq) orders.set(answer.of, { at: seq, answer })
    if (answer.outcome === 'unclear')
      unclear.push([answer.of, knownRow(state, answer.of)?.text ?? state.unclear.get(answer.of) ?? ''])
  }
  const marked = {
    ...state,
    marks: draft.marks.done(),
    who: draft.who.done(),
    orders: orders.done(),
    unclear: withUnclear(state.unclear, unclear),
  }
  const before = marked.arrivals
  const next = withRows(marked, rows, false)
  const arrived: CommentRow[] = []
  for (let at = next.rows.length - 1; at >= 0; at -= 1) {
    const row = next.rows[at]
    if (row !== undefined && row.arrival > before && row.kind === 'comment') arrived.unshift(row)
    if (next.arrivals - before === arrived.length) break
  }
  const lists = listsWithArrived(next.lists, arrived, holdsIn(next.marks))
  const timeOuts = timeOutsAfter(next.timeOuts, events)
  const listed = withActsInLists({ ...next, lists, timeOuts }, events)
  return events.some(needsControlRoom) ? { ...listed, staleness: listed.staleness + 1 } : listed
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
      // Too much was missed: what is listed here may have holes.
      const base = fact.reset
        ? { ...state, rows: [], older: noOlder, lists: emptyLists, listsStale: state.listsStale + 1 }
        : state
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
      return withoutEchoed(withStaffLine(next, fact.events), fact.events)
    }
    default:
      return room === state.room ? state : { ...state, room }
  }
}

const withStaffLine = (state: ControlRoomState, events: readonly RealEvent[]): ControlRoomState => {
  const said = staffMessagesOf(events, Date.parse(state.controlRoom?.beginAt ?? ''))
  // Before it was loaded: the server's list holds them.
  if (said.length === 0 || state.staffLine === undefined) return state
  return { ...state, staffLine: withStaffMessages(state.staffLine, said) }
}

const withComments = (state: ControlRoomState, page: CommentPage, atSeq: number): ControlRoomState => {
  const marks = draftOf(state.marks)
  const who = draftOf(state.who)
  const orders = draftOf(state.orders)
  const regulars = draftOf(state.regulars)
  for (const comment of page.comments) {
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
    if (regulars.get(user.userId) !== comment.regular) regulars.set(user.userId, comment.regular)
  }
  const next = {
    ...state,
    marks: marks.done(),
    who: who.done(),
    orders: orders.done(),
    regulars: regulars.done(),
    lists: listsWithPage(state.lists, page, holdsIn(marks)),
  }
  if (page.tab === undefined) return withRows(next, page.comments.map(fetchedRow), true)
  return page.tab === 'all' ? { ...next, older: olderWithPage(next, page) } : next
}

const withControlRoom = (before: ControlRoomState, controlRoom: ControlRoom, atSeq: number): ControlRoomState => {
  const state = { ...before, timeOuts: timeOutsLoaded(before.timeOuts, controlRoom.timeOuts, atSeq) }
  if (state.room.seq > 0) return { ...state, controlRoom }
  const shown = controlRoom.products.flatMap(({ productId, shown: isShown }) => (isShown ? [productId] : []))
  const unlisted = controlRoom.products.flatMap(({ productId, listed }) => (listed ? [] : [productId]))
  const { mutedUsers: muted, slowSeconds: slow, announcement, pinned, you } = controlRoom
  return {
    ...state,
    controlRoom,
    room: {
      ...state.room,
      shown,
      unlisted,
      muted,
      slow,
      you,
      announcement: announcement ?? undefined,
      pinned: pinned ?? undefined,
    },
  }
}

const withOrders = (state: ControlRoomState, waiting: readonly CommentOrder[], atSeq: number): ControlRoomState => {
  const orders = draftOf(state.orders)
  for (const { seq, ms: _ms, at: _at, text: _text, waits: _waits, byName: _by, ...answer } of waiting)
    if ((orders.get(seq)?.at ?? 0) <= atSeq) orders.set(seq, { at: atSeq, answer: { ...answer, of: seq } })
  const texts = waiting.map(({ seq, text }) => [seq, text] as const)
  return { ...state, orders: orders.done(), unclear: withUnclear(state.unclear, texts) }
}

/** The control room after one more event or action. Events may come twice and in any order. */
export const controlRoomAfter = (state: ControlRoomState, happening: Happening): ControlRoomState => {
  switch (happening.t) {
    case 'fact':
      return sent(state, happening.fact)
    case 'loaded':
      return withControlRoom(state, happening.controlRoom, happening.atSeq)
    case 'comments':
      return withComments(state, happening.page, happening.atSeq)
    case 'staffLine':
      return { ...state, staffLine: withStaffMessages(state.staffLine ?? [], happening.messages) }
    case 'timeOutsOver': {
      const timeOuts = timeOutsAt(state.timeOuts, happening.nowMs)
      return timeOuts === state.timeOuts ? state : { ...state, timeOuts }
    }
    case 'olderLeft':
      return state.older === noOlder ? state : { ...state, older: noOlder }
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
      const marks = draftOf(state.marks)
      settle(marks, markKey('blocked', happening.userId), { at: state.room.seq, on: false }, true)
      return { ...state, marks: marks.done(), listsStale: state.listsStale + 1 }
    }
    case 'patched':
      return state.controlRoom === undefined
        ? state
        : { ...state, controlRoom: { ...state.controlRoom, ...happening.patch } }
  }
}
