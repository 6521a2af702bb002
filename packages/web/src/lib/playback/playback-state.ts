export type PlaybackState =
  /** Before the begin. */
  | 'waiting'
  | 'loading'
  | 'playing'
  /** The network is too slow, or away: playback comes back by itself. */
  | 'stalled'
  /** Somebody or the system paused it: `start` from a tap. */
  | 'paused'
  /** The browser wants a tap first: `start` from it. */
  | 'blocked-autoplay'
  | 'ended'
  /** This browser can play neither way. */
  | 'unsupported'

export type PlaybackSnapshot = { readonly state: PlaybackState; readonly muted: boolean }

export type Playback = {
  /** The same object until something changes (for useSyncExternalStore). */
  readonly snapshot: () => PlaybackSnapshot
  /** Returns how to stop listening. */
  readonly subscribe: (listener: () => void) => () => void
  /** Plays: after `blocked-autoplay` and `paused`, from the tap itself. A live goes to its present moment. */
  readonly start: () => Promise<void>
  /** Turns the sound on, from the tap itself. */
  readonly unmute: () => Promise<void>
  readonly mute: () => void
  readonly destroy: () => void
}

/** A recording that one may wind. */
export type Winding = Playback & {
  /** Where the playhead is, in ms of the recording. */
  readonly nowMs: () => number
  /** Its length in ms; undefined until it is known. */
  readonly durationMs: () => number | undefined
  readonly seek: (ms: number) => void
  readonly pause: () => void
  /** 1: as it was recorded. */
  readonly setRate: (rate: number) => void
}

export type StateHolder = {
  readonly snapshot: () => PlaybackSnapshot
  readonly subscribe: (listener: () => void) => () => void
  readonly set: (change: Partial<PlaybackSnapshot>) => void
}

export const stateHolder = (first: PlaybackSnapshot): StateHolder => {
  let snapshot = first
  const listeners = new Set<() => void>()
  return {
    snapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set: (change) => {
      const next = { ...snapshot, ...change }
      if (next.state === snapshot.state && next.muted === snapshot.muted) return
      snapshot = next
      for (const listener of listeners) listener()
    },
  }
}

/** Plays; false when the browser wants a tap first. Other errors (a load that came in between) don't matter. */
export const tryToPlay = async (video: HTMLVideoElement): Promise<boolean> => {
  try {
    await video.play()
  } catch (error) {
    if (error instanceof Error && error.name === 'NotAllowedError') return false
  }
  return true
}

export type Listening = {
  readonly on: (target: EventTarget, type: string, handle: (event: Event) => void) => void
  readonly stop: () => void
}

/** Listeners that end together. */
export const listening = (): Listening => {
  const end = new AbortController()
  return {
    on: (target, type, handle) => target.addEventListener(type, handle, { signal: end.signal }),
    stop: () => end.abort(),
  }
}
