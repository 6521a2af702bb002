import { type ScriptItem, showAt, sortScript } from '@kaimai/contract/live/show.rules.ts'
import { comparePlace } from '@kaimai/contract/room/event-order.rules.ts'
import { emptyReplay, endedAt, replayAt, stepReplay } from '@kaimai/contract/replay/replay.rules.ts'
import { type ReplayChunk, replayChunkMs } from '@kaimai/contract/replay/replay.routes.ts'
import type { RealEvent } from '@kaimai/contract/room/room-event.schema.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chunkBegin,
  chunkComments,
  chunkEnd,
  chunkSold,
  type Recorded,
  replayedRoomState,
  replayChunk,
} from './replay-chunks.ts'
import { scriptedEvents } from '../room/scripted.ts'

const products = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
const user = { userId: 'u', name: '小安', imgUrl: '', as: 'viewer' } as const
const lengths = fc.integer({ min: 1, max: 3 * replayChunkMs })

/** Instants around the borders of pieces, and anywhere. */
const instants = fc.oneof(
  fc.integer({ min: -60_000, max: 3 * replayChunkMs }),
  fc
    .tuple(fc.constantFrom(0, 1, 2, 3), fc.integer({ min: -2, max: 2 }))
    .map(([chunk, off]) => chunk * replayChunkMs + off),
)

const logs = fc
  .array(
    fc.record({
      ms: instants,
      what: fc.nat(7),
      productId: fc.constantFrom(...products),
      lasts: fc.option(fc.nat(400_000)),
    }),
    {
      maxLength: 40,
    },
  )
  .map((drafts) =>
    drafts
      .toSorted((a, b) => a.ms - b.ms)
      .map(({ ms, what, productId, lasts }, at): RealEvent => {
        const place = { seq: at + 1, ms }
        if (what === 0) return { ...place, kind: 'productShown', productId }
        if (what === 1) return { ...place, kind: 'productHidden', productId }
        if (what === 2) return { ...place, kind: 'productListed', productId }
        if (what === 3) return { ...place, kind: 'productUnlisted', productId }
        if (what === 4)
          return { ...place, kind: 'announced', user, text: `${at}`, untilMs: lasts === null ? null : ms + lasts }
        if (what === 5) return { ...place, kind: 'unannounced' }
        if (what === 6) return { ...place, kind: 'sold', productId, quantity: 1 }
        return { ...place, kind: 'commented', user, text: `${at}` }
      }),
  )
const scripts = fc
  .array(fc.record({ atMs: instants, what: fc.nat(5), productId: fc.constantFrom(...products) }), { maxLength: 40 })
  .map((drafts) =>
    sortScript(
      drafts.map(({ atMs, what, productId }, at): ScriptItem => {
        const place = { id: `i${at}`, atMs: Math.max(0, atMs) }
        if (what === 0) return { ...place, kind: 'showProduct', productId }
        if (what === 1) return { ...place, kind: 'hideProduct', productId }
        if (what === 2)
          return { ...place, kind: 'callToAction', text: `${at}`, ...(at % 2 ? {} : { url: 'https://a.tw/' }) }
        if (what === 3) return { ...place, kind: 'endCallToAction' }
        if (what === 4) return { ...place, kind: 'audience', count: at }
        return { ...place, kind: 'comment', name: '阿美', imgUrl: '', text: `${at}` }
      }),
    ),
  )

const eventOf = scriptedEvents({ secret: { sign: (_, text) => text.padEnd(16, 'x') }, liveId: 'l', disclosure: true })
const roomStateKinds: readonly string[] = replayedRoomState
const recordedOf = (lengthMs: number, log: readonly RealEvent[], script: readonly ScriptItem[]): Recorded => ({
  lengthMs,
  videoMs: null,
  script,
  eventOf,
  productIds: products,
  roomState: log.filter(({ kind }) => roomStateKinds.includes(kind)),
})
/** As the store reads a piece's events. */
const chunkOf = (recorded: Recorded, log: readonly RealEvent[], fromMs: number): ReplayChunk => {
  const untilMs = chunkEnd(fromMs, recorded.lengthMs) ?? Number.POSITIVE_INFINITY
  return replayChunk(
    recorded,
    fromMs,
    log.filter(({ ms }) => ms >= fromMs && ms < untilMs),
  )
}
const allChunks = (recorded: Recorded, log: readonly RealEvent[]): ReplayChunk[] => {
  const chunks: ReplayChunk[] = []
  for (let from: number | null = 0; from !== null; from = chunks.at(-1)?.untilMs ?? null)
    chunks.push(chunkOf(recorded, log, from))
  return chunks
}

