import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildScript } from './build-script.rules.ts'
import { type Cue, cuedScript, isEnd, thingsOf } from './cue.rules.ts'
import { cueActions, cuedShow, cuesOfThing, mayTakeBack, requestedCue } from './cue-request.rules.ts'
import { type Script, showAt } from './show.rules.ts'

const products = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'] as const
const lengthS = 300
const leadMs = 1_000
const second = fc.integer({ min: 0, max: lengthS })
const until = fc.option(fc.integer({ min: 1, max: 90 }))

/** Scripts as the studio makes them: products, calls and comments. */
const scripts = fc
  .record({
    products: fc.array(fc.record({ productId: fc.constantFrom(...products), from: second, until }), { maxLength: 8 }),
    calls: fc.array(fc.record({ from: second, until }), { maxLength: 6 }),
    comments: fc.array(second, { maxLength: 12 }),
  })
  .map(
    ({ products: shown, calls, comments }): Script =>
      buildScript(
        {
          productList: shown.map(({ productId, from, until: after }) => ({
            productId,
            livePrice: null,
            limit: null,
            showAt: from,
            hideAt: after === null ? null : from + after,
          })) as never,
          fakeTicket: [],
          callToAction: calls.map(({ from, until: after }, at) => ({
            at: from,
            until: after === null ? null : from + after,
            text: `點我 ${at}`,
            url: '',
          })),
          audienceCurve: [],
        },
        comments.map((at, nth) => ({ name: '阿美', imgUrl: '', text: `${nth}`, second: at })),
      ),
  )

const presses = fc.array(
  fc.record({
    waitMs: fc.integer({ min: 0, max: 40_000 }),
    nth: fc.nat(),
    what: fc.constantFrom(...cueActions, 'plan' as const),
  }),
  { maxLength: 14 },
)

/** What the staff presses in the course of a live, with how the script stood after each. */
const played = (
  planned: Script,
  list: readonly { waitMs: number; nth: number; what: (typeof cueActions)[number] | 'plan' }[],
) => {
  let cues: readonly Cue[] = []
  let nowMs = 0
  const steps: { nowMs: number; script: Script; cues: readonly Cue[] }[] = []
  for (const { waitMs, nth, what } of list) {
    nowMs += waitMs
    const item = planned[nth % Math.max(1, planned.length)]
    if (item === undefined) continue
    const show = cuedShow(planned, cues)
    if (what === 'plan') {
      const gone = cuesOfThing(show, cues, (cue) => cue, item.id)
      const left = cues.filter((cue) => !gone.includes(cue))
      if (mayTakeBack(show, left, nowMs)) cues = left
    } else {
      const wanted = requestedCue(show, { itemIds: [item.id], action: what, nowMs, leadMs })
      if (typeof wanted === 'object') cues = [...cues, wanted.cue]
    }
    steps.push({ nowMs, script: cuedScript(planned, cues), cues })
  }
  return steps
}
const placesIn = (script: Script) => new Map(script.map(({ id, atMs }) => [id, atMs]))

