import type { ControlRoomComment } from '@kaimai/contract/control-room/control-room.schema.ts'
import type { Fact } from '@kaimai/contract/room/room.protocol.ts'
import type { ChatUser, OrderAnswer, RealEvent, RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Action, inverseOf, type PendingAction } from './control-room-actions.ts'
import { controlRoomAfter, type ControlRoomState, emptyControlRoom, type Happening } from './control-room-state.ts'
import { controlRoomView, rowsOf } from './control-room-view.ts'

const viewer = (n: number): ChatUser => ({ userId: `v${n}`, name: `觀眾${n}`, imgUrl: '', as: 'viewer' })
const me: ChatUser = { userId: 'staff1', name: '雅婷', imgUrl: '', as: 'staff' }
const colleague = { userId: 'staff2', name: '阿哲' }

const said = (seq: number, n = seq, more: Partial<Extract<RealEvent, { kind: 'commented' }>> = {}): RealEvent => ({
  seq,
  ms: seq * 100,
  kind: 'commented',
  user: viewer(n),
  text: `留言 ${seq}`,
  ...more,
})
const acted = (seq: number, act: Extract<RealEvent, { kind: 'acted' }>['act'], more: object = {}): RealEvent => ({
  seq,
  ms: seq * 100,
  kind: 'acted',
  act,
  by: { userId: me.userId, name: me.name },
  ...more,
})
const frame = (...events: RoomEvent[]): Happening => ({
  t: 'fact',
  fact: { t: 'frame', now: 1, seq: Math.max(0, ...events.map((event) => ('seq' in event ? event.seq : 0))), events },
})
const privateEvent = (...events: RealEvent[]): Happening => ({ t: 'fact', fact: { t: 'controlRoom', events } })
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
const begun = controlRoomAfter(emptyControlRoom, { t: 'fact', fact: joined })
const after = (state: ControlRoomState, ...happenings: Happening[]): ControlRoomState =>
  happenings.reduce(controlRoomAfter, state)
const comments = (state: ControlRoomState) => state.rows.flatMap((row) => (row.kind === 'comment' ? [row] : []))
const outcomeAt = (state: ControlRoomState, seq: number) => {
  const row = comments(state).find((each) => each.seq === seq)
  return row && controlRoomView(state).outcome(row)
}
const requested = (action: Action, id = 'w1'): Happening => ({
  t: 'acted',
  pendingAction: { id, action } satisfies PendingAction,
})

const answer: OrderAnswer = {
  of: 1,
  user: viewer(1),
  outcome: 'unclear',
  lines: [],
  heldUntilMs: null,
  question: { productId: 'p', quantity: 1, choices: ['a', 'b'] },
  left: 0,
  said: '',
}

