import { type ErrorText, type ErrorTextWithValues, formatErrorText } from '@kaimai/contract/common/error-text.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import {
  type Charset,
  type ImportMode,
  type ImportResult,
  type ImportRow,
  sheetLimits,
} from '@kaimai/contract/common/sheet.ts'
import type { z } from 'zod'
import { type CellError, readLines } from './read-lines.ts'
import type { SheetColumn } from './sheet-column.ts'
import { otherThanCells } from './stored-cells.ts'

export type { CellError } from './read-lines.ts'

export interface ReadRow<Row> {
  /** Line of the file. */
  readonly line: number
  readonly row: Row
}

/** What a row is to what is there; `known` comes back to `write`. */
export type Verdict<Known> =
  | {
      readonly state: 'new' | 'change' | 'same'
      readonly known: Known
      /** What is good to know of it before it is written. */
      readonly note?: ErrorText | ErrorTextWithValues
      /** What stands in the cells that it changes, by the columns' keys. */
      readonly before?: Readonly<Record<string, string>>
      /** What it stores, by the columns' keys, where that doesn't follow from the row alone. */
      readonly stored?: Readonly<Record<string, string>>
      /** The line of the first of the rows that are written together; else it stands alone. */
      readonly unit?: number
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
  readonly charset?: Charset | undefined
  /** What a row stores, by the columns' keys as an export writes it. */
  readonly stored?: (row: Row) => Readonly<Record<string, string>>
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

/** Notes of a row, one behind the other. */
export const wordsOf = (notes: readonly (ErrorText | ErrorTextWithValues)[], language: Language): string =>
  notes.map((note) => formatErrorText(note, language)).join(language === 'en' ? ' ' : '')

/**
 * Reads a file, says of each row whether it is new, a change, the same or bad, and writes as the mode says: nothing
 * (`preview`), the rows without errors (`good`), or everything unless a row is bad (`all`). A file that can't be read at
 * all throws `invalid` with field `file`.
 */
export const planImport = async <Row, Known = undefined>(plan: ImportPlan<Row, Known>): Promise<ImportResult> => {
  const { mode, language } = plan
  const { shown, unknown, lines, source } = await readLines(plan)
  const keys = shown.map(({ key }) => key)
  const read: ReadRow<Row>[] = []
  const errors = new Map<number, readonly CellError[]>()
  for (const { line, parsed } of lines) {
    if (parsed.isGood) read.push({ line, row: parsed.row })
    else errors.set(line, parsed.errors)
  }

  const said = new Map(lines.map(({ line, notes: found }) => [line, found]))
  const verdicts = await plan.validate(read)
  const states = new Map<number, ImportRow['state']>()
  const notes = new Map<number, string>()
  const toWrite: JudgedRow<Row, Known>[] = []
  for (const [at, one] of read.entries()) {
    const verdict = verdicts[at]
    if (!verdict) throw new Error('a row was not checked')
    states.set(one.line, verdict.state)
    if (verdict.state === 'bad') errors.set(one.line, verdict.errors)
    else
      notes.set(one.line, wordsOf([...(verdict.note ? [verdict.note] : []), ...(said.get(one.line) ?? [])], language))
    if (verdict.state === 'new' || verdict.state === 'change')
      toWrite.push({ ...one, state: verdict.state, known: verdict.known })
  }

  const counts = { new: 0, change: 0, same: 0, bad: 0 }
  const all = lines.map(({ line, cells, parsed }): ImportRow => {
    const state = states.get(line) ?? 'bad'
    counts[state] += 1
    return {
      line,
      state,
      cells: [...cells],
      stored:
        state !== 'bad' && parsed.isGood && plan.stored ? otherThanCells(plan.stored(parsed.row), keys, cells) : {},
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
    source,
    columns: shown.map(({ key, title }) => ({ key, title: title[language] })),
    unknownHeaders: unknown,
    counts,
    rows: sorted.slice(0, sheetLimits.shownRows),
  }
}
