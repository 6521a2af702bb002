import { replayChunkMs } from '@kaimai/contract/replay/replay.routes.ts'
import { useCallback, useEffect, useRef } from 'react'
import { useLatest } from '../../../../lib/audience/use-latest.ts'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { type AfterPage, OlderLines } from './older-lines.tsx'
import { historyTexts } from './history-texts.ts'
import { chunkBegin } from '../replay/replay-view.ts'

export interface ReplayHistoryProps {
  /** Room time of the first line shown when the reader goes up. */
  readonly firstMs: number
  /** Brings the piece that begins there. */
  readonly fetchFrom: (fromMs: number) => Promise<void>
  /** From when on the reader sees all that was said; undefined: reads back no more. */
  readonly onSince: (sinceMs: number | undefined) => void
}

/** While somebody reads back in a replay: what was said in the pieces before. */
const ReplayHistory = ({ firstMs, fetchFrom, onSince }: ReplayHistoryProps) => {
  const since = useRef(Math.max(0, firstMs))
  const latest = useLatest(onSince)
  useEffect(() => {
    const announce = latest.current
    announce(since.current)
    return () => announce(undefined)
  }, [latest])
  const load = useCallback(async (): Promise<AfterPage> => {
    const begin = chunkBegin(since.current)
    const next = since.current > begin ? begin : Math.max(0, begin - replayChunkMs)
    await fetchFrom(next)
    since.current = next
    latest.current(next)
    return next === 0 ? 'begin' : 'more'
  }, [fetchFrom, latest])
  return <OlderLines load={load} isBegin={false} />
}

/** The history with its own texts. */
export const loadReplayHistory = () => withTexts(historyTexts, ReplayHistory)
