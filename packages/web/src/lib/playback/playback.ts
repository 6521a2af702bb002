import type Hls from 'hls.js'
import { UnsupportedBrowser } from './engine.ts'
import type { OpenLive, OpenReplay } from './engine.ts'
import { hlsLive, hlsReplay } from './hls-engine.ts'
import { createLivePlayback } from './live-playback.ts'
import type { LivePlayback, LiveTimes } from './live-playback.ts'
import { nativeLive, nativeReplay, playsNatively } from './native-engine.ts'
import type { Winding } from './playback-state.ts'
import { createReplayPlayback } from './replay-playback.ts'

type LoadHls = () => Promise<typeof Hls>

/** hls.js wherever it can work: desktop Chromium claims to play HLS itself, and does it badly. */
const chosen = async <T>(
  video: HTMLVideoElement,
  loadHls: LoadHls,
  byHls: (Class: typeof Hls) => T,
  byBrowser: T,
): Promise<T> => {
  const Class = await loadHls()
  if (Class.isSupported()) return byHls(Class)
  if (playsNatively(video)) return byBrowser
  throw new UnsupportedBrowser()
}

export type PlaybackOptions = LiveTimes & {
  /** Of the live playlist. */
  readonly url: string
  /** The server's time, epoch milliseconds. */
  readonly serverNow: () => number
  /** `loadHls` of load-hls.ts. */
  readonly loadHls: LoadHls
}

/**
 * Plays a live in a video element without controls, in step with all who see it, without sound until `unmute`.
 * It takes the element over until `destroy`.
 */
export const createPlayback = (video: HTMLVideoElement, options: PlaybackOptions): LivePlayback => {
  const open: OpenLive = async (...args) => (await chosen(video, options.loadHls, hlsLive, nativeLive))(...args)
  return createLivePlayback(video, { ...options, open })
}

/** Plays a replay (a plain recording) in a video element without controls. */
export const createReplay = (
  video: HTMLVideoElement,
  options: { readonly url: string; readonly loadHls: LoadHls },
): Winding => {
  const open: OpenReplay = async (...args) => (await chosen(video, options.loadHls, hlsReplay, nativeReplay))(...args)
  return createReplayPlayback(video, { url: options.url, open })
}
