import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openXlsx } from './open-xlsx.ts'
import { readSheet } from './read-sheet.ts'
import { type CellKind, type CellRow, writeFile } from './write-file.ts'

const taskOf = (format: 'xlsx' | 'csv', kinds: readonly CellKind[], rows: readonly CellRow[]) => ({
  format,
  name: 'x',
  columns: kinds.map((kind, at) => ({ title: `c${at}`, kind, width: 20 })),
  rows,
})
const contentOf = (xlsx: Uint8Array) => Buffer.from(openXlsx(xlsx)).toString()

test('SHEET-200 Ids, phones, names and notes are texts that come back as they went, and a negative amount is a number that can be summed', async () => {
  const texts = ['2026112600012345678', '0900000000', '+886900000000', '=1+2', '-5 折', '@店']
  const kinds: CellKind[] = [...texts.map((): CellKind => 'text'), 'money']
  const xlsx = await writeFile(taskOf('xlsx', kinds, [[...texts, -125_000]]))
  expect(contentOf(xlsx)).not.toContain('<f>')
  expect(contentOf(xlsx)).toContain('<v>-1250</v>')
  const csv = await writeFile(taskOf('csv', kinds, [[...texts, -125_000]]))
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(csv)
  expect([...csv.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(text.split('\uFEFF')).toHaveLength(2)
  expect(text.split('\r\n')[1]).toBe("2026112600012345678,0900000000,+886900000000,'=1+2,'-5 折,'@店,-1250")
  for (const file of [xlsx, csv])
    expect((await readSheet(file)).rows.map(({ cells }) => cells)).toEqual([[...texts, '-1250']])
})

test('SHEET-201 Half past midnight of New Year in Taipei is that moment in the cell, wherever the process runs', async () => {
  const file = import.meta.url.replace(/[^/]+$/, 'write-file.ts')
  const script = `
    const { writeFile } = await import(${JSON.stringify(file)})
    const columns = [{ title: 'at', kind: 'time', width: 20 }]
    const rows = [[new Date('2026-12-31T16:30:00Z')]]
    const bytes = await writeFile({ format: 'xlsx', name: 'x', columns, rows })
    process.stdout.write(Buffer.from(bytes).toString('base64'))`
  for (const zone of ['UTC', 'Asia/Taipei', 'Asia/Shanghai', 'America/New_York']) {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { PATH: process.env['PATH'], TZ: zone },
      maxBuffer: 10 * 1024 * 1024,
    })
    const content = contentOf(Buffer.from(stdout, 'base64'))
    const [, style = '', serial] = /<c r="A2" s="(\d+)"><v>(46388\.\d+)<\/v>/.exec(content) ?? []
    expect([zone, Number(serial).toFixed(7)]).toEqual([zone, '46388.0208333'])
    // What a spreadsheet program makes of it: 2027-01-01 00:30:00.
    const [, ...formatIds] = [...content.matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => id)
    const formats = new Map(
      [...content.matchAll(/numFmtId="(\d+)" formatCode="([^"]+)"/g)].map(([, id, code]) => [id, code]),
    )
    expect(formats.get(formatIds[Number(style)])).toBe('yyyy-mm-dd hh:mm:ss')
  }
})

test('SHEET-733 An amount is shown whole where it is whole and with its two decimals where it has some, never with a point and nothing after it', async () => {
  const content = contentOf(
    await writeFile(taskOf('xlsx', ['money', 'money', 'money', 'money'], [[125_000, 0, -128_050, 5]])),
  )
  const formats = [...content.matchAll(/formatCode="([^"]+)"/g)].map(([, code]) => code)
  expect(formats.filter((code) => code?.includes('#') && /\.#|\.\d*#/.test(code))).toEqual([])
  const styles = [...content.matchAll(/<xf numFmtId="(\d+)"/g)].slice(1).map(([, id]) => Number(id))
  const cells = [...content.matchAll(/<c r="[A-D]2" s="(\d+)"><v>([^<]+)<\/v>/g)]
  expect(cells.map(([, style, value]) => [formats[(styles[Number(style)] ?? 0) - 164] ?? '#,##0', value])).toEqual([
    ['#,##0', '1250'],
    ['#,##0', '0'],
    ['#,##0.00', '-1280.5'],
    ['#,##0.00', '0.05'],
  ])
})
