import { expect, test } from 'vitest'
import { otherThanCells } from './stored-cells.ts'

test('SHEET-145 Shown beside a cell is what will be stored where a person would not read the same in it', () => {
  const shown = (cell: string, stored: string) => otherThanCells({ a: stored }, ['a'], [cell])['a']
  const other: [string, string][] = [
    ['NT$1,280', '1280'],
    ['83', '0:01:23.0'],
    ['65:30:00', '1:05:30.0'],
    ['ＡＢ', 'AB'],
    ['on', '上架'],
    ['15', '13'],
  ]
  for (const [cell, stored] of other) expect(shown(cell, stored), cell).toBe(stored)
  const alike: [string, string][] = [
    ['1280.00', '1280'],
    ['1:23', '0:01:23.0'],
    ['01:23.4', '0:01:23.4'],
    ['2026/11/20 20:00', '2026-11-20 20:00'],
    ['0912 345 678', '0912-345-678'],
    ['+886912345678', '0912-345-678'],
    ['', '1280'],
    ['林美惠', '林美惠'],
  ]
  for (const [cell, stored] of alike) expect(shown(cell, stored), cell).toBeUndefined()
  expect(otherThanCells({ a: '1', b: '2' }, ['b'], ['3'])).toEqual({ b: '2' })
})
