/** Longest time a scripted comment may have, in seconds: a day, as the contract says. */
const longest = 86_400

const two = (value: number): string => String(value).padStart(2, '0')

/** `01:23.4` of seconds: minutes may exceed two digits, tenths are always there so that columns stay aligned. */
export const showTimecode = (seconds: number): string => {
  const tenths = Math.round(Math.max(0, seconds) * 10)
  const minutes = Math.floor(tenths / 600)
  return `${two(minutes)}:${two(Math.floor(tenths / 10) % 60)}.${tenths % 10}`
}

/**
 * `1:05:30.0` of seconds, for files: a spreadsheet program that takes it for a time keeps its hours, where `65:30.0`
 * comes back as five and a half minutes.
 */
export const showSheetTime = (seconds: number): string => {
  const tenths = Math.round(Math.max(0, seconds) * 10)
  const [hours, minutes] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60]
  return `${hours}:${two(minutes)}:${two(Math.floor(tenths / 10) % 60)}.${tenths % 10}`
}

const asciiOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[。．]/g, '.')
    .replace(/\s/g, '')

/**
 * Seconds, to a tenth, of what a person types: `83`, `83.4`, `1:23`, `01:23.4`, `1:02:03.5`, full-width too.
 * Undefined when it is no time or lies past a day.
 */
export const readTimecode = (text: string): number | undefined => {
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,4}):)?(\d{1,5}(?:\.\d*)?)$/.exec(asciiOf(text))
  if (!match) return undefined
  const [, hours, minutes, rest] = match
  const seconds = Number(rest)
  // Below a minute sign, more than 59 is a slip of the finger.
  if (minutes !== undefined && seconds >= 60) return undefined
  if (hours !== undefined && Number(minutes) >= 60) return undefined
  const whole = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + seconds
  return whole > longest ? undefined : Math.round(whole * 10) / 10
}
