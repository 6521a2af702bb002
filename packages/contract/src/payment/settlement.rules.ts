import type { UnclearNumber } from '../common/typed-number.ts'
import { isShortened, plainCell } from '../common/typed-text.ts'
import { readStatementAmount, readStatementDay, unclearAmountOf } from './statement.rules.ts'

/** A settlement file of a payment company: what it took in for the merchant, what it keeps, and when it pays the rest out. */

export const settlementFields = ['number', 'day', 'amount', 'fee', 'refund', 'net', 'payoutDay'] as const
export type SettlementField = (typeof settlementFields)[number]

/** A sale or a refund, as a row of the file tells it. */
export interface SettlementEntry {
  /** Line of the file, the first being 1. */
  readonly line: number
  readonly kind: 'sale' | 'refund'
  /** Ours and the company's, as far as the file has them. */
  readonly numbers: readonly string[]
  /** In Taipei, YYYY-MM-DD. */
  readonly day: string
  /** Minor units, above 0 for refunds too. */
  readonly amount: number
  /** Minor units that the company keeps; below 0 where it gives some back with a refund. */
  readonly fee: number
  /** In Taipei, YYYY-MM-DD; empty: not paid out yet. */
  readonly payoutDay: string
}

export interface SettlementProblem {
  readonly line: number
  readonly field: SettlementField
  /** What an amount could mean that is written so that nobody can say which. */
  readonly unclear?: UnclearNumber
  /** A number of which a spreadsheet has left some digits alone. */
  readonly shortened?: string
}

/** The surest words first. Words of one field that stand beside each other in a file, as fees do, are added up. */
const words = {
  ours: '特店交易編號 特店訂單編號 廠商訂單編號 廠商交易編號 商店訂單編號 訂單編號 merchanttradeno merchantorderno orderid ordernumber',
  theirs: '綠界交易編號 綠界訂單編號 綠界交易序號 金流交易編號 交易序號 tradeno transactionid',
  day: '付款日期 交易日期 訂單日期 paymentdate transactiondate tradedate date',
  amount: '交易金額 付款金額 訂單金額 金額 transactionamount tradeamount amount',
  fee: '金流手續費 平台手續費 金流處理費 交易服務費金額 通路費 手續費 手續費金額 transactionfee platformfee processingfee fee fees',
  refund: '退款金額 refundamount refunds refund',
  net: '應收款項 應收款項淨額 撥款金額 淨額 payoutamount netamount net',
  payoutDay: '撥款日期 撥款入帳日期 入帳日期 disbursementdate payoutdate',
  result: '付款結果 付款狀態 交易狀態 paymentstatus status',
} as const

// What stands in brackets says a unit, as in "fee (%)"; a fee as a rate is called by other words than one as money.
const folded = (header: string): string =>
  plainCell(header)
    .toLowerCase()
    .replaceAll(/\([^)]*\)|[\s*:_]/g, '')

interface SettlementColumns {
  readonly numbers: readonly number[]
  readonly day: number
  readonly amount: number
  readonly fees: readonly number[]
  readonly refund: number | undefined
  readonly net: number | undefined
  readonly payoutDay: number | undefined
  readonly result: number | undefined
}

const columnsOf = (
  cells: readonly string[],
): { readonly columns?: SettlementColumns; readonly missing: readonly SettlementField[] } => {
  const headers = cells.map(folded)
  const placeOf = (kind: keyof typeof words): number | undefined =>
    words[kind]
      .split(' ')
      .map((word) => headers.indexOf(word))
      .find((place) => place >= 0)
  const numbers = [placeOf('ours'), placeOf('theirs')].filter((place) => place !== undefined)
  const [day, amount, net] = [placeOf('day'), placeOf('amount'), placeOf('net')]
  const feeWords = words.fee.split(' ')
  const fees = headers.flatMap((header, place) => (feeWords.includes(header) ? [place] : []))
  const missing: readonly SettlementField[] = [
    ...(numbers.length === 0 ? ['number' as const] : []),
    ...(day === undefined ? ['day' as const] : []),
    ...(amount === undefined ? ['amount' as const] : []),
    ...(fees.length === 0 && net === undefined ? ['fee' as const] : []),
  ]
  if (missing.length > 0 || day === undefined || amount === undefined) return { missing }
  const others = { refund: placeOf('refund'), payoutDay: placeOf('payoutDay'), result: placeOf('result') }
  return { columns: { numbers, day, amount, fees, net, ...others }, missing }
}

interface SettlementRow extends Omit<SettlementEntry, 'kind'> {
  /** Signed as the file has it. */
  readonly amount: number
  readonly refund: number
}

