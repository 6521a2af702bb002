import { PRELOAD_MS } from '@kaimai/contract/live/playlist.rules.ts'
import { UnsupportedBrowser } from './engine.ts'
import type { Engine, OpenLive } from './engine.ts'
import { goesOn, listNow, type LiveTimes } from './list-now.ts'
import { isInWindow } from './picture-in-picture.ts'
import { listening, stateHolder, tryToPlay } from './playback-state.ts'
import type { Playback } from './playback-state.ts'
import { createPlaybackSync } from './playback-sync.ts'

export type { LiveTimes } from './list-now.ts'

export type LivePlayback = Playback & {
  /** The host moved the begin or closed the live. */
  readonly update: (times: LiveTimes) => void
  /** Milliseconds that the picture is ahead of the live (below zero: behind), undefined while nobody knows. */
  readonly driftMs: () => number | undefined
}

export type LiveOptions = LiveTimes & {
  readonly url: string
  /** The server's time, epoch milliseconds. */
  readonly serverNow: () => number
  readonly open: OpenLive
}

const tickMs = 250
/** Viewers who wait load the first segment at some moment within this, not all at once. */
const preloadSpreadMs = 6000
/** No tick for so long: the machine or the page slept, and what was loaded is of no use. */
const sleptMs = 10_000
/** Nobody loads for a picture that stands still for so long. */
const restAfterMs = 60_000
/** An engine that brings no picture for so long is opened again. */
const givesUpAfterMs = 30_000
/** A picture that stops for less is not called stalled. */
const stallShownAfterMs = 400
/** From choosing where to start until there is a picture. */
const startLeadMs = 250
const firstRetryMs = 1000
const longestRetryMs = 5000

/**
 * Plays a live in step with all who see it: the picture shows the moment `serverNow() - beginAtMs`, whenever somebody
 * joins, stalls, pauses or sleeps. Starts without sound; the video element must have no controls.
 */
