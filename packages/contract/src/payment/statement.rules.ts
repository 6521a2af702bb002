import { readTypedNumber, type UnclearNumber, unclearNumber } from '../common/typed-number.ts'
import { isShortened, plainCell, plainLine, plainSigns } from '../common/typed-text.ts'

/** A bank's statement as a file: which columns it has, and what its rows say. The banks agree on nothing. */

export const statementFields = ['day', 'amount', 'note', 'account'] as const
export type StatementField = (typeof statementFields)[number]

/** Money that came in, as a row of a statement tells it. */
export interface StatementTransfer {
  /** In Taipei, YYYY-MM-DD. */
  readonly day: string
  /** Minor units. */
  readonly amount: number
  readonly note: string
  /** Of whoever sent it, as far as the bank shows it; empty: it doesn't. */
  readonly account: string
}

export interface StatementProblem {
  /** Line of the file, the first being 1. */
  readonly line: number
  readonly field: StatementField
  /** What an amount could mean that is written so that nobody can say which. */
  readonly unclear?: UnclearNumber
  /** A number of which a spreadsheet has left some digits alone. */
  readonly shortened?: string
}

/** Places of the columns in a row of the file. */
export interface StatementColumns {
  readonly day: number
  readonly amount: number
  /** Whether money came in or went out, where one column has the amounts of both. */
  readonly side: number | undefined
  readonly notes: readonly number[]
  readonly account: number | undefined
}

export const statementNoteMax = 500

/** The surest words first. */
const words = {
  day: '交易日期 交易日 日期 記帳日期 記帳日 入帳日期 入帳日 帳務日期 帳務日 交易時間 transactiondate bookingdate postingdate valuedate date',
  amount:
    '存入金額 存入 存款金額 存款 轉入金額 轉入 收入金額 收入 入帳金額 貸方金額 貸方 deposits deposit creditamount credit amountin paidin moneyin 交易金額 金額 amount',
  side: '借貸別 借貸 存提別 收支別 debit/credit creditdebit type',
  note: '備註 附言 摘要 說明 註記 附註 交易備註 存摺備註 交易說明 交易摘要 備註資金用途 notes note memo description details remarks remark reference',
  account:
    '對方帳號 轉出帳號 匯款帳號 匯款人帳號 付款帳號 來源帳號 轉帳帳號 交易對方帳號 對方帳戶 fromaccount payeraccount senderaccount counterpartyaccount 帳號 account',
} as const
const listOf = (text: string): readonly string[] => text.split(' ')

const folded = (header: string): string =>
  plainCell(header)
    .toLowerCase()
    .replaceAll(/\([^)]*\)|[\s*:_]/g, '')

const placeOf = (headers: readonly string[], kind: keyof typeof words): number | undefined => {
  for (const word of listOf(words[kind])) {
    const place = headers.indexOf(word)
    if (place >= 0) return place
  }
  return undefined
}

/** The columns that a row names as a header; those that are needed and not there by their names. */
export const statementColumns = (
  cells: readonly string[],
): { readonly columns?: StatementColumns; readonly missing: readonly StatementField[] } => {
  const headers = cells.map(folded)
  const [day, amount] = [placeOf(headers, 'day'), placeOf(headers, 'amount')]
  const missing = [...(day === undefined ? ['day' as const] : []), ...(amount === undefined ? ['amount' as const] : [])]
  if (day === undefined || amount === undefined) return { missing }
  const noteWords = listOf(words.note)
  const notes = headers.flatMap((header, place) => (noteWords.includes(header) ? [place] : []))
  const both = listOf(words.amount)
    .slice(-3)
    .includes(headers[amount] ?? '')
  const side = both ? placeOf(headers, 'side') : undefined
  return { columns: { day, amount, side, notes, account: placeOf(headers, 'account') }, missing }
}

const two = (digits: string): string => digits.padStart(2, '0')

/**
 * YYYY-MM-DD of a day as banks write it, the years of the Republic among them; undefined: it is none. A year of two digits
 * is none: 03/02/26 is what a spreadsheet makes of a day, and reads as two others.
 */
