import { listening, stateHolder, type Winding } from './playback-state.ts'

/** Where the player comes from: the one that sets no cookies before somebody plays. */
export const youtubeOrigin = 'https://www.youtube-nocookie.com'

/** Address of the player in a frame; `origin`: of our own page, which alone may talk to it. */
export const youtubeFrameUrl = (id: string, options: { readonly origin: string; readonly startS: number }): string => {
  const query = new URLSearchParams({
    enablejsapi: '1',
    playsinline: '1',
    rel: '0',
    autoplay: '1',
    mute: '1',
    start: String(Math.max(0, Math.floor(options.startS))),
    origin: options.origin,
  })
  return `${youtubeOrigin}/embed/${encodeURIComponent(id)}?${query}`
}

/** What the frame reports of its player, as far as we ask. */
export interface YoutubeInfo {
  readonly currentTime?: number | undefined
  readonly duration?: number | undefined
  /** -1 not begun, 0 ended, 1 playing, 2 paused, 3 buffering, 5 cued. */
  readonly playerState?: number | undefined
  readonly muted?: boolean | undefined
  readonly isLive?: boolean | undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const numberIn = (from: Record<string, unknown>, name: string): number | undefined => {
  const value = from[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
const flagIn = (from: Record<string, unknown>, name: string): boolean | undefined => {
  const value = from[name]
  return typeof value === 'boolean' ? value : undefined
}

/** Reads a message of the frame: its player's state; `failed`: it can't play here; undefined: not YouTube's. */
export const readYoutube = (data: unknown): YoutubeInfo | 'ready' | 'failed' | undefined => {
  if (typeof data !== 'string') return undefined
  let reported: unknown
  try {
    reported = JSON.parse(data)
  } catch {
    return undefined
  }
  if (!isRecord(reported)) return undefined
  if (reported.event === 'onError') return 'failed'
  if (reported.event === 'onReady') return 'ready'
  if (reported.event === 'onStateChange')
    return { playerState: typeof reported.info === 'number' ? reported.info : undefined }
  if ((reported.event !== 'infoDelivery' && reported.event !== 'initialDelivery') || !isRecord(reported.info))
    return undefined
  const { info } = reported
  const about = isRecord(info.videoData) ? info.videoData : {}
  return {
    currentTime: numberIn(info, 'currentTime'),
    duration: numberIn(info, 'duration'),
    playerState: numberIn(info, 'playerState'),
    muted: flagIn(info, 'muted'),
    isLive: flagIn(about, 'isLive'),
  }
}

/** Milliseconds between two messages that ask the frame to report, until it answers. */
const greetEveryMs = 250
/** A recorded video that is further off than this from where the room is goes there when it begins or goes on. */
const offByS = 4

/** While it plays, more than this is taken up by its rate until it is close, and more than that by a seek. */
const rateBeyondS = 1
const closeS = 0.25
const seekBeyondS = 5
/** YouTube plays in quarters of its speed only. */
const rateChange = 0.25
/** A seek that didn't help (an advertisement plays, the line is slow) is tried again ever later. */
const firstSeekAgainMs = 10_000
const longestSeekAgainMs = 80_000

/**
 * Plays a video or live of YouTube in its frame, by its messages: none of its scripts run on our page. With `roomS` (the
 * room's own second) a recorded video begins, goes on after a pause and is held where the room is.
 */
export const createYoutubePlayback = (frame: HTMLIFrameElement, roomS?: () => number): Winding => {
  const holder = stateHolder({ state: 'loading', muted: true })
  const listen = listening()
  let timeS = 0
  let sentAtMs = performance.now()
  let durationS: number | undefined
  let isLive = false
  let isPlaying = false
  let rate = 1

  const post = (message: Record<string, unknown>): void =>
    frame.contentWindow?.postMessage(JSON.stringify({ id: 1, channel: 'widget', ...message }), youtubeOrigin)
  const command = (func: string, ...args: unknown[]): void => post({ event: 'command', func, args })

  const greeting = setInterval(() => post({ event: 'listening' }), greetEveryMs)

  const nowS = (): number =>
    isPlaying ? Math.min(timeS + ((performance.now() - sentAtMs) / 1000) * rate, durationS ?? Infinity) : timeS

  /** The room goes on after its film. */
  const isFilmOver = (): boolean => roomS !== undefined && !isLive && durationS !== undefined && roomS() >= durationS

  const catchUp = (): void => {
    if (!roomS || isLive || durationS === undefined) return
    const wanted = roomS()
    if (wanted < durationS && Math.abs(nowS() - wanted) > offByS) command('seekTo', wanted, true)
  }

  const setRate = (next: number): void => {
    timeS = nowS()
    sentAtMs = performance.now()
    rate = next
    command('setPlaybackRate', next)
  }

  let seekAgainMs = firstSeekAgainMs
  let maySeekAtMs = -Infinity
  /** The player has just said where it is. */
  const holdInStep = (): void => {
    if (!roomS || isLive || durationS === undefined || !isPlaying) return
    const wanted = roomS()
    const aheadS = nowS() - wanted
    const offS = Math.abs(aheadS)
    if (isFilmOver() || offS <= rateBeyondS) seekAgainMs = firstSeekAgainMs
    else if (offS > seekBeyondS && performance.now() >= maySeekAtMs) {
      maySeekAtMs = performance.now() + seekAgainMs
      seekAgainMs = Math.min(longestSeekAgainMs, 2 * seekAgainMs)
      timeS = wanted
      sentAtMs = performance.now()
      return command('seekTo', wanted, true)
    }
    const isOff = !isFilmOver() && offS > (rate === 1 ? rateBeyondS : closeS)
    const needed = isOff ? 1 - Math.sign(aheadS) * rateChange : 1
    if (needed !== rate) setRate(needed)
  }

  const stateOf = (playerState: number): void => {
    const wasPlaying = isPlaying
    isPlaying = playerState === 1
    if (isFilmOver()) {
      if (isPlaying) command('pauseVideo')
      return holder.set({ state: 'ended' })
    }
    switch (playerState) {
      case 0:
        return holder.set({ state: 'ended' })
      case 1:
        holder.set({ state: 'playing' })
        if (!wasPlaying) catchUp()
        return
      case 2:
        return holder.set({ state: 'paused' })
      case 3:
        return holder.set({ state: 'stalled' })
      default:
    }
  }

  listen.on(window, 'message', (event) => {
    if (!(event instanceof MessageEvent)) return
    if (event.origin !== youtubeOrigin || event.source !== frame.contentWindow) return
    const reported = readYoutube(event.data)
    if (reported === undefined) return
    clearInterval(greeting)
    if (reported === 'failed') return holder.set({ state: 'unsupported' })
    if (reported === 'ready') return command('playVideo')
    if (reported.isLive !== undefined) isLive = reported.isLive
    if (reported.duration !== undefined && reported.duration > 0) durationS = reported.duration
    if (reported.currentTime !== undefined) {
      timeS = reported.currentTime
      sentAtMs = performance.now()
    }
    if (reported.muted !== undefined) holder.set({ muted: reported.muted })
    if (reported.playerState !== undefined) stateOf(reported.playerState)
    if (reported.currentTime !== undefined) holdInStep()
  })

  return {
    snapshot: holder.snapshot,
    subscribe: holder.subscribe,
    start: async () => command('playVideo'),
    unmute: async () => command('unMute'),
    mute: () => command('mute'),
    nowMs: () => nowS() * 1000,
    durationMs: () => (durationS === undefined || isLive ? undefined : durationS * 1000),
    seek: (ms) => {
      timeS = ms / 1000
      sentAtMs = performance.now()
      command('seekTo', timeS, true)
    },
    pause: () => command('pauseVideo'),
    setRate,
    destroy: () => {
      clearInterval(greeting)
      listen.stop()
    },
  }
}
