import { PRELOAD_MS } from '@kaimai/contract/live/playlist.rules.ts'
import { correction, RETURN_BEYOND_MS } from './correction.ts'
import { UnsupportedBrowser } from './engine.ts'
import type { Engine, OpenLive } from './engine.ts'
import { listening, stateHolder, tryToPlay } from './playback-state.ts'
import type { Playback } from './playback-state.ts'

export type LiveTimes = {
  readonly beginAtMs: number
  /** When it is over; undefined: when its media ends. */
  readonly endAtMs: number | undefined
}

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
/** An engine that brings no picture for so long is opened anew. */
const givesUpAfterMs = 30_000
/** A picture that stops for less is not called stalled. */
const stallShownAfterMs = 400
const seekAgainMs = 10_000
const returnAgainMs = 2000
/** A seek takes about that long until the picture moves again, and so does a start. */
const seekLeadMs = 150
const startLeadMs = 250
const firstRetryMs = 1000
const longestRetryMs = 5000

const bufferAheadMs = ({ buffered, currentTime }: HTMLVideoElement): number => {
  for (let n = 0; n < buffered.length; n += 1)
    if (buffered.start(n) <= currentTime && currentTime <= buffered.end(n))
      return (buffered.end(n) - currentTime) * 1000
  return 0
}

/**
 * Plays a live in step with all who see it: the picture shows the moment `serverNow() - beginAtMs`, whenever somebody
 * joins, stalls, pauses or sleeps. Starts without sound; the video element must have no controls.
 */
export const createLivePlayback = (video: HTMLVideoElement, options: LiveOptions): LivePlayback => {
  const { url, serverNow, open } = options
  const holder = stateHolder({ state: 'waiting', muted: true })
  const preloadSpread = Math.random() * preloadSpreadMs
  const listen = listening()
  let times: LiveTimes = options
  let engine: Engine | undefined
  /** Counts openings: what an earlier one says no longer matters. */
  let opening = 0
  let isOpening = false
  let openAgainAt = -Infinity
  let retryMs = firstRetryMs
  let playAsked = false
  /** Back from somewhere: return to the present moment by a seek, not by running after it. */
  let returning = true
  let correcting = false
  let soughtAt = -Infinity
  let lastTickAt = performance.now()
  let pictureAt = performance.now()
  let sleptUnseen = false
  let pausedAt: number | undefined
  let resting = false
  let mediaOver = false
  let stall: ReturnType<typeof setTimeout> | undefined
  /** Goes up at the begin, not at the next tick. */
  let curtain: ReturnType<typeof setTimeout> | undefined

  const is = (...states: string[]) => states.includes(holder.snapshot().state)
  const hasBegun = () => serverNow() >= times.beginAtMs
  const isOver = () => mediaOver || (times.endAtMs !== undefined && serverNow() >= times.endAtMs)

  const close = (): void => {
    opening += 1
    isOpening = false
    engine?.close()
    engine = undefined
    playAsked = false
    correcting = false
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
    returning = true
    pictureAt = performance.now()
    sleptUnseen = false
    resting = false
    soughtAt = -Infinity
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

  const play = async (): Promise<void> => {
    playAsked = true
    if (!(await tryToPlay(video)) && !is('ended', 'unsupported')) holder.set({ state: 'blocked-autoplay' })
  }

  const holdInStep = (current: Engine): void => {
    const dateMs = current.dateMs()
    if (dateMs === undefined || video.seeking) return
    const now = performance.now()
    const driftMs = dateMs - serverNow()
    const maySeek = now - soughtAt > (returning ? returnAgainMs : seekAgainMs)
    const answer = correction({ driftMs, correcting, bufferMs: bufferAheadMs(video), returning, maySeek })
    if ('seekTo' in answer) {
      // Out of reach while the line is away: the next playlist brings it within.
      if (!current.seekToDate(serverNow() + seekLeadMs)) return
      soughtAt = now
      correcting = false
      video.playbackRate = 1
      return
    }
    correcting = answer.rate !== 1
    if (video.playbackRate !== answer.rate) video.playbackRate = answer.rate
    if (Math.abs(driftMs) <= RETURN_BEYOND_MS) returning = false
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
    if (is('unsupported')) return
    if (isOver()) {
      if (!is('ended')) finish()
      return
    }
    if (!hasBegun()) holder.set({ state: 'waiting' })
    if (serverNow() < times.beginAtMs - PRELOAD_MS + preloadSpread) return close()
    if (slept) {
      // Timers of hidden pages are slowed down: then it is opened anew when somebody looks.
      if (document.visibilityState !== 'visible') sleptUnseen = true
      else if (engine) reopen()
    }
    if (!engine) {
      if (hasBegun() && is('waiting', 'ended')) holder.set({ state: 'loading' })
      if (!isOpening && now >= openAgainAt) void openEngine()
      return
    }
    if (!hasBegun()) {
      const untilMs = times.beginAtMs - serverNow()
      clearTimeout(curtain)
      if (untilMs < 2 * tickMs) curtain = setTimeout(tick, untilMs)
      return
    }
    if (is('waiting', 'ended')) holder.set({ state: 'loading' })
    if (pausedAt !== undefined && !resting && now - pausedAt > restAfterMs) {
      resting = true
      engine.rest()
    }
    if (is('paused', 'blocked-autoplay')) return
    if (!playAsked) void play()
    if (is('playing')) pictureAt = now
    if (now - pictureAt > givesUpAfterMs && document.visibilityState === 'visible') return fail()
    holdInStep(engine)
  }

  const resume = async (): Promise<void> => {
    pausedAt = undefined
    returning = true
    soughtAt = -Infinity
    if (resting) reopen()
    if (is('paused', 'blocked-autoplay')) holder.set({ state: 'loading' })
    if (!hasBegun() || isOver()) return
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
    if (document.visibilityState === 'visible') holder.set({ state: 'paused' })
  }

  const onSeen = (): void => {
    if (document.visibilityState !== 'visible') return
    if (sleptUnseen && engine && !is('paused', 'blocked-autoplay')) return reopen()
    pictureAt = performance.now()
    if (video.paused && is('playing', 'loading', 'stalled')) void resume()
    returning = true
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
    mediaOver = true
    tick()
  })
  listen.on(video, 'seeking', () => {
    // By a key, a headset or the system: a live can't be wound.
    if (performance.now() - soughtAt > returnAgainMs) returning = true
  })
  listen.on(video, 'volumechange', () => holder.set({ muted: video.muted }))
  listen.on(document, 'visibilitychange', onSeen)
  listen.on(window, 'pageshow', (event) => {
    if ('persisted' in event && event.persisted === true && engine) reopen()
  })
  listen.on(window, 'online', () => {
    openAgainAt = -Infinity
    tick()
  })
  const ticking = setInterval(tick, tickMs)
  const stop = (): void => {
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
      mediaOver = false
      tick()
    },
    driftMs: () => {
      const dateMs = engine?.dateMs()
      return dateMs === undefined ? undefined : dateMs - serverNow()
    },
    destroy: stop,
  }
}