test('REPLAY-1 Jumping to any playhead equals playing up to it, however many pieces lie between', () => {
  fc.assert(
    fc.property(
      lengths,
      logs,
      scripts,
      fc.array(fc.nat(3 * replayChunkMs), { minLength: 1, maxLength: 8 }),
      (lengthMs, log, script, playheads) => {
        const recorded = recordedOf(lengthMs, log, script)
        const chunks = allChunks(recorded, log)
        // Everything that happened before and in the live, one after the other.
        const waiting = log.filter(({ ms }) => ms < 0).reduce(stepReplay, emptyReplay)
        const events = chunks.flatMap((chunk) => chunk.events).toSorted(comparePlace)
        for (const any of playheads) {
          const ms = any % lengthMs
          const played = endedAt(events.filter((event) => event.ms <= ms).reduce(stepReplay, waiting), ms)
          const jumped = replayAt(chunkOf(recorded, log, chunkBegin(ms)), ms)
          expect(jumped).toEqual(played)
          expect(jumped.callToAction?.text).toBe(showAt(script, ms).callToAction?.text)
        }
      },
    ),
  )
})

test('REPLAY-2 The pieces of a replay hold everything of its time once, in order, each its own five minutes', () => {
  fc.assert(
    fc.property(lengths, logs, scripts, (lengthMs, log, script) => {
      const recorded = recordedOf(lengthMs, log, script)
      const chunks = allChunks(recorded, log)
      expect(chunks).toHaveLength(Math.ceil(lengthMs / replayChunkMs))
      const sent = chunks.flatMap(({ events }) => events)
      const real = sent.flatMap((event) => ('seq' in event ? [event.seq] : []))
      expect(real.toSorted((a, b) => a - b)).toEqual(log.filter(({ ms }) => ms >= 0).map(({ seq }) => seq))
      const scripted = sent.flatMap((event) => ('sid' in event ? [event.sid] : []))
      const due = script.filter(({ atMs, kind }) => atMs <= lengthMs && kind !== 'audience').map(({ id }) => id)
      expect(scripted.toSorted()).toEqual(due.toSorted())
      for (const { fromMs, untilMs, events } of chunks) {
        expect(events).toEqual(events.toSorted(comparePlace))
        for (const { ms } of events) expect(ms >= fromMs && ms < (untilMs ?? Number.POSITIVE_INFINITY)).toBe(true)
      }
    }),
  )
})

test('REPLAY-3 Chapters tell when each product came on screen, by time, at most one an instant', () => {
  const shown = (ms: number, productId: string, seq: number): RealEvent => ({
    seq,
    ms,
    kind: 'productShown',
    productId,
  })
  const [bowl = '', cup = ''] = products
  const log = [shown(-5000, bowl, 1), shown(60_000, cup, 2), shown(70_000, cup, 3), shown(900_001, bowl, 4)]
  const script: ScriptItem[] = [{ id: 'a', atMs: 400_000, kind: 'showProduct', productId: bowl }]
  const chunk = chunkOf(recordedOf(900_000, log, script), log, 300_000)
  expect(chunk.chapters).toEqual([
    { ms: 0, productId: bowl },
    { ms: 60_000, productId: cup },
    { ms: 400_000, productId: bowl },
  ])
  expect(chunk.start.shown).toEqual([bowl, cup])
})

test('REPLAY-4 Of very many comments every so manyth is played, and all that sets how things stand', () => {
  const log = Array.from(
    { length: 3 * chunkComments },
    (_, at): RealEvent =>
      at % 1000 === 7
        ? { seq: at + 1, ms: at, kind: 'unannounced' }
        : { seq: at + 1, ms: at, kind: 'commented', user, text: `${at}` },
  )
  const { events } = chunkOf(recordedOf(60_000, log, []), log, 0)
  const count = (kind: string) => events.filter((event) => event.kind === kind).length
  expect(count('unannounced')).toBe(12)
  expect(count('commented')).toBeGreaterThan(chunkComments / 2)
  expect(count('commented')).toBeLessThanOrEqual(chunkComments)
})

test('REPLAY-5 Of very many sales every so manyth is played, by itself: comments beside them are all there', () => {
  const log = Array.from(
    { length: 5 * chunkSold },
    (_, at): RealEvent =>
      at % 100 === 7
        ? { seq: at + 1, ms: at, kind: 'commented', user, text: `${at}` }
        : { seq: at + 1, ms: at, kind: 'sold', productId: products[0] ?? '', quantity: 1 },
  )
  const { events } = chunkOf(recordedOf(60_000, log, []), log, 0)
  const count = (kind: string) => events.filter((event) => event.kind === kind).length
  expect(count('commented')).toBe(50)
  expect(count('sold')).toBeGreaterThan(chunkSold / 2)
  expect(count('sold')).toBeLessThanOrEqual(chunkSold)
})

test('REPLAY-6 Of a live that was extended beyond its video no chapter lies where nothing plays any more', () => {
  const [bowl = '', cup = ''] = products
  const log = [
    { seq: 1, ms: 60_000, kind: 'productShown', productId: bowl },
    { seq: 2, ms: 500_000, kind: 'productShown', productId: cup },
  ] as const
  const recorded = recordedOf(900_000, log, [])
  const chapters = (videoMs: number | null) =>
    replayChunk({ ...recorded, videoMs }, 0, log).chapters.map(({ productId }) => productId)
  expect([chapters(null), chapters(900_000), chapters(400_000)]).toEqual([[bowl, cup], [bowl, cup], [bowl]])
  // The room's own time goes on to its end all the same.
  expect(replayChunk({ ...recorded, videoMs: 400_000 }, 600_000, []).start.shown).toEqual([bowl, cup])
})
