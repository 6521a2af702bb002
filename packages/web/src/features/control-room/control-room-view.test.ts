import { expect, test } from 'vitest'
import { controlRoomAfter } from './control-room-state.ts'
import type { ControlRoomState } from './control-room-model.ts'
import { controlRoomView } from './control-room-view.ts'
import { rowsOf } from './tab-rows.ts'
import {
  acted,
  after,
  answer,
  begun,
  colleague,
  fetched,
  frame,
  me,
  outcomeAt,
  page,
  privateEvent,
  requested,
  said,
  viewer,
} from './test-control-room.ts'

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
  const frozen = { tab: 'all', rows: state.rows, arrivals: state.arrivals } as const
  // One of the script that came late belongs between the two, and must not move them.
  const later = after(
    state,
    frame(said(3)),
    frame({ sid: 'a', ms: 150, kind: 'commented', user: { ...viewer(9), as: 'virtual' }, text: '' }),
  )
  const view = controlRoomView(later)
  expect(rowsOf(view, 'all', '', undefined, frozen).map(({ key }) => key)).toEqual(['r1', 'r2'])
  expect(rowsOf(view, 'all', '').map(({ key }) => key)).toEqual(['r1', 'sa', 'r2', 'r3'])
  expect(later.arrivals - frozen.arrivals).toBe(2)
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
  const comments = [fetched(1, { marked: false }), fetched(2, { removed: true, byName: '阿哲', regular: true })]
  const state = controlRoomAfter(sent, page(comments, { atSeq: 2 }))
  expect(controlRoomView(state).holds('marked', 1)).toBe(true)
  expect(outcomeAt(state, 2)).toEqual({ kind: 'removed', by: { name: '阿哲', isMe: false } })
  expect(state.regulars.get('v2')).toBe(true)
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
