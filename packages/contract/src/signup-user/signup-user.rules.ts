/** What stands in lists for the phone of somebody whose contacts the reader may not see: its last two digits. */
export const maskPhone = (phone: string): string => (phone === '' ? '' : `•••• ••• •${phone.slice(-2)}`)

/** The same for an e-mail: its first letter and its last domain. */
export const maskEmail = (email: string): string => {
  if (email === '') return ''
  return `${[...email][0] ?? ''}•••@•••${email.slice(email.lastIndexOf('.'))}`
}

const dayMs = 24 * 60 * 60_000
const taipeiMs = 8 * 60 * 60_000

/** First moment of a day (yyyy-mm-dd) in Taipei, which keeps no summer time, and of the day after; epoch ms. */
export const dayInTaipei = (day: string): { fromMs: number; toMs: number } => {
  const fromMs = Date.parse(`${day}T00:00:00Z`) - taipeiMs
  return { fromMs, toMs: fromMs + dayMs }
}

/** The day (yyyy-mm-dd) in Taipei of an instant. */
export const taipeiDayOf = (ms: number): string => new Date(ms + taipeiMs).toISOString().slice(0, 10)

/** Whether yyyy-mm-dd names a day that there is. */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

/** What happened to a person, as the timeline shows it. */
export const signupUserEventKinds = [
  'signedUp',
  'imported',
  'seatAdded',
  'moved',
  'edited',
  'noticesStopped',
  'noticesResumed',
  'linkSent',
  'flagCleared',
  'letter',
  'came',
  'ordered',
] as const
export type SignupUserEventKind = (typeof signupUserEventKinds)[number]

/** What may be edited of a person; the timeline names those that were. */
export const signupUserFields = ['name', 'phone', 'email', 'county'] as const
export type SignupUserField = (typeof signupUserFields)[number]
