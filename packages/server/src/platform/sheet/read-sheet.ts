import { fail } from '@kaimai/contract/common/error.ts'
import { type ErrorText, type ErrorTextWithValues, withValues } from '@kaimai/contract/common/error-text.ts'
import { sheetFileProblem } from '@kaimai/contract/common/sheet-file.rules.ts'
import { sheetLimits } from '@kaimai/contract/common/sheet.ts'
import { sheetErrors } from '@kaimai/contract/common/sheet.errors.ts'
import { workOnSheet } from './sheet-thread.ts'
import type { SheetProblem } from './sheet-worker.ts'

export interface ReadSheet {
  readonly headers: readonly string[]
  /** Rows with something in them; `line` as the spreadsheet program counts, the header usually being 1. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[]
}

const maxColumns = 100

export const refuseFile = (reason: ErrorText | ErrorTextWithValues) =>
  fail('invalid', { reason, fields: { file: reason } })

const errorTextOf = (problem: SheetProblem, rows: number): ErrorText | ErrorTextWithValues => {
  if (problem === 'tooManyRows') return withValues(sheetErrors.sheetTooManyRows, { rows })
  return sheetErrors.sheetUnreadable
}

/**
 * The rows of an xlsx file (its first sheet) or a CSV file, every cell as text as a person reads it (dates as wall
 * time). Throws `invalid` with field `file` when it is missing, too big, unreadable or empty.
 */
export const readSheet = async (
  file: Uint8Array | undefined,
  limits: { readonly bytes?: number; readonly rows?: number } = {},
): Promise<ReadSheet> => {
  const { bytes = sheetLimits.bytes, rows = sheetLimits.rows } = limits
  if (!file) throw refuseFile(sheetErrors.sheetMissing)
  const wrong = sheetFileProblem(file.byteLength, file, bytes)
  if (wrong) throw refuseFile(wrong)
  const message = await workOnSheet({ type: 'read', bytes: file, rows: rows + 1, columns: maxColumns }).catch(() => {
    throw refuseFile(sheetErrors.sheetUnreadable)
  })
  if (message.type === 'problem') throw refuseFile(errorTextOf(message.problem, rows))
  const read = message.type === 'rows' ? message.rows : []
  const filled = read
    .map((cells, index) => ({ line: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const [header, ...others] = filled
  if (!header || others.length === 0) throw refuseFile(sheetErrors.sheetEmpty)
  return { headers: header.cells.map((cell) => cell.trim()), rows: others }
}
