import type { ErrorText, ErrorTextWithValues } from '@kaimai/contract/common/error-text.ts'
import type { Texts } from '@kaimai/contract/common/language.ts'
import type { SheetSource } from '@kaimai/contract/common/sheet.ts'
import type { CellMark } from './time-format.ts'
import type { CellKind } from './cell-value.ts'

/** A cell of a file, with what is around it. */
export interface CellContext {
  readonly text: string
  readonly mark: CellMark | undefined
  /** What the same column says one row above; empty: nothing. */
  readonly above: string
  readonly charset: SheetSource['charset']
}

/** One column of an export or an import: its header is the title in the caller's language. */
export interface SheetColumn {
  /** The name in the schema of an imported row; a header may also be the key itself. */
  readonly key: string
  readonly title: Texts
  /** Default text. */
  readonly kind?: CellKind
  /** Characters; default by kind. */
  readonly width?: number
  /** Words of the shop's own (codes, comments): a spreadsheet program that opens the CSV file takes none for a number. */
  readonly literal?: boolean
  /** An import without this column is refused. */
  readonly required?: boolean
  /** Further headers that name it. */
  readonly aliases?: readonly string[]
  /** What is good to know of a cell that can be read. */
  readonly note?: (cell: CellContext) => ErrorText | ErrorTextWithValues | undefined
}

const widths = { text: 20, whole: 10, money: 12, percent: 10, time: 18, date: 12 } as const
export const widthOf = (column: SheetColumn): number => column.width ?? widths[column.kind ?? 'text']

/** Case, width, spaces and the star of a required column make no difference. */
export const foldedHeader = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s*＊:：_]/g, '')
