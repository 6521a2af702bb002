import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { browserClock, sleep } from '../../../../lib/clock/clock.ts'
import { useLatest } from '../entry/use-latest.ts'
import { loadHls } from '../../../../lib/playback/load-hls.ts'
import type { LivePlayback, LiveTimes } from '../../../../lib/playback/live-playback.ts'
import type { Playback, PlaybackSnapshot } from '../../../../lib/playback/playback-state.ts'

const nothing = (): (() => void) => () => {}
const none = (): undefined => undefined

const useSnapshot = (playback: Playback | undefined): PlaybackSnapshot | undefined =>
  useSyncExternalStore(playback?.subscribe ?? nothing, playback?.snapshot ?? none, none)

export interface UsedPlayback<P extends Playback = Playback> {
  readonly video: React.RefObject<HTMLVideoElement | null>
  /** The player itself, once its code is there. */
  readonly player: P | undefined
  readonly playback: PlaybackSnapshot | undefined
  readonly start: () => void
  readonly unmute: () => void
  /** Upright pictures fill a phone's screen; undefined until the video tells. */
  readonly isTall: boolean
}

const againAfterMs = 1_500

/** The players are no part of the first load: the poster stands meanwhile. */
const loadPlayers = async () => {
  for (;;) {
    try {
      return await import('../../../../lib/playback/playback.ts')
    } catch {
      await sleep(browserClock, againAfterMs)
    }
  }
}
type Players = Awaited<ReturnType<typeof loadPlayers>>

const usePlaybackOf = <P extends Playback>(
  make: ((players: Players, video: HTMLVideoElement) => P) | undefined,
): UsedPlayback<P> => {
  const video = useRef<HTMLVideoElement>(null)
  const [player, setPlayer] = useState<P>()
  const [isTall, setTall] = useState(false)

  useEffect(() => {
    const element = video.current
    if (!element || !make) return undefined
    let made: P | undefined
    let isGone = false
    const onSize = () => setTall(element.videoHeight > element.videoWidth)
    element.addEventListener('resize', onSize)
    void loadPlayers().then((players) => {
      if (isGone) return
      made = make(players, element)
      setPlayer(made)
    })
    return () => {
      isGone = true
      element.removeEventListener('resize', onSize)
      made?.destroy()
      setPlayer(undefined)
    }
  }, [make])

  return {
    video,
    player,
    playback: useSnapshot(player),
    start: useCallback(() => void player?.start(), [player]),
    unmute: useCallback(() => void player?.unmute(), [player]),
    isTall,
  }
}

/** From so long before the begin on, what plays it is worth fetching. */
const fetchBeforeMs = 10_000

/** Plays a room's live, in step by the server's clock; nothing while there is no playlist. */
export const useLivePlayback = (url: string, times: LiveTimes, serverNow: () => number): UsedPlayback => {
  const live = useRef<LivePlayback>(undefined)
  const latest = useLatest(times)
  const make = useCallback(
    ({ createPlayback }: Players, video: HTMLVideoElement) => {
      live.current = createPlayback(video, { url, serverNow, loadHls, ...latest.current })
      return live.current
    },
    [url, serverNow, latest],
  )
  useEffect(() => {
    live.current?.update({ beginAtMs: times.beginAtMs, endAtMs: times.endAtMs })
  }, [times.beginAtMs, times.endAtMs])
  useEffect(() => {
    // Beside the player's own code, not after it.
    if (url !== '' && serverNow() > latest.current.beginAtMs - fetchBeforeMs) loadHls().catch(() => {})
  }, [url, serverNow, latest])
  return usePlaybackOf(url === '' ? undefined : make)
}

/** Plays a recording from its start. */
export const useReplayPlayback = (url: string) => {
  const make = useCallback(
    ({ createReplay }: Players, video: HTMLVideoElement) => createReplay(video, { url, loadHls }),
    [url],
  )
  return usePlaybackOf(url === '' ? undefined : make)
}
