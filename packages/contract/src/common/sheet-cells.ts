import { taipeiDay } from './taipei.ts'
import { z } from 'zod'
import type { Texts } from './language.ts'
import { readPrice, unclearPrice } from './money.ts'
import { because, common, type ErrorText, becauseOf, withValues } from './error-text.ts'
import { sheetErrors } from './sheet.errors.ts'
import { readWhole, type UnclearNumber, unclearNumber } from './typed-number.ts'

/**
 * What a cell of an imported file says. Every cell arrives as text as a person reads it; '' is an empty cell, and
 * undefined (`.optional()`) a column that the file doesn't have: leave what is there as it is.
 */
const plain = z.string().overwrite((text) => text.normalize('NFKC').trim())

const readAs = <T>(
  read: (text: string) => T | undefined,
  reason: ErrorText,
  unclear?: (text: string) => UnclearNumber | undefined,
) =>
  plain.transform((text, context): T => {
    const value = read(text)
    if (value !== undefined) return value
    const readings = unclear?.(text)
    if (readings === undefined) context.addIssue({ code: 'custom', message: because(reason), input: text })
    else {
      const why = becauseOf(withValues(common.numberUnclear, { ...readings }))
      context.addIssue({ ...why, code: 'custom', input: text })
    }
    return z.NEVER
  })

const orNothing =
  <T>(read: (text: string) => T | undefined) =>
  (text: string): T | null | undefined =>
    text === '' ? null : read(text)

const unclearWhole = (text: string): UnclearNumber | undefined => unclearNumber(text.replace(/^-/, ''))

const taipei = '+08:00'
const wallTime =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[\sT]+(?:(上午|下午|AM|PM)\s*)?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(AM|PM)?)?$/i

const two = (digits: string): string => digits.padStart(2, '0')

/** The instant of a wall time in Taipei as Excel and people write it; undefined when it is none (31 February neither). */
export const readWallTime = (text: string): string | undefined => {
  const match = wallTime.exec(text)
  if (!match) {
    const withZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
      ? Date.parse(text)
      : Number.NaN
    return Number.isNaN(withZone) ? undefined : new Date(withZone).toISOString()
  }
  const [, year = '', month = '', day = '', before, hour = '0', minute = '00', second = '00', after] = match
  const half = (before ?? after)?.toUpperCase()
  const late = half === '下午' || half === 'PM'
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return undefined
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (late ? 12 : 0)
  const date = `${year}-${two(month)}-${two(day)}`
  const ms = Date.parse(`${date}T${two(String(hours))}:${minute}:${second}${taipei}`)
  if (Number.isNaN(ms)) return undefined
  // Date.parse lets 31 February be 3 March.
  return taipeiDay(ms) === date ? new Date(ms).toISOString() : undefined
}

/** Minor units of a typed price, or null for an empty cell. */
export const PriceCellOrNone = readAs(orNothing(readPrice), sheetErrors.cellPrice, unclearPrice)
export const WholeCellOrNone = readAs(orNothing(readWhole), common.wholeNumber, unclearWhole)
/** ISO instant of a wall time in Taipei, or null for an empty cell. */
export const TimeCellOrNone = readAs(orNothing(readWallTime), sheetErrors.cellTime)

/** One of several, by its name or by its label in either language; an empty cell is null. */
export const ChoiceCellOrNone = <const T extends string>(labels: Readonly<Record<T, Texts>>, reason: ErrorText) => {
  const known = new Map<string, T>()
  for (const name of Object.keys(labels) as T[]) {
    for (const word of [name, ...Object.values<string>(labels[name])])
      known.set(word.normalize('NFKC').toLowerCase(), name)
  }
  return readAs(
    orNothing((text) => known.get(text.toLowerCase())),
    reason,
  )
}
