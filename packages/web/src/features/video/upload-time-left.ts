import type { Clock } from '../../lib/clock/clock.ts'

/** The time left is computed from what went through within this time, in ms. */
const rateOverMs = 30_000

/** How many seconds an upload still takes, by bytes through and bytes in all; undefined while nobody can say. */
export const createTimeLeft = (clock: Pick<Clock, 'now'>) => {
  const marks: { readonly ms: number; readonly bytes: number }[] = []
  return (bytesThrough: number, fileSize: number): number | undefined => {
    const now = clock.now()
    // The count starts again when it starts from zero, and covers only what went through lately: networks change.
    if (bytesThrough < (marks.at(-1)?.bytes ?? 0)) marks.length = 0
    marks.push({ ms: now, bytes: bytesThrough })
    while (marks.length > 2 && now - (marks[1]?.ms ?? now) > rateOverMs) marks.shift()
    const from = marks[0] ?? { ms: now, bytes: bytesThrough }
    const bytesPerMs = (bytesThrough - from.bytes) / Math.max(1, now - from.ms)
    return bytesPerMs > 0 ? (fileSize - bytesThrough) / bytesPerMs / 1000 : undefined
  }
}
