import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyItem, emptyShow, itemsBetween, Script, type ScriptItem, showAt, sortScript } from './show.rules.ts'

const products = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
const end = 2_000

const script = fc
  .array(
    fc.record({ atMs: fc.integer({ min: 0, max: end }), what: fc.nat(6), productId: fc.constantFrom(...products) }),
    { maxLength: 60 },
  )
  .map((drafts) =>
    sortScript(
      drafts.map(({ atMs, what, productId }, at): ScriptItem => {
        const place = { id: `i${at}`, atMs }
        if (what === 0) return { ...place, kind: 'showProduct', productId }
        if (what === 1) return { ...place, kind: 'hideProduct', productId }
        if (what === 2) return { ...place, kind: 'fakeTicket', name: '阿明', productId, quantity: 1 }
        if (what === 3) return { ...place, kind: 'callToAction', text: `點我 ${at}` }
        if (what === 4) return { ...place, kind: 'audience', count: at }
        if (what === 5) return { ...place, kind: 'endCallToAction' }
        return { ...place, kind: 'comment', name: '阿美', imgUrl: '', text: `${at}` }
      }),
    ),
  )

const instants = fc.array(fc.integer({ min: -500, max: end + 500 }), { maxLength: 30 })

describe('the script of a room', () => {
  test('LIVE-47 However time is cut into ticks, every item comes once and in order', () => {
    fc.assert(
      fc.property(script, instants, (items, cuts) => {
        const ticks = [-501, ...cuts.toSorted((a, b) => a - b), end]
        const played = ticks.flatMap((to, at) => itemsBetween(items, ticks[at - 1] ?? -501, to))
        expect(played).toEqual(items)
      }),
    )
  })

  test('LIVE-48 An item belongs to the tick that ends on it, not to the one that begins there', () => {
    const items = sortScript([{ id: 'a', atMs: 0, kind: 'audience', count: 1 }])
    expect(itemsBetween(items, -1, 0)).toHaveLength(1)
    expect(itemsBetween(items, 0, 10)).toHaveLength(0)
    expect(itemsBetween(items, 5, 5)).toHaveLength(0)
    expect(itemsBetween(items, 10, -10)).toHaveLength(0)
  })

  test('LIVE-49 Who comes in at an instant sees what who was there from the begin sees', () => {
    fc.assert(
      fc.property(script, instants, (items, cuts) => {
        let state = emptyShow
        let last = -1
        for (const ms of cuts.toSorted((a, b) => a - b)) {
          state = itemsBetween(items, last, ms).reduce(applyItem, state)
          last = Math.max(last, ms)
          expect(showAt(items, ms)).toEqual(state)
        }
      }),
    )
  })

  test('LIVE-50 Of a product shown twice there is one, and it is the newest', () => {
    const [first = '', second = ''] = products
    const items = sortScript([
      { id: 'a', atMs: 1, kind: 'showProduct', productId: first },
      { id: 'b', atMs: 2, kind: 'showProduct', productId: second },
      { id: 'c', atMs: 3, kind: 'showProduct', productId: first },
      { id: 'd', atMs: 4, kind: 'hideProduct', productId: second },
    ])
    expect(showAt(items, 2).shown).toEqual([first, second])
    expect(showAt(items, 3).shown).toEqual([second, first])
    expect(showAt(items, 4).shown).toEqual([first])
  })

  test('LIVE-51 The order does not depend on the order in which the items were written', () => {
    fc.assert(
      fc.property(
        script.chain((items) =>
          fc.tuple(
            fc.constant(items),
            fc.shuffledSubarray(items, { minLength: items.length, maxLength: items.length }),
          ),
        ),
        ([items, shuffled]) => {
          expect(sortScript(shuffled)).toEqual(items)
          expect(Script.safeParse(shuffled).success).toBe(true)
        },
      ),
    )
  })
})