const fetched = (seq: number, more: Partial<ControlRoomComment> = {}): ControlRoomComment => ({
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

test('CONTROL-ROOM-40 Rows and their states are the same in whatever order the room sends events, and when it sends them twice', () => {
  const events: Happening[] = [
    frame(said(1, 1)),
    frame(said(2, 2)),
    privateEvent(said(3, 3)),
    frame({ seq: 4, ms: 400, kind: 'muted', userId: 'v1' }),
    privateEvent(acted(5, 'muted', { userId: 'v1', by: colleague })),
    frame({ seq: 6, ms: 600, kind: 'removed', of: 2 }),
    privateEvent(acted(7, 'removed', { of: 2 })),
    frame({ seq: 8, ms: 800, kind: 'restored', of: 2 }),
    privateEvent(acted(9, 'restored', { of: 2 })),
    frame(said(10, 3, { of: 3 })),
    privateEvent(acted(11, 'released', { of: 3 })),
    privateEvent(acted(12, 'marked', { of: 1 })),
    frame({ sid: 's1', ms: 150, kind: 'commented', user: { ...viewer(9), as: 'virtual' }, text: '好看' }),
  ]
  const summary = (state: ControlRoomState) => ({
    rows: state.rows.map(({ key }) => key),
    outcomes: comments(state).map((row) => controlRoomView(state).outcome(row)),
    counts: controlRoomView(state).counts,
  })
  const straight = summary(after(begun, ...events))
  expect(straight.rows).toEqual(['r1', 'ss1', 'r2', 'r3', 'r10'])
  expect(straight.outcomes).toEqual([
    { kind: 'muted', by: { name: '阿哲', isMe: false } },
    undefined,
    undefined,
    { kind: 'released', by: { name: '雅婷', isMe: true } },
    undefined,
  ])
  fc.assert(
    fc.property(fc.shuffledSubarray(events, { minLength: events.length }), fc.subarray(events), (order, again) => {
      expect(summary(after(begun, ...order, ...again))).toEqual(straight)
    }),
    { numRuns: 60 },
  )
})

test('CONTROL-ROOM-41 At most 2,000 rows are kept, the newest', () => {
  let state = begun
  for (let from = 1; from <= 2500; from += 50)
    state = controlRoomAfter(state, frame(...Array.from({ length: 50 }, (_, at) => said(from + at))))
  expect(state.rows).toHaveLength(2000)
  expect(state.rows[0]?.seq).toBe(501)
  expect(state.rows.at(-1)?.seq).toBe(2500)
})

test('CONTROL-ROOM-42 An action shows at once, with its actor, before the room publishes it', () => {
  const state = after(begun, frame(said(1), said(2)), requested({ kind: 'mute', userId: 'v1', name: '', on: true }))
  expect(outcomeAt(state, 1)).toEqual({ kind: 'muted', by: { name: '雅婷', isMe: true } })
  expect(outcomeAt(state, 2)).toBeUndefined()
})

test('CONTROL-ROOM-43 An action that is rejected leaves everything as it was', () => {
  const actions: Action[] = [
    { kind: 'mute', userId: 'v1', name: '', on: true },
    { kind: 'block', userId: 'v1', name: '', permanent: true },
    { kind: 'mark', seq: 1, name: '', on: true },
    { kind: 'decide', seq: 1, name: '', decision: 'remove' },
    { kind: 'decide', seq: 2, name: '', decision: 'release' },
    { kind: 'show', productId: 'p', name: '', on: true },
    { kind: 'list', productId: 'p', name: '', on: false },
    { kind: 'broadcast', text: '免運', seconds: null },
    { kind: 'slow', seconds: 10 },
  ]
  const before = after(begun, frame(said(1)), privateEvent(said(2)))
  for (const action of actions) {
    const shown = controlRoomAfter(before, requested(action))
    expect(shown).not.toEqual(before)
    const refused = controlRoomAfter(shown, { t: 'actionOver', id: 'w1' })
    expect(refused).toEqual(before)
  }
})

test('CONTROL-ROOM-44 The room’s own word takes the place of what was shown ahead of it', () => {
  const before = after(begun, frame(said(1)), requested({ kind: 'decide', seq: 1, name: '', decision: 'remove' }))
  const sent = after(
    before,
    frame({ seq: 2, ms: 200, kind: 'removed', of: 1 }),
    privateEvent(acted(3, 'removed', { of: 1 })),
  )
  expect(sent.pendingActions).toEqual([])
  expect(outcomeAt(sent, 1)).toEqual(outcomeAt(before, 1))
  // A colleague's act is no answer to mine.
  const other = after(before, privateEvent(acted(3, 'removed', { of: 1, by: colleague })))
  expect(other.pendingActions).toHaveLength(1)
})

test('CONTROL-ROOM-45 An action and its inverse lead back to the state before', () => {
  const state = after(begun, frame(said(1)), privateEvent(said(2)))
  const before = { announced: '', slow: 0 }
  const action = fc.oneof(
    fc.record({
      kind: fc.constant('mute' as const),
      userId: fc.constant('v1'),
      name: fc.constant(''),
      on: fc.constant(true),
    }),
    fc.constant<Action>({ kind: 'block', userId: 'v1', name: '', permanent: false }),
    fc.constant<Action>({ kind: 'mark', seq: 1, name: '', on: true }),
    fc.constantFrom<Action>(
      { kind: 'decide', seq: 1, name: '', decision: 'remove' },
      { kind: 'decide', seq: 2, name: '', decision: 'dismiss' },
    ),
    fc.constant<Action>({ kind: 'show', productId: 'p', name: '', on: true }),
    fc.constant<Action>({ kind: 'list', productId: 'p', name: '', on: false }),
    fc.integer({ min: 1, max: 300 }).map((seconds): Action => ({ kind: 'slow', seconds })),
    fc.constant<Action>({ kind: 'broadcast', text: '免運', seconds: 60 }),
  )
  const seen = (each: ControlRoomState) => {
    const { outcome, counts, shown, unlisted, slow, announcement, holds, waits } = controlRoomView(each)
    const rows = comments(each).map((row) => [outcome(row), waits(row), holds('marked', row.seq ?? 0)])
    return { rows, counts, shown, unlisted, slow, announcement: announcement(0) }
  }
  fc.assert(
    fc.property(action, (each) => {
      const inverse = inverseOf(each, 'w1', before)
      if (inverse === undefined) throw new Error('nothing takes it back')
      expect(seen(after(state, requested(each), requested(inverse, 'w2')))).toEqual(seen(state))
    }),
  )
})

test('CONTROL-ROOM-46 A held comment waits until it is released, removed, dismissed, or its writer is blocked', () => {
  const state = after(begun, privateEvent(said(1)))
  const waiting = (each: ControlRoomState) => controlRoomView(each).counts.held
  expect(waiting(state)).toBe(1)
  for (const act of ['released', 'removed', 'dismissed'] as const)
    expect(waiting(controlRoomAfter(state, privateEvent(acted(2, act, { of: 1 }))))).toBe(0)
  expect(waiting(controlRoomAfter(state, privateEvent(acted(2, 'blocked', { userId: 'v1' }))))).toBe(0)
  expect(waiting(controlRoomAfter(state, privateEvent(acted(2, 'muted', { userId: 'v1' }))))).toBe(1)
  const backAgain = after(
    state,
    privateEvent(acted(2, 'dismissed', { of: 1 })),
    privateEvent(acted(3, 'restored', { of: 1 })),
  )
  expect(waiting(backAgain)).toBe(1)
})

test('CONTROL-ROOM-47 A decided comment keeps its place among those that wait, as long as one looks', () => {
  const state = after(
    begun,
    privateEvent(said(1), said(2)),
    requested({ kind: 'decide', seq: 1, name: '', decision: 'remove' }),
  )
  const view = controlRoomView(state)
  expect(rowsOf(view, 'held', '').map(({ seq }) => seq)).toEqual([2])
  expect(rowsOf(view, 'held', '', new Set(['r1', 'r2'])).map(({ seq }) => seq)).toEqual([1, 2])
})

test('CONTROL-ROOM-48 What arrives while the list is frozen is left out until it goes on', () => {
  const state = after(begun, frame(said(1), said(2)))
  const frozenAt = state.arrivals
  // One of the script that came late belongs between the two, and must not move them.
  const later = after(
    state,
    frame(said(3)),
    frame({ sid: 'a', ms: 150, kind: 'commented', user: { ...viewer(9), as: 'virtual' }, text: '' }),
  )
  const view = controlRoomView(later)
  expect(rowsOf(view, 'all', '', undefined, frozenAt).map(({ key }) => key)).toEqual(['r1', 'r2'])
  expect(rowsOf(view, 'all', '').map(({ key }) => key)).toEqual(['r1', 'sa', 'r2', 'r3'])
  expect(later.arrivals - frozenAt).toBe(2)
})

test('CONTROL-ROOM-49 Unclear orders queue until somebody chooses, the viewer or the staff', () => {
  const state = after(begun, frame(said(1)), privateEvent({ seq: 2, ms: 200, kind: 'ordered', ...answer }))
  expect(controlRoomView(state).queue.map(({ seq }) => seq)).toEqual([1])
  const chosen = controlRoomAfter(
    state,
    privateEvent({ seq: 3, ms: 300, kind: 'ordered', ...answer, outcome: 'held', question: null }),
  )
  expect(controlRoomView(chosen).queue).toEqual([])
  expect(outcomeAt(chosen, 1)).toMatchObject({ kind: 'order', answer: { outcome: 'held' } })
  const byMe = controlRoomAfter(state, requested({ kind: 'settle', seq: 1, name: '', choice: null }))
  expect(controlRoomView(byMe).queue).toEqual([])
})

test('CONTROL-ROOM-50 A fetched state never overwrites what the room has sent since', () => {
  const sent = after(begun, frame(said(1), said(2)), privateEvent(acted(5, 'marked', { of: 1 })))
  const state = controlRoomAfter(sent, {
    t: 'comments',
    comments: [fetched(1, { marked: false }), fetched(2, { removed: true, byName: '阿哲', regular: true })],
    atSeq: 2,
  })
  expect(controlRoomView(state).holds('marked', 1)).toBe(true)
  expect(outcomeAt(state, 2)).toEqual({ kind: 'removed', by: { name: '阿哲', isMe: false } })
  expect(state.regulars.has('v2')).toBe(true)
  expect(state.rows).toHaveLength(2)
})

test('CONTROL-ROOM-51 The search finds names and words however they are written', () => {
  const state = after(begun, frame(said(1, 1, { text: 'Ａ０１ +1' }), said(2, 2, { text: '好看' })))
  const found = (text: string) => rowsOf(controlRoomView(state), 'all', text).map(({ seq }) => seq)
  expect(found('a01')).toEqual([1])
  expect(found('觀眾2')).toEqual([2])
  expect(found('沒有')).toEqual([])
})

test('CONTROL-ROOM-52 An answer of the staff marks the comment as answered; one of a viewer does not', () => {
  const to = { seq: 1, userId: 'v1', name: '觀眾1' }
  const asked = frame(said(1, 1, { question: true }))
  const byStaff = after(begun, asked, frame(said(2, 2, { user: me, to })))
  expect(outcomeAt(byStaff, 1)).toEqual({ kind: 'answered', by: { name: '雅婷', isMe: true } })
  const byViewer = after(begun, asked, frame(said(2, 2, { to })))
  expect(outcomeAt(byViewer, 1)).toBeUndefined()
})

test('CONTROL-ROOM-53 Colleagues show on what they look at, oneself does not', () => {
  const state = after(begun, frame(said(1)), {
    t: 'fact',
    fact: {
      t: 'controlRoom',
      events: [],
      staff: [
        { userId: me.userId, name: me.name, place: 'held', of: 1 },
        { ...colleague, place: 'held', of: 1 },
      ],
    },
  })
  expect(
    controlRoomView(state)
      .lookers(1)
      .map(({ name }) => name),
  ).toEqual(['阿哲'])
  expect(controlRoomView(state).lookers(2)).toEqual([])
})
