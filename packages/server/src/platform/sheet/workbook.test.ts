import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aWorkbook } from '../../../test/workbook.ts'
import { readSheet } from './read-sheet.ts'
import { shownTime, timeFormatOf } from './time-format.ts'

const shown = (value: number, format: string) => {
  const read = timeFormatOf(164, format)
  return read && shownTime(value, read)
}

describe('times of a workbook', () => {
  test('SHEET-132 A time is the text that its cell shows, with a mark where hours and minutes stand alone or hours are left out', () => {
    expect(shown(0.0576388889, 'h:mm')).toEqual({ text: '1:23', mark: 'hoursMinutes' })
    expect(shown(0.000960648, 'h:mm:ss')).toEqual({ text: '0:01:23' })
    expect(shown(2.7291666667, '[mm]:ss')).toEqual({ text: '3930:00' })
    expect(shown(0.0454861111, '[mm]:ss')).toEqual({ text: '65:30' })
    expect(shown(2.7291666667, '[h]:mm:ss')).toEqual({ text: '65:30:00' })
    expect(shown(0.03125, 'h:mm')).toEqual({ text: '0:45', mark: 'hoursMinutes' })
    expect(shown(0.03125, 'mm:ss.0')).toEqual({ text: '45:00' })
    expect(shown(0.0454861111, 'mm:ss.0')).toEqual({ text: '1:05:30', mark: 'withoutHours' })
    expect(shown(0.0009652778, 'mm:ss.0')).toEqual({ text: '01:23.4' })
    // It has seconds that it doesn't show: its hours are hours.
    expect(shown(0.0581597222, 'h:mm')).toEqual({ text: '1:23:45' })
    expect(shown(0.000960648, '[$-404]AM/PM h:mm:ss;@')).toEqual({ text: '0:01:23' })
    expect(shown(0.000960648, 'hh"時"mm"分"ss"秒"')).toEqual({ text: '0:01:23' })
  })

  test('SHEET-133 A format with a day, a month or no time at all is none of a time, and a moment of which the day is hidden stays one', () => {
    for (const format of ['General', '0.00', 'yyyy/mm/dd hh:mm', 'd h:mm', 'mmm', 'mm', '@', '"h:mm"', '[Red]0'])
      expect(timeFormatOf(164, format), format).toBeUndefined()
    expect([14, 22].map((id) => timeFormatOf(id, undefined))).toEqual([undefined, undefined])
    expect([20, 21, 45, 46, 47].map((id) => timeFormatOf(id, undefined) !== undefined)).not.toContain(false)
    expect(shown(46_346.8333, 'h:mm')).toBeUndefined()
    expect(shown(-0.5, 'h:mm')).toBeUndefined()
  })

  test('SHEET-134 Whatever time of a film is typed into a workbook as h:mm:ss or [mm]:ss comes back to the millisecond', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(86_400_000), { minLength: 1, maxLength: 20 }), async (times) => {
        const rows = times.map((ms) => [
          { value: Number((ms / 86_400_000).toPrecision(15)), format: 'h:mm:ss' },
          { value: Number((ms / 86_400_000).toPrecision(15)), format: '[mm]:ss' },
        ])
        const read = await readSheet(aWorkbook([{ name: 'a', rows: [['a', 'b'], ...rows] }]))
        const msOf = (text = '') => text.split(':').reduce((sum, unit) => sum * 60 + Math.round(Number(unit) * 1000), 0)
        expect(read.rows.map(({ cells }) => cells.map(msOf))).toEqual(times.map((ms) => [ms, ms]))
      }),
      { numRuns: 10 },
    )
  })

  test('SHEET-135 Only times become texts: days, numbers and texts of the same sheet are read as before', async () => {
    const rows = [
      ['a', 'b', 'c', 'd', 'e'],
      [
        { value: 0.0576388889, format: 'h:mm' },
        { value: 46_346.8333333333, format: 'yyyy/mm/dd hh:mm' },
        1280.5,
        '<c r="A1" s="1">&',
        { value: 1280.5, format: '#,##0.00' },
      ],
    ]
    const read = await readSheet(aWorkbook([{ name: '直播', rows }]))
    expect(read.rows[0]?.cells).toEqual(['1:23', '2026-11-20 20:00', '1280.5', '<c r="A1" s="1">&', '1280.5'])
    expect([...(read.rows[0]?.marks ?? [])]).toEqual([[0, 'hoursMinutes']])
  })
})

describe('sheets of a workbook', () => {
  const rowsOf = (word: string) => [['名稱'], [word]]

  test('SHEET-136 The first sheet that is not hidden is read, and named', async () => {
    const file = aWorkbook([
      { name: '舊價目', state: 'hidden', rows: rowsOf('舊') },
      { name: '更舊', state: 'veryHidden', rows: rowsOf('更舊') },
      { name: '秋窯 & <新>', state: 'visible', rows: rowsOf('新') },
      { name: '備註', rows: rowsOf('備註') },
    ])
    const { rows, source } = await readSheet(file)
    expect(rows.map(({ cells }) => cells)).toEqual([['新']])
    expect(source).toEqual({ charset: null, isGuessed: false, sheetName: '秋窯 & <新>', candidates: [] })
  })

  test('SHEET-137 Where all sheets are hidden the first is read', async () => {
    const { source } = await readSheet(aWorkbook([{ name: '一', state: 'hidden', rows: rowsOf('一') }]))
    expect(source.sheetName).toBe('一')
  })
})

test('SHEET-730 A number of up to 15 digits is read whole, and a longer one as a spreadsheet shows it, not with zeros in place of its last digits', async () => {
  const numbers = [912_345_678, 12_345_678_901, 999_999_999_999_999, 1_234_567_890_123_456, 2_000_000_000_000_000]
  const { rows } = await readSheet(
    aWorkbook([{ name: '帳號', rows: [['帳號'], ...numbers.map((number) => [number])] }]),
  )
  expect(rows.map(({ cells }) => cells[0])).toEqual([
    '912345678',
    '12345678901',
    '999999999999999',
    '1.23456789012346E+15',
    '2E+15',
  ])
})
