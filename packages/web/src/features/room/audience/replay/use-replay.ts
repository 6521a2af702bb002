import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { browserClock } from '../../../../lib/clock/clock.ts'
import type { PlaybackSnapshot, Winding } from '../../../../lib/playback/playback-state.ts'
import { lateApi } from '../entry/lazy-api.ts'
import { useLatest } from '../../../../lib/audience/use-latest.ts'
import { createChunkStore } from './chunk-store.ts'
import {
  commandOfKey,
  type ReplayChunks,
  type ReplayedHearts,
  replayedHearts,
  type ReplayNow,
  replayNow,
} from './replay-view.ts'

/** How often a playing replay is looked at, ms. */
const lookEveryMs = 250
/** Milliseconds between two reports to the server that the replay is being watched. */
const logEveryMs = 15_000

export interface SeekControls {
  /** Ms of the recording, which are ms of room time. */
  readonly nowMs: number
  readonly durationMs: number
  readonly isPlaying: boolean
  readonly rate: number
  readonly seek: (ms: number) => void
  readonly toggle: () => void
  readonly setRate: (rate: number) => void
}

/** The playhead of a recording, and what moves it. `plannedMs`: its length until the player knows. */
export const useSeekControls = (
  player: Winding | undefined,
  playback: PlaybackSnapshot | undefined,
  plannedMs: number,
): SeekControls => {
  const [at, setAt] = useState({ nowMs: 0, durationMs: plannedMs })
  const [rate, setRateShown] = useState(1)
  const state = playback?.state
  const isPlaying = state === 'playing' || state === 'stalled' || state === 'loading'

  const look = useCallback(() => {
    if (!player) return
    setAt({ nowMs: player.nowMs(), durationMs: player.durationMs() ?? plannedMs })
  }, [player, plannedMs])
  useEffect(() => {
    if (!player) return undefined
    const timer = setInterval(look, lookEveryMs)
    return () => clearInterval(timer)
  }, [player, look])

  const seek = useCallback(
    (ms: number) => {
      if (!player) return
      player.seek(Math.max(0, Math.min(ms, player.durationMs() ?? plannedMs)))
      look()
    },
    [player, plannedMs, look],
  )
  const toggle = useCallback(() => {
    if (!player) return
    if (isPlaying) player.pause()
    else void player.start()
  }, [player, isPlaying])
  const setRate = useCallback(
    (next: number) => {
      player?.setRate(next)
      setRateShown(next)
    },
    [player],
  )
  return { ...at, isPlaying, rate, seek, toggle, setRate }
}

const none: readonly never[] = []

/** What stands at the playhead, and the chapters of the whole. */
export const useReplayChunks = (streamId: string, nowMs: number) => {
  const store = useMemo(
    () => createChunkStore(async (fromMs) => (await lateApi()).showReplay(streamId, fromMs), browserClock),
    [streamId],
  )
  useEffect(() => () => store.stop(), [store])
  useEffect(() => store.need(nowMs), [store, nowMs])
  const chunks = useSyncExternalStore(store.subscribe, store.get, store.get)
  const [held, setHeld] = useState<ReplayNow>()
  const now = useMemo(() => replayNow(chunks, nowMs), [chunks, nowMs])
  // While a piece is on its way what was seen last stands.
  if (now.isThere && now !== held) setHeld(now)
  const chapters = useMemo(() => [...chunks.values()].at(-1)?.chapters ?? [], [chunks])
  const { polls = none, giveaways = none } = [...chunks.values()].at(-1) ?? {}
  const shown = now.isThere ? now : (held ?? now)
  return { now: shown, isThere: now.isThere, chapters, polls, giveaways, chunks, fetch: store.fetch }
}

/** Hearts that fly while the playhead goes on. */
export const useReplayedHearts = (chunks: ReplayChunks, nowMs: number): ReplayedHearts => {
  const [flown, setFlown] = useState<ReplayedHearts>({ ms: nowMs, all: 0, simulated: 0 })
  if (flown.ms === nowMs) return flown
  const next = replayedHearts(flown, chunks, nowMs)
  setFlown(next)
  return next
}

/** Says while it plays that it is watched, and where. */
export const useTimeLog = (
  input: { readonly streamId: string; readonly viewerKey: string | undefined; readonly isPlaying: boolean },
  playheadMs: () => number,
): void => {
  const { streamId, viewerKey, isPlaying } = input
  const latest = useLatest(playheadMs)
  useEffect(() => {
    if (!isPlaying || viewerKey === undefined) return undefined
    const log = (playing: boolean) => {
      void lateApi()
        .then(({ logReplayTime }) =>
          logReplayTime(viewerKey, { streamId, playheadMs: Math.round(latest.current()), playing }),
        )
        // A lost report costs nobody anything: the next one says the same.
        .catch(() => {})
    }
    log(true)
    const timer = setInterval(() => log(true), logEveryMs)
    return () => {
      clearInterval(timer)
      log(false)
    }
  }, [streamId, viewerKey, isPlaying, latest])
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('textarea, select, [contenteditable], input:not([type="range"])')

/** Space and k, the arrows, j and l, 0 to 9: while nobody writes and no sheet is open. */
export const useReplayKeys = (seekControls: SeekControls): void => {
  const latest = useLatest(seekControls)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
      if (document.querySelector('dialog[open]')) return
      // Space on a button or a link is that button's.
      if (event.key === ' ' && event.target instanceof HTMLElement && event.target.closest('button, a')) return
      const reminder = commandOfKey(event.key)
      if (reminder === undefined) return
      event.preventDefault()
      const { nowMs, durationMs, seek, toggle } = latest.current
      if (reminder === 'toggle') toggle()
      else seek('by' in reminder ? nowMs + reminder.by : (durationMs * reminder.tenth) / 10)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [latest])
}
