export interface TimeLeft {
  readonly days: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

/** What is left until a moment, in whole seconds; all nought once it has come. */
export const timeLeft = (untilMs: number, nowMs: number): TimeLeft => {
  const all = Math.max(0, Math.ceil((untilMs - nowMs) / 1000))
  return {
    days: Math.floor(all / 86_400),
    hours: Math.floor(all / 3600) % 24,
    minutes: Math.floor(all / 60) % 60,
    seconds: all % 60,
  }
}
