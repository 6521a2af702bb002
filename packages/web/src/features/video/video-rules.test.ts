import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clockOf } from './clock-of.ts'
import { moveItem } from '../../lib/list/move-item.ts'

describe('videos and pictures on a screen', () => {
  test('VIDEO-66 A length stands on its picture as m:ss, from an hour on as h:mm:ss', () => {
    expect([0, 5, 65, 600, 3599, 3600, 36_000].map(clockOf)).toEqual([
      '0:00',
      '0:05',
      '1:05',
      '10:00',
      '59:59',
      '1:00:00',
      '10:00:00',
    ])
  })

  test('VIDEO-67 A picture can be put at any place, the others keep their order', () => {
    expect(moveItem(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
    expect(moveItem(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(), (list, a, b) => {
        const [from, to] = [a % list.length, b % list.length]
        const after = moveItem(list, from, to)
        expect(after[to]).toBe(list[from])
        expect(after.toSpliced(to, 1)).toEqual(list.toSpliced(from, 1))
      }),
    )
  })
})
