import { expect, test } from 'vitest'
import { controlRoomAfter } from './control-room-state.ts'
import type { ControlRoomState, Happening } from './control-room-model.ts'
import { createQuietState } from './quiet-state.ts'
import { acted, answer, begun, fetched, frame, page, privateEvent, requested, said } from './test-control-room.ts'

/** A room with its quiet state, as the panels beside the talk get it. */
const quietRoom = (first: ControlRoomState = begun) => {
  let state = first
  const quiet = createQuietState(() => state)
  quiet()
  return {
    quiet,
    after: (...happenings: Happening[]): ControlRoomState => {
      state = happenings.reduce(controlRoomAfter, state)
      return quiet()
    },
    state: () => state,
  }
}

test('CONTROL-ROOM-250 Comments of others leave all that stands beside the list of the talk as it was', () => {
  const room = quietRoom()
  const before = room.quiet()
  expect(room.after(frame(said(1), said(2)), frame(said(3)))).toBe(before)
  expect(room.state().rows).toHaveLength(3)
  const hearts: Happening = { t: 'fact', fact: { t: 'frame', now: 9, seq: 3, events: [], hearts: 4 } }
  expect(room.after(hearts)).toBe(before)
  // An order that is clear waits for nobody.
  const held = privateEvent({ seq: 4, ms: 400, kind: 'ordered', ...answer, of: 3, outcome: 'held', question: null })
  expect(room.after(held)).toBe(before)
  expect(room.state().orders.has(3)).toBe(true)
})

test('CONTROL-ROOM-251 What a panel beside the talk shows changes with the event that changes it', () => {
  const changes: readonly (readonly [what: string, Happening])[] = [
    ['a product is shown', frame({ seq: 5, ms: 500, kind: 'productShown', productId: 'p' })],
    ['an order asks for a choice', privateEvent({ seq: 5, ms: 500, kind: 'ordered', ...answer, of: 3 })],
    ['a comment is held', privateEvent(said(5))],
    ['a viewer asks', frame(said(5, 5, { question: true }))],
    ['a colleague acts', privateEvent(acted(5, 'marked', { of: 3 }))],
    ['this page acts', requested({ kind: 'slow', seconds: 5 })],
    ['somebody comes', { t: 'fact', fact: { t: 'controlRoom', events: [], viewers: { real: 5, simulated: 0 } } }],
    ['stock changes', { t: 'fact', fact: { t: 'frame', now: 9, seq: 3, events: [], stock: { v: 3 } } }],
    ['the server counts', page([fetched(3)], { counts: { held: 2, marked: 0, questions: 0 } })],
  ]
  for (const [what, happening] of changes) {
    const room = quietRoom(controlRoomAfter(begun, frame(said(1), said(2), said(3))))
    expect(room.after(happening), what).toBe(room.state())
  }
})
