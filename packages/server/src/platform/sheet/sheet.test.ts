import { constants, deflateRawSync } from 'node:zlib'
import { sheetLimits } from '@kaimai/contract/common/sheet.ts'
import { sheetErrors } from '@kaimai/contract/common/sheet.errors.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sheetBytes } from '../../../test/sheet-bytes.ts'
import { openXlsx } from './open-xlsx.ts'
import { readCsv } from './read-csv.ts'
import { readSheet } from './read-sheet.ts'
import { workOnSheet } from './sheet-thread.ts'
import { type CellValue, writeFile } from './write-file.ts'
import { writeSheet } from './write-sheet.ts'

const column = (key: string, kind: 'text' | 'whole' | 'money' | 'time' | 'date' = 'text') => ({
  key,
  title: { 'zh-TW': `${key}欄`, en: `${key} column` },
  kind,
})
const bytesOf = async (format: 'xlsx' | 'csv', rows: readonly (readonly CellValue[])[], kinds = ['text', 'text']) => {
  const written = await writeSheet({
    format,
    name: '商品',
    language: 'zh-TW',
    columns: kinds.map((kind, at) => ({
      ...column(`c${at}`, kind as 'text'),
      value: (row: readonly CellValue[]) => row[at] ?? null,
    })),
    rows,
  })
  return sheetBytes(written)
}
const text = (content: string) => new TextEncoder().encode(content)
const cellsOf = async (bytes: Uint8Array) => (await readSheet(bytes)).rows.map(({ cells }) => cells)
const fileError = (reason: unknown) => ({ errorName: 'invalid', fields: { file: reason } })

