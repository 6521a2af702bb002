import { useState, memo } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { useClipLabels } from '../clip-labels.ts'
import { useSettled, useStudio } from '../editor-context.ts'
import { productClips } from '../model/studio-doc.ts'
import css from './timeline.module.css'
import { useRange } from './use-range.ts'

/** Pictures that packaging cuts from a video (server, platform/media/package.ts): evenly spread, at most so many. */
const maxFrames = 24
const frameEveryMs = 1000
const playlist = /\/index\.m3u8$/

export const frameCount = (lengthMs: number): number =>
  Math.min(maxFrames, Math.max(1, Math.floor(lengthMs / frameEveryMs)))

/** Address of the picture that shows a moment; undefined without a video. */
export const frameAt = (previewUrl: string, lengthMs: number, ms: number): string | undefined => {
  if (!playlist.test(previewUrl)) return undefined
  const count = frameCount(lengthMs)
  const no = Math.max(0, Math.min(count - 1, Math.floor((ms / lengthMs) * count)))
  return previewUrl.replace(playlist, `/thumb-${String(no).padStart(2, '0')}.jpg`)
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
  const urlOf = (x: number) =>
    broken === previewUrl ? thumbnailUrl : (frameAt(previewUrl, lengthMs, x / pxPerMs) ?? thumbnailUrl)
  return (
    <div className={css.frames} style={{ height }} role="img" aria-label={t('studio.frames')}>
      <div className={css.strip} data-strip>
        {tiles.map((at) => {
          const src = urlOf((at + 0.5) * tile)
          return (
            <span key={at} style={{ left: at * tile, width: Math.min(tile, endX - at * tile) }}>
              {src !== '' && <img src={src} alt="" draggable={false} onError={() => setBroken(previewUrl)} />}
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
