import type { Language } from '@kaimai/contract/common/language.ts'
import type { RawContent } from '@kaimai/contract/common/route.ts'
import { type SheetFormat, sheetTypes } from '@kaimai/contract/common/sheet.ts'
import { type SheetColumn, widthOf } from './sheet-column.ts'
import { workOnSheet } from './sheet-thread.ts'
import type { CellValue } from './write-file.ts'

export type { CellKind, CellValue } from './write-file.ts'

type Columns<Row> = readonly (SheetColumn & { readonly value: (row: Row) => CellValue })[]

export interface SheetToWrite<Row> {
  readonly format: SheetFormat
  /** Without its ending: of the file, and of its sheet. */
  readonly name: string
  readonly language: Language
  /** Those that depend on what the rows hold are asked for once all are read. */
  readonly columns: Columns<Row> | ((rows: readonly Row[]) => Columns<Row>)
  readonly rows: Iterable<Row> | AsyncIterable<Row>
}

/**
 * A file of rows for a handler of a `raw` route to answer. Money in minor units and instants become real numbers and
 * dates (wall time of Taipei); texts can't run as formulas.
 */
export const writeSheet = async <Row>(sheet: SheetToWrite<Row>): Promise<RawContent> => {
  const { format, name, language } = sheet
  const read = await Array.fromAsync(sheet.rows)
  const columns = typeof sheet.columns === 'function' ? sheet.columns(read) : sheet.columns
  const rows = read.map((row) => columns.map(({ value }) => value(row)))
  const written = await workOnSheet({
    type: 'write',
    format,
    name,
    columns: columns.map((column) => ({
      title: column.title[language],
      kind: column.kind ?? 'text',
      width: widthOf(column),
    })),
    rows,
  })
  if (written.type !== 'file') throw new Error('a sheet was not written')
  return { contentType: sheetTypes[format], fileName: `${name}.${format}`, content: Buffer.from(written.content) }
}
