import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparePlace, identityOf, mergePlaced, shownAfter } from './event-order.rules.ts'
import { type Fact, Fact as FactSchema, roomLimits } from './room.protocol.ts'
import type { RoomEvent } from './room-event.schema.ts'
import { callNow } from './call.rules.ts'
import { addPending, applyFact, emptyRoom, type RoomState } from './room.reducer.ts'

const user = { userId: 'p-1', name: '小美', imgUrl: '', as: 'viewer' } as const
const products = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
const product = (at: number) => products[at % products.length] ?? ''

/** Some events of one room, many at the same instant: each seq and each script id once. */
const roomEvents = fc
  .array(fc.record({ ms: fc.integer({ min: -40, max: 40 }), what: fc.nat(5), scripted: fc.boolean() }), {
    maxLength: 260,
  })
  .map((drafts) => {
    let seq = 0
    return drafts.map(({ ms, what, scripted }, at): RoomEvent => {
      if (scripted) {
        const place = { sid: `s${at}`, ms }
        if (what === 0) return { ...place, kind: 'productShown', productId: product(at) }
        if (what === 1) return { ...place, kind: 'productHidden', productId: product(at) }
        if (what === 2) return { ...place, kind: 'calledToAction', text: `${at}` }
        if (what === 3) return { ...place, kind: 'callEnded' }
        return { ...place, kind: 'commented', user: { ...user, as: 'virtual' }, text: `${at}` }
      }
      seq += 1
      const place = { seq, ms }
      if (what === 0) return { ...place, kind: 'productShown', productId: product(at) }
      if (what === 1) return { ...place, kind: 'productHidden', productId: product(at) }
      return { ...place, kind: 'commented', user, text: `${at}` }
    })
  })

const joinedFact: Fact = {
  t: 'joined',
  now: 1_000,
  you: user,
  resume: 'token',
  seq: 0,
  events: [],
  reset: false,
  shown: [product(1)],
  stock: { a: 3 },
  online: 1,
}

const frameOf = (events: RoomEvent[]): Fact => ({
  t: 'frame',
  now: 2_000,
  seq: Math.max(0, ...events.map((event) => ('seq' in event ? event.seq : 0))),
  events,
})

const play = (facts: readonly Fact[]): RoomState => facts.reduce(applyFact, emptyRoom)

/** Cut into frames of at most `size`. */
const frames = (events: readonly RoomEvent[], size: number): Fact[] =>
  Array.from({ length: Math.ceil(events.length / size) }, (_, at) => frameOf(events.slice(at * size, at * size + size)))