const plainNumber = (text: string): string => plainCell(text).replaceAll(/[='"`\s]/g, '')

const isEmpty = (text: string): boolean => /^[-–—]*$/.test(text)

/** A row, the field that can't be read, or `ignored` for one that tells of no money. */
const readRow = (
  columns: SettlementColumns,
  line: number,
  cells: readonly string[],
): SettlementRow | SettlementField | 'ignored' => {
  const cell = (place: number | undefined): string => (place === undefined ? '' : (cells[place] ?? '').trim())
  if (/未付|失敗|unpaid|failed/i.test(plainCell(cell(columns.result)))) return 'ignored'
  const amount = readStatementAmount(cell(columns.amount))
  const refund = readStatementAmount(cell(columns.refund))
  if (amount === undefined) return 'amount'
  if (refund === undefined) return 'refund'
  if (amount === 0 && refund === 0) return 'ignored'
  // What a spreadsheet has shortened names no payment; where the other number stands there it does.
  const given = columns.numbers.map((place) => plainNumber(cell(place)))
  const numbers = [...new Set(given)].filter((no) => !isEmpty(no) && !isShortened(no))
  if (numbers.length === 0) return 'number'
  const day = readStatementDay(cell(columns.day))
  if (day === undefined) return 'day'
  const fees = columns.fees.map((place) => readStatementAmount(cell(place)))
  if (fees.includes(undefined)) return 'fee'
  const net = readStatementAmount(cell(columns.net))
  // Without a column of fees, what is not paid out was kept.
  if (fees.length === 0 && net === undefined) return 'net'
  const fee = fees.length === 0 ? amount - (net ?? 0) : fees.reduce<number>((sum, each) => sum + (each ?? 0), 0)
  const payoutText = cell(columns.payoutDay)
  const payoutDay = isEmpty(plainCell(payoutText)) ? '' : readStatementDay(payoutText)
  if (payoutDay === undefined) return 'payoutDay'
  return { line, numbers, day, amount, fee, refund: Math.abs(refund), payoutDay }
}

/** The places of the amounts that a field is read from. */
const amountsOf = ({ amount, refund, fees, net }: SettlementColumns, field: SettlementField): readonly number[] => {
  const places = { amount: [amount], refund: [refund], fee: fees, net: [net], number: [], day: [], payoutDay: [] }
  return places[field].filter((place) => place !== undefined)
}

const unclearIn = (columns: SettlementColumns, field: SettlementField, cells: readonly string[]) =>
  amountsOf(columns, field)
    .map((place) => unclearAmountOf(cells[place] ?? ''))
    .find(({ unclear }) => unclear !== undefined) ?? {}

const shortenedIn = ({ numbers }: SettlementColumns, field: SettlementField, cells: readonly string[]) => {
  const shortened = numbers.map((place) => plainCell(cells[place] ?? '')).find(isShortened)
  return field === 'number' && shortened !== undefined ? { shortened } : {}
}

export interface ReadSettlement {
  readonly entries: readonly SettlementEntry[]
  /** Rows that tell of no money. */
  readonly ignored: number
  readonly bad: readonly SettlementProblem[]
}

/** So many lines may stand above the header: the merchant's name, the days asked for. */
const headerWithin = 20

/**
 * What a file says: every row is a sale, a refund, both, ignored, or bad. Where no row names the columns: which of them
 * the likeliest header lacks. A refund is a row of its own with an amount below 0, or stands in a column of the sale's
 * row; a file that does both tells of one refund, not of two.
 */
export const readSettlement = (
  rows: readonly { readonly line: number; readonly cells: readonly string[] }[],
): ReadSettlement | { readonly missing: readonly SettlementField[] } => {
  const heads = rows.slice(0, headerWithin).map(({ cells }) => columnsOf(cells))
  const at = heads.findIndex(({ columns }) => columns !== undefined)
  const columns = heads[at]?.columns
  if (!columns) {
    const [fewest] = heads.map(({ missing }) => missing).toSorted((a, b) => a.length - b.length)
    return { missing: fewest ?? ['number', 'day', 'amount', 'fee'] }
  }
  const read: SettlementRow[] = []
  const bad: SettlementProblem[] = []
  let ignored = 0
  for (const { line, cells } of rows.slice(at + 1)) {
    const row = readRow(columns, line, cells)
    if (row === 'ignored') ignored += 1
    else if (typeof row === 'string') {
      bad.push({ line, field: row, ...unclearIn(columns, row, cells), ...shortenedIn(columns, row, cells) })
    } else read.push(row)
  }
  const refundedByRow = new Set(read.filter(({ amount }) => amount < 0).flatMap(({ numbers }) => numbers))
  const entries = read.flatMap(({ amount, refund, fee, ...row }): SettlementEntry[] => {
    if (amount < 0) return [{ ...row, kind: 'refund', amount: -amount, fee }]
    // Some files write what is kept of a sale with a sign, as money that goes out.
    const sale: SettlementEntry[] = amount > 0 ? [{ ...row, kind: 'sale', amount, fee: Math.abs(fee) }] : []
    const isRefundedByRow = amount > 0 && row.numbers.some((no) => refundedByRow.has(no))
    if (refund === 0 || isRefundedByRow) return sale
    return [...sale, { ...row, kind: 'refund', amount: refund, fee: amount > 0 ? 0 : fee }]
  })
  return { entries, ignored, bad }
}
