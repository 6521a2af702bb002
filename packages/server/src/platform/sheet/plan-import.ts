import type { Language } from '@kaimai/contract/common/language.ts'
import {
  type ErrorText,
  type ErrorTextWithValues,
  formatErrorText,
  withValues,
} from '@kaimai/contract/common/error-text.ts'
import { type ImportMode, type ImportResult, type ImportRow, sheetLimits } from '@kaimai/contract/common/sheet.ts'
import { sheetErrors } from '@kaimai/contract/common/sheet.errors.ts'
import type { z } from 'zod'
import { errorTextOfIssue } from '../http/error-text-of-issue.ts'
import { readSheet, refuseFile } from './read-sheet.ts'
import { foldedHeader, type SheetColumn } from './sheet-column.ts'

export interface ReadRow<Row> {
  /** Line of the file. */
  readonly line: number
  readonly row: Row
}

export interface CellError {
  /** Key of the column. */
  readonly column: string
  readonly reason: ErrorText | ErrorTextWithValues
}

/** What a row is to what is there; `known` comes back to `write`. */
export type Verdict<Known> =
  | {
      readonly state: 'new' | 'change' | 'same'
      readonly known: Known
      /** What is good to know of it before it is written. */
      readonly note?: ErrorText
    }
  | { readonly state: 'bad'; readonly errors: readonly CellError[] }

export type JudgedRow<Row, Known> = ReadRow<Row> & {
  readonly state: 'new' | 'change'
  readonly known: Known
}

export interface ImportPlan<Row, Known> {
  readonly file: Uint8Array | undefined
  readonly mode: ImportMode
  readonly language: Language
  readonly columns: readonly SheetColumn[]
  /**
   * A row by the columns' keys; every cell is text, '' when empty, undefined when the file has no such column
   * (contract/common/sheet-cells.ts reads prices, times …).
   */
  readonly schema: z.ZodType<Row, unknown>
  /** One verdict per row, in their order; asked once with all rows that the schema takes, so it can look them up at once. */
  readonly validate: (rows: readonly ReadRow<Row>[]) => Promise<readonly Verdict<Known>[]>
  /** Writes the new and the changed rows, all or (by throwing) none. */
  readonly write: (rows: readonly JudgedRow<Row, Known>[]) => Promise<void>
}

const listed = (titles: readonly string[]): string => titles.join('、')

/** Per column the place of its cell in the file's rows, or undefined. */
const placesOf = (headers: readonly string[], columns: readonly SheetColumn[], language: Language) => {
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

/**
 * Reads a file, says of each row whether it is new, a change, the same or bad, and writes as the mode says: nothing
 * (`preview`), the rows without errors (`good`), or everything unless a row is bad (`all`). A file that can't be read at
 * all throws `invalid` with field `file`.
 */
export const planImport = async <Row, Known = undefined>(plan: ImportPlan<Row, Known>): Promise<ImportResult> => {
  const { mode, language, columns } = plan
  const { headers, rows } = await readSheet(plan.file)
  const { places, unknown } = placesOf(headers, columns, language)
  const shown = columns.filter(({ key }) => places.has(key))

  const read: ReadRow<Row>[] = []
  const errors = new Map<number, readonly CellError[]>()
  for (const { line, cells } of rows) {
    const given = Object.fromEntries(shown.map(({ key }) => [key, cells[places.get(key) ?? -1] ?? '']))
    const parsed = plan.schema.safeParse(given)
    if (parsed.success) read.push({ line, row: parsed.data })
    else errors.set(line, errorsOf(parsed.error))
  }

  const verdicts = await plan.validate(read)
  const states = new Map<number, ImportRow['state']>()
  const notes = new Map<number, string>()
  const toWrite: JudgedRow<Row, Known>[] = []
  for (const [at, one] of read.entries()) {
    const verdict = verdicts[at]
    if (!verdict) throw new Error('a row was not checked')
    states.set(one.line, verdict.state)
    if (verdict.state === 'bad') errors.set(one.line, verdict.errors)
    else if (verdict.note) notes.set(one.line, formatErrorText(verdict.note, language))
    if (verdict.state === 'new' || verdict.state === 'change')
      toWrite.push({ ...one, state: verdict.state, known: verdict.known })
  }

  const counts = { new: 0, change: 0, same: 0, bad: 0 }
  const all = rows.map(({ line, cells }): ImportRow => {
    const state = states.get(line) ?? 'bad'
    counts[state] += 1
    return {
      line,
      state,
      cells: shown.map(({ key }) => cells[places.get(key) ?? -1] ?? ''),
      note: notes.get(line) ?? '',
      errors: (errors.get(line) ?? []).map(({ column, reason }) => ({
        column,
        message: formatErrorText(reason, language),
      })),
    }
  })
  const done = mode === 'good' || (mode === 'all' && counts.bad === 0)
  if (done && toWrite.length > 0) await plan.write(toWrite)
  const sorted = [...all.filter(({ state }) => state === 'bad'), ...all.filter(({ state }) => state !== 'bad')]
  return {
    mode,
    done,
    columns: shown.map(({ key, title }) => ({ key, title: title[language] })),
    unknownHeaders: unknown,
    counts,
    rows: sorted.slice(0, sheetLimits.shownRows),
  }
}