describe('what the staff asks of a script', () => {
  test('LIVE-148 A thing moves whole: its length stays, nothing ends before it begins, and what is left out ends nothing', () => {
    fc.assert(
      fc.property(scripts, presses, (planned, list) => {
        for (const { script, cues } of played(planned, list)) {
          const places = placesIn(script)
          for (const { begin, end } of thingsOf(planned)) {
            const [from, to] = [places.get(begin.id), places.get(end.id)]
            if (to === undefined) continue
            expect(from).toBeDefined()
            const isByItself = cues.some((cue) => cue.kind !== 'off' && cue.itemId === end.id)
            const planLength = end.atMs - begin.atMs
            const length = to - (from ?? 0)
            if (isByItself) expect(length).toBeGreaterThanOrEqual(planLength)
            else expect(length).toBe(planLength)
          }
        }
      }),
      { numRuns: 400 },
    )
  })

  test('LIVE-149 What has played stays played, whatever is pressed afterwards', () => {
    fc.assert(
      fc.property(scripts, presses, (planned, list) => {
        let before: { script: Script } = { script: planned }
        for (const step of played(planned, list)) {
          const past = (script: Script) => script.filter(({ atMs }) => atMs <= step.nowMs)
          expect(past(step.script)).toEqual(past(before.script))
          before = step
        }
      }),
      { numRuns: 400 },
    )
  })

  test('LIVE-150 A thing stands as long as it was planned to: no other one’s end takes it down', () => {
    fc.assert(
      fc.property(scripts, presses, (planned, list) => {
        for (const { script, cues } of played(planned, list)) {
          const places = placesIn(script)
          for (const { begin, end } of thingsOf(planned)) {
            const from = places.get(begin.id)
            if (from === undefined || begin.kind !== 'showProduct') continue
            if (cues.some((cue) => cue.kind !== 'off' && cue.itemId === end.id)) continue
            const last = from + (end.atMs - begin.atMs) - 1
            expect(showAt(script, last).shown).toContain(begin.productId)
          }
        }
      }),
      { numRuns: 400 },
    )
  })

  test('LIVE-151 An end is never called by itself, and goes with its begin until that has played', () => {
    const planned = buildScript(
      {
        productList: [],
        fakeTicket: [],
        callToAction: [{ at: 10, until: 40, text: '滿千免運', url: '' }],
        audienceCurve: [],
      },
      [],
    )
    const [begin, end] = planned
    if (begin === undefined || end === undefined) throw new Error('no call')
    expect(isEnd(end)).toBe(true)
    const ask = (nowMs: number, action: (typeof cueActions)[number]) =>
      requestedCue(cuedShow(planned, []), { itemIds: [end.id], action, nowMs, leadMs })
    for (const action of cueActions) expect(ask(5_000, action)).toBe('end')
    expect(ask(20_000, 'now')).toBe('end')
    expect(ask(20_000, 'delay')).toEqual({ cue: { kind: 'moved', itemId: end.id, fromMs: 40_000, toMs: 70_000 } })
    expect(ask(20_000, 'skip')).toEqual({ cue: { kind: 'skipped', itemId: end.id, fromMs: 40_000 } })
    expect(ask(41_000, 'delay')).toBe('late')
  })

  test('LIVE-152 A run of comments moves as one, as far apart as they were, and one press takes it back', () => {
    const planned = buildScript(
      { productList: [], fakeTicket: [], callToAction: [], audienceCurve: [] },
      [60, 63, 70].map((at) => ({ name: '阿美', imgUrl: '', text: `${at}`, second: at })),
    )
    const ids = planned.map(({ id }) => id)
    const wanted = requestedCue(cuedShow(planned, []), { itemIds: ids, action: 'now', nowMs: 9_000, leadMs })
    if (typeof wanted !== 'object') throw new Error('no cue')
    expect(cuedScript(planned, [wanted.cue]).map(({ atMs }) => atMs)).toEqual([10_000, 13_000, 20_000])
    const show = cuedShow(planned, [wanted.cue])
    expect(cuesOfThing(show, [wanted.cue], (cue) => cue, ids[1] ?? '')).toEqual([wanted.cue])
    expect(mayTakeBack(show, [], 9_500)).toBe(true)
    expect(mayTakeBack(show, [], 10_500)).toBe(false)
  })

  test('LIVE-153 A call that is put off into the time of the next ends nothing of it', () => {
    const planned = buildScript(
      {
        productList: [],
        fakeTicket: [],
        callToAction: [
          { at: 10, until: 40, text: '一', url: '' },
          { at: 50, until: 90, text: '二', url: '' },
        ],
        audienceCurve: [],
      },
      [],
    )
    const wanted = requestedCue(cuedShow(planned, []), {
      itemIds: [planned[0]?.id ?? ''],
      action: 'delay',
      nowMs: 0,
      leadMs,
    })
    if (typeof wanted !== 'object') throw new Error('no cue')
    const script = cuedScript(planned, [wanted.cue])
    const textAt = (s: number) => showAt(script, s * 1000).callToAction?.text
    expect([39, 45, 60, 75, 89, 90].map(textAt)).toEqual([undefined, '一', '二', '二', '二', undefined])
  })
})
