import type { RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listTabs, maxListRows } from './comment-lists.ts'
import { controlRoomAfter } from './control-room-state.ts'
import type { ControlRoomState, Happening } from './control-room-model.ts'
import { controlRoomView } from './control-room-view.ts'
import { rowsOf } from './tab-rows.ts'
import { maxOlderRows, oldestSeq } from './older-rows.ts'
import {
  acted,
  after,
  begun,
  fetched,
  frame,
  page,
  privateEvent,
  requested,
  said,
  viewer,
} from './test-control-room.ts'

const line = (at: number): RoomEvent => ({
  sid: `s${at}`,
  ms: 10_000 + at * 100,
  kind: 'commented',
  user: { ...viewer(0), as: 'virtual' },
  text: `劇本 ${at}`,
})
/** What rolls by while somebody talks: frames of the script. */
const scripted = (count: number): Happening[] =>
  Array.from({ length: Math.ceil(count / 10) }, (_, at) =>
    frame(...Array.from({ length: 10 }, (_, nth) => line(at * 10 + nth))),
  )
const countsOf = (state: ControlRoomState) => controlRoomView(state).counts
const seqsIn = (state: ControlRoomState, tab: (typeof listTabs)[number]) =>
  rowsOf(controlRoomView(state), tab, '').map(({ seq }) => seq)

test('CONTROL-ROOM-82 A held comment, a favourite and a question stay in their lists after 2,300 lines of the script have rolled by', () => {
  const before = after(
    begun,
    privateEvent(said(1)),
    frame(said(2, 2, { text: '可以微波嗎' }), said(3)),
    privateEvent(acted(4, 'marked', { of: 3 })),
  )
  const state = after(before, ...scripted(2_300))
  expect(state.rows.some(({ seq }) => seq !== undefined)).toBe(false)
  expect(seqsIn(state, 'held')).toEqual([1])
  expect(seqsIn(state, 'questions')).toEqual([2])
  expect(seqsIn(state, 'marked')).toEqual([3])
  expect(seqsIn(state, 'real')).toEqual([1, 2, 3])
  expect(countsOf(state)).toEqual({ held: 1, marked: 1, questions: 1 })
  const released = after(state, privateEvent(acted(5, 'released', { of: 1 })))
  expect(countsOf(released).held).toBe(0)
  expect(seqsIn(released, 'held')).toEqual([])
})

test('CONTROL-ROOM-83 The counts are the server’s own with what happened since, also of comments that no page has brought', () => {
  const counts = { held: 40, marked: 3, questions: 0 }
  const state = after(begun, privateEvent(said(50)), page([], { counts, seq: 50, atSeq: 50 }))
  expect(countsOf(state)).toEqual(counts)
  const later = after(
    state,
    privateEvent(said(51)),
    requested({ kind: 'decide', seq: 50, name: '', decision: 'release' }),
  )
  expect(countsOf(later).held).toBe(40)
  // Of one that only the server knows it has to be asked.
  expect(after(later, privateEvent(acted(52, 'released', { of: 7 }))).listsStale).toBe(later.listsStale + 1)
  const tab = page([fetched(7, { held: true }), fetched(50, { held: true })], {
    tab: 'held',
    counts: { ...counts, held: 39 },
    seq: 52,
    isLast: false,
  })
  const loaded = after(later, tab)
  expect(seqsIn(loaded, 'held')).toEqual([7, 51])
  expect(countsOf(loaded).held).toBe(38)
})

test('CONTROL-ROOM-84 A list of the server’s is read page by page, each comment once, and ends', () => {
  const comments = Array.from({ length: 250 }, (_, at) => fetched(at + 1, { held: true }))
  const counts = { held: 250, marked: 0, questions: 0 }
  let state = begun
  const asked: (number | undefined)[] = []
  while (!state.lists.held.ended) {
    const { before } = state.lists.held
    asked.push(before)
    const older = comments
      .filter(({ seq }) => seq < (before ?? 1_000))
      .toReversed()
      .slice(0, 100)
    state = after(state, page(older, { tab: 'held', counts, seq: 250, before, isLast: older.length < 100 }))
    expect(countsOf(state).held).toBe(250)
  }
  expect(asked).toEqual([undefined, 151, 51])
  expect(seqsIn(state, 'held')).toEqual(comments.map(({ seq }) => seq))
})

