import type { SessionInfo } from '@kaimai/contract/signup/signup-parts.ts'

export type Session = SessionInfo

/** Sessions that a form may hold, as the contract says. */
export const sessionsMax = 50

/** Those still open first, in the order chosen; those that are over behind them, out of the way of reordering. */
export const openFirst = (sessions: readonly Session[], isOpen: (liveId: string) => boolean): Session[] => [
  ...sessions.filter(({ liveId }) => isOpen(liveId)),
  ...sessions.filter(({ liveId }) => !isOpen(liveId)),
]

/** What a form keeps: when it would hold too many, the ones longest over leave first (they stand in order of time). */
export const sessionsToKeep = (sessions: readonly Session[], isOpen: (liveId: string) => boolean): Session[] => {
  const surplus = Math.max(0, sessions.length - sessionsMax)
  const leaving = new Set(sessions.filter(({ liveId }) => !isOpen(liveId)).slice(0, surplus))
  return sessions.filter((session) => !leaving.has(session))
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A custom URL to begin with: `live-1128-k3f9`; `random` gives numbers from 0 up to 1. */
export const suggestedUrl = (day: string | undefined, random: () => number): string => {
  const tail = Array.from({ length: 4 }, () => letters[Math.floor(random() * letters.length)] ?? 'a').join('')
  return ['live', ...(day === undefined ? [] : [day]), tail].join('-')
}
