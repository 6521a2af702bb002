import { type Cue, cuedScript } from '@kaimai/contract/live/cue.rules.ts'
import { cuedShow, requestedCue } from '@kaimai/contract/live/cue-request.rules.ts'
import { type ScriptItem, showAt, sortScript } from '@kaimai/contract/live/show.rules.ts'
import { Fact } from '@kaimai/contract/room/room.protocol.ts'
import { replayAt } from '@kaimai/contract/replay/replay.rules.ts'
import { callNow } from '@kaimai/contract/room/call.rules.ts'
import type { RealEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { applyFact, emptyRoom, type RoomState, seenEvents } from '@kaimai/contract/room/room.reducer.ts'
import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../../test/database.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aRoom, aRoomNode, type RoomStage, roomStage, startOfTests } from '../../../test/room-factory.ts'
import { joinRoom, serveRoom } from '../../../test/room-socket.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { replayChunk } from '../replay/replay-chunks.ts'
import { frameFact, joinedFact } from './room-frames.ts'
import { scriptedEvents } from './scripted.ts'
import { createTimeline } from './timeline.ts'

const beginAtMs = startOfTests.getTime()
const lengthMs = 120_000
const products = [newId(), newId()] as const
const eventOf = scriptedEvents({ secret: { sign: (_, text) => text }, liveId: 'l', disclosure: true })

const scripts = fc
  .array(fc.record({ atMs: fc.nat(lengthMs), what: fc.nat(6), productId: fc.constantFrom(...products) }), {
    maxLength: 400,
  })
  .map((drafts) =>
    sortScript(
      drafts.map(({ atMs, what, productId }, at): ScriptItem => {
        const place = { id: `i${at}`, atMs }
        if (what === 0) return { ...place, kind: 'showProduct', productId }
        if (what === 1) return { ...place, kind: 'hideProduct', productId }
        if (what === 2) return { ...place, kind: 'callToAction', text: `${at}`, url: 'https://a.tw/' }
        if (what === 3) return { ...place, kind: 'endCallToAction' }
        return { ...place, kind: 'comment', name: '小美', imgUrl: '', text: `${at}` }
      }),
    ),
  )

/** What a frame's text says, behind its header (RFC 6455, 5.2), whose length can hold the byte of a brace. */
const factOf = (frame: Buffer): Fact => {
  const length = frame.readUInt8(1)
  const headerBytes = length < 126 ? 2 : length === 126 ? 4 : 10
  return Fact.parse(JSON.parse(frame.toString('utf8', headerBytes)))
}
const you = { userId: 'me', name: '我', imgUrl: '', as: 'viewer' } as const

test('ROOM-88 Who comes in at any second sees what those see who were there from the beginning, and what the show says', () => {
  fc.assert(
    fc.property(scripts, fc.array(fc.nat(lengthMs), { minLength: 1, maxLength: 20 }), (script, moments) => {
      const played = { script, planned: script, beginAtMs, eventOf }
      const timeline = createTimeline({ read: async () => [], log: silentLog, nowMs: beginAtMs - 1 }, played)
      const enter = (): RoomState => {
        const room = {
          ...timeline.sent(),
          ...timeline.settings(),
          slow: 0,
          reset: true,
          stock: {},
          online: 1,
          simulated: false,
        }
        return applyFact(
          emptyRoom,
          factOf(joinedFact({ you, resume: 'r' }, timeline.newest({ liveUserId: 'inside-me', publicId: 'me' }), room)),
        )
      }
      let there = enter()
      for (const ms of moments.toSorted((a, b) => a - b)) {
        const eventsJson = timeline.advance(beginAtMs + ms)
        if (eventsJson !== undefined) there = applyFact(there, factOf(frameFact(timeline.sent(), eventsJson, {})))
        const expected = showAt(script, ms)
        for (const room of [there, enter()]) {
          expect(room.shown).toEqual(expected.shown)
          const call = callNow(room)
          expect(call && { text: call.text, url: call.url }).toEqual(expected.callToAction)
        }
      }
    }),
    { numRuns: 300 },
  )
})

/** What the staff does while the script plays: calls on the spot, takes calls and lines down, moves moments. */
const acts = fc.array(
  fc.record({
    ms: fc.nat(lengthMs),
    what: fc.constantFrom('call', 'end', 'line', 'back', 'now', 'delay', 'skip'),
    nth: fc.nat(),
  }),
  { maxLength: 20 },
)

