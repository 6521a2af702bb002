import { type ErrorText, type ErrorTextWithValues, withValues } from '../common/error-text.ts'
import { commentModErrors } from './comment-mod.errors.ts'
import { showTimecode } from './timecode.rules.ts'

/** Seconds of a day: no film is longer. */
const longest = 86_400

export interface SheetTime {
  readonly seconds: number
  /** Minutes and seconds that a spreadsheet program took for hours and minutes. */
  readonly isShifted: boolean
}

/** `65:30:00` and `3930:00` lie past a day: a spreadsheet program made them of 65:30. */
const shiftedSeconds = (text: string): number | undefined => {
  const [, hours, minutes] = /^(\d{1,4}):([0-5]\d):00(?:\.0*)?$/.exec(text) ?? []
  const [, only] = /^(\d{4,6}):00(?:\.0*)?$/.exec(text) ?? []
  const total = only === undefined ? Number(hours ?? 0) * 60 + Number(minutes ?? 0) : Number(only)
  return total * 60 > longest && total <= longest ? total : undefined
}

/** A time that lost its format: part of a day, to more places than anybody types. */
const dayPart = /^\d{0,3}\.\d{4,}$|^\d(?:\.\d+)?e-\d+$/i

/** Whether a cell shows a part of a day (`0.0009606`), which nobody can read as a time. */
export const isDayPart = (text: string): boolean => dayPart.test(text.trim())

/** The time of a film that a cell shows; undefined: it is none. `read` reads what a person types. */
export const readSheetTime = (text: string, read: (text: string) => number | undefined): SheetTime | undefined => {
  const plain = text.normalize('NFKC').trim()
  if (isDayPart(plain)) return undefined
  const seconds = read(plain)
  if (seconds !== undefined) return { seconds, isShifted: false }
  const shifted = shiftedSeconds(plain)
  return shifted === undefined ? undefined : { seconds: shifted, isShifted: true }
}

export interface SheetTimeCell {
  readonly text: string
  /** What the same column says one row above; empty: nothing. */
  readonly above: string
  /** How a real time of a workbook is shown: hours and minutes alone, or without the hours that it has. */
  readonly shownAs: 'hoursMinutes' | 'withoutHours' | undefined
}

/** Minutes and seconds with their tenths, as a program writes a time that it has taken the hours of. */
const hourless = /^[0-5]\d:[0-5]\d\.\d+$/
/** A row may stand before the one above it, but not by this much: seconds. */
const backMax = 1800

/** How a time was understood, where that is not plain. */
export const noteOfSheetTime = (
  { text, above, shownAs }: SheetTimeCell,
  read: (text: string) => number | undefined,
): ErrorText | ErrorTextWithValues | undefined => {
  const plain = text.normalize('NFKC').trim()
  const time = readSheetTime(plain, read)
  if (time === undefined) return undefined
  const values = { text: plain, time: showTimecode(time.seconds) }
  if (time.isShifted || shownAs === 'hoursMinutes') return withValues(commentModErrors.timeFromHours, values)
  if (shownAs === 'withoutHours') return withValues(commentModErrors.timeWithHours, values)
  const before = readSheetTime(above, read)?.seconds ?? 0
  return hourless.test(plain) && before - time.seconds > backMax
    ? withValues(commentModErrors.timeWithoutHours, values)
    : undefined
}
