import { type ErrorText, type ErrorTextWithValues, withValues } from '@kaimai/contract/common/error-text.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import type { Charset, SheetSource } from '@kaimai/contract/common/sheet.ts'
import { sheetErrors } from '@kaimai/contract/common/sheet.errors.ts'
import type { z } from 'zod'
import { errorTextOfIssue } from '../http/error-text-of-issue.ts'
import { mapInTurns } from '../map-in-turns.ts'
import { readLikeliest, refuseFile } from './read-sheet.ts'
import { foldedHeader, type SheetColumn } from './sheet-column.ts'

export interface CellError {
  /** Key of the column. */
  readonly column: string
  readonly reason: ErrorText | ErrorTextWithValues
}

/** A row of a file: its cells in the order of the columns found, and what the schema makes of them. */
export interface ReadLine<Row> {
  /** Line of the file. */
  readonly line: number
  readonly cells: readonly string[]
  readonly parsed: ParsedCells<Row>
  /** What is good to know of its cells. */
  readonly notes: readonly (ErrorText | ErrorTextWithValues)[]
}

export type ParsedCells<Row> =
  | { readonly isGood: true; readonly row: Row }
  | { readonly isGood: false; readonly errors: readonly CellError[] }

const listed = (titles: readonly string[]): string => titles.join('、')

/** Per column the place of its cell in the file's rows; headers that name none, and those that name one again. */
const namedColumns = (headers: readonly string[], columns: readonly SheetColumn[]) => {
  const keyOf = new Map<string, string>()
  for (const { key, title, aliases = [] } of columns) {
    for (const word of [key, ...Object.values(title), ...aliases]) keyOf.set(foldedHeader(word), key)
  }
  const places = new Map<string, number>()
  const unknown: string[] = []
  const twice: string[] = []
  for (const [place, header] of headers.entries()) {
    const key = keyOf.get(foldedHeader(header))
    if (key === undefined) {
      if (header !== '') unknown.push(header)
    } else if (places.has(key)) twice.push(header)
    else places.set(key, place)
  }
  return { places, unknown, twice }
}

/** As `namedColumns`; throws `invalid` with field `file` when a required column is missing, or one stands twice. */
const placesOf = (headers: readonly string[], columns: readonly SheetColumn[], language: Language) => {
  const { places, unknown, twice } = namedColumns(headers, columns)
  const missing = columns.filter(({ key, required }) => required && !places.has(key))
  if (missing.length > 0) {
    const titles = listed(missing.map(({ title }) => title[language]))
    throw refuseFile(withValues(sheetErrors.sheetColumnMissing, { columns: titles }))
  }
  if (twice.length > 0) throw refuseFile(withValues(sheetErrors.sheetColumnTwice, { columns: listed(twice) }))
  return { places, unknown }
}

const errorsOf = (error: z.ZodError): CellError[] => {
  const first = new Map<string, CellError>()
  for (const issue of error.issues) {
    const column = String(issue.path[0] ?? '')
    if (!first.has(column)) first.set(column, { column, reason: errorTextOfIssue(issue) })
  }
  return [...first.values()]
}

/** What the schema makes of the cells of a row, which stand in the order of `keys`. */
export const parseCells = <Row>(
  schema: z.ZodType<Row, unknown>,
  keys: readonly string[],
  cells: readonly string[],
): ParsedCells<Row> => {
  const parsed = schema.safeParse(Object.fromEntries(keys.map((key, at) => [key, cells[at] ?? ''])))
  return parsed.success ? { isGood: true, row: parsed.data } : { isGood: false, errors: errorsOf(parsed.error) }
}

/** The rows of a file by the columns that it has. A file that can't be read at all throws `invalid` with field `file`. */
export const readLines = async <Row>({
  file,
  language,
  columns,
  schema,
  charset,
  rows: mostRows,
}: {
  readonly file: Uint8Array | undefined
  readonly charset?: Charset | undefined
  /** Rows that it may have; default `sheetLimits.rows`. */
  readonly rows?: number | undefined
  readonly language: Language
  readonly columns: readonly SheetColumn[]
  readonly schema: z.ZodType<Row, unknown>
}): Promise<{
  readonly shown: readonly SheetColumn[]
  readonly unknown: string[]
  readonly lines: ReadLine<Row>[]
  readonly source: SheetSource
}> => {
  const required = columns.filter((column) => column.required)
  const { headers, rows, source } = await readLikeliest(
    { file, charset, rows: mostRows },
    (read) => namedColumns(read.headers, required).places.size === required.length,
  )
  const { places, unknown } = placesOf(headers, columns, language)
  const shown = columns.filter(({ key }) => places.has(key))
  const keys = shown.map(({ key }) => key)
  const lines = await mapInTurns(rows, ({ line, cells: all, marks }, at) => {
    const cells = keys.map((key) => all[places.get(key) ?? -1] ?? '')
    const notes = shown.flatMap(({ key, note }) => {
      const place = places.get(key) ?? -1
      const above = rows[at - 1]?.cells[place] ?? ''
      return note?.({ text: all[place] ?? '', mark: marks.get(place), above, charset: source.charset }) ?? []
    })
    return { line, cells, notes, parsed: parseCells(schema, keys, cells) }
  })
  return { shown, unknown, lines, source }
}
