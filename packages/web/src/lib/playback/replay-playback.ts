import { UnsupportedBrowser } from './engine.ts'
import type { OpenReplay } from './engine.ts'
import { listening, stateHolder, tryToPlay } from './playback-state.ts'
import type { Winding } from './playback-state.ts'

export type ReplayOptions = { readonly url: string; readonly open: OpenReplay }

const retryMs = 3000

/** Plays a recording from its start, free to pause, to wind and to hurry. */
export const createReplayPlayback = (video: HTMLVideoElement, { url, open }: ReplayOptions): Winding => {
  const holder = stateHolder({ state: 'loading', muted: video.muted })
  const listen = listening()
  let engine: { close: () => void } | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let destroyed = false
  /** Seconds at which to go on after an error, or to start: asked for before there was anything to seek in. */
  let goOnAtS = 0

  const play = async (): Promise<void> => {
    if (!(await tryToPlay(video))) holder.set({ state: 'blocked-autoplay' })
  }

  const openEngine = async (): Promise<void> => {
    try {
      const opened = await open(video, url, { onFailure: openAgain })
      if (destroyed) return opened.close()
      engine = opened
      await play()
    } catch (error) {
      if (error instanceof UnsupportedBrowser) holder.set({ state: 'unsupported' })
      else openAgain()
    }
  }

  const openAgain = (): void => {
    if (destroyed) return
    // Closing loses the time. A second error before the picture is back must not forget the first one's.
    goOnAtS = video.currentTime || goOnAtS
    engine?.close()
    engine = undefined
    holder.set({ state: 'stalled' })
    clearTimeout(retry)
    retry = setTimeout(() => void openEngine(), retryMs)
  }

  video.playsInline = true
  listen.on(video, 'loadedmetadata', () => {
    if (goOnAtS > 0) video.currentTime = goOnAtS
    goOnAtS = 0
  })
  listen.on(video, 'playing', () => holder.set({ state: 'playing' }))
  listen.on(video, 'waiting', () => holder.set({ state: 'stalled' }))
  listen.on(video, 'pause', () => holder.set({ state: video.ended ? 'ended' : 'paused' }))
  listen.on(video, 'ended', () => holder.set({ state: 'ended' }))
  listen.on(video, 'volumechange', () => holder.set({ muted: video.muted }))
  void openEngine()

  return {
    snapshot: holder.snapshot,
    subscribe: holder.subscribe,
    start: play,
    unmute: async () => {
      video.muted = false
    },
    mute: () => {
      video.muted = true
    },
    nowMs: () => (video.readyState === 0 && goOnAtS > 0 ? goOnAtS : video.currentTime) * 1000,
    durationMs: () => (Number.isFinite(video.duration) ? video.duration * 1000 : undefined),
    seek: (ms) => {
      const seconds = Math.max(0, Math.min(ms / 1000, Number.isFinite(video.duration) ? video.duration : ms / 1000))
      if (video.readyState === 0) goOnAtS = seconds
      else video.currentTime = seconds
    },
    pause: () => video.pause(),
    setRate: (rate) => {
      // A video that is loaded anew goes back to its default.
      video.defaultPlaybackRate = rate
      video.playbackRate = rate
    },
    destroy: () => {
      destroyed = true
      clearTimeout(retry)
      listen.stop()
      engine?.close()
    },
  }
}
