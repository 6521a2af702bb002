import { type StatementImport, statementRoutes } from '@kaimai/contract/payment/statement.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { bytesIn } from '../../../test/charset-bytes.ts'
import { sharedApp } from '../../../test/fixtures.ts'
import { sendFile } from '../../../test/sign-up-people.ts'
import type { Member } from '../../../test/test-app.ts'
import { aWorkbook, type WorkbookCell } from '../../../test/workbook.ts'

const t = await sharedApp()
let member: Member
beforeEach(async () => {
  member = await t.aFirm('器日')
})

const headers = ['交易日期', '存入金額', '備註', '對方帳號'] as const
const csvOf = (...lines: readonly string[]): string => [headers.join(','), ...lines, ''].join('\n')
const bring = async (file: string | Uint8Array, fields: Record<string, string> = {}): Promise<StatementImport> => {
  const { status, body } = await sendFile(t, member, statementRoutes.import, fields, file)
  expect(status).toBe(200)
  return (body as { data: StatementImport }).data
}
const bringWorkbook = (...rows: readonly (readonly WorkbookCell[])[]) =>
  bring(aWorkbook([{ name: '明細', rows: [headers, ...rows] }]))
const kept = async () => {
  const { items } = await t.call(statementRoutes.list, { query: { state: 'open', limit: 50 } }, member.headers)
  return items.map(({ day, amount, note, accountEnd }) => [day, amount, note, accountEnd])
}
const asKept = [['2026-03-02', 1980_00, '匯款 KM1', '78901']]

test('PAYMENT-730 A bank’s own file that guards its numbers by formulas, and what a spreadsheet saves of it as a workbook without their zeros, are the same transfer', async () => {
  const own = csvOf('="115/03/02",="1980",匯款 KM1,="00012345678901"')
  expect((await bring(own)).counts).toEqual({ new: 1, same: 0, ignored: 0, bad: 0 })
  expect(await kept()).toEqual(asKept)
  // 2 March 2026 as a workbook counts days.
  const day = { value: 46_083, format: 'yyyy/mm/dd' }
  expect((await bringWorkbook([day, 1980, '匯款 KM1', 12_345_678_901])).counts).toMatchObject({ new: 0, same: 1 })
  expect((await bring(csvOf('2026/3/2,"1,980.00",匯款 KM1,12345678901'))).counts).toMatchObject({ new: 0, same: 1 })
  expect(await kept()).toEqual(asKept)
})

test('PAYMENT-731 Full-width digits, marks that nobody sees and dashes of any kind in a statement are read as they look, from CSV and from a workbook', async () => {
  const pasted = [
    '\u200e２０２６／０３／０２\u200e',
    '\u202aNT＄1980\u202c',
    '\u200b匯款　ＫＭ\u20601',
    '０００１２３‑４５６７–８９０１',
  ]
  expect((await bring(csvOf(pasted.join(',')))).counts).toMatchObject({ new: 1, bad: 0 })
  expect(await kept()).toEqual(asKept)
  expect((await bringWorkbook(pasted)).counts).toMatchObject({ new: 0, same: 1 })
})

test('PAYMENT-732 Money that went out is none that came in, whatever dash or mark stands before it', async () => {
  const file =
    '日期,金額,\u200b借貸別\ufeff,備註\n2026/03/02,500,\u200e借,甲\n2026/03/02,–500,貸,乙\n2026/03/02,‑500,貸,丙\n2026/03/02,500,貸,丁\n'
  expect((await bring(file)).counts).toEqual({ new: 1, same: 0, ignored: 3, bad: 0 })
  expect(await kept()).toEqual([['2026-03-02', 500_00, '丁', '']])
})

test('PAYMENT-733 A number that a spreadsheet has shortened, and a day with a year of two digits, are refused at their line with what to do', async () => {
  const { counts, bad } = await bring(
    csvOf(
      '2026/03/02,1980,甲,1.23457E+13',
      '2026/03/02,1980,8.12346E+15,',
      '03/02/26,1980,乙,',
      '2026/03/02,1.98E+03,丙,',
    ),
  )
  expect(counts).toEqual({ new: 0, same: 0, ignored: 0, bad: 4 })
  const words = (typed: string) =>
    `試算表把號碼縮短成「${typed}」，後面的數字已經遺失。請用原本的檔案，或把這一欄的格式改成「文字」後重新填寫`
  expect(bad).toEqual([
    { line: 2, field: 'account', message: words('1.23457E+13') },
    { line: 3, field: 'note', message: words('8.12346E+15') },
    { line: 4, field: 'day', message: '請填日期，例如 2026/03/02 或 115/03/02' },
    { line: 5, field: 'amount', message: '請填存入金額，例如 1980' },
  ])
  // A workbook keeps 15 digits of a number, and zeros in place of the others.
  const workbook = await bringWorkbook(['2026/03/02', 1980, '甲', 1_234_567_890_123_456])
  expect(workbook.bad).toEqual([{ line: 2, field: 'account', message: words('1.23456789012346E+15') }])
  expect(await kept()).toEqual([])
})

test('PAYMENT-734 The same statement in UTF-8, UTF-16 and Big5 is the same transfer', async () => {
  const text = csvOf('2026/03/02,1980,匯款 KM1,00012345678901')
  expect((await bring(text)).counts).toMatchObject({ new: 1 })
  expect((await bring(Buffer.from(`\ufeff${text}`, 'utf16le'))).counts).toMatchObject({ new: 0, same: 1 })
  expect((await bring(bytesIn('big5', text), { charset: 'big5' })).counts).toMatchObject({ new: 0, same: 1 })
  // Without a word of the sender it is a guess, and what is kept already is no news.
  expect(await bring(bytesIn('big5', text))).toMatchObject({ isWritten: false, counts: { new: 0, same: 1 } })
  expect(await kept()).toEqual(asKept)
})

test('PAYMENT-735 What was kept before by another reading of its row does not come in again, and a second equal transfer does', async () => {
  const line = '2026/03/02,1980,匯款 KM1,00012345678901'
  await bring(csvOf(line))
  await t.platform.db.raw(`update "bankStatementRow" set fingerprint = 'of old', note = $2 where "firmId" = $1`, [
    member.firmId,
    '匯款　ＫＭ１',
  ])
  expect((await bring(csvOf(line))).counts).toMatchObject({ new: 0, same: 1 })
  expect((await bring(csvOf(line, line))).counts).toMatchObject({ new: 1, same: 1 })
  expect((await bring(csvOf(line, line))).counts).toMatchObject({ new: 0, same: 2 })
})
