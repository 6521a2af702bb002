import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { taipeiOffsetMs } from '@kaimai/contract/common/taipei.ts'

/** `money`: minor units; `time` and `date`: an instant, shown as wall time in Taipei. */
export type CellKind = 'text' | 'whole' | 'money' | 'percent' | 'time' | 'date'
export type CellValue = string | number | Date | null
export type CellRow = readonly CellValue[]

/** What of a sheet is known before its rows. */
export interface SheetHead {
  readonly format: SheetFormat
  readonly name: string
  readonly columns: readonly {
    readonly title: string
    readonly kind: CellKind
    readonly width: number
    /** As `SheetColumn` has it. */
    readonly literal?: boolean
  }[]
}

/** Spreadsheet programs' times have no zone: the wall time of Taipei. */
export const wallOf = (instant: Date): Date => new Date(instant.getTime() + taipeiOffsetMs)

/** A value as a cell of a CSV file shows it, and as an import reads it back. */
export const textOfValue = (value: CellValue, kind: CellKind): string => {
  if (value === null) return ''
  if (value instanceof Date) {
    const text = wallOf(value).toISOString().replace('T', ' ')
    return kind === 'date' ? text.slice(0, 10) : text.slice(0, 16)
  }
  return typeof value === 'number' ? String(kind === 'money' ? value / 100 : value) : value
}
