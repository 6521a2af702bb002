import { z } from 'zod'
import { because, common } from '../common/error-text.ts'
import { dayInTaipei, isDay } from '../common/taipei.ts'
import { figureErrors } from './figure.errors.ts'

/** Of one look, both ends counted. */
export const figureDaysMax = 366
const dayMs = 86_400_000

export const Day = z.string().refine(isDay, because(common.wrongTime))

/** Not a number where one of them is none, or no day: that is said once, at its own field. */
export const daysBetween = (from = '', to = ''): number =>
  isDay(from) && isDay(to) ? (dayInTaipei(to).toMs - dayInTaipei(from).fromMs) / dayMs : NaN

interface Days {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** What must hold of the days of a look, and what is said at `to` where it does not. */
export const bothDays = ({ from, to }: Days): boolean => (from === undefined) === (to === undefined)
export const daysForward = ({ from, to }: Days): boolean => !(daysBetween(from, to) < 1)
export const daysNotTooMany = ({ from, to }: Days): boolean => !(daysBetween(from, to) > figureDaysMax)
export const saysBothDays = { path: ['to'], error: because(figureErrors.figureDaysBoth) }
export const saysBackward = { path: ['to'], error: because(figureErrors.figureDaysBackward) }
export const saysTooMany = { path: ['to'], error: because(figureErrors.figureDaysTooMany) }