export const readStatementDay = (text: string): string | undefined => {
  const plain = plainCell(text)
  const match =
    /^(\d{3,4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[\sT].*)?$/.exec(plain) ??
    /^(\d{3,4})(\d{2})(\d{2})(?:[\sT].*)?$/.exec(plain)
  const [, year = '', month = '', day = ''] = match ?? []
  if (!match) return undefined
  const full = year.length === 4 ? Number(year) : Number(year) + 1911
  const read = `${String(full).padStart(4, '0')}-${two(month)}-${two(day)}`
  const ms = Date.parse(`${read}T00:00:00Z`)
  // Date.parse lets 31 February be 3 March.
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== read ? undefined : read
}

const withoutCurrency = (text: string): string =>
  plainCell(text)
    .replaceAll(/nt\$|twd|[$元]/gi, '')
    .trim()

/** What an amount of a statement could mean where its comma makes two of it; as a part of the problem that it is. */
export const unclearAmountOf = (text: string): { readonly unclear?: UnclearNumber } => {
  const unclear = unclearNumber(withoutCurrency(text).replaceAll(/^[+\-(]|\)$/g, ''))
  return unclear === undefined ? {} : { unclear }
}

/**
 * Minor units of an amount in a statement, negative for what went out; 0 for an empty cell; undefined: it is none, or a
 * comma makes two of it.
 */
export const readStatementAmount = (text: string): number | undefined => {
  const plain = withoutCurrency(text)
  if (plain === '' || /^-+$/.test(plain)) return 0
  const [, sign = '', unsigned = '', end] = /^([+\-(]?)\s*([\d., ]+?)\s*(\)?)$/.exec(plain) ?? []
  const read = readTypedNumber(unsigned)
  const match = read !== undefined && 'plain' in read ? /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(read.plain) : null
  if (!match || (sign === '(') !== (end === ')')) return undefined
  const amount = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return amount !== 0 && /[-(]/.test(sign) ? -amount : amount
}

const wentOut = (side: string): boolean => /^(借|支|提|轉出|d|out|w)/i.test(plainCell(side))

export interface ReadStatement {
  readonly header: readonly string[]
  readonly columns: StatementColumns
  readonly transfers: readonly (StatementTransfer & { readonly line: number })[]
  /** Rows that tell of no money that came in. */
  readonly ignored: number
  readonly bad: readonly StatementProblem[]
}

/** So many lines may stand above the header: the bank's name, the account, the days. */
const headerWithin = 20

/**
 * What a file says, row by row; every row is a transfer, ignored, or bad. Where no row names the columns: which of them
 * the likeliest header lacks.
 */
export const readStatement = (
  rows: readonly { readonly line: number; readonly cells: readonly string[] }[],
): ReadStatement | { readonly missing: readonly StatementField[] } => {
  const heads = rows.slice(0, headerWithin).map(({ cells }) => statementColumns(cells))
  const at = heads.findIndex(({ columns }) => columns !== undefined)
  const columns = heads[at]?.columns
  if (!columns) {
    const [fewest] = heads.map(({ missing }) => missing).toSorted((a, b) => a.length - b.length)
    return { missing: fewest ?? ['day', 'amount'] }
  }
  const transfers: (StatementTransfer & { line: number })[] = []
  const bad: StatementProblem[] = []
  let ignored = 0
  for (const { line, cells } of rows.slice(at + 1)) {
    const cell = (place: number | undefined): string => (place === undefined ? '' : (cells[place] ?? '').trim())
    const amount = readStatementAmount(cell(columns.amount))
    const account = cell(columns.account)
    const notes = columns.notes.map(cell).filter((text) => text !== '')
    const note = plainLine(notes.join(' '))
    if (amount !== undefined && (amount <= 0 || wentOut(cell(columns.side)))) {
      ignored += 1
      continue
    }
    const day = readStatementDay(cell(columns.day))
    if (day === undefined) bad.push({ line, field: 'day' })
    else if (amount === undefined) bad.push({ line, field: 'amount', ...unclearAmountOf(cell(columns.amount)) })
    else if (note.length > statementNoteMax) bad.push({ line, field: 'note' })
    // Its last digits would propose an order that somebody else has paid for.
    else if (isShortened(account)) bad.push({ line, field: 'account', shortened: account })
    else if (notes.some(isShortened)) bad.push({ line, field: 'note', shortened: notes.find(isShortened) ?? '' })
    else transfers.push({ line, day, amount, note, account: plainCell(account) })
  }
  return { header: rows[at]?.cells ?? [], columns, transfers, ignored, bad }
}

/** So many last digits of an account are kept, and tell it from others. */
const accountDigits = 5

/** The last digits of an account as a statement shows it; empty: it shows none. */
export const accountEndOf = (account: string): string => plainSigns(account).replaceAll(/\D/g, '').slice(-accountDigits)

/** A transfer of a file. */
export interface NumberedTransfer {
  /** What it says; a bank's own file and what a spreadsheet made of it say the same. */
  readonly said: string
  /** The how manieth it is among those of its file that say the same, from 1. */
  readonly count: number
}

/** What tells a transfer from those of a firm that say something else. */
export const saidBy = ({ day, amount, note, account }: StatementTransfer): string =>
  JSON.stringify([day, amount, plainLine(note), accountEndOf(account)])

/**
 * What tells each transfer of a file from all others of a firm: two equal transfers of a day in one file are two; the same
 * file once more adds none.
 */
export const numberTransfers = (transfers: readonly StatementTransfer[]): readonly NumberedTransfer[] => {
  const seen = new Map<string, number>()
  return transfers.map((transfer) => {
    const said = saidBy(transfer)
    const count = (seen.get(said) ?? 0) + 1
    seen.set(said, count)
    return { said, count }
  })
}