/** Texts of every script, with what spreadsheet programs trip over. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom(
        '=1+1',
        '+886',
        '-5',
        '@SUM',
        "'",
        '"',
        ',',
        ';',
        '\t',
        '\n',
        '\u0001',
        '_x000D_',
        '＝',
        '中文',
        '  ',
      ),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => `${parts.join('').replaceAll(/[\r\0\uFEFF]/g, '')}.`)

describe('sheets', () => {
  test('SHEET-1 What is written is read back equal, in both formats, whatever the texts hold', async () => {
    const columns = ['a', 'b', 'c'].map((title) => ({ title, kind: 'text' as const, width: 10 }))
    const rows = fc.array(fc.tuple(anyText, anyText, anyText), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const bytes = await writeFile({ format: 'csv', name: 'x', columns, rows: given })
        expect(readCsv(bytes, 100)?.rows.slice(1)).toEqual(given)
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(rows, { minLength: 1, maxLength: 5 }), async (batches) => {
        const given = batches.flat()
        const bytes = await writeFile({ format: 'xlsx', name: 'x', columns, rows: given })
        const read = await workOnSheet({ bytes, rows: 1000, columns: 10 })
        expect(read).toMatchObject({ type: 'rows', rows: [['a', 'b', 'c'], ...given] })
      }),
      { numRuns: 12 },
    )
  })

  test('SHEET-16 Every code point of the plane in use comes back from a workbook, and those that are no characters', async () => {
    const points = [...Array.from({ length: 0x10000 }, (_, point) => point), 0x1fffe, 0x1ffff, 0x10ffff, 0x20000]
    // A carriage return becomes a new line in any XML; the byte order mark is not a text's own.
    const signs = points.filter((point) => point > 0 && point !== 13 && point !== 0xfeff)
    const given = signs.map((point) => [`${String.fromCodePoint(point)}.`])
    const columns = [{ title: 'a', kind: 'text' as const, width: 10 }]
    const bytes = await writeFile({ format: 'xlsx', name: 'x', columns, rows: given })
    const read = await workOnSheet({ bytes, rows: 70_000, columns: 10 })
    const cells = read.type === 'rows' ? read.rows.slice(1).map(([cell]) => cell) : []
    expect(given.flatMap(([cell], at) => (cells[at] === cell ? [] : [signs[at]?.toString(16)]))).toEqual([])
  })

  test('SHEET-81 A text that names what every object inherits comes back from a workbook', async () => {
    const given = Object.getOwnPropertyNames(Object.prototype).map((name) => [name])
    const columns = [{ title: 'constructor', kind: 'text' as const, width: 10 }]
    const bytes = await writeFile({ format: 'xlsx', name: 'x', columns, rows: given })
    const read = await workOnSheet({ bytes, rows: 100, columns: 10 })
    expect(read).toMatchObject({ type: 'rows', rows: [['constructor'], ...given] })
  })

  test('SHEET-2 Money and times are real numbers and dates, in the wall time of Taipei', async () => {
    const row = [128_050, new Date('2026-11-20T12:00:00Z'), new Date('2026-11-20T17:30:00Z'), 3, null]
    const kinds = ['money', 'time', 'date', 'whole', 'text']
    for (const format of ['xlsx', 'csv'] as const) {
      const [cells] = await cellsOf(await bytesOf(format, [row], kinds))
      expect(cells?.slice(0, 2)).toEqual(['1280.5', '2026-11-20 20:00'])
      expect(cells?.[2]?.slice(0, 10)).toBe('2026-11-21')
      expect(cells?.[3]).toBe('3')
    }
    const csv = new TextDecoder().decode(await bytesOf('csv', [row], kinds))
    expect(csv.split('\r\n')[1]).toBe('1280.5,2026-11-20 20:00,2026-11-21,3,')
  })

  test('SHEET-3 No text of a CSV file can run as a formula; in xlsx it is a text cell', async () => {
    const evil = ['=cmd|x', '+1+1', '+', '-1', '@a', '\t=1', '\r=1', '＝1', "'=1", '\n=1']
    const csv = new TextDecoder().decode(
      await writeFile({
        format: 'csv',
        name: 'x',
        columns: [{ title: '=x', kind: 'text', width: 5 }],
        rows: evil.map((one) => [one]),
      }),
    )
    for (const cell of csv.replace('\uFEFF', '').split('\r\n').filter(Boolean)) expect(cell).toMatch(/^"?'/)
    const xlsx = Buffer.from(openXlsx(await bytesOf('xlsx', [['=1+1', '=HYPERLINK("x")']]))).toString()
    expect(xlsx).not.toContain('<f>')
    expect(xlsx).toContain('t="inlineStr"')
    expect(xlsx).toMatch(/numFmtId="49"|formatCode="@"/)
  })

  test('SHEET-4 Texts in UTF-8 with and without its mark, UTF-16 and Big5 are read; so are commas, tabs and semicolons', async () => {
    const big5 = Uint8Array.from([0xab, 0x7e, 0xa6, 0x57, 0x2c, 0x78, 0x0d, 0x0a, 0xb8, 0x4a, 0x2c, 0x31])
    expect(await readSheet(big5)).toMatchObject({ headers: ['品名', 'x'], rows: [{ line: 2, cells: ['碗', '1'] }] })
    for (const content of [
      text('品名,x\n碗,1'),
      text('\uFEFF品名,x\r\n碗,1\r\n'),
      text('品名\tx\n碗\t1\n'),
      text('品名;x\n碗;1\n'),
      text('sep=;\n品名;x\n碗;1\n'),
      text('"品名","x"\n"碗","1"'),
      new Uint8Array(Buffer.from('\uFEFF品名\tx\r\n碗\t1', 'utf16le')),
    ]) {
      expect(await readSheet(content)).toMatchObject({ headers: ['品名', 'x'], rows: [{ cells: ['碗', '1'] }] })
    }
  })

  test('SHEET-5 Empty rows are skipped and lines stay those of the spreadsheet program', async () => {
    const read = await readSheet(text('a,b\n"x\ny",1\n\n,\nz,2\n'))
    expect(read.rows).toMatchObject([
      { line: 2, cells: ['x\ny', '1'] },
      { line: 5, cells: ['z', '2'] },
    ])
  })

  test('SHEET-6 A file that is no sheet, empty, too big or too long is refused with an error text at the field file', async () => {
    const wrong = sheetErrors
    await expect(readSheet(undefined)).rejects.toMatchObject(fileError(wrong.sheetMissing))
    await expect(readSheet(text('a,b\n'))).rejects.toMatchObject(fileError(wrong.sheetEmpty))
    await expect(readSheet(text('PK\u0003\u0004 not a zip'))).rejects.toMatchObject(fileError(wrong.sheetUnreadable))
    await expect(readSheet(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 0xff]))).rejects.toMatchObject(
      fileError(wrong.sheetUnreadable),
    )
    await expect(readSheet(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]))).rejects.toMatchObject(
      fileError(wrong.sheetOldExcel),
    )
    await expect(readSheet(text('a\n1\n2\n3\n'), { rows: 2 })).rejects.toMatchObject(
      fileError({ reason: wrong.sheetTooManyRows, values: { rows: 2 } }),
    )
    expect((await readSheet(text('a\n1\n2\n'), { rows: 2 })).rows).toHaveLength(2)
    await expect(readSheet(new Uint8Array(sheetLimits.bytes + 1).fill(65))).rejects.toMatchObject(
      fileError({ reason: wrong.sheetTooBig, values: { megabytes: 5 } }),
    )
  })

  test('SHEET-7 A workbook that inflates to gigabytes, or lies about its size, is refused', async () => {
    const bomb = (declared: number, size: number): Uint8Array => {
      // Zeros of 50 MB are a few dozen KB, which may stand one after another.
      const [part, rest] = [50_000_000, size % 50_000_000]
      const whole = deflateRawSync(Buffer.alloc(part), { finishFlush: constants.Z_FULL_FLUSH })
      const content = Buffer.concat([
        ...Array.from({ length: Math.floor(size / part) }, () => whole),
        deflateRawSync(Buffer.alloc(rest)),
      ])
      const name = Buffer.from('xl/workbook.xml')
      const head = Buffer.alloc(30)
      head.writeUInt32LE(0x04034b50, 0)
      const entry = Buffer.alloc(46)
      entry.writeUInt32LE(0x02014b50, 0)
      for (const [into, at] of [
        [head, 8],
        [entry, 10],
      ] as const) {
        into.writeUInt16LE(8, at)
        into.writeUInt32LE(content.length, at + 10)
        into.writeUInt32LE(declared, at + 14)
        into.writeUInt16LE(name.length, at + 18)
      }
      const end = Buffer.alloc(22)
      end.writeUInt32LE(0x06054b50, 0)
      end.writeUInt16LE(1, 10)
      end.writeUInt32LE(head.length + name.length + content.length, 16)
      return Buffer.concat([head, name, content, entry, name, end])
    }
    for (const bytes of [
      bomb(200_000_000, 200_000_000),
      bomb(10, 200_000_000),
      bomb(0xffff_fff0, 10),
      bomb(10, 4_500_000_000),
    ]) {
      await expect(readSheet(bytes)).rejects.toMatchObject(fileError(sheetErrors.sheetUnreadable))
    }
  })

  test('SHEET-8 20,000 rows are written and read in both formats while the process goes on', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => [
      `商品 ${at} 號`,
      `描述 ${at}`,
      at * 100,
      new Date(at * 6e7),
    ])
    let ticks = 0
    const ticker = setInterval(() => (ticks += 1), 5)
    for (const format of ['xlsx', 'csv'] as const) {
      const bytes = await bytesOf(format, rows, ['text', 'text', 'money', 'time'])
      const read = await readSheet(bytes)
      expect(read.rows).toHaveLength(20_000)
      expect(read.rows[19_999]?.cells.slice(0, 3)).toEqual(['商品 19999 號', '描述 19999', '19999'])
    }
    clearInterval(ticker)
    // Written and read in this thread, there would be a tick or two between one and the next.
    expect(ticks).toBeGreaterThan(20)
  }, 60_000)
})
