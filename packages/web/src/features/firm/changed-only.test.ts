import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedOnly } from './use-section-form.ts'
import { monthAfter } from './balance-logs.tsx'
import { moveItem } from '../../lib/list/move-item.ts'

const fields = fc.record({
  name: fc.string(),
  list: fc.array(fc.record({ fee: fc.integer() }), { maxLength: 3 }),
  stock: fc.option(fc.integer()),
})

test('FIRM-31 A section sends the fields that differ from where it began, and no others', () =>
  fc.assert(
    fc.property(fields, fields, (before, after) => {
      const sent = changedOnly(before, after)
      expect({ ...before, ...sent }).toEqual(after)
      for (const name of Object.keys(sent) as (keyof typeof before)[]) expect(sent[name]).not.toEqual(before[name])
      expect(changedOnly(before, structuredClone(before))).toEqual({})
    }),
  ))

test('FIRM-32 A row that is moved swaps places with its neighbour, and nothing is lost', () =>
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer(), { minLength: 2, maxLength: 6 }),
      fc.nat(),
      fc.constantFrom(-1, 1),
      (list, at, by) => {
        const place = at % list.length
        const to = place + by
        fc.pre(to >= 0 && to < list.length)
        const after = moveItem(list, place, place + by)
        expect(after[to]).toBe(list[place])
        expect(after[place]).toBe(list[to])
        expect(after.toSorted()).toEqual(list.toSorted())
      },
    ),
  ))

test('FIRM-33 Months follow each other over the turn of the year', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2027-01', -1), monthAfter('2026-11', 0)]).toEqual([
    '2027-01',
    '2026-12',
    '2026-11',
  ])
})
