import { loudestBetween } from '@kaimai/contract/video/waveform.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { memo, useLayoutEffect, useRef } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { videoWaveform, waveformPeaks } from '../../../video/video.api.ts'
import { useStudio } from '../editor-context.ts'
import css from './timeline.module.css'
import { useRange } from './use-range.ts'

/** One column of the waveform with the gap behind it, in px; counted from the begin, so that scrolling moves none. */
const columnPx = 3
const gapPx = 1
/** What is quiet is heard louder than it measures. */
const heightOf = (loudness: number): number => loudness ** 0.6

const Columns = memo(({ peaks, height }: { peaks: Uint8Array; height: number }) => {
  const { editor } = useStudio()
  const { pxPerMs, fromPx, toPx } = useRange()
  const canvas = useRef<HTMLCanvasElement>(null)
  const first = Math.max(0, Math.floor(fromPx / columnPx))
  const last = Math.max(first, Math.ceil(Math.min(toPx, editor.lengthMs() * pxPerMs) / columnPx))
  const width = (last - first) * columnPx
  useLayoutEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    const scale = devicePixelRatio
    element.width = Math.round(width * scale)
    element.height = Math.round(height * scale)
    context.scale(scale, scale)
    context.fillStyle = getComputedStyle(element).color
    for (let at = first; at < last; at += 1) {
      const loudness = loudestBetween(peaks, (at * columnPx) / pxPerMs, ((at + 1) * columnPx) / pxPerMs)
      const high = Math.max(1, heightOf(loudness) * (height - 4))
      context.fillRect((at - first) * columnPx, (height - high) / 2, columnPx - gapPx, high)
    }
  }, [peaks, pxPerMs, first, last, width, height])
  return <canvas ref={canvas} style={{ left: first * columnPx, width, height }} />
})

/** How loud the film is, under its pictures; a word in its place while or where there is nothing to draw. */
export const Waveform = ({ videoId, height }: { videoId: string; height: number }) => {
  const t = useText('live')
  const { data, isError } = useQuery(videoWaveform(videoId))
  const url = data?.url ?? ''
  const peaks = useQuery({ ...waveformPeaks(url), enabled: url !== '' })
  const state = isError || peaks.isError ? 'none' : data?.state
  const drawn = state === 'ready' ? peaks.data : undefined
  return (
    <div className={css.waveform} style={{ height }} data-waveform={drawn ? 'drawn' : state}>
      {drawn ? (
        <div className={css.strip} data-strip role="img" aria-label={t('studio.waveform.label')}>
          <Columns peaks={drawn} height={height} />
        </div>
      ) : (
        state !== undefined && state !== 'ready' && <p>{t(`studio.waveform.${state}`)}</p>
      )}
    </div>
  )
}
