import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Action, inverseOf } from './control-room-actions.ts'
import { controlRoomAfter } from './control-room-state.ts'
import type { ControlRoomState, Happening } from './control-room-model.ts'
import { controlRoomView } from './control-room-view.ts'
import {
  acted,
  after,
  begun,
  colleague,
  comments,
  frame,
  outcomeAt,
  privateEvent,
  requested,
  said,
  viewer,
} from './test-control-room.ts'

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
