/** The status of a live is derived from the clock and four instants, never stored. */
export type LiveStatus = 'draft' | 'scheduled' | 'open' | 'live' | 'ended' | 'cancelled'
export const liveStatuses = ['draft', 'scheduled', 'open', 'live', 'ended', 'cancelled'] as const

export const platformTypes = ['video', 'camera', 'youtube'] as const
export type PlatformType = (typeof platformTypes)[number]

export const defaultWaitingMinutes = 30

export interface LiveInstants {
  readonly publishedAtMs: number | null
  readonly beginAtMs: number
  readonly endAtMs: number
  readonly cancelledAtMs: number | null
  /** How long before the begin the waiting room opens, in minutes. */
  readonly waitingMinutes: number
}

export const liveStatusAt = (live: LiveInstants, nowMs: number): LiveStatus => {
  if (live.cancelledAtMs !== null && live.cancelledAtMs <= nowMs) return 'cancelled'
  if (live.publishedAtMs === null || live.publishedAtMs > nowMs) return 'draft'
  if (nowMs >= live.endAtMs) return 'ended'
  if (nowMs >= live.beginAtMs) return 'live'
  return nowMs >= live.beginAtMs - live.waitingMinutes * 60_000 ? 'open' : 'scheduled'
}

/** Whether the replay of an ended live is open. */
export const isReplayOpen = (live: LiveInstants & { replayUntilMs: number | null }, nowMs: number): boolean =>
  liveStatusAt(live, nowMs) === 'ended' && live.replayUntilMs !== null && nowMs < live.replayUntilMs
