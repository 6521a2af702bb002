import { comparePlace } from '@kaimai/contract/room/event-order.rules.ts'
import type { RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { emptyReplay, endedAt, stepReplay } from '@kaimai/contract/replay/replay.rules.ts'
import { type ReplayChunk, replayChunkMs } from '@kaimai/contract/replay/replay.routes.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestClock } from '../../../../lib/clock/clock.ts'
import { createChunkStore } from './chunk-store.ts'
import {
  chapterAt,
  replayedHearts,
  neededFor,
  chunkAt,
  heardUntilMs,
  type ReplayChunks,
  replayedSince,
  replayNow,
  commandOfKey,
} from './replay-view.ts'
import { playTime } from './seek-bar.tsx'

const lengthMs = 3 * replayChunkMs + 90_000
const user = { userId: 'u', name: 'Mei', imgUrl: '', as: 'viewer' } as const

const anEvent = fc
  .record({
    ms: fc.integer({ min: 0, max: lengthMs }),
    productId: fc.constantFrom('p1', 'p2', 'p3'),
    lasts: fc.option(fc.integer({ min: 1, max: 200_000 })),
    kind: fc.constantFrom(
      'commented',
      'productShown',
      'productHidden',
      'productUnlisted',
      'productListed',
      'announced',
      'unannounced',
      'calledToAction',
      'callEnded',
    ),
  })
  .map(({ ms, productId, lasts, kind }) => (seq: number): RoomEvent => {
    const sid = `s${seq}`
    switch (kind) {
      case 'commented':
        return { seq, ms, kind, user, text: `${seq}` }
      case 'announced':
        return { seq, ms, kind, user, text: `${seq}`, untilMs: lasts === null ? null : ms + lasts }
      case 'unannounced':
        return { seq, ms, kind }
      case 'calledToAction':
        return { sid, ms, kind, text: `${seq}` }
      case 'callEnded':
        return { sid, ms, kind }
      case 'productShown':
      case 'productHidden':
      case 'productListed':
      case 'productUnlisted':
        return { seq, ms, kind, productId } as RoomEvent
    }
  })
const aLive = fc
  .array(anEvent, { maxLength: 60 })
  .map((list) => list.map((make, at) => make(at + 1)).toSorted(comparePlace))

/** As the server cuts a live into pieces. */
const cut = (events: readonly RoomEvent[]): ReplayChunks => {
  const chunks = new Map<number, ReplayChunk>()
  for (let fromMs = 0; fromMs < lengthMs; fromMs += replayChunkMs) {
    const isLast = fromMs + replayChunkMs >= lengthMs
    const untilMs = isLast ? null : fromMs + replayChunkMs
    const before = events.filter(({ ms }) => ms < fromMs)
    const { shown, unlisted, callToAction, announcement, pinned } = endedAt(
      before.reduce(stepReplay, emptyReplay),
      fromMs,
    )
    chunks.set(fromMs, {
      fromMs,
      untilMs,
      start: {
        shown: [...shown],
        unlisted: [...unlisted],
        callToAction: callToAction && { text: callToAction.text },
        announcement,
        pinned,
      },
      events: events.filter(({ ms }) => ms >= fromMs && (untilMs === null || ms < untilMs)),
      polls: [],
      giveaways: [],
      hearts: [],
      chapters: [],
    })
  }
  return chunks
}

test('ROOM-242 What a replay shows follows from the pieces and the playhead: jumping there equals playing up to it', () => {
  fc.assert(
    fc.property(aLive, fc.integer({ min: 0, max: lengthMs }), (events, ms) => {
      const chunks = cut(events)
      const played = events.filter((event) => event.ms <= ms).reduce(stepReplay, emptyReplay)
      const whole = replayNow(chunks, ms)
      const { shown, unlisted, callToAction, announcement, pinned } = endedAt(played, ms)
      expect(whole).toMatchObject({ shown, unlisted, announcement, pinned, isThere: true })
      expect(whole.callToAction?.text).toBe(callToAction?.text)
      expect(whole.events).toEqual(events.filter((each) => each.ms <= ms && each.ms > ms - replayChunkMs))
      // With nothing but what the playhead needs.
      const last = chunkAt(chunks, ms)
      const needed = last?.untilMs === null ? [last.fromMs, last.fromMs - replayChunkMs] : neededFor(ms)
      const jumped = new Map(needed.flatMap((at) => (chunks.has(at) ? [[at, chunks.get(at)] as const] : [])))
      expect(replayNow(jumped as ReplayChunks, ms)).toEqual(whole)
    }),
  )
})

test('ROOM-243 Before the pieces are there the recording plays on, and nothing is made up', () => {
  expect(replayNow(new Map(), 1_000)).toMatchObject({ events: [], shown: [], isThere: false })
  const later = new Map([...cut([])].filter(([fromMs]) => fromMs === replayChunkMs))
  expect(replayNow(later, replayChunkMs + 1).isThere).toBe(false)
})

test('ROOM-244 Each piece is asked for once, the next one before it is needed, and a lost answer again', async () => {
  const clock = createTestClock(0)
  const chunks = cut([])
  const asked: number[] = []
  let broken = false
  const store = createChunkStore(async (fromMs) => {
    asked.push(fromMs)
    const chunk = chunks.get(fromMs)
    if (broken || !chunk) throw new Error('offline')
    return chunk
  }, clock)
  store.need(0)
  store.need(250)
  await clock.forward(0)
  expect(asked).toEqual([0])
  store.need(replayChunkMs - 200_000)
  expect(asked).toEqual([0])
  store.need(replayChunkMs - 60_000)
  expect(asked).toEqual([0, replayChunkMs])
  await clock.forward(0)
  broken = true
  store.need(3 * replayChunkMs + 10)
  await clock.forward(0)
  expect(asked.slice(2)).toEqual([3 * replayChunkMs, 2 * replayChunkMs])
  broken = false
  await clock.forward(3_000)
  expect(asked.slice(4)).toEqual([3 * replayChunkMs, 2 * replayChunkMs])
  expect(replayNow(store.get(), 3 * replayChunkMs + 10).isThere).toBe(true)
  // Beyond its end the last piece still holds.
  store.need(9 * replayChunkMs)
  expect(asked).toHaveLength(6)
})

test('ROOM-245 Keys wind: space and k hold, arrows and j l go, digits go to their tenth', () => {
  expect([' ', 'k'].map(commandOfKey)).toEqual(['toggle', 'toggle'])
  expect(['j', 'l', 'ArrowLeft', 'ArrowRight'].map(commandOfKey)).toEqual(
    [-10_000, 10_000, -5_000, 5_000].map((by) => ({ by })),
  )
  expect(['0', '7', 'a', 'Enter'].map(commandOfKey)).toEqual([{ tenth: 0 }, { tenth: 7 }, undefined, undefined])
})

test('ROOM-246 The playhead stands in the chapter that began last', () => {
  const chapters = [{ ms: 1_000 }, { ms: 60_000 }]
  expect([0, 1_000, 59_999, 60_000].map((ms) => chapterAt(chapters, ms))).toEqual([-1, 0, 0, 1])
  expect([5_000, 125_000, 754_000, 3_754_000].map(playTime)).toEqual(['0:05', '2:05', '12:34', '1:02:34'])
})

test('ROOM-905 Who reads back in a replay sees all that was said from there to the playhead, or the window where a piece is missing', () => {
  fc.assert(
    fc.property(aLive, fc.nat({ max: lengthMs }), fc.nat({ max: lengthMs }), (events, sinceMs, ms) => {
      const chunks = cut(events)
      const seen = replayedSince(chunks, sinceMs, ms)
      if (ms < sinceMs) expect(seen).toBeUndefined()
      else expect(seen).toEqual(events.filter((event) => event.ms >= sinceMs && event.ms <= ms))
      const holed = new Map(chunks)
      holed.delete(replayChunkMs)
      if (sinceMs < replayChunkMs && ms >= replayChunkMs) expect(replayedSince(holed, sinceMs, ms)).toBeUndefined()
    }),
  )
})

test('ROOM-123 Hearts of a replay fly while the playhead goes on, each once, and none at a jump', () => {
  const hearts: ReplayChunk['hearts'] = [
    { atMs: 10_000, seconds: 1, count: 9 },
    { atMs: 12_000, seconds: 10, count: 40, simulated: true },
  ]
  const chunk: ReplayChunk = {
    fromMs: 0,
    untilMs: null,
    start: { shown: [], unlisted: [], callToAction: null, announcement: null, pinned: null },
    events: [],
    polls: [],
    giveaways: [],
    hearts,
    chapters: [],
  }
  const chunks: ReplayChunks = new Map([[0, chunk]])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 30, maxLength: 60 }), (steps) => {
      let flown = { ms: 0, all: 0, simulated: 0 }
      for (const step of steps) flown = replayedHearts(flown, chunks, flown.ms + step)
      while (flown.ms < 22_000) flown = replayedHearts(flown, chunks, flown.ms + 250)
      expect(flown).toMatchObject({ all: 49, simulated: 40 })
      expect(replayedHearts(flown, chunks, 0)).toEqual({ ...flown, ms: 0 })
    }),
  )
  expect(replayedHearts({ ms: 0, all: 0, simulated: 0 }, chunks, 20_000)).toEqual({ ms: 20_000, all: 0, simulated: 0 })
})

test('ROOM-907 Once the film of a replay is over, what was said while the live went on past it is there to read', () => {
  const filmMs = 90_000
  const said = (ms: number) => ({ kind: 'commented', seq: ms, ms, user, text: String(ms) }) as const
  const chunks = cut([said(60_000), said(lengthMs - 1000)])
  const heard = (isOver: boolean) => replayNow(chunks, heardUntilMs(filmMs, lengthMs, isOver)).events
  expect(heard(false).map(({ ms }) => ms)).toEqual([60_000])
  expect(heard(true).map(({ ms }) => ms)).toEqual([lengthMs - 1000])
})
