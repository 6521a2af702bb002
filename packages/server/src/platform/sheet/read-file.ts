import { readSheet } from 'read-excel-file/node'
import type { Charset, SheetSource } from '@kaimai/contract/common/sheet.ts'
import { undefused } from './defuse.ts'
import { xlsxParts, zipOf } from './open-xlsx.ts'
import { readCsv } from './read-csv.ts'
import { type MarkedCell, withShownTimes } from './shown-times.ts'
import { firstVisibleSheet } from './workbook.ts'

/** Each file is worked on in a thread: what people send must not stop the rooms of this process. */
export interface ReadTask {
  readonly bytes: Uint8Array
  readonly rows: number
  readonly columns: number
  readonly charset?: Charset | undefined
}

export type SheetProblem = 'unreadable' | 'tooManyRows' | 'otherCharset'
export type ReadAnswer =
  | {
      readonly type: 'rows'
      readonly rows: string[][]
      readonly marks: readonly MarkedCell[]
      readonly source: SheetSource
    }
  | { readonly type: 'problem'; readonly problem: SheetProblem }

const minute = 60_000

const wallText = (date: Date): string => {
  // Excel keeps times as fractions of a day: a whole minute comes back a few milliseconds off.
  const exact = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString()
  const seconds = exact.slice(16, 19)
  return Math.round(date.getTime() / 1000) % (minute / 1000) === 0
    ? exact.slice(0, 16).replace('T', ' ').replace(' 00:00', '')
    : `${exact.slice(0, 16).replace('T', ' ')}${seconds}`
}

const textOfNumber = (value: number): string => {
  const shown = value.toPrecision(15)
  // Of a longer number the file has the first digits alone: it stands as a spreadsheet shows it, so that nobody takes
  // the zeros in place of the others for an account.
  return /e\+/.test(shown) ? shown.replace(/\.?0*e/, 'E') : String(Number(shown))
}

const textOfCell = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : wallText(cell)
  // 0.1 + 0.2 as Excel shows it: its figures have 15 digits.
  if (typeof cell === 'number') return textOfNumber(cell)
  return undefused(String(cell))
}

const readWorkbook = async (bytes: Uint8Array, columns: number) => {
  const parts = xlsxParts(bytes)
  const sheet = firstVisibleSheet(parts)
  const shown = sheet === undefined ? { parts, marks: [] } : withShownTimes(parts, sheet.path)
  const rows = await readSheet(zipOf(shown.parts), sheet?.place ?? 1, { trim: false })
  const source = { charset: null, isGuessed: false, sheetName: sheet?.name ?? '', candidates: [] }
  return { rows: rows.map((cells) => cells.slice(0, columns).map(textOfCell)), marks: shown.marks, source }
}

const readText = (bytes: Uint8Array, rows: number, columns: number, charset: Charset | undefined) => {
  const read = readCsv(bytes, rows + 1, charset)
  return read && { ...read, marks: [], rows: read.rows.map((cells) => cells.slice(0, columns)) }
}

/** Reads a whole file that somebody sent. */
export const readFile = async ({ bytes, rows, columns, charset }: ReadTask): Promise<ReadAnswer> => {
  try {
    const zipped = bytes[0] === 0x50 && bytes[1] === 0x4b
    const found = zipped ? await readWorkbook(bytes, columns) : readText(bytes, rows, columns, charset)
    if (found === undefined) return { type: 'problem', problem: charset === undefined ? 'unreadable' : 'otherCharset' }
    return found.rows.length > rows ? { type: 'problem', problem: 'tooManyRows' } : { type: 'rows', ...found }
  } catch {
    return { type: 'problem', problem: 'unreadable' }
  }
}
