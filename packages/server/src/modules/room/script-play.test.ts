import { type Cue, cuedScript } from '@kaimai/contract/live/cue.rules.ts'
import { type ScriptItem, sortScript } from '@kaimai/contract/live/show.rules.ts'
import { array, assert, constantFrom, integer, nat, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createScriptPlay } from './script-play.ts'

const spanMs = 30_000
const leadMs = 1_000

const comment = (id: string, atMs: number): ScriptItem => ({
  kind: 'comment',
  id,
  atMs,
  name: 'n',
  imgUrl: '',
  text: id,
})
const scripts = array(integer({ min: 0, max: spanMs }), { maxLength: 30 }).map((times) =>
  sortScript(times.map((atMs, at) => comment(`c${at}`, atMs))),
)
const played = (planned: readonly ScriptItem[], cues: readonly Cue[]) => ({
  planned,
  script: cues.length === 0 ? planned : cuedScript(planned, cues),
  beginAtMs: 0,
  eventOf: () => undefined,
})

/** What somebody of the staff does, and how late a node hears of it. */
const doings = array(
  record({
    atMs: integer({ min: 0, max: spanMs }),
    lateMs: integer({ min: 0, max: 2_000 }),
    item: nat(),
    act: constantFrom('now', 'delay', 'skip', 'off', 'on' as const),
  }),
  { maxLength: 6 },
).map((list) => list.toSorted((a, b) => a.atMs - b.atMs))

type Doing = { atMs: number; lateMs: number; item: number; act: string }

/** The cues as the control room makes them, each with the moment at which this node hears of it. */
const cuesOf = (planned: readonly ScriptItem[], list: readonly Doing[]) => {
  let cues: Cue[] = []
  let heardMs = 0
  const received: { atMs: number; cues: readonly Cue[] }[] = []
  for (const { atMs, lateMs, item, act } of list) {
    const chosen = planned[item % Math.max(1, planned.length)]
    const place = cuedScript(planned, cues).find(({ id }) => id === chosen?.id)?.atMs
    const of = { itemId: chosen?.id ?? '', fromMs: chosen?.atMs ?? 0 }
    const still = cues.findLast((cue) => cue.kind === 'off' && cue.toMs === null)
    if (act === 'off' && !still) cues = [...cues, { kind: 'off', fromMs: atMs, toMs: null }]
    else if (act === 'on' && still?.kind === 'off')
      cues = cues.map((cue) => (cue === still ? { ...still, toMs: atMs } : cue))
    else if (place === undefined || place <= atMs) continue
    else if (act === 'now') cues = [...cues, { kind: 'moved', ...of, toMs: atMs + leadMs }]
    else if (act === 'delay') cues = [...cues, { kind: 'moved', ...of, toMs: place + 5_000 }]
    else if (act === 'skip') cues = [...cues, { kind: 'skipped', ...of }]
    else continue
    heardMs = Math.max(heardMs, atMs + lateMs)
    received.push({ atMs: heardMs, cues })
  }
  return received
}

describe('a script with cues, on one node', () => {
  test('ROOM-65 However time is split and whenever a cue arrives, every item is told once', () => {
    assert(
      property(
        scripts,
        doings,
        array(integer({ min: 1, max: 1_500 }), { minLength: 1, maxLength: 60 }),
        (planned, list, steps) => {
          const received = cuesOf(planned, list)
          const play = createScriptPlay(played(planned, []), -1)
          const sent: string[] = []
          let nowMs = -1
          let next = 0
          for (let at = 0; nowMs < 2 * spanMs; at += 1) {
            nowMs += steps[at % steps.length] ?? 1
            for (let one = received[next]; one !== undefined && one.atMs <= nowMs; one = received[next]) {
              play.play(played(planned, one.cues))
              next += 1
            }
            sent.push(...play.advance(nowMs).map(({ id }) => id))
          }
          expect(new Set(sent).size).toBe(sent.length)
          const last = cuedScript(planned, received.at(-1)?.cues ?? [])
          for (const { id, atMs } of last) if (atMs <= 2 * spanMs) expect(sent).toContain(id)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('ROOM-66 An item told late is told at its place, and to who was away at that moment', () => {
    const planned = [comment('a', 20_000), comment('b', 500)].toSorted((a, b) => a.atMs - b.atMs)
    const play = createScriptPlay(played(planned, []), 0)
    play.advance(2_000)
    play.play(played(planned, [{ kind: 'moved', itemId: 'a', fromMs: 20_000, toMs: 1_500 }]))
    expect(play.last(10).map(({ id }) => id)).toEqual(['b'])
    expect(play.advance(2_100)).toMatchObject([{ id: 'a', atMs: 1_500 }])
    expect(play.last(10).map(({ id }) => id)).toEqual(['b', 'a'])
    expect(play.since(2_050).map(({ id }) => id)).toEqual(['a'])
    expect(play.since(1_000).map(({ id }) => id)).toEqual(['a'])
    expect(play.since(2_100)).toEqual([])
  })

  test('ROOM-67 Another begin, or a script that was written anew, plays from now on without what lies behind', () => {
    const planned = [comment('a', 1_000), comment('b', 3_000)]
    const play = createScriptPlay(played(planned, []), 0)
    play.advance(2_000)
    const other = [comment('a', 1_500), comment('b', 1_800), comment('c', 2_500)]
    play.play(played(other, []))
    expect(play.advance(3_000).map(({ id }) => id)).toEqual(['c'])
  })

  test('ROOM-68 A cue that reaches a node a quarter of a minute late, for a lost hint, still plays', () => {
    const planned = [comment('a', 60_000)]
    const play = createScriptPlay(played(planned, []), 0)
    play.advance(16_000)
    play.play(played(planned, [{ kind: 'moved', itemId: 'a', fromMs: 60_000, toMs: 2_000 }]))
    expect(play.advance(16_100)).toMatchObject([{ id: 'a' }])
    expect(play.advance(70_000)).toEqual([])
  })
})
