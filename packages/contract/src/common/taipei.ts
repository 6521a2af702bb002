/** Taipei is UTC+8 all year: it has no summer time. */
export const taipeiOffsetMs = 8 * 3_600_000
const dayMs = 86_400_000

/** The day (yyyy-mm-dd) in Taipei of an instant in epoch ms. */
export const taipeiDay = (ms: number): string => new Date(ms + taipeiOffsetMs).toISOString().slice(0, 10)

/** First moment of a day (yyyy-mm-dd) in Taipei, and of the day after; epoch ms. */
export const dayInTaipei = (day: string): { fromMs: number; toMs: number } => {
  const fromMs = Date.parse(`${day}T00:00:00Z`) - taipeiOffsetMs
  return { fromMs, toMs: fromMs + dayMs }
}

/** An instant of a day (yyyy-mm-dd) in Taipei, its noon: to be written as a date. */
export const noonOf = (day: string): string => `${day}T12:00:00+08:00`

/** Whether the text is a day of the calendar, yyyy-mm-dd, from 1900 to 2199. */
export const isDay = (text: string): boolean => {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  // Date.parse lets 31 February be 3 March.
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}
