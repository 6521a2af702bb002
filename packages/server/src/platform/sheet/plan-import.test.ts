import { PriceCellOrNone, readWallTime, TimeCellOrNone, WholeCellOrNone } from '@kaimai/contract/common/sheet-cells.ts'
import { sheetErrors } from '@kaimai/contract/common/sheet.errors.ts'
import { type ImportMode, sheetLimits } from '@kaimai/contract/common/sheet.ts'
import { Line } from '@kaimai/contract/common/fields.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { planImport } from './plan-import.ts'

const columns = [
  { key: 'name', title: { 'zh-TW': '商品名稱', en: 'Product name' }, required: true },
  { key: 'price', title: { 'zh-TW': '售價', en: 'Price' }, aliases: ['定價'] },
  { key: 'stock', title: { 'zh-TW': '庫存', en: 'Stock' } },
]
const schema = z.object({ name: Line(10), price: PriceCellOrNone.optional(), stock: WholeCellOrNone.optional() })

/** A shelf that knows two names; 壞 is refused by the check. */
const shelf = (content: string, mode: ImportMode = 'preview', language: 'zh-TW' | 'en' = 'zh-TW') => {
  const known = new Map([
    ['碗', 100_00],
    ['杯', 200_00],
  ])
  const written: string[] = []
  const result = planImport({
    file: new TextEncoder().encode(content),
    mode,
    language,
    columns,
    schema,
    validate: async (rows) =>
      rows.map(({ row }) => {
        if (row.name === '壞') return { state: 'bad', errors: [{ column: 'name', reason: sheetErrors.cellPrice }] }
        const price = known.get(row.name)
        return { state: price === undefined ? 'new' : price === row.price ? 'same' : 'change', known: price }
      }),
    write: async (rows) => {
      written.push(...rows.map(({ line, row, state }) => `${line} ${row.name} ${state}`))
    },
  })
  return { result, written }
}

describe('importing a sheet', () => {
  test('SHEET-9 Headers are found by key or by title in either language, whatever their case, width and star', async () => {
    for (const header of ['商品名稱*,售價,庫存', 'product NAME,ＰＲＩＣＥ,stock', 'name,定價, 庫 存 ']) {
      const { columns: found, counts } = await shelf(`${header}\n碗,100,3\n`).result
      expect(found.map(({ key }) => key)).toEqual(['name', 'price', 'stock'])
      expect(counts).toEqual({ new: 0, change: 0, same: 1, bad: 0 })
    }
  })

  test('SHEET-10 A required column that is missing, or one that stands twice, is named; unknown ones are left out', async () => {
    await expect(shelf('售價\n1\n').result).rejects.toMatchObject({
      fields: { file: { reason: sheetErrors.sheetColumnMissing, values: { columns: '商品名稱' } } },
    })
    await expect(shelf('name,售價,Price\na,1,2\n').result).rejects.toMatchObject({
      fields: { file: { reason: sheetErrors.sheetColumnTwice } },
    })
    const { unknownHeaders, columns: found } = await shelf('name,備註,顏色\na,1,2\n').result
    expect(unknownHeaders).toEqual(['備註', '顏色'])
    expect(found).toHaveLength(1)
  })

  test('SHEET-11 Each row is new, a change, the same or bad, with every error at its cell in the language of the caller; bad rows first', async () => {
    const content = '商品名稱,售價,庫存\n碗,100,1\n杯,250,2\n新,NT$1280,\n,x,1.5\n壞,1,1\n'
    const { result, written } = shelf(content)
    const { counts, rows, done } = await result
    expect({ counts, done, written }).toEqual({
      counts: { new: 1, change: 1, same: 1, bad: 2 },
      done: false,
      written: [],
    })
    expect(rows.map(({ line, state }) => `${line} ${state}`)).toEqual(['5 bad', '6 bad', '2 same', '3 change', '4 new'])
    expect(rows[0]).toEqual({
      line: 5,
      state: 'bad',
      cells: ['', 'x', '1.5'],
      stored: {},
      note: '',
      errors: [
        { column: 'name', message: '請填寫此欄位' },
        { column: 'price', message: '請填數字金額，例如 1280' },
        { column: 'stock', message: '請填整數' },
      ],
    })
    const inEnglish = await shelf(content, 'preview', 'en').result
    expect(inEnglish.rows[0]?.errors[1]?.message).toBe('Enter an amount in numbers, such as 1280')
  })

  test('SHEET-12 `good` writes the rows without errors; `all` writes nothing while a row is bad; unchanged rows are never written', async () => {
    const content = '商品名稱,售價\n碗,100\n杯,250\n新,1\n壞,1\n'
    const good = shelf(content, 'good')
    expect(await good.result).toMatchObject({ done: true, counts: { bad: 1 } })
    expect(good.written).toEqual(['3 杯 change', '4 新 new'])
    const all = shelf(content, 'all')
    expect(await all.result).toMatchObject({ done: false, counts: { bad: 1 } })
    expect(all.written).toEqual([])
    const clean = shelf('商品名稱,售價\n杯,250\n', 'all')
    expect(await clean.result).toMatchObject({ done: true })
    expect(clean.written).toEqual(['2 杯 change'])
  })

  test('SHEET-13 Of many rows the counts are of all and the answer shows some, the bad ones among them', async () => {
    const lines = Array.from({ length: 1000 }, (_, at) => `商品${at},${at}`)
    const { counts, rows } = await shelf(`商品名稱,售價\n${lines.join('\n')}\n壞,1\n`).result
    expect(counts).toEqual({ new: 1000, change: 0, same: 0, bad: 1 })
    expect(rows).toHaveLength(sheetLimits.shownRows)
    expect(rows[0]?.line).toBe(1002)
  })
})

describe('cells', () => {
  test('SHEET-14 Times are read as Taipei wall time however Excel and people write them, and nothing that is no day', () => {
    for (const text of [
      '2026-11-20 20:00',
      '2026/11/20 20:00',
      '2026/11/20 下午 08:00',
      '2026/11/20 8:00 PM',
      '2026-11-20T12:00:00Z',
    ])
      expect(readWallTime(text), text).toBe('2026-11-20T12:00:00.000Z')
    expect(readWallTime('2026/1/2')).toBe('2026-01-01T16:00:00.000Z')
    expect(readWallTime('2026/1/2 上午 12:30')).toBe('2026-01-01T16:30:00.000Z')
    for (const text of ['2026-02-31', '20:00', '2026-13-01', '下午', '2026/1/2 下午 13:00', '2026/1/2 25:00'])
      expect(readWallTime(text), text).toBeUndefined()
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2199, 0) }), (ms) => {
        const minute = Math.floor(ms / 60_000) * 60_000
        const wall = new Date(minute + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
        expect(readWallTime(wall)).toBe(new Date(minute).toISOString())
      }),
    )
    expect(TimeCellOrNone.parse(' ')).toBeNull()
  })

  test('SHEET-15 Prices and whole numbers are read as people write them', () => {
    expect(['1,280', 'NT$1280', '１２８０', '12.5'].map((text) => PriceCellOrNone.parse(text))).toEqual([
      1280_00, 1280_00, 1280_00, 12_50,
    ])
    expect(['3', '3.0', '1,000', ''].map((text) => WholeCellOrNone.parse(text))).toEqual([3, 3, 1000, null])
    expect(PriceCellOrNone.safeParse('-5').success).toBe(false)
  })
})
