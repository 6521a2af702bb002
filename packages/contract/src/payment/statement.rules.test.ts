import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberTransfers, readStatement, readStatementAmount, readStatementDay } from './statement.rules.ts'

const rowsOf = (...lines: readonly string[]) => lines.map((text, at) => ({ line: at + 1, cells: text.split('|') }))
const read = (...lines: readonly string[]) => {
  const found = readStatement(rowsOf(...lines))
  if ('missing' in found) throw new Error(`missing ${found.missing.join(', ')}`)
  return found
}

test('PAYMENT-200 The columns of a statement are found by what banks call them, below lines that say whose it is, and with amounts of both directions in one', () => {
  const chinese = read(
    '戶名：小器有限公司',
    '交易日期|摘要|支出金額|存入金額|備註|對方帳號',
    '115/03/02|轉帳|0|1,980|KM1|0000-12345',
  )
  expect(chinese.transfers).toEqual([
    { line: 3, day: '2026-03-02', amount: 1980_00, note: '轉帳 KM1', account: '0000-12345' },
  ])
  const english = read('Date|Description|Withdrawal|Deposit (TWD)', '2026-03-02 10:00:00|KM2|| NT$3,000.00 ')
  expect(english.transfers).toMatchObject([{ day: '2026-03-02', amount: 3000_00, note: 'KM2', account: '' }])
  const both = read('日期|借貸別|金額|備註', '20260302|貸|500|甲', '20260302|借|700|乙', '20260302|貸|-20|丙')
  expect(both.transfers.map(({ note }) => note)).toEqual(['甲'])
  expect(both.ignored).toBe(2)
  expect(readStatement(rowsOf('日期|備註', '2026/3/2|KM1'))).toEqual({ missing: ['amount'] })
})

test('PAYMENT-201 Rows without money that came in are ignored, and those that can’t be read are told by line and field', () => {
  const found = read(
    '日期|存入|備註',
    '2026/03/02|0|零',
    '2026/03/02||空',
    '2026/02/31|100|沒有這一天',
    '2026/03/02|一百|不是數字',
    `2026/03/02|100|${'長'.repeat(501)}`,
    '2026/03/02|100|好',
  )
  expect(found.ignored).toBe(2)
  expect(found.bad).toEqual([
    { line: 4, field: 'day' },
    { line: 5, field: 'amount' },
    { line: 6, field: 'note' },
  ])
  expect(found.transfers.map(({ note }) => note)).toEqual(['好'])
})

test('PAYMENT-202 Days and amounts are read as banks write them, in whole cents', () => {
  const days = [
    '2026/3/2',
    '2026-03-02',
    '115.03.02',
    '1150302',
    '20260302',
    '2026年3月2日',
    '２０２６/０３/０２ 09:30',
  ]
  expect(days.map(readStatementDay)).toEqual(days.map(() => '2026-03-02'))
  expect(['', '3/2', '2026/13/01', '2026/02/29', 'total'].map(readStatementDay)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  )
  expect(
    ['1,980', '+1980.00', 'NT$1,980元', '19.5', '-20', '(1,200)', '', '--', '0.00'].map(readStatementAmount),
  ).toEqual([1980_00, 1980_00, 1980_00, 19_50, -20_00, -1200_00, 0, 0, 0])
  expect(['abc', '1.234', '(20', '12345678901'].map(readStatementAmount)).toEqual(
    Array.from({ length: 4 }, () => undefined),
  )
  fc.assert(
    fc.property(fc.nat(999_999_999), fc.nat(99), (dollars, cents) => {
      const text = `${dollars.toLocaleString('en-US')}.${String(cents).padStart(2, '0')}`
      expect(readStatementAmount(text)).toBe(dollars * 100 + cents)
    }),
  )
})

const cell = fc.string({ maxLength: 12 })
const transfer = fc.record({
  day: fc.constantFrom('2026-03-02', '2026-03-03'),
  amount: fc.constantFrom(100, 200),
  note: fc.constantFrom('', 'KM1'),
  account: fc.constantFrom('', '12345'),
})

test('PAYMENT-203 Whatever a file holds, each of its rows is a transfer, ignored or bad, and none is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 20 }), (cells) => {
      const rows = [['日期', '存入', '備註', '帳號'], ...cells].map((each, at) => ({ line: at + 1, cells: each }))
      const found = readStatement(rows)
      if ('missing' in found) throw new Error('the header is there')
      expect(found.transfers.length + found.ignored + found.bad.length).toBe(cells.length)
      for (const { amount, day } of found.transfers) {
        expect(amount).toBeGreaterThan(0)
        expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
      }
    }),
  )
})

test('PAYMENT-204 No two rows of a file have one print, and the same rows in any order have the same prints', () => {
  fc.assert(
    fc.property(fc.array(transfer, { maxLength: 30 }), (transfers) => {
      const printsOf = (given: typeof transfers) => numberTransfers(given).map(({ said, count }) => `${said}#${count}`)
      const prints = printsOf(transfers)
      expect(new Set(prints).size).toBe(transfers.length)
      expect(printsOf(transfers.toReversed()).toSorted()).toEqual(prints.toSorted())
    }),
  )
})
