import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { taipeiOffsetMs } from '@kaimai/contract/common/taipei.ts'

/** `money`: minor units; `percent`: 1 is 100 %; `time` and `date`: an instant, shown as wall time in Taipei. */
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
export const wallMsOf = (instant: Date): number => instant.getTime() + taipeiOffsetMs

const minuteMs = 60_000
const dayMs = 86_400_000
const two = (value: number): string => (value < 10 ? `0${value}` : String(value))

// Rows that follow one another are of one day mostly, and its text takes longer than the rest of a cell.
let lastDay = { at: Number.NaN, text: '' }
const dayText = (wallMs: number): string => {
  const at = Math.floor(wallMs / dayMs)
  if (at !== lastDay.at) lastDay = { at, text: new Date(wallMs).toISOString().split('T')[0] ?? '' }
  return lastDay.text
}

/** A value as a cell of a CSV file shows it, and as an import reads it back. */
export const textOfValue = (value: CellValue, kind: CellKind): string => {
  if (value === null) return ''
  if (value instanceof Date) {
    const wallMs = wallMsOf(value)
    const day = dayText(wallMs)
    if (kind === 'date') return day
    const minutes = Math.floor(wallMs / minuteMs) - Math.floor(wallMs / dayMs) * (dayMs / minuteMs)
    return `${day} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  }
  if (typeof value !== 'number') return value
  // As a workbook shows it: one decimal.
  if (kind === 'percent') return `${(value * 100).toFixed(1)}%`
  return String(kind === 'money' ? value / 100 : value)
}
