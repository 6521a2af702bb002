import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cue, cuedScript } from './cue.rules.ts'
import { applyItem, emptyShow, itemsBetween, type ScriptItem, showAt, sortScript } from './show.rules.ts'

const products = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
const end = 1_000

const scripts = fc
  .array(
    fc.record({ atMs: fc.integer({ min: 0, max: end }), what: fc.nat(6), productId: fc.constantFrom(...products) }),
    {
      maxLength: 40,
    },
  )
  .map((drafts) =>
    sortScript(
      drafts.map(({ atMs, what, productId }, at): ScriptItem => {
        const place = { id: `i${at}`, atMs }
        if (what === 0) return { ...place, kind: 'showProduct', productId }
        if (what === 1) return { ...place, kind: 'hideProduct', productId }
        if (what === 2) return { ...place, kind: 'fakeTicket', name: '阿明', productId, quantity: 1 }
        if (what === 3) return { ...place, kind: 'callToAction', text: `點我 ${at}` }
        if (what === 4) return { ...place, kind: 'endCallToAction' }
        if (what === 5) return { ...place, kind: 'audience', count: at }
        return { ...place, kind: 'comment', name: '阿美', imgUrl: '', text: `${at}` }
      }),
    ),
  )

const instant = fc.integer({ min: 0, max: end })
/** Cues that may be for items of the script, as they stand or as they stood once. */
const cuesFor = (script: readonly ScriptItem[]) =>
  fc.array(
    fc
      .record({
        kind: fc.constantFrom('moved', 'skipped', 'off'),
        nth: fc.nat(Math.max(0, script.length - 1)),
        isVoid: fc.boolean(),
        one: instant,
        other: fc.option(instant),
      })
      .map(({ kind, nth, isVoid, one, other }): Cue => {
        const item = script[nth]
        if (kind === 'off' || item === undefined)
          return { kind: 'off', fromMs: one, toMs: other === null ? null : Math.max(one, other) }
        const ofItem = { itemId: item.id, fromMs: item.atMs + (isVoid ? 1 : 0) }
        return kind === 'moved' ? { kind: 'moved', ...ofItem, toMs: one } : { kind: 'skipped', ...ofItem }
      }),
    { maxLength: 12 },
  )
const cued = scripts.chain((script) => fc.record({ script: fc.constant(script), cues: cuesFor(script) }))
const cuts = fc.array(fc.integer({ min: -100, max: end + 100 }), { maxLength: 20 })

const comment = (id: string, atMs: number): ScriptItem => ({
  id,
  atMs,
  kind: 'comment',
  name: '阿美',
  imgUrl: '',
  text: id,
})
const places = (items: readonly ScriptItem[]) => items.map(({ id, atMs }) => `${id}@${atMs}`)

describe('a script with cues', () => {
  test('LIVE-16 However time is cut into ticks, what plays comes once and in order; jumping equals playing', () => {
    fc.assert(
      fc.property(cued, cuts, ({ script, cues }, moments) => {
        const played = cuedScript(script, cues)
        const ticks = [-1, ...moments.toSorted((a, b) => a - b), end + 100]
        const emitted = ticks.flatMap((to, at) => itemsBetween(played, ticks[at - 1] ?? -1, to))
        expect(emitted).toEqual(played)
        let state = emptyShow
        let last = -1
        for (const ms of ticks) {
          state = itemsBetween(played, last, ms).reduce(applyItem, state)
          last = Math.max(last, ms)
          expect(showAt(played, ms)).toEqual(state)
        }
      }),
    )
  })

  test('LIVE-17 Taking every cue back brings the script back as it was, and no cue changes the script itself', () => {
    fc.assert(
      fc.property(cued, ({ script, cues }) => {
        const before = structuredClone(script)
        cuedScript(script, cues)
        expect(script).toEqual(before)
        expect(cuedScript(script, [])).toEqual(script)
      }),
    )
  })

  test('LIVE-18 Every item plays once or not at all, and only where the script or a cue put it', () => {
    fc.assert(
      fc.property(cued, ({ script, cues }) => {
        const played = cuedScript(script, cues)
        expect(new Set(played.map(({ id }) => id)).size).toBe(played.length)
        const origin = new Map(script.map((item) => [item.id, item]))
        for (const item of played) {
          const was = origin.get(item.id)
          const put = cues.some((cue) => cue.kind === 'moved' && cue.itemId === item.id && cue.toMs === item.atMs)
          expect(item).toEqual({ ...was, atMs: item.atMs })
          expect(item.atMs === was?.atMs || put).toBe(true)
        }
      }),
    )
  })

  test('LIVE-19 Of two cues for one item the later one counts, and taking it back leaves the one before', () => {
    const script = [comment('a', 100), comment('b', 200)]
    const called: Cue = { kind: 'moved', itemId: 'b', fromMs: 200, toMs: 50 }
    const skipped: Cue = { kind: 'skipped', itemId: 'b', fromMs: 200 }
    const putOff: Cue = { kind: 'moved', itemId: 'b', fromMs: 200, toMs: 230 }
    expect(places(cuedScript(script, [called, skipped]))).toEqual(['a@100'])
    expect(places(cuedScript(script, [called, skipped, putOff]))).toEqual(['a@100', 'b@230'])
    expect(places(cuedScript(script, [called, skipped]))).toEqual(['a@100'])
    expect(places(cuedScript(script, [called]))).toEqual(['b@50', 'a@100'])
  })

  test('LIVE-25 While the script is off nothing of it plays but the audience curve; from its end on all does', () => {
    const curve: ScriptItem = { id: 'n', atMs: 150, kind: 'audience', count: 9 }
    const script = sortScript([comment('a', 99), comment('b', 100), curve, comment('c', 199), comment('d', 200)])
    const off: Cue = { kind: 'off', fromMs: 100, toMs: 200 }
    expect(places(cuedScript(script, [off]))).toEqual(['a@99', 'n@150', 'd@200'])
    expect(places(cuedScript(script, [{ ...off, toMs: null }]))).toEqual(['a@99', 'n@150'])
  })

  test('LIVE-26 What was moved by hand into that time still plays; moved out of it plays too', () => {
    const script = [comment('a', 50), comment('b', 150)]
    const off: Cue = { kind: 'off', fromMs: 100, toMs: 200 }
    const into: Cue = { kind: 'moved', itemId: 'a', fromMs: 50, toMs: 120 }
    const out: Cue = { kind: 'moved', itemId: 'b', fromMs: 150, toMs: 60 }
    expect(places(cuedScript(script, [off, into, out]))).toEqual(['b@60', 'a@120'])
    expect(places(cuedScript(script, [into, off, out]))).toEqual(['b@60', 'a@120'])
  })

  test('LIVE-27 A cue for an item whose time was changed since counts for nothing', () => {
    const script = [comment('a', 101), comment('b', 200)]
    expect(
      places(
        cuedScript(script, [
          { kind: 'skipped', itemId: 'a', fromMs: 100 },
          { kind: 'moved', itemId: 'b', fromMs: 199, toMs: 0 },
          { kind: 'skipped', itemId: 'gone', fromMs: 200 },
        ]),
      ),
    ).toEqual(['a@101', 'b@200'])
  })
})
