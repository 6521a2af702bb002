import { taipeiOffsetMs } from '@kaimai/contract/common/taipei.ts'
import writeXlsxFile, { type Cell } from 'write-excel-file/node'
import { defused, withOwnQuote } from './defuse.ts'

/** `money`: minor units; `time` and `date`: an instant, shown as wall time in Taipei. */
export type CellKind = 'text' | 'whole' | 'money' | 'percent' | 'time' | 'date'
export type CellValue = string | number | Date | null

export interface WriteTask {
  readonly type: 'write'
  readonly format: 'xlsx' | 'csv'
  readonly name: string
  readonly columns: readonly { readonly title: string; readonly kind: CellKind; readonly width: number }[]
  readonly rows: readonly (readonly CellValue[])[]
}

/** Excel's times have no zone: the wall time of Taipei. */
const wallOf = (instant: Date): Date => new Date(instant.getTime() + taipeiOffsetMs)
const formats = {
  whole: '#,##0',
  money: '#,##0.##',
  percent: '0.0%',
  time: 'yyyy/mm/dd hh:mm',
  date: 'yyyy/mm/dd',
} as const

/** A value as a cell of a CSV file shows it, and as an import reads it back. */
export const textOfValue = (value: CellValue, kind: CellKind): string => {
  if (value === null) return ''
  if (value instanceof Date) {
    const text = wallOf(value).toISOString().replace('T', ' ')
    return kind === 'date' ? text.slice(0, 10) : text.slice(0, 16)
  }
  return typeof value === 'number' ? String(kind === 'money' ? value / 100 : value) : value
}

const csvCell = (value: CellValue, kind: CellKind): string => {
  if (typeof value !== 'string') return textOfValue(value, kind)
  const text = defused(value)
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** UTF-8 with its mark, without which Excel reads Chinese as Big5. */
export const writeCsv = ({ columns, rows }: WriteTask): Uint8Array => {
  const lines = [columns.map(({ title }) => csvCell(title, 'text')).join(',')]
  for (const row of rows) lines.push(row.map((value, at) => csvCell(value, columns[at]?.kind ?? 'text')).join(','))
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)
}

const escaped = (text: string): string =>
  text.replaceAll(/[^]/g, (unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)

/** write-excel-file 4.1.1 keeps texts as keys of a plain object: one that every object inherits breaks the file. */
const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))

/**
 * What XML can't hold or a writer of it may drop (control signs, half pairs, code points that never will be a
 * character, the sign of a lost one), and what a reader would take for an escape: each UTF-16 unit as Excel writes it.
 */
const xmlSafe = (text: string): string =>
  (inherited.has(text) ? escaped(text) : text.replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')).replaceAll(
    /(?![\t\n])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\uFFFD]/gu,
    escaped,
  )

const xlsxCell = (value: CellValue, kind: CellKind): Cell => {
  if (value === null || value === '') return null
  if (value instanceof Date) {
    return { value: wallOf(value), type: Date, format: kind === 'date' ? formats.date : formats.time, align: 'left' }
  }
  if (typeof value === 'number') {
    const format = kind === 'money' || kind === 'percent' ? formats[kind] : formats.whole
    return { value: kind === 'money' ? value / 100 : value, type: Number, format }
  }
  // The format "text" keeps Excel from running what begins with = once somebody edits the cell, and from eating the
  // zero of a phone number.
  return { value: xmlSafe(withOwnQuote(value)), type: String, format: '@', alignVertical: 'top' }
}

const header = (title: string): Cell => ({
  value: xmlSafe(title),
  type: String,
  fontWeight: 'bold',
  backgroundColor: '#EEF0F4',
  alignVertical: 'center',
  height: 24,
})

export const writeXlsx = (task: WriteTask): Promise<Uint8Array> =>
  writeXlsxFile(
    [
      task.columns.map(({ title }) => header(title)),
      ...task.rows.map((row) => row.map((value, at) => xlsxCell(value, task.columns[at]?.kind ?? 'text'))),
    ],
    {
      // Excel refuses these signs in a name, and more than 31.
      sheet: task.name.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, 31) || 'Kaimai',
      stickyRowsCount: 1,
      columns: task.columns.map(({ width }) => ({ width })),
    },
  ).toBuffer()