test('ROOM-102 A call made on the spot stands for who comes in at any second, for who was there, and in the replay', () => {
  fc.assert(
    fc.property(
      scripts,
      acts,
      fc.array(fc.nat(lengthMs), { minLength: 1, maxLength: 12 }),
      (planned, list, moments) => {
        const withEnds = scriptedEvents({ secret: { sign: (_, text) => text }, liveId: 'l', disclosure: true, planned })
        let cues: readonly Cue[] = []
        let script: readonly ScriptItem[] = planned
        const log: RealEvent[] = []
        const timeline = createTimeline(
          { read: async () => [], log: silentLog, nowMs: beginAtMs - 1 },
          { script, planned, beginAtMs, eventOf: withEnds },
        )
        const say = (event: RealEvent) => {
          log.push(event)
          timeline.accept([{ event, held: false, liveUserId: null }])
        }
        const enter = (): RoomState => {
          const room = {
            ...timeline.sent(),
            ...timeline.settings(),
            slow: 0,
            reset: true,
            stock: {},
            online: 1,
            simulated: false,
          }
          const sent = timeline.newest({ liveUserId: 'inside-me', publicId: 'me' })
          return applyFact(emptyRoom, factOf(joinedFact({ you, resume: 'r' }, sent, room)))
        }
        let there = enter()
        const goTo = (ms: number) => {
          const eventsJson = timeline.advance(beginAtMs + ms)
          if (eventsJson !== undefined) there = applyFact(there, factOf(frameFact(timeline.sent(), eventsJson, {})))
        }
        const linesOf = (room: RoomState) =>
          seenEvents(room).flatMap((event) => ('sid' in event && event.kind === 'commented' ? [event.sid] : []))
        const steps = [...list.map((act) => ({ ms: act.ms, act })), ...moments.map((ms) => ({ ms, act: undefined }))]
        for (const { ms, act } of steps.toSorted((a, b) => a.ms - b.ms)) {
          goTo(ms)
          const place = { seq: log.length + 1, ms }
          const lines = script.filter(({ kind, atMs }) => kind === 'comment' && atMs <= ms)
          const line = lines[(act?.nth ?? 0) % Math.max(1, lines.length)]?.id
          if (act?.what === 'call') say({ ...place, kind: 'calledToAction', text: `hand ${log.length}` })
          else if (act?.what === 'end') say({ ...place, kind: 'callEnded' })
          else if (act?.what === 'line' && line !== undefined) say({ ...place, kind: 'lineRemoved', line })
          else if (act?.what === 'back' && line !== undefined) say({ ...place, kind: 'lineRestored', line })
          else if (act?.what === 'now' || act?.what === 'delay' || act?.what === 'skip') {
            const itemIds = [planned[act.nth % Math.max(1, planned.length)]?.id ?? '']
            const show = cuedShow(planned, cues)
            const wanted = requestedCue(show, { itemIds, action: act.what, nowMs: ms, leadMs: roomLimits.cueLeadMs })
            if (typeof wanted === 'object') {
              cues = [...cues, wanted.cue]
              script = cuedScript(planned, cues)
              timeline.play({ script, planned, beginAtMs, eventOf: withEnds })
            }
          }
          goTo(ms)
          const late = enter()
          const gone = new Set<string>()
          for (const event of log) {
            if (event.kind === 'lineRemoved') gone.add(event.line)
            if (event.kind === 'lineRestored') gone.delete(event.line)
          }
          const replay = replayAt(
            replayChunk(
              {
                lengthMs,
                videoMs: null,
                script: script.filter(({ id }) => !gone.has(id)),
                eventOf: withEnds,
                productIds: [],
                roomState: log,
              },
              0,
              log,
            ),
            ms,
          )
          expect(callNow(there)?.text).toBe(callNow(late)?.text)
          expect(replay.callToAction?.text).toBe(callNow(late)?.text)
          expect(there.shown).toEqual(late.shown)
          if (!log.some(({ kind }) => kind === 'calledToAction' || kind === 'callEnded'))
            expect(callNow(there)?.text).toBe(showAt(script, ms).callToAction?.text)
          for (const id of linesOf(there)) expect(gone.has(id)).toBe(false)
          for (const id of linesOf(late)) expect(linesOf(there)).toContain(id)
        }
      },
    ),
    { numRuns: 300 },
  )
})

const db = await sharedDatabase()
let stage: RoomStage
let clock: ManualClock
beforeEach(() => {
  stage = roomStage()
  clock = manualClock(startOfTests)
})

test('ROOM-89 A late viewer gets the call to action, and nobody loses it to hundreds of lines', async () => {
  const script: ScriptItem[] = [
    { id: 'call', atMs: 1_000, kind: 'callToAction', text: '滿 1,500 免運' },
    ...Array.from(
      { length: 300 },
      (_, at): ScriptItem => ({
        id: `c${at}`,
        atMs: 2_000 + at * 400,
        kind: 'comment',
        name: '小美',
        imgUrl: '',
        text: `第 ${at} 句`,
      }),
    ),
    { id: 'end', atMs: 125_000, kind: 'endCallToAction' },
  ]
  const live = await aRoom(db, stage, { beginAtMs, endAtMs: beginAtMs + 600_000, script })
  const server = await serveRoom(aRoomNode(db, stage, { clock }))
  try {
    const early = await joinRoom(server, live.streamId, 'early')
    clock.advance(123_000)
    await early.comment('第 299 句')
    const late = await joinRoom(server, live.streamId, 'late')
    await late.comment('第 299 句')
    for (const line of [early, late]) {
      expect(line.state().events.some(({ kind }) => kind === 'calledToAction')).toBe(false)
      expect(callNow(line.state())?.text).toBe('滿 1,500 免運')
    }
    expect(late.state().events).toHaveLength(roomLimits.historyLength)
    clock.advance(3_000)
    for (const line of [early, late]) await expect.poll(() => callNow(line.state())).toBeUndefined()
  } finally {
    await server.stop()
  }
})
