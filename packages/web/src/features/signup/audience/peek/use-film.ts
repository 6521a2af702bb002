import { useCallback, useEffect, useRef, useState } from 'react'
import { loadHls } from '../../../../lib/playback/load-hls.ts'
import type { LivePlayback, LiveTimes } from '../../../../lib/playback/live-playback.ts'
import type { PlaybackSnapshot } from '../../../../lib/playback/playback-state.ts'
import type { SoundMemory } from '../../../../lib/playback/sound-memory.ts'

/** A page that somebody only looks at begins in silence each time. */
const noMemory: SoundMemory = { read: () => ({ volume: undefined, on: false }), write: () => {} }

const loadPlayers = async () => {
  const [{ createPlayback }, { prepareVideo }] = await Promise.all([
    import('../../../../lib/playback/playback.ts'),
    import('../../../../lib/playback/prepare-video.ts'),
  ])
  return { createPlayback, prepareVideo }
}

/** A live in step with its room. `onFailure`: what plays it did not come. */
export const useFilm = (url: string, times: LiveTimes, serverNow: () => number, onFailure: () => void) => {
  const video = useRef<HTMLVideoElement>(null)
  const [player, setPlayer] = useState<LivePlayback>()
  const [playback, setPlayback] = useState<PlaybackSnapshot>()
  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    let isGone = false
    let end = () => {}
    loadPlayers().then(({ createPlayback, prepareVideo }) => {
      if (isGone) return
      const made = createPlayback(element, { url, serverNow, loadHls, ...times })
      const prepared = prepareVideo(element, noMemory, () => void made.unmute())
      const stop = made.subscribe(() => setPlayback(made.snapshot()))
      setPlayer(made)
      setPlayback(made.snapshot())
      end = () => {
        stop()
        prepared.destroy()
        made.destroy()
      }
    }, onFailure)
    return () => {
      isGone = true
      end()
    }
  }, [url, times, serverNow, onFailure])
  return {
    video,
    playback,
    start: useCallback(() => void player?.start(), [player]),
    unmute: useCallback(() => void player?.unmute(), [player]),
    mute: useCallback(() => player?.mute(), [player]),
  }
}
