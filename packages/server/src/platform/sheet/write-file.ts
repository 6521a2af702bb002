import { type CellKind, type CellRow, type CellValue, type SheetHead, textOfValue } from './cell-value.ts'
import { defused, literal } from './defuse.ts'
import { createWorkbookWriter, type FileWriter } from './write-workbook.ts'

export type { CellKind, CellValue } from './cell-value.ts'

/** A whole file of rows that are all there. */
export interface WriteTask extends SheetHead {
  readonly type: 'write'
  readonly rows: readonly CellRow[]
}

interface CsvColumn {
  readonly kind: CellKind
  readonly literal?: boolean
}

const csvCell = (value: CellValue, column: CsvColumn): string => {
  if (typeof value !== 'string') return textOfValue(value, column.kind)
  const text = column.literal === true ? literal(value) : defused(value)
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const titleColumn: CsvColumn = { kind: 'text' }

/** UTF-8 with its mark, without which Excel reads Chinese as Big5. */
const csvHead = ({ columns }: SheetHead): string =>
  `\uFEFF${columns.map(({ title }) => csvCell(title, titleColumn)).join(',')}\r\n`

const csvLines = ({ columns }: SheetHead, rows: readonly CellRow[]): string =>
  rows.map((row) => `${row.map((value, at) => csvCell(value, columns[at] ?? titleColumn)).join(',')}\r\n`).join('')

const createCsvWriter = (head: SheetHead): FileWriter => {
  let ready = csvHead(head)
  return {
    write: (rows) => {
      ready += csvLines(head, rows)
    },
    end: () => {},
    take: () => {
      const bytes = Buffer.from(ready)
      ready = ''
      return bytes
    },
  }
}

export const createFileWriter = (head: SheetHead): FileWriter =>
  head.format === 'csv' ? createCsvWriter(head) : createWorkbookWriter(head)

const wholeFile = (task: WriteTask): Uint8Array => {
  const writer = createFileWriter(task)
  writer.write(task.rows)
  writer.end()
  return writer.take()
}

export const writeCsv = (task: WriteTask): Uint8Array => wholeFile({ ...task, format: 'csv' })
export const writeXlsx = (task: WriteTask): Promise<Uint8Array> =>
  Promise.resolve(wholeFile({ ...task, format: 'xlsx' }))
