import { moveItem } from '../../lib/list/move-item.ts'
import { CustomUrl } from '@kaimai/contract/common/fields.ts'
import { contrastOnWhite, Tone } from '@kaimai/contract/signup/signup.routes.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openFirst, type Session, sessionsMax, sessionsToKeep, suggestedUrl } from './session-list.ts'
import { tones } from '../../ui/tones.ts'

const session = (liveId: string): Session => ({ liveId, title: '', capacity: null })
const idsOf = (sessions: readonly Session[]) => sessions.map(({ liveId }) => liveId)

test('SIGNUP-120 A session moves to where it is put, the others keep their order', () => {
  expect(moveItem(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moveItem(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string()),
      fc.integer({ min: -2, max: 9 }),
      fc.integer({ min: -2, max: 9 }),
      (list, from, to) => {
        const after = moveItem(list, from, to)
        expect(after.toSorted()).toEqual(list.toSorted())
        const others = (each: string) => each !== list[from]
        expect(after.filter(others)).toEqual(list.filter(others))
        if (list[from] !== undefined && list[to] !== undefined) expect(after[to]).toBe(list[from])
      },
    ),
  )
})

test('SIGNUP-121 Sessions that are over stand behind the open ones', () => {
  const given = ['over1', 'open1', 'over2', 'open2'].map(session)
  expect(idsOf(openFirst(given, (id) => id.startsWith('open')))).toEqual(['open1', 'open2', 'over1', 'over2'])
})

test('SIGNUP-122 A form that holds too many lets go of the ones longest over, never of an open one', () => {
  const over = Array.from({ length: 60 }, (_, index) => session(`over${index}`))
  const kept = sessionsToKeep([...over.slice(0, 30), session('open'), ...over.slice(30)], (id) => id === 'open')
  expect(kept).toHaveLength(sessionsMax)
  expect(kept.map(({ liveId }) => liveId)).toContain('open')
  expect(kept[0]?.liveId).toBe('over11')
  const few = over.slice(0, 50)
  expect(sessionsToKeep(few, () => false)).toEqual(few)
})

test('SIGNUP-123 The suggested address is one that the server takes', () => {
  fc.assert(
    fc.property(
      fc.option(fc.constantFrom('1128', '0101'), { nil: undefined }),
      fc.noBias(fc.double({ min: 0, max: 0.999, noNaN: true })),
      (day, number) => {
        const url = suggestedUrl(day, () => number)
        expect(CustomUrl.parse(url)).toBe(url)
      },
    ),
  )
})

test.each(tones)('SIGNUP-124 The tone $id can be read on white', ({ tone }) => {
  expect(contrastOnWhite(tone)).toBeGreaterThanOrEqual(4.5)
  expect(Tone.safeParse(tone).success).toBe(true)
})
