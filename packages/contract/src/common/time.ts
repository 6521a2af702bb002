import { z } from 'zod'
import { because, common } from './error-text.ts'

/** An instant on the wire: ISO 8601 with a zone. Inside pure functions instants are epoch milliseconds (names end in Ms). */
export const Instant = z.iso.datetime({ offset: true, error: because(common.wrongTime) })

const planned = { from: Date.UTC(2000, 0, 1), to: Date.UTC(2200, 0, 1) } as const

/** An instant that somebody plans: from 2000 to 2199, so that every sum with it stays an instant too. */
export const PlannedInstant = Instant.refine((text) => {
  const ms = Date.parse(text)
  return ms >= planned.from && ms < planned.to
}, because(common.wrongTime))

/** hh:mm:ss of a duration in seconds; hours may exceed two digits. */
export const showDuration = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

/** Seconds of hh:mm:ss, or undefined when it is none. */
export const readDuration = (text: string): number | undefined => {
  const match = /^(\d{2,}):([0-5]\d):([0-5]\d)$/.exec(text)
  return match ? Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]) : undefined
}
