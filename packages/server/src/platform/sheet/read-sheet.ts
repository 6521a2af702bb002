import { fail } from '@kaimai/contract/common/error.ts'
import { type ErrorText, type ErrorTextWithValues, withValues } from '@kaimai/contract/common/error-text.ts'
import { sheetFileProblem } from '@kaimai/contract/common/sheet-file.rules.ts'
import { type Charset, sheetLimits, type SheetSource } from '@kaimai/contract/common/sheet.ts'
import { sheetErrors } from '@kaimai/contract/common/sheet.errors.ts'
import { workOnSheet } from './sheet-thread.ts'
import type { SheetProblem } from './read-file.ts'
import type { CellMark } from './time-format.ts'

export interface ReadSheet {
  readonly headers: readonly string[]
  /** Rows with something in them; `line` as the spreadsheet program counts, the header usually being 1. */
  readonly rows: readonly SheetRow[]
  readonly source: SheetSource
}

export interface SheetRow {
  readonly line: number
  readonly cells: readonly string[]
  /** What is to be known of cells, by their place. */
  readonly marks: ReadonlyMap<number, CellMark>
}

/** All lines of a file whose header may stand further down, for other lines above it. */
export const linesOf = ({
  headers,
  rows,
}: Pick<ReadSheet, 'headers' | 'rows'>): { readonly line: number; readonly cells: readonly string[] }[] => [
  { line: 1, cells: headers },
  ...rows,
]

/** A file as it was sent, with the character set that its sender says. */
export interface SentFile {
  readonly file: Uint8Array | undefined
  readonly charset: Charset | undefined
  /** Rows that it may have; default `sheetLimits.rows`. */
  readonly rows?: number | undefined
}

const maxColumns = 100

export const refuseFile = (reason: ErrorText | ErrorTextWithValues) =>
  fail('invalid', { reason, fields: { file: reason } })

const errorTextOf = (
  problem: SheetProblem,
  rows: number,
  charset: Charset | undefined,
): ErrorText | ErrorTextWithValues => {
  if (problem === 'otherCharset')
    return withValues(sheetErrors.sheetOtherCharset, { charset: (charset ?? '').toUpperCase() })
  if (problem === 'tooManyRows') return withValues(sheetErrors.sheetTooManyRows, { rows })
  return sheetErrors.sheetUnreadable
}

/**
 * The rows of an xlsx file (its first sheet that is not hidden) or a CSV file, every cell as text as a person reads it
 * (dates as wall time). A text is read in `charset`, or in the one that it says or is likely to be in. Throws `invalid`
 * with field `file` when it is missing, too big, unreadable or empty.
 */
export const readSheet = async (
  file: Uint8Array | undefined,
  limits: { readonly bytes?: number; readonly rows?: number | undefined; readonly charset?: Charset | undefined } = {},
): Promise<ReadSheet> => {
  const { bytes = sheetLimits.bytes, rows = sheetLimits.rows, charset } = limits
  if (!file) throw refuseFile(sheetErrors.sheetMissing)
  const wrong = sheetFileProblem(file.byteLength, file, bytes)
  if (wrong) throw refuseFile(wrong)
  const task = { bytes: file, rows: rows + 1, columns: maxColumns, charset } as const
  const message = await workOnSheet(task).catch(() => {
    throw refuseFile(sheetErrors.sheetUnreadable)
  })
  if (message.type === 'problem') throw refuseFile(errorTextOf(message.problem, rows, charset))
  const marks = Map.groupBy(message.marks, ({ row }) => row)
  const filled = message.rows
    .map((cells, index) => ({ line: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map((row) => ({
      ...row,
      marks: new Map((marks.get(row.line) ?? []).map(({ column, mark }) => [column, mark] as const)),
    }))
  const [header, ...others] = filled
  if (!header || others.length === 0) throw refuseFile(sheetErrors.sheetEmpty)
  return { headers: header.cells.map((cell) => cell.trim()), rows: others, source: message.source }
}

/**
 * As `readSheet`; where the character set is a guess, the first in which the file is `accepted` takes the place of a
 * likelier one in which it isn't. It stays a guess.
 */
export const readLikeliest = async (sent: SentFile, accepted: (read: ReadSheet) => boolean): Promise<ReadSheet> => {
  const { rows } = sent
  const likeliest = await readSheet(sent.file, { charset: sent.charset, rows })
  if (!likeliest.source.isGuessed || accepted(likeliest)) return likeliest
  for (const { charset } of likeliest.source.candidates) {
    if (charset === likeliest.source.charset) continue
    const read = await readSheet(sent.file, { charset, rows }).catch(() => undefined)
    if (read && accepted(read)) return { ...read, source: { ...read.source, isGuessed: true } }
  }
  return likeliest
}
