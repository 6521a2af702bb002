import { startTransition, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { browserClock, sleep } from '../../../../lib/clock/clock.ts'
import { yieldToMain } from '../../../../lib/clock/yield-to-main.ts'
import { useLatest } from '../../../../lib/audience/use-latest.ts'
import { loadHls } from '../../../../lib/playback/load-hls.ts'
import type { LivePlayback, LiveTimes } from '../../../../lib/playback/live-playback.ts'
import type { PictureInPicture } from '../../../../lib/playback/picture-in-picture.ts'
import type { Playback, PlaybackSnapshot } from '../../../../lib/playback/playback-state.ts'
import type { SoundMemory } from '../../../../lib/playback/sound-memory.ts'
import { createDeviceMemory, deviceMemory } from '../../../../lib/audience/device-memory.ts'

/** As long as the tab is open. */
const tabMemory = createDeviceMemory(() => sessionStorage)

/** How loud is remembered for good; that it was on only for this visit, or a phone in a meeting would speak up. */
const soundMemory: SoundMemory = {
  read: () => ({ volume: deviceMemory.read('volume'), on: tabMemory.read('sound') === true }),
  write: ({ volume, on }) => {
    deviceMemory.write('volume', volume)
    tabMemory.write('sound', on)
  },
}

const nothing = (): (() => void) => () => {}

/** How the player stands, drawn in short turns: it changes most while the page has most to do. */
const useSnapshot = (playback: Playback | undefined): PlaybackSnapshot | undefined => {
  const [snapshot, setSnapshot] = useState<PlaybackSnapshot>()
  useEffect(() => {
    const take = () => startTransition(() => setSnapshot(playback?.snapshot()))
    take()
    return playback?.subscribe(take)
  }, [playback])
  return snapshot
}

export interface UsedPlayback<P extends Playback = Playback> {
  readonly video: React.RefObject<HTMLVideoElement | null>
  /** The player itself, once its code is there. */
  readonly player: P | undefined
  readonly playback: PlaybackSnapshot | undefined
  readonly start: () => void
  readonly unmute: () => void
  readonly mute: () => void
  /** Upright pictures fill a phone's screen. */
  readonly isTall: boolean
  readonly inWindow: InWindow
}

/** The picture in a small window of the system's own. */
export interface InWindow {
  readonly isOut: boolean
  /** Out, or back; undefined where it is not allowed. */
  readonly toggle: (() => void) | undefined
}

const againAfterMs = 1_500

/** The players are no part of the first load: the poster stands meanwhile. */
const loadPlayers = async () => {
  await yieldToMain()
  for (;;) {
    try {
      const [players, { prepareVideo }] = await Promise.all([
        import('../../../../lib/playback/playback.ts'),
        import('../../../../lib/playback/prepare-video.ts'),
      ])
      return { ...players, prepareVideo }
    } catch {
      await sleep(browserClock, againAfterMs)
    }
  }
}
type Players = Awaited<ReturnType<typeof loadPlayers>>

const noWindow = { isOffered: false, isOut: false } as const
const noSnapshot = () => noWindow

const useInWindow = (found: PictureInPicture | undefined): InWindow => {
  const { isOffered, isOut } = useSyncExternalStore(
    found?.subscribe ?? nothing,
    found?.snapshot ?? noSnapshot,
    noSnapshot,
  )
  const toggle = useCallback(() => void found?.toggle(), [found])
  return useMemo(() => ({ isOut, toggle: isOffered ? toggle : undefined }), [isOffered, isOut, toggle])
}

/** `toldTall`: what the server knows of the picture's shape; the video itself has the last word. */
const usePlaybackOf = <P extends Playback>(
  make: ((players: Players, video: HTMLVideoElement) => P) | undefined,
  reportedTall: boolean,
): UsedPlayback<P> => {
  const video = useRef<HTMLVideoElement>(null)
  const [player, setPlayer] = useState<P>()
  const [window, setWindow] = useState<PictureInPicture>()
  const [isTall, setTall] = useState(reportedTall)

  useEffect(() => {
    const element = video.current
    if (!element || !make) return undefined
    let made: P | undefined
    let isGone = false
    let stopFurnishing: (() => void) | undefined
    const onSize = () => {
      // Nought by nought when its media is taken away: that is no shape.
      if (element.videoWidth > 0) setTall(element.videoHeight > element.videoWidth)
    }
    element.addEventListener('resize', onSize)
    void loadPlayers().then((players) => {
      if (isGone) return
      const player = make(players, element)
      made = player
      const prepared = players.prepareVideo(element, soundMemory, () => void player.unmute())
      stopFurnishing = prepared.destroy
      setPlayer(made)
      setWindow(prepared.window)
    })
    return () => {
      isGone = true
      element.removeEventListener('resize', onSize)
      stopFurnishing?.()
      made?.destroy()
      setPlayer(undefined)
      setWindow(undefined)
    }
  }, [make])

  return {
    video,
    player,
    playback: useSnapshot(player),
    start: useCallback(() => void player?.start(), [player]),
    unmute: useCallback(() => void player?.unmute(), [player]),
    mute: useCallback(() => player?.mute(), [player]),
    isTall,
    inWindow: useInWindow(window),
  }
}

/** From so long before the begin on, what plays it is worth fetching. */
const fetchBeforeMs = 10_000

/** Plays a room's live, in step by the server's clock; nothing while there is no playlist. */
export const useLivePlayback = (
  url: string,
  times: LiveTimes,
  serverNow: () => number,
  reportedTall = false,
): UsedPlayback => {
  const live = useRef<LivePlayback>(undefined)
  const latest = useLatest(times)
  const { beginAtMs, endAtMs, runs } = times
  const make = useCallback(
    ({ createPlayback }: Players, video: HTMLVideoElement) => {
      live.current = createPlayback(video, { url, serverNow, loadHls, ...latest.current })
      return live.current
    },
    [url, serverNow, latest],
  )
  useEffect(() => {
    live.current?.update({ beginAtMs, endAtMs, runs })
  }, [beginAtMs, endAtMs, runs])
  useEffect(() => {
    // Beside the player's own code, not after it.
    if (url !== '' && serverNow() > latest.current.beginAtMs - fetchBeforeMs) loadHls().catch(() => {})
  }, [url, serverNow, latest])
  return usePlaybackOf(url === '' ? undefined : make, reportedTall)
}

/** Plays a recording from its start. */
export const useReplayPlayback = (url: string, reportedTall = false) => {
  const make = useCallback(
    ({ createReplay }: Players, video: HTMLVideoElement) => createReplay(video, { url, loadHls }),
    [url],
  )
  return usePlaybackOf(url === '' ? undefined : make, reportedTall)
}
