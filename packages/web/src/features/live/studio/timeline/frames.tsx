import { memo, useEffect, useState } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { useClipLabels } from '../clip-labels.ts'
import { useSettled, useStudio } from '../editor-context.ts'
import { frameAt, frameCount, frameTimeIn, frameUrl } from '../model/frames.ts'
import { productClips } from '../model/studio-doc.ts'
import type { TimelineView } from '../model/view.ts'
import css from './timeline.module.css'
import { useRange } from './use-range.ts'

/** The server cuts pictures for a view that stays this long, in ms: none for what is only passed by. */
const settleMs = 250

/** The view once it stands still; undefined while it moves. */
const useRestingView = (): TimelineView | undefined => {
  const { editor } = useStudio()
  const [view, setView] = useState<TimelineView>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setView(editor.view.get()), settleMs)
    }
    wait()
    const stop = editor.view.subscribe(wait)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [editor])
  return view
}

/** The picture of the very moment over the rough one that stands there at once. */
const FineFrame = ({ src }: { src: string }) => {
  const [state, setState] = useState<'waiting' | 'there' | 'none'>('waiting')
  if (state === 'none') return null
  return (
    <img
      src={src}
      alt=""
      draggable={false}
      data-fine={state}
      onLoad={() => setState('there')}
      onError={() => setState('none')}
    />
  )
}

interface FramesProps {
  readonly previewUrl: string
  /** Of a video that was packaged where no pictures could be cut. */
  readonly thumbnailUrl: string
  readonly height: number
}

/** The video's pictures along the timeline, and what is sold where. */
export const Frames = memo(({ previewUrl, thumbnailUrl, height }: FramesProps) => {
  const t = useText('live')
  const { editor } = useStudio()
  const { product } = useSettled()
  const words = useClipLabels()
  const { pxPerMs, fromPx, toPx } = useRange()
  const [broken, setBroken] = useState<string>()
  const lengthMs = editor.lengthMs()
  const tile = Math.round(((height - 6) * 16) / 9)
  const endX = lengthMs * pxPerMs
  const first = Math.max(0, Math.floor(fromPx / tile))
  const last = Math.min(Math.ceil(endX / tile) - 1, Math.ceil(toPx / tile))
  const tiles = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  const resting = useRestingView()
  // Where the pictures of packaging stand closer than the tiles, they are right as they are.
  const isRough = frameCount(lengthMs) < endX / tile
  const fineUrl = (at: number): string | undefined => {
    if (!isRough || !resting || resting.pxPerMs !== pxPerMs || broken === previewUrl) return undefined
    const leftPx = resting.fromMs * pxPerMs
    if ((at + 1) * tile < leftPx || at * tile > leftPx + resting.width) return undefined
    return frameUrl(previewUrl, frameTimeIn((at * tile) / pxPerMs, tile / pxPerMs, lengthMs))
  }
  const urlOf = (x: number) =>
    broken === previewUrl ? thumbnailUrl : (frameAt(previewUrl, lengthMs, x / pxPerMs) ?? thumbnailUrl)
  return (
    <div className={css.frames} style={{ height }} role="img" aria-label={t('studio.frames')}>
      <div className={css.strip} data-strip>
        {tiles.map((at) => {
          const src = urlOf((at + 0.5) * tile)
          const fine = fineUrl(at)
          return (
            <span key={at} style={{ left: at * tile, width: Math.min(tile, endX - at * tile) }}>
              {src !== '' && <img src={src} alt="" draggable={false} onError={() => setBroken(previewUrl)} />}
              {fine !== undefined && <FineFrame key={fine} src={fine} />}
            </span>
          )
        })}
        {productClips({ product }).map((clip) => {
          const x = clip.atMs * pxPerMs
          return x < fromPx - 200 || x > toPx ? null : (
            <b key={clip.key} style={{ left: x + 4 }}>
              {words.productName(clip.productId)}
            </b>
          )
        })}
      </div>
    </div>
  )
})