export const createLivePlayback = (video: HTMLVideoElement, options: LiveOptions): LivePlayback => {
  const { serverNow, open } = options
  const holder = stateHolder({ state: 'waiting', muted: true })
  const preloadSpread = Math.random() * preloadSpreadMs
  const listen = listening()
  const sync = createPlaybackSync(video, serverNow)
  let times: LiveTimes = options
  let engine: Engine | undefined
  /** Counts openings: what an earlier one says no longer matters. */
  let opening = 0
  let isOpening = false
  let openAgainAt = -Infinity
  let retryMs = firstRetryMs
  let playAsked = false
  let lastTickAt = performance.now()
  let pictureAt = performance.now()
  let pausedAt: number | undefined
  /** The loaded media is of no use any more: it is opened again as soon as somebody looks. */
  let stale = false
  let stopped = false
  /** The list that has played to its end. */
  let overUrl: string | undefined
  let openedUrl = options.url
  let stall: ReturnType<typeof setTimeout> | undefined
  /** Goes up at the begin, not at the next tick. */
  let curtain: ReturnType<typeof setTimeout> | undefined

  const is = (...states: string[]) => states.includes(holder.snapshot().state)
  const hasBegun = () => serverNow() >= times.beginAtMs
  const isSeen = () => document.visibilityState === 'visible' || isInWindow(video)
  const isWatched = () => isSeen() && !is('paused', 'blocked-autoplay')
  const urlNow = () => listNow(times, options.url, serverNow(), engine !== undefined)
  const isOver = () => {
    if (times.endAtMs !== undefined && serverNow() >= times.endAtMs) return true
    const url = urlNow()
    return url === undefined || url === overUrl
  }

  const close = (): void => {
    opening += 1
    isOpening = false
    engine?.close()
    engine = undefined
    playAsked = false
  }

  const fail = (): void => {
    close()
    openAgainAt = performance.now() + retryMs * (0.75 + Math.random() / 2)
    retryMs = Math.min(longestRetryMs, retryMs * 2)
    if (is('playing')) holder.set({ state: 'stalled' })
  }

  const openEngine = async (): Promise<void> => {
    const mine = (opening += 1)
    const current = () => mine === opening
    isOpening = true
    stale = false
    pictureAt = performance.now()
    sync.reset()
    const url = urlNow() ?? options.url
    openedUrl = url
    try {
      const opened = await open(video, url, () => Math.max(serverNow() + startLeadMs, times.beginAtMs), {
        onFailure: () => {
          if (current()) fail()
        },
      })
      if (!current()) return opened.close()
      engine = opened
      isOpening = false
    } catch (error) {
      if (!current()) return
      if (!(error instanceof UnsupportedBrowser)) return fail()
      holder.set({ state: 'unsupported' })
      stop()
    }
  }

  const reopen = (): void => {
    close()
    openAgainAt = -Infinity
    void openEngine()
  }

  /** Another list plays from now on. Who has paused gets it when they come back. */
  const change = (): void => {
    stale = true
    if (is('paused', 'blocked-autoplay')) return
    holder.set({ state: 'loading' })
    reopen()
  }

  const play = async (): Promise<void> => {
    playAsked = true
    if (!(await tryToPlay(video)) && !stopped && !is('ended')) holder.set({ state: 'blocked-autoplay' })
  }

  const finish = (): void => {
    close()
    video.pause()
    holder.set({ state: 'ended' })
  }

  const tick = (): void => {
    const now = performance.now()
    const slept = now - lastTickAt > sleptMs
    lastTickAt = now
    if (stopped) return
    if (isOver()) {
      if (!is('ended')) finish()
      return
    }
    if (!hasBegun()) holder.set({ state: 'waiting' })
    if (serverNow() < times.beginAtMs - PRELOAD_MS + preloadSpread) return close()
    // In a window of its own it plays on while the page behind it hardly gets time.
    if (slept && engine && !isInWindow(video)) stale = true
    if (stale && isWatched()) reopen()
    else if ((engine || isOpening) && openedUrl !== urlNow()) change()
    if (!engine) {
      if (hasBegun() && is('waiting', 'ended')) holder.set({ state: 'loading' })
      if (isOpening && now - pictureAt > givesUpAfterMs) fail()
      if (!isOpening && now >= openAgainAt) void openEngine()
      return
    }
    if (!hasBegun()) {
      video.pause()
      playAsked = false
      const untilMs = times.beginAtMs - serverNow()
      clearTimeout(curtain)
      if (untilMs < 2 * tickMs) curtain = setTimeout(tick, untilMs)
      return
    }
    if (is('waiting', 'ended')) holder.set({ state: 'loading' })
    if (pausedAt !== undefined && !stale && now - pausedAt > restAfterMs) {
      stale = true
      engine.rest()
    }
    if (is('paused', 'blocked-autoplay')) return
    if (!playAsked) void play()
    if (is('playing')) pictureAt = now
    if (now - pictureAt > givesUpAfterMs && isWatched()) return fail()
    sync.hold(engine)
  }

  const resume = async (): Promise<void> => {
    if (stopped) return
    pausedAt = undefined
    pictureAt = performance.now()
    sync.reset()
    if (is('paused', 'blocked-autoplay')) holder.set({ state: 'loading' })
    if (!hasBegun() || isOver()) return
    // Also without an engine yet: this is the tap that the browser wants.
    await play()
    tick()
  }

  const onPlaying = (): void => {
    clearTimeout(stall)
    stall = undefined
    retryMs = firstRetryMs
    if (is('loading', 'stalled', 'paused', 'blocked-autoplay')) holder.set({ state: 'playing' })
  }

  const onPause = (): void => {
    if (video.ended || !playAsked || !engine || !hasBegun() || isOver()) return
    pausedAt = performance.now()
    // Hidden pages are paused by the system: they go on by themselves when they are seen again.
    if (isSeen()) holder.set({ state: 'paused' })
  }

  const onSeen = (): void => {
    if (document.visibilityState !== 'visible') return
    pictureAt = performance.now()
    sync.rejoin()
    if (video.paused && is('playing', 'loading', 'stalled')) void resume()
    tick()
  }

  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  listen.on(video, 'playing', onPlaying)
  listen.on(video, 'pause', onPause)
  listen.on(video, 'play', () => {
    if (is('paused')) void resume()
  })
  listen.on(video, 'waiting', () => {
    stall ??= setTimeout(() => {
      if (is('playing')) holder.set({ state: 'stalled' })
    }, stallShownAfterMs)
  })
  listen.on(video, 'ended', () => {
    if (goesOn(times, openedUrl, serverNow())) return fail()
    overUrl = openedUrl
    tick()
  })
  listen.on(video, 'seeking', () => {
    // By a key, a headset or the system: a live can't be wound.
    if (!sync.hasJustSeeked()) sync.rejoin()
  })
  listen.on(video, 'volumechange', () => holder.set({ muted: video.muted }))
  listen.on(document, 'visibilitychange', onSeen)
  listen.on(window, 'pageshow', (event) => {
    if (!('persisted' in event && event.persisted === true) || !engine) return
    stale = true
    tick()
  })
  listen.on(window, 'online', () => {
    openAgainAt = -Infinity
    tick()
  })
  const ticking = setInterval(tick, tickMs)
  const stop = (): void => {
    stopped = true
    clearInterval(ticking)
    clearTimeout(stall)
    clearTimeout(curtain)
    listen.stop()
    close()
  }
  tick()

  return {
    snapshot: holder.snapshot,
    subscribe: holder.subscribe,
    start: resume,
    unmute: async () => {
      video.muted = false
      if (video.paused && hasBegun() && !isOver()) await resume()
    },
    mute: () => {
      video.muted = true
    },
    update: (next) => {
      times = next
      overUrl = undefined
      tick()
    },
    driftMs: () => {
      const dateMs = engine?.dateMs()
      return dateMs === undefined ? undefined : dateMs - serverNow()
    },
    destroy: stop,
  }
}