test('CONTROL-ROOM-85 However many comments come, a list holds a thousand and counts the others', () => {
  const all = Array.from({ length: 1_500 }, (_, at) => privateEvent(said(at + 1)))
  const state = after(begun, ...all)
  expect(state.lists.held.rows).toHaveLength(maxListRows)
  expect(countsOf(state).held).toBe(1_500)
})

test('CONTROL-ROOM-86 The lists are the same in whatever order the room sends events, and when it sends them twice', () => {
  const events: Happening[] = [
    privateEvent(said(1, 1)),
    privateEvent(said(2, 2)),
    frame(said(3, 3, { text: '多少錢？' })),
    privateEvent(acted(4, 'marked', { of: 3 })),
    privateEvent(acted(5, 'released', { of: 1 })),
    frame(said(6, 1, { of: 1 })),
    privateEvent(acted(7, 'dismissed', { of: 2 })),
    privateEvent(acted(8, 'restored', { of: 2 })),
  ]
  const summary = (state: ControlRoomState) => [
    countsOf(state),
    ...(['held', 'questions', 'real'] as const).map((tab) => seqsIn(state, tab)),
  ]
  const straight = summary(after(begun, ...events))
  expect(straight).toEqual([{ held: 1, marked: 1, questions: 1 }, [2], [3], [1, 2, 3]])
  const acts = events.slice(4)
  fc.assert(
    fc.property(fc.shuffledSubarray(acts, { minLength: acts.length }), fc.subarray(events), (order, again) => {
      expect(summary(after(begun, ...events.slice(0, 4), ...order, ...again))).toEqual(straight)
    }),
  )
})

test('CONTROL-ROOM-87 A list that stands still shows the rows of that moment, although all of them have rolled by since', () => {
  const before = after(begun, frame(said(1), said(2)))
  const frozen = { tab: 'all', rows: before.rows, arrivals: before.arrivals } as const
  const state = after(before, ...scripted(2_300))
  expect(rowsOf(controlRoomView(state), 'all', '', undefined, frozen).map(({ seq }) => seq)).toEqual([1, 2])
})

test('CONTROL-ROOM-88 What is older comes page by page with the script’s lines in their places, each once, and ends at the first', () => {
  const script = Array.from({ length: 900 }, (_, at) => ({
    id: `c${at}`,
    atMs: 500 + at * 1_000,
    kind: 'comment' as const,
    name: '阿美',
    imgUrl: '',
    text: `${at}`,
  }))
  const comments = Array.from({ length: 450 }, (_, at) => fetched(at + 1, { ms: at * 2_000 }))
  const controlRoom = { script, cues: [], removedLines: [] } as unknown as NonNullable<ControlRoomState['controlRoom']>
  let state: ControlRoomState = after({ ...begun, controlRoom }, frame(said(451, 1, { ms: 900_000 })))
  let pages = 0
  while (!state.older.ended && pages < 50) {
    const before = oldestSeq(state)
    const older = comments
      .filter(({ seq }) => seq < (before ?? 1_000))
      .toReversed()
      .slice(0, 100)
    const next = page(older, { tab: 'all', before, isLast: older.length < 100 })
    // Asked for twice, as by a hand that scrolls on: it comes once.
    state = after(state, next, next)
    pages += 1
  }
  const rows = rowsOf(controlRoomView(state), 'all', '')
  expect(rows).toHaveLength(450 + 900 + 1)
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  expect(rows.map(({ ms }) => ms)).toEqual(rows.map(({ ms }) => ms).toSorted((a, b) => a - b))
  expect(rows.length).toBeLessThan(maxOlderRows)
  expect(controlRoomAfter(state, { t: 'olderLeft' }).older.rows).toEqual([])
})
