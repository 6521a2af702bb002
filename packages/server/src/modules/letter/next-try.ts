const minuteMs = 60_000

/** Minutes between the first tries: a server that is busy for a moment costs one, a mail box that asks for patience a few. */
const firstWaits = [1, 2, 5, 10, 20, 40] as const
/** Minutes between those that follow. */
const laterWait = 60
/** By then a day has gone by. */
const triesAtMost = 29

/**
 * Milliseconds until a letter that was refused for now is tried again, after so many tries of it. Undefined: a day of tries
 * is enough.
 */
export const nextTryAfterMs = (tries: number): number | undefined =>
  tries >= triesAtMost ? undefined : (firstWaits[tries - 1] ?? laterWait) * minuteMs
