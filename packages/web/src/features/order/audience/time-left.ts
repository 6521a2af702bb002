const two = (value: number): string => String(value).padStart(2, '0')

/** What is left of a time, in ms, as m:ss or h:mm:ss. */
export const clockOf = (ms: number): string => {
  const all = Math.max(0, Math.ceil(ms / 1000))
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}