describe('the reducer of a room', () => {
  test('ROOM-56 Any order and any repetition of the same events give the same list', () => {
    const delivered = roomEvents.chain((events) =>
      fc.record({
        events: fc.constant(events),
        shuffled: fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
        again: fc.subarray(events),
        size: fc.integer({ min: 1, max: 40 }),
      }),
    )
    fc.assert(
      fc.property(delivered, ({ events, shuffled, again, size }) => {
        const straight = play([joinedFact, frameOf(events)])
        const twisted = play([joinedFact, ...frames([...shuffled, ...again], size)])
        expect(twisted.events).toEqual(straight.events)
        expect(twisted.shown).toEqual(straight.shown)
        expect(twisted.call).toEqual(straight.call)
        expect(twisted.seq).toBe(straight.seq)
      }),
    )
  })

  test('ROOM-57 The list holds the newest 200 by place, each event once', () => {
    fc.assert(
      fc.property(roomEvents, fc.integer({ min: 1, max: 40 }), (events, size) => {
        const { events: kept } = play([joinedFact, ...frames(events, size), ...frames(events, size)])
        expect(kept).toEqual(events.toSorted(comparePlace).slice(-roomLimits.chatRows))
        expect(new Set(kept.map(identityOf)).size).toBe(kept.length)
      }),
    )
  })

  test('ROOM-86 The newest call to action stands, or its end, however many events have rolled by since', () => {
    fc.assert(
      fc.property(roomEvents, fc.integer({ min: 1, max: 40 }), (events, size) => {
        const calls = events.filter(({ kind }) => kind === 'calledToAction' || kind === 'callEnded')
        expect(play([joinedFact, ...frames(events, size)]).call).toEqual(calls.toSorted(comparePlace).at(-1))
      }),
    )
    const call = { sid: 'c', ms: 5, kind: 'calledToAction', text: '滿 1,500 免運' } as const
    const lines = Array.from(
      { length: 1_000 },
      (_, at): RoomEvent => ({ seq: at + 1, ms: 10 + at, kind: 'commented', user, text: '' }),
    )
    expect(callNow(play([joinedFact, frameOf([call]), ...frames(lines, 40)]))?.text).toBe('滿 1,500 免運')
    const late = play([{ ...joinedFact, call } as Fact, ...frames(lines, 40)])
    expect(callNow(late)).toEqual(call)
    expect(callNow(applyFact(late, frameOf([{ sid: 'd', ms: 2_000, kind: 'callEnded' }])))).toBeUndefined()
  })

  test('ROOM-58 A message that was said stands in its place, once, whichever of frame and answer comes first', () => {
    const answer: Fact = { t: 'said', id: 'message-1', seq: 2, ms: 50 }
    const frame = frameOf([
      { seq: 1, ms: 10, kind: 'commented', user: { ...user, userId: 'p-2' }, text: '先' },
      { seq: 2, ms: 50, kind: 'commented', user, text: '我要 +1' },
      { seq: 3, ms: 50, kind: 'commented', user: { ...user, userId: 'p-2' }, text: '後' },
    ])
    const wrote = addPending(play([joinedFact]), { id: 'message-1', text: '我要 +1' })
    for (const facts of [
      [answer, frame],
      [frame, answer],
      [answer, answer, frame],
    ]) {
      const state = facts.reduce(applyFact, wrote)
      expect(state.pending).toEqual([])
      expect(state.events.map((event) => ('text' in event ? event.text : ''))).toEqual(['先', '我要 +1', '後'])
    }
  })

  test('ROOM-59 A final refusal removes the message, one that says when to try again leaves it', () => {
    const wrote = addPending(play([joinedFact]), { id: 'message-1', text: '哈' })
    const refused = { t: 'refused', id: 'message-1', error: 'tooManyRequests', message: '' } as const
    expect(applyFact(wrote, refused).pending).toEqual([])
    expect(applyFact(wrote, { ...refused, retryAfterMs: 500 }).pending).toHaveLength(1)
  })

  test('ROOM-60 A reset throws away what was held, and keeps what this viewer has not sent yet', () => {
    const before = addPending(play([joinedFact, frameOf([{ seq: 9, ms: 1, kind: 'commented', user, text: '舊' }])]), {
      id: 'message-1',
      text: '等',
    })
    const reset: Fact = {
      ...joinedFact,
      now: 9_000,
      seq: 4,
      reset: true,
      events: [{ seq: 4, ms: 2, kind: 'commented', user, text: '新' }],
      shown: [],
    }
    const after = applyFact(before, reset)
    expect(after.events).toEqual(reset.events)
    expect({ seq: after.seq, shown: after.shown, pending: after.pending.length }).toEqual({
      seq: 4,
      shown: [],
      pending: 1,
    })
  })

  test('ROOM-62 What a join says is shown stands before every later showing and hiding', () => {
    const [first = '', second = ''] = products
    const state = play([
      { ...joinedFact, shown: [first, second] },
      frameOf([{ seq: 1, ms: -90_000, kind: 'productHidden', productId: second }]),
      frameOf([{ sid: 'x', ms: -80_000, kind: 'productShown', productId: first }]),
      frameOf([{ sid: 'y', ms: -70_000, kind: 'productShown', productId: second }]),
    ])
    expect(state.shown).toEqual([first, second])
  })

  test('ROOM-77 An older fact changes neither the stock nor the number of viewers', () => {
    const late: Fact = { t: 'frame', now: 500, seq: 0, events: [], online: 99, stock: { a: 99 } }
    const newer: Fact = { t: 'frame', now: 3_000, seq: 0, events: [], online: 7, stock: { b: 1 } }
    const state = play([joinedFact, newer, late])
    expect(state.stock).toEqual({ a: 3, b: 1 })
    expect(state.online).toBe(7)
  })
})

describe('the order of a room', () => {
  test('ROOM-78 Two different events never have the same place, and the order is total', () => {
    fc.assert(
      fc.property(roomEvents, (events) => {
        const sorted = events.toSorted(comparePlace)
        for (const [at, event] of sorted.entries()) {
          const next = sorted[at + 1]
          if (next === undefined) continue
          expect(comparePlace(event, next)).toBeLessThan(0)
          expect(comparePlace(next, event)).toBeGreaterThan(0)
        }
        expect(mergePlaced([], events.toReversed(), 1_000)).toEqual(sorted)
      }),
    )
  })

  test('ROOM-79 The products shown follow from the last word on each, the newest shown last', () => {
    const mark = (ms: number, productId: string, shown: boolean) => ({ ms, sid: `${ms}`, productId, shown })
    const marks = [mark(1, 'a', true), mark(2, 'b', true), mark(3, 'a', false), mark(4, 'c', true), mark(5, 'a', true)]
    expect(shownAfter(marks)).toEqual(['b', 'c', 'a'])
    expect(shownAfter(marks.toReversed())).toEqual(['b', 'c', 'a'])
  })

  test('ROOM-80 Every fact of the tests is one that the protocol knows', () => {
    fc.assert(
      fc.property(roomEvents, (events) => {
        const frame = frameOf(events)
        expect(FactSchema.parse(frame)).toEqual(frame)
      }),
      { numRuns: 20 },
    )
  })
})

test('ROOM-81 A private event to the staff about a comment that is removed, and restored, counts like a public one', () => {
  const controlRoom = (kind: 'removed' | 'restored', seq: number): Fact => ({
    t: 'controlRoom',
    events: [{ kind, seq, ms: seq, of: 1 }],
  })
  const taken = [joinedFact, controlRoom('removed', 1_001)]
  expect(play(taken).removed).toEqual([1])
  expect(play([...taken, controlRoom('restored', 1_002)]).removed).toEqual([])
  // Told again, as after a lost line: the newer stands.
  expect(play([...taken, controlRoom('restored', 1_002), controlRoom('removed', 1_001)]).removed).toEqual([])
})
