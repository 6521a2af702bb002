import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSettlement } from './settlement.rules.ts'

const rowsOf = (...lines: readonly string[]) => lines.map((text, at) => ({ line: at + 1, cells: text.split('|') }))
const read = (...lines: readonly string[]) => {
  const found = readSettlement(rowsOf(...lines))
  if ('missing' in found) throw new Error(`missing ${found.missing.join(', ')}`)
  return found
}

const header =
  '特店交易編號|綠界交易編號|交易日期|付款方式|手續費率|結算日期|撥款日期|交易金額|金流手續費|平台手續費|退款金額|應收款項(淨額)|金流處理費'

test('PAYMENT-230 A settlement file’s columns are found by their names, below lines that say whose it is, and fees of several columns are added up', () => {
  const { entries } = read(
    '特店名稱：小器有限公司',
    header,
    'KM1|EC1|2026/03/02 13:27:00|ATM|1%|2026/03/03 00:00:00|2026/03/05 00:00:00|"1,000"|15|3|0|980|2'.replaceAll(
      '"',
      '',
    ),
    'KM2|EC2|2026/03/02 19:47:00|信用卡|2%|2026/03/10 00:00:00||-2180|-43.6|0|0|-2136.4|0',
  )
  expect(entries).toEqual([
    {
      line: 3,
      kind: 'sale',
      numbers: ['KM1', 'EC1'],
      day: '2026-03-02',
      amount: 1000_00,
      fee: 20_00,
      payoutDay: '2026-03-05',
    },
    {
      line: 4,
      kind: 'refund',
      numbers: ['KM2', 'EC2'],
      day: '2026-03-02',
      amount: 2180_00,
      fee: -43_60,
      payoutDay: '',
    },
  ])
})

test('PAYMENT-231 Where no column has the fee as money, it is what is not paid out, and a rate is no fee', () => {
  const { entries } = read(
    '序號|授權單號|授權碼|訂單編號|交易日期|請款日期|交易金額|服務費(%數)|撥款金額',
    '1|77|A1|KM1|20260302|20260303|1000|2|980',
    '2|78|A2|KM1|20260304|20260305|-300|2|-294',
  )
  expect(entries.map(({ kind, amount, fee }) => [kind, amount, fee])).toEqual([
    ['sale', 1000_00, 20_00],
    ['refund', 300_00, -6_00],
  ])
  expect(readSettlement(rowsOf('訂單編號|交易日期|交易金額|服務費(%數)', 'KM1|20260302|1000|2'))).toEqual({
    missing: ['fee'],
  })
  expect(readSettlement(rowsOf('交易日期|交易金額|手續費', '20260302|1000|2'))).toEqual({ missing: ['number'] })
})

test('PAYMENT-232 A refund in the sale’s row is one, and the same refund told in a row of its own as well is not two', () => {
  const columns = '特店交易編號|交易日期|交易金額|手續費|退款金額'
  const inRow = read(columns, 'KM1|2026/03/02|1000|20|300', 'KM2|2026/03/02|500|-10|-500')
  expect(inRow.entries.map(({ line, kind, amount, fee }) => [line, kind, amount, fee])).toEqual([
    [2, 'sale', 1000_00, 20_00],
    [2, 'refund', 300_00, 0],
    [3, 'sale', 500_00, 10_00],
    [3, 'refund', 500_00, 0],
  ])
  const both = read(columns, 'KM1|2026/03/02|1000|20|300', 'KM1|2026/03/03|-300|0|300')
  expect(both.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['sale', 1000_00],
    ['refund', 300_00],
  ])
})

test('PAYMENT-233 Rows that can’t be read are told by line and field, and rows without money are ignored', () => {
  const found = read(
    '特店交易編號|交易日期|交易金額|手續費|退款金額|撥款日期|付款結果',
    '|2026/03/02|1000|20|0||已付款',
    'KM1|2026/02/30|1000|20|0||已付款',
    'KM1|2026/03/02|一千|20|0||已付款',
    'KM1|2026/03/02|1000|2%|0||已付款',
    'KM1|2026/03/02|1000|20|x||已付款',
    'KM1|2026/03/02|1000|20|0|soon|已付款',
    'KM1|2026/03/02|1000|20|0||未付款',
    'KM1|2026/03/02|0|0|0||已付款',
    '="KM1"|2026/03/02|1000|20|0|-|已付款',
  )
  expect(found.bad).toEqual([
    { line: 2, field: 'number' },
    { line: 3, field: 'day' },
    { line: 4, field: 'amount' },
    { line: 5, field: 'fee' },
    { line: 6, field: 'refund' },
    { line: 7, field: 'payoutDay' },
  ])
  expect(found.ignored).toBe(2)
  expect(found.entries).toMatchObject([{ line: 10, numbers: ['KM1'], payoutDay: '' }])
})

const cell = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('KM1', '2026/03/02', '100', '-20', '0', '未付款'))

test('PAYMENT-234 Whatever a file holds, each of its rows is told of, ignored or bad, and none is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 7 }), { maxLength: 20 }), (cells) => {
      const heads = ['特店交易編號', '交易日期', '交易金額', '手續費', '退款金額', '撥款日期', '付款結果']
      const found = readSettlement([heads, ...cells].map((each, at) => ({ line: at + 1, cells: each })))
      if ('missing' in found) throw new Error('the header is there')
      const lines = new Set([...found.entries, ...found.bad].map(({ line }) => line))
      expect(lines.size + found.ignored).toBe(cells.length)
      for (const { amount, day, numbers } of found.entries) {
        expect(amount).toBeGreaterThan(0)
        expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
        expect(numbers.length).toBeGreaterThan(0)
      }
    }),
  )
})
