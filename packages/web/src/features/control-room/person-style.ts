/** Tones of colleagues' faces; purple and red mean something else. */
const tones = ['info', 'ink', 'good', 'warn'] as const
type ViewTone = (typeof tones)[number]

/** The same colleague has the same tone everywhere. */
export const viewTone = (userId: string): ViewTone => {
  let sum = 0
  for (const letter of userId) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return tones[sum % tones.length] ?? 'info'
}

const two = (value: number) => String(value).padStart(2, '0')

/** Room time as mm:ss or h:mm:ss, before the begin with a minus. */
export const roomTime = (ms: number): string => {
  const whole = Math.floor(Math.abs(ms) / 1000)
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  const sign = ms < 0 ? '−' : ''
  return `${sign}${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(whole % 60)}`
}

/** How long until then, as +m:ss or +h:mm:ss. */
export const timeUntil = (ms: number): string => `+${roomTime(Math.max(0, ms)).replace(/^0(?=\d:)/, '')}`
