import { daysFrom } from '@kaimai/contract/figure/figure-grid.rules.ts'
import { taipeiDay } from '@kaimai/contract/common/taipei.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choiceBefore } from './choice-before.ts'
import type { FigureChoice } from './figures.api.ts'

const choice: FigureChoice = { live: '', from: '', to: '', withSimulated: true, association: 'amy', stayed: 5 }

test('DASHBOARD-230 Days are compared with as many days right before them, of all links, whatever months and leap days lie between', () => {
  fc.assert(
    fc.property(fc.integer({ min: 15_000, max: 25_000 }), fc.integer({ min: 1, max: 366 }), (first, count) => {
      const day = (at: number) => taipeiDay(at * 86_400_000)
      const chosen = { ...choice, from: day(first), to: day(first + count - 1) }
      const before = choiceBefore(chosen, [])
      const [from, to] = [before?.from ?? '', before?.to ?? '']
      expect(daysFrom(from, chosen.to)).toEqual([...daysFrom(from, to), ...daysFrom(chosen.from, chosen.to)])
      expect(daysFrom(from, to)).toHaveLength(count)
      expect(before).toMatchObject({ live: '', association: '', withSimulated: false, stayed: 5 })
    }),
  )
  expect(choiceBefore({ ...choice, from: '2026-03-02', to: '2026-03-01' }, [])).toBeUndefined()
})

test('DASHBOARD-231 A live is compared with the last one before it that is over; the first with none', () => {
  const live = (id: string, beginAt: string, status: 'ended' | 'live' | 'cancelled' = 'ended') => ({
    id,
    beginAt,
    status,
  })
  const lives = [
    live('running', '2026-03-05T12:00:00.000Z', 'live'),
    live('gone', '2026-03-04T12:00:00.000Z', 'cancelled'),
    live('second', '2026-03-03T12:00:00.000Z'),
    live('first', '2026-03-01T12:00:00.000Z'),
  ]
  const before = (id: string) => choiceBefore({ ...choice, live: id }, lives)?.live
  expect(['running', 'second', 'first', 'unknown'].map(before)).toEqual(['second', 'first', undefined, undefined])
})
