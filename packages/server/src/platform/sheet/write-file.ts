import { type CellKind, type CellRow, type CellValue, type SheetHead, textOfValue } from './cell-value.ts'
import { defused, literal } from './defuse.ts'
import { createWorkbookWriter, type FileWriter } from './write-workbook.ts'

export type { CellKind, CellRow, CellValue } from './cell-value.ts'

interface WholeSheet extends SheetHead {
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
    write: async (rows) => {
      for (const row of rows) ready += csvLine(head.columns, row)
    },
    end: async () => {},
    take: (leastBytes = 0) => {
      // Signs stand for bytes, of which they are never more.
      if (ready.length < leastBytes) return nothing()
      const bytes = new TextEncoder().encode(ready)
      ready = ''
      return bytes
    },
  }
}

/** Begins a file of rows. */
export const createFileWriter = async (head: SheetHead): Promise<FileWriter> =>
  head.format === 'csv' ? createCsvWriter(head) : createWorkbookWriter(head)

/** A whole file of rows that are all there. */
export const writeFile = async ({ rows, ...head }: WholeSheet): Promise<Uint8Array> => {
  const writer = await createFileWriter(head)
  await writer.write(rows)
  await writer.end()
  return writer.take()
}
