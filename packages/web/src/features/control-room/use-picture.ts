import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { loadHls } from '../../lib/playback/load-hls.ts'
import type { LivePlayback } from '../../lib/playback/live-playback.ts'
import { createPlayback } from '../../lib/playback/playback.ts'
import type { PlaybackSnapshot } from '../../lib/playback/playback-state.ts'
import type { OpenControlRoom } from './use-control-room.tsx'

const nothing = () => () => {}

export interface Picture {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly playback: PlaybackSnapshot | undefined
  readonly driftMs: () => number | undefined
  readonly toggleSound: () => void
  readonly start: () => void
}

/** The room's picture as its viewers have it, in step with them, without sound until one asks for it. */
export const usePicture = (
  { store, controlRoom }: Pick<OpenControlRoom, 'store' | 'controlRoom'>,
  shown: boolean,
): Picture => {
  const video = useRef<HTMLVideoElement>(null)
  const [live, setLive] = useState<LivePlayback>()
  const { playlistUrl, beginAt, endAt, pastFilm } = controlRoom
  const runs = pastFilm?.runs
  const timesNow = useEffectEvent(() => ({ beginAtMs: Date.parse(beginAt), endAtMs: Date.parse(endAt), runs }))
  useEffect(() => {
    const element = video.current
    if (!element || playlistUrl === '' || !shown) return undefined
    const made = createPlayback(element, { url: playlistUrl, serverNow: store.serverNow, loadHls, ...timesNow() })
    setLive(made)
    return () => {
      made.destroy()
      setLive(undefined)
    }
  }, [playlistUrl, store, shown])
  useEffect(() => {
    live?.update({ beginAtMs: Date.parse(beginAt), endAtMs: Date.parse(endAt), runs })
  }, [live, beginAt, endAt, runs])
  const playback = useSyncExternalStore(live?.subscribe ?? nothing, () => live?.snapshot())
  return {
    video,
    playback,
    driftMs: () => live?.driftMs(),
    toggleSound: () => {
      if (playback?.muted) void live?.unmute()
      else live?.mute()
    },
    start: () => void live?.start(),
  }
}
