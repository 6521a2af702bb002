import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conflictName, isSameValue, mergeThreeWay } from './three-way.ts'

const names = ['title', 'price', 'text', 'colour', 'offSale'] as const
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom('', 'a', 'b', 'c'),
  fc.integer({ min: 0, max: 3 }),
  fc.boolean(),
  fc.constant(null),
)
const record = fc.record({ title: value, price: value, text: value, colour: value, offSale: value })
const row = fc.record({
  id: fc.constantFrom('r1', 'r2', 'r3', 'r4'),
  name: fc.constantFrom('x', 'y', 'z'),
  stock: fc.nat(3),
})
const rows = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 4 })
const whole = fc.tuple(record, rows).map(([fields, list]) => ({ ...fields, rows: list }))
const options = { rowKeys: { rows: 'id' } }

describe('two people who edit one record', () => {
  test('COMMON-21 A side that changed nothing takes what the other made, and nobody is asked', () => {
    fc.assert(
      fc.property(whole, whole, (base, changed) => {
        const theirs = mergeThreeWay({ base, mine: base, theirs: changed }, options)
        const mine = mergeThreeWay({ base, mine: changed, theirs: base }, options)
        const both = mergeThreeWay({ base, mine: changed, theirs: changed }, options)
        for (const { merged, conflicts } of [theirs, mine, both]) {
          expect(merged).toEqual(changed)
          expect(conflicts).toEqual([])
        }
        expect(mine.taken).toEqual([])
      }),
    )
  })

  test('COMMON-22 Changes of different fields are both kept, and nobody is asked', () => {
    fc.assert(
      fc.property(record, record, record, fc.subarray([...names]), (base, one, other, ofMine) => {
        const pick = (from: typeof one, own: readonly string[]) =>
          Object.fromEntries(names.map((name) => [name, own.includes(name) ? from[name] : base[name]]))
        const ofTheirs = names.filter((name) => !ofMine.includes(name))
        const { merged, conflicts } = mergeThreeWay({ base, mine: pick(one, ofMine), theirs: pick(other, ofTheirs) })
        expect(conflicts).toEqual([])
        expect(merged).toEqual({
          ...pick(other, ofTheirs),
          ...Object.fromEntries(ofMine.map((name) => [name, one[name]])),
        })
      }),
    )
  })

  test('COMMON-23 A field that both changed differently is asked once, alike from both sides, and is as it is chosen', () => {
    fc.assert(
      fc.property(whole, whole, whole, fc.constantFrom('mine', 'theirs'), (base, mine, theirs, side) => {
        const asked = mergeThreeWay({ base, mine, theirs }, options)
        const paths = (merge: typeof asked) => merge.conflicts.map(({ path }) => conflictName(path)).sort()
        expect(paths(mergeThreeWay({ base, mine: theirs, theirs: mine }, options))).toEqual(paths(asked))
        expect(new Set(paths(asked)).size).toBe(asked.conflicts.length)
        for (const conflict of asked.conflicts) {
          expect(isSameValue(conflict.base, conflict.mine)).toBe(false)
          expect(isSameValue(conflict.base, conflict.theirs)).toBe(false)
          expect(isSameValue(conflict.mine, conflict.theirs)).toBe(false)
        }
        const choices = Object.fromEntries(paths(asked).map((path) => [path, side]))
        const { merged } = mergeThreeWay({ base, mine, theirs }, { ...options, choices })
        const chosen = side === 'mine' ? mine : theirs
        for (const name of names) {
          const changedByBoth = !isSameValue(base[name], mine[name]) && !isSameValue(base[name], theirs[name])
          const expected = changedByBoth
            ? chosen[name]
            : isSameValue(base[name], mine[name])
              ? theirs[name]
              : mine[name]
          expect(merged[name]).toEqual(expected)
        }
      }),
    )
  })

  test('COMMON-24 A row that only one side added or changed is kept, and one that only one side removed is gone', () => {
    fc.assert(
      fc.property(rows, rows, rows, (base, mine, theirs) => {
        const find = (list: typeof base, id: string) => list.find((one) => one.id === id)
        const { merged, conflicts } = mergeThreeWay(
          { base: { rows: base }, mine: { rows: mine }, theirs: { rows: theirs } },
          options,
        )
        const isAsked = (id: string) => conflicts.some(({ path }) => path[1] === id)
        expect(new Set(merged.rows.map(({ id }) => id)).size).toBe(merged.rows.length)
        for (const id of ['r1', 'r2', 'r3', 'r4']) {
          const [was, own, other] = [find(base, id), find(mine, id), find(theirs, id)]
          if (isSameValue(was, own)) expect(find(merged.rows, id)).toEqual(other)
          else if (isSameValue(was, other)) expect(find(merged.rows, id)).toEqual(own)
          else if (was === undefined || own === undefined || other === undefined)
            expect(isAsked(id)).toBe(!isSameValue(own, other))
        }
      }),
    )
  })

  test('COMMON-25 A row moved by one side and a row added by the other are both where they were put', () => {
    const list = (...ids: string[]) => ({ rows: ids.map((id) => ({ id })) })
    const base = list('a', 'b', 'c')
    const moved = mergeThreeWay({ base, mine: list('c', 'a', 'b'), theirs: list('a', 'b', 'n', 'c') }, options)
    expect(moved.merged.rows.map(({ id }) => id)).toEqual(['c', 'a', 'b', 'n'])
    expect(moved.conflicts).toEqual([])
    const both = mergeThreeWay({ base, mine: list('c', 'a', 'b'), theirs: list('b', 'a', 'c') }, options)
    expect(both.conflicts.map(({ path }) => path)).toEqual([['rows', '#order']])
  })

  test('COMMON-26 A thing of another kind is never mixed with the fields of the one before', () => {
    const weekly = { rule: { kind: 'weekly', from: null, times: ['a'] } }
    const { conflicts, merged } = mergeThreeWay<{ rule: object }>({
      base: weekly,
      mine: { rule: { ...weekly.rule, from: '2026-11-20' } },
      theirs: { rule: { kind: 'justInTime', from: null, everyMinutes: 15 } },
    })
    expect(conflicts.map(({ path }) => path)).toEqual([['rule']])
    expect(merged.rule).toEqual({ ...weekly.rule, from: '2026-11-20' })
  })
})
