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

const quoted = /[",;\t\r\n]|^\s|\s$/

const csvCell = (value: CellValue, column: CsvColumn): string => {
  if (typeof value !== 'string') return textOfValue(value, column.kind)
  const text = column.literal === true ? literal(value) : defused(value)
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const titleColumn: CsvColumn = { kind: 'text' }

/** UTF-8 with its mark, without which Excel reads Chinese as Big5. */
const csvHead = ({ columns }: SheetHead): string =>
  `\uFEFF${columns.map(({ title }) => csvCell(title, titleColumn)).join(',')}\r\n`

const csvLine = (columns: readonly CsvColumn[], row: CellRow): string => {
  let line = ''
  for (const [at, value] of row.entries()) line += `${at === 0 ? '' : ','}${csvCell(value, columns[at] ?? titleColumn)}`
  return `${line}\r\n`
}

const nothing = (): Uint8Array<ArrayBuffer> => new Uint8Array()

const createCsvWriter = (head: SheetHead): FileWriter => {
  let ready = csvHead(head)
  return {
    write: (rows) => {
      for (const row of rows) ready += csvLine(head.columns, row)
    },
    end: () => {},
    take: (leastBytes = 0) => {
      // Signs stand for bytes, of which they are never more.
      if (ready.length < leastBytes) return nothing()
      const bytes = new TextEncoder().encode(ready)
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
