import { afterEach, beforeEach, vi } from 'vitest'
import { UnsupportedBrowser } from './engine.ts'
import type { OpenLive } from './engine.ts'
import { createLivePlayback } from './live-playback.ts'
import type { LivePlayback, LiveTimes } from './live-playback.ts'

/** When tests of a live take place. */
export const nowMs = Date.parse('2026-11-20T12:00:00Z')

/** A video element in a world whose time is moved by the test: it plays what the engine brought, at its rate. */
export const stage = () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
  const world = {
    /** Date at media time nought. */
    originMs: nowMs - 1_000_000,
    opened: 0,
    /** The lists that were opened, in order. */
    urls: [] as string[],
    closed: 0,
    rested: 0,
    /** Milliseconds from opening to the first picture. */
    loadMs: 300,
    /** Milliseconds from play to playing. */
    startMs: 0,
    refusesToPlay: false,
    /** Opening never comes to an end. */
    hangs: false,
    failsToOpen: 0,
    unsupported: false,
    /** Share of real time that this machine's player makes. */
    speed: 1,
    socketIsAway: false,
    failure: () => {},
    page,
  }
  let ready = false
  let paused = true
  let time = 0
  let lookedAt = Date.now()
  const flow = () => {
    const now = Date.now()
    if (ready && !paused && !world.socketIsAway) time += ((now - lookedAt) / 1000) * element.playbackRate * world.speed
    lookedAt = now
  }
  const element = Object.assign(new EventTarget(), {
    muted: false,
    playsInline: false,
    preload: '',
    playbackRate: 1,
    seeking: false,
    ended: false,
    buffered: { length: 1, start: () => 0, end: () => time + 6 },
    play: async () => {
      if (world.refusesToPlay) throw Object.assign(new Error('a tap first'), { name: 'NotAllowedError' })
      flow()
      if (!paused) return
      paused = false
      element.dispatchEvent(new Event('play'))
      if (!ready) return
      await new Promise((resolve) => setTimeout(resolve, world.startMs))
      element.dispatchEvent(new Event('playing'))
    },
    pause: () => {
      flow()
      if (paused) return
      paused = true
      element.dispatchEvent(new Event('pause'))
    },
  })
  Object.defineProperties(element, {
    paused: { get: () => paused },
    readyState: { get: () => (ready ? 4 : 0) },
    currentTime: {
      get: () => {
        flow()
        return time
      },
      set: (next: number) => {
        flow()
        time = next
        element.dispatchEvent(new Event('seeking'))
      },
    },
  })
  // What a browser's element has beyond this is not touched.
  const video = element as unknown as HTMLVideoElement
  const open: OpenLive = async (_video, url, startDateMs, events) => {
    if (world.unsupported) throw new UnsupportedBrowser()
    if (world.failsToOpen > 0) {
      world.failsToOpen -= 1
      throw new Error('no playlist')
    }
    world.opened += 1
    world.urls.push(url)
    if (world.hangs) return new Promise(() => {})
    world.failure = events.onFailure
    // What it loads is chosen now; the picture comes when that is loaded.
    const startMs = startDateMs()
    const appear = setTimeout(() => {
      flow()
      ready = true
      time = (startMs - world.originMs) / 1000
      if (!paused) element.dispatchEvent(new Event('playing'))
    }, world.loadMs)
    return {
      dateMs: () => {
        flow()
        return ready ? time * 1000 + world.originMs : undefined
      },
      seekToDate: (dateMs) => {
        if (world.socketIsAway) return false
        video.currentTime = (dateMs - world.originMs) / 1000
        return true
      },
      rest: () => {
        world.rested += 1
      },
      close: () => {
        world.closed += 1
        clearTimeout(appear)
        ready = false
        paused = true
      },
    }
  }
  return { world, element, video, open }
}

const lengthMs = 600_000
let playing: LivePlayback | undefined

/** Makes the time of a test file stand still until `pass`; what was begun is ended after each test. */
export const standStill = (): void => {
  beforeEach(() => {
    const toFake = ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
    vi.useFakeTimers({ now: nowMs, toFake: [...toFake] })
  })
  afterEach(() => {
    playing?.destroy()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}

/** A live of ten minutes that began some milliseconds ago (below zero: will begin). */
export const begun = (beganAgoMs: number, set: ReturnType<typeof stage>, times: Partial<LiveTimes> = {}) => {
  const beginAtMs = nowMs - beganAgoMs
  playing = createLivePlayback(set.video, {
    url: '/live.m3u8',
    beginAtMs,
    endAtMs: beginAtMs + lengthMs,
    ...times,
    serverNow: () => Date.now(),
    open: set.open,
  })
  const playback = playing
  const states = [playback.snapshot().state]
  playback.subscribe(() => states.push(playback.snapshot().state))
  return { playback, states }
}

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** Milliseconds between the picture and the live. */
export const off = (playback: LivePlayback) => Math.abs(playback.driftMs() ?? NaN)
