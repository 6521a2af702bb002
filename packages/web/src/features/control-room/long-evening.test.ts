import type { RealEvent, RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import { expect, test } from 'vitest'
import { maxListRows } from './comment-lists.ts'
import { controlRoomAfter } from './control-room-state.ts'
import { controlRoomView } from './control-room-view.ts'
import { acted, answer, begun, frame, page, fetched, privateEvent, said, viewer } from './test-control-room.ts'

/** Three hours, in frames of three seconds. */
const stepS = 3
const frames = 3_600

test('CONTROL-ROOM-95 Three hours of comments, orders, favourites and mutes leave a control room no bigger than half an hour does', () => {
  let state = begun
  let seq = 0
  const next = () => (seq += 1)
  const sizes: number[] = []
  const counts = { held: 0, marked: 0, questions: 0 }
  for (let at = 0; at < frames; at += 1) {
    const second = at * stepS
    const talk: RoomEvent[] = Array.from({ length: 15 }, (_, nth) =>
      said(next(), at * 15 + nth, { ms: second * 1_000, text: nth === 0 ? '多少錢？' : '+1' }),
    )
    const line: RoomEvent = {
      sid: `s${second}`,
      ms: second * 1_000,
      kind: 'commented',
      user: { ...viewer(0), as: 'virtual' },
      text: '好看',
    }
    state = controlRoomAfter(state, frame(...talk, line))
    const of = seq - 1
    const aside: RealEvent[] = [{ seq: next(), ms: second * 1_000, kind: 'ordered', ...answer, of }]
    counts.questions += 1
    if (at % 2 === 0) counts.held += 1
    if (at % 2 === 0) aside.push(said(next(), at, { ms: second * 1_000 }))
    if (at % 3 === 0) counts.marked += 1
    if (at % 3 === 0) aside.push(acted(next(), 'marked', { of }), acted(next(), 'answered', { of }))
    state = controlRoomAfter(state, privateEvent(...aside))
    if (at % 4 === 0)
      state = controlRoomAfter(
        state,
        page([fetched(of, { user: viewer(at) })], { atSeq: seq, seq, counts: { ...counts } }),
      )
    if (at % 600 === 599) {
      const { rows, lists, marks, who, orders, unclear, regulars, room } = state
      expect(rows).toHaveLength(roomLimits.controlRoomRows)
      expect(room.events.length).toBeLessThanOrEqual(roomLimits.chatRows)
      for (const list of Object.values(lists)) expect(list.rows.length).toBeLessThanOrEqual(maxListRows)
      for (const map of [marks, who, orders, regulars]) expect(map.size).toBeLessThanOrEqual(2 * 4_000 + 500)
      expect(unclear.size).toBeLessThanOrEqual(300)
      sizes.push([marks, who, orders, regulars].reduce((sum, { size }) => sum + size, unclear.size))
    }
  }
  expect(Math.max(...sizes.slice(3))).toBeLessThan(4 * (2 * 4_000 + 500))
  const { counts: shown, queue } = controlRoomView(state)
  expect(shown).toEqual({ held: frames / 2, marked: frames / 3, questions: frames })
  expect(queue.length).toBeLessThanOrEqual(300)
}, 120_000)

test('CONTROL-ROOM-96 A frame of other people’s words leaves what is known of comments and people as it was, uncopied', () => {
  const state = controlRoomAfter(begun, privateEvent(acted(1, 'marked', { of: 9 })))
  const later = controlRoomAfter(state, frame(said(2), said(3)))
  for (const part of ['marks', 'who', 'orders', 'regulars', 'unclear'] as const) expect(later[part]).toBe(state[part])
})
