import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLatest } from '../entry/use-latest.ts'
import { loadHls } from '../../../../lib/playback/load-hls.ts'
import { createPlayback, createReplay } from '../../../../lib/playback/playback.ts'
import type { LivePlayback, LiveTimes } from '../../../../lib/playback/live-playback.ts'
import type { Playback, PlaybackSnapshot } from '../../../../lib/playback/playback-state.ts'

const nothing = (): (() => void) => () => {}
const none = (): undefined => undefined

const useSnapshot = (playback: Playback | undefined): PlaybackSnapshot | undefined =>
  useSyncExternalStore(playback?.subscribe ?? nothing, playback?.snapshot ?? none, none)

export interface UsedPlayback {
  readonly video: React.RefObject<HTMLVideoElement | null>
  readonly playback: PlaybackSnapshot | undefined
  readonly start: () => void
  readonly unmute: () => void
  /** Upright pictures fill a phone's screen; undefined until the video tells. */
  readonly isTall: boolean
}

const usePlaybackOf = (make: ((video: HTMLVideoElement) => Playback) | undefined): UsedPlayback => {
  const video = useRef<HTMLVideoElement>(null)
  const [playback, setPlayback] = useState<Playback>()
  const [isTall, setTall] = useState(false)

  useEffect(() => {
    const element = video.current
    if (!element || !make) return undefined
    const made = make(element)
    const onSize = () => setTall(element.videoHeight > element.videoWidth)
    element.addEventListener('resize', onSize)
    setPlayback(made)
    return () => {
      element.removeEventListener('resize', onSize)
      made.destroy()
      setPlayback(undefined)
    }
  }, [make])

  return {
    video,
    playback: useSnapshot(playback),
    start: useCallback(() => void playback?.start(), [playback]),
    unmute: useCallback(() => void playback?.unmute(), [playback]),
    isTall,
  }
}

/** Plays a room's live, in step by the server's clock; nothing while there is no playlist. */
export const useLivePlayback = (url: string, times: LiveTimes, serverNow: () => number): UsedPlayback => {
  const live = useRef<LivePlayback>(undefined)
  const latest = useLatest(times)
  const make = useCallback(
    (video: HTMLVideoElement) => {
      live.current = createPlayback(video, { url, serverNow, loadHls, ...latest.current })
      return live.current
    },
    [url, serverNow, latest],
  )
  useEffect(() => {
    live.current?.update({ beginAtMs: times.beginAtMs, endAtMs: times.endAtMs })
  }, [times.beginAtMs, times.endAtMs])
  return usePlaybackOf(url === '' ? undefined : make)
}

/** Plays a recording from its start. */
export const useReplayPlayback = (url: string): UsedPlayback => {
  const make = useCallback((video: HTMLVideoElement) => createReplay(video, { url, loadHls }), [url])
  return usePlaybackOf(url === '' ? undefined : make)
}
