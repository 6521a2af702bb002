import { dateFormat } from '@kaimai/contract/common/intl-formats.ts'
import type { Session } from './page-data.ts'

/** Nearer than this a sign-up goes straight into the room. */
export const soonMs = 15 * 60_000
/** From this number down, the places left are shown. */
export const fewPlaces = 10

export type SessionState = Session['state']

/** The state that the server sent, as time has moved it on since. */
export const stateAt = (session: Session, nowMs: number): SessionState => {
  if (session.state === 'over' || nowMs >= Date.parse(session.endAt)) return 'over'
  if (session.state === 'full' || session.left === 0) return 'full'
  return nowMs >= Date.parse(session.beginAt) ? 'live' : 'open'
}

export const isJoinable = (session: Session, nowMs: number): boolean => {
  const state = stateAt(session, nowMs)
  return state === 'open' || state === 'live'
}

/** Whether the visitor has a place in a session; `heldIds` are lives. */
export const isHeldBy = ({ liveId }: Session, heldIds: readonly string[] = []): boolean =>
  liveId !== null && heldIds.includes(liveId)

/** Whether the room of a session is worth entering now by a visitor who has a place in it. */
export const isRoomOpen = (session: Session, nowMs: number): boolean =>
  stateAt(session, nowMs) !== 'over' && Date.parse(session.beginAt) - nowMs <= soonMs

/** Whether who signs up now goes straight in: it runs, or is about to. */
export const leadsIn = (session: Session, nowMs: number): boolean =>
  isJoinable(session, nowMs) && isRoomOpen(session, nowMs)

/** To sign up takes a minute or two: a session with less than this left would be over by then. */
const worthJoiningMs = 2 * 60_000

const isWorthJoining = (session: Session, nowMs: number): boolean =>
  isJoinable(session, nowMs) && Date.parse(session.endAt) - nowMs >= worthJoiningMs

/**
 * The session to begin with: one's own, else the first that can be joined and is not about to end, else any that can be
 * joined, else one that is not over, else the last.
 */
export const firstChoice = (
  sessions: readonly Session[],
  nowMs: number,
  heldIds: readonly string[] = [],
): Session | undefined => {
  const coming = sessions.filter((session) => stateAt(session, nowMs) !== 'over')
  return (
    coming.find((session) => isHeldBy(session, heldIds)) ??
    coming.find((session) => isWorthJoining(session, nowMs)) ??
    coming.find((session) => isJoinable(session, nowMs)) ??
    coming[0] ??
    sessions.at(-1)
  )
}

/** The session of these that a visitor who cannot have the wanted one is best offered; undefined: none can be joined. */
export const nextBest = (
  sessions: readonly Session[],
  wanted: Session | undefined,
  nowMs: number,
): Session | undefined => {
  const worth = sessions.filter((session) => isWorthJoining(session, nowMs))
  const joinable = worth.length > 0 ? worth : sessions.filter((session) => isJoinable(session, nowMs))
  const wantedMs = wanted === undefined ? nowMs : Date.parse(wanted.beginAt)
  const distance = ({ beginAt }: Session) => Math.abs(Date.parse(beginAt) - wantedMs)
  return joinable.toSorted((a, b) => distance(a) - distance(b))[0]
}

/**
 * When a page that was sent at `toldMs` is out of date, epoch ms: a slot made just in time begins, and the next one is
 * to be offered; or the last session ends. Infinity: never.
 */
export const turnMs = (sessions: readonly Session[], sentMs: number): number => {
  const begins = sessions
    .filter(({ seriesId }) => seriesId !== null)
    .map(({ beginAt }) => Date.parse(beginAt))
    .filter((ms) => ms > sentMs)
  const ends = sessions.map(({ endAt }) => Date.parse(endAt)).filter((ms) => ms > sentMs)
  const lastEnd = ends.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...ends)
  return Math.min(lastEnd, ...begins)
}

/** What of the form is still open to newcomers. */
export type FormState = 'open' | 'full' | 'over'
export const formState = (sessions: readonly Session[], nowMs: number): FormState => {
  if (sessions.some((session) => isJoinable(session, nowMs))) return 'open'
  return sessions.some((session) => stateAt(session, nowMs) === 'full') ? 'full' : 'over'
}

const dayNumber = (ms: number, timeZone: string): number => {
  const parts = dateFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })
    .formatToParts(ms)
    .reduce<Record<string, number>>((all, { type, value }) => ({ ...all, [type]: Number(value) }), {})
  return Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, parts.day ?? 1) / 86_400_000
}

/** How a session's day is called from here. */
export type DayWord = 'tonight' | 'today' | 'tomorrow' | 'thisWeek' | 'later'

export const dayWord = (beginMs: number, nowMs: number, timeZone: string): DayWord => {
  const days = dayNumber(beginMs, timeZone) - dayNumber(nowMs, timeZone)
  if (days === 1) return 'tomorrow'
  if (days !== 0) return days > 1 && days < 7 ? 'thisWeek' : 'later'
  const hour = Number(dateFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(beginMs))
  return hour >= 18 ? 'tonight' : 'today'
}

/** How long a session is, in minutes rounded to what people say. */
export const sessionMinutes = (session: Session): number => {
  const minutes = (Date.parse(session.endAt) - Date.parse(session.beginAt)) / 60_000
  return minutes < 15 ? Math.max(1, Math.round(minutes)) : Math.round(minutes / 5) * 5
}
