import { IconAlertTriangle } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { memo, useMemo } from 'react'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { Thumb } from '../../../../ui/thumb.tsx'
import { type ClipLabels, useClipLabels } from '../clip-labels.ts'
import { useDocPart, useStore, useStudio } from '../editor-context.ts'
import { rangeLanes } from '../model/lanes.ts'
import { type CallClip, endOf, type ProductClip, productClips } from '../model/studio-doc.ts'
import { showChange, showLength } from '../model/view.ts'
import { TrackIcon } from './clip-icons.tsx'
import css from './timeline.module.css'
import clipCss from './clips.module.css'
import { optionId, TrackList } from './track-list.tsx'
import { useClipDrag } from './use-clip-drag.ts'
import { useRange } from './use-range.ts'

type Lasting = ProductClip | CallClip

const maxLanes = 3

/** How a track of clips that last is divided; their lanes stack when they overlap. */
export const useLastingLanes = (track: 'product' | 'callToAction') => {
  const { editor } = useStudio()
  const clips = useDocPart((doc): readonly Lasting[] => (track === 'product' ? productClips(doc) : doc.callToAction))
  return useMemo(() => {
    const lengthMs = editor.lengthMs()
    // A call that has no end of its own goes when the next one comes.
    const nextAt = (index: number) => clips[index + 1]?.atMs ?? lengthMs
    const ends = new Map(
      clips.map((clip, index) => [
        clip.key,
        clip.endMs ?? (track === 'callToAction' ? nextAt(index) : endOf(clip, lengthMs)),
      ]),
    )
    const lanes = rangeLanes(clips, (clip) => ends.get(clip.key) ?? clip.atMs, maxLanes)
    return { clips, ends, ...lanes }
  }, [clips, track, editor])
}

interface LastingTrackProps {
  readonly track: 'product' | 'callToAction'
  readonly laneHeight: number
  readonly height: number
}

/** Products and calls to action: bars with two edges that can be pulled. */
export const LastingTrack = memo(({ track, laneHeight, height }: LastingTrackProps) => {
  const { editor } = useStudio()
  const { clips, ends, laneOf } = useLastingLanes(track)
  const selection = useStore(editor.selection)
  const dragging = useStore(editor.dragging)
  const words = useClipLabels()
  const { pxPerMs, fromPx, toPx } = useRange()
  const before = dragging?.before
  const ghosts =
    before === undefined
      ? []
      : (track === 'product' ? productClips(before) : before.callToAction).filter(({ key }) => dragging?.keys.has(key))
  return (
    <TrackList track={track} count={clips.length} height={height} className={css.lane}>
      {(list) => (
        <>
          {ghosts.map((clip) => (
            <span
              key={`ghost ${clip.key}`}
              className={clipCss.ghost}
              style={{
                left: clip.atMs * pxPerMs,
                width: (endOf(clip, editor.lengthMs()) - clip.atMs) * pxPerMs,
                top: 5 + (laneOf.get(clip.key) ?? 0) * laneHeight,
                height: laneHeight - 10,
              }}
            />
          ))}
          {clips.map((clip) => {
            const x = clip.atMs * pxPerMs
            const width = ((ends.get(clip.key) ?? clip.atMs) - clip.atMs) * pxPerMs
            if (x > toPx || x + width < fromPx) return null
            return (
              <LastingClip
                key={clip.key}
                list={list}
                clip={clip}
                x={x}
                width={Math.max(14, width)}
                clipFrom={Math.max(0, fromPx - x)}
                top={5 + (laneOf.get(clip.key) ?? 0) * laneHeight}
                height={laneHeight - 10}
                lastsMs={(ends.get(clip.key) ?? clip.atMs) - clip.atMs}
                changeMs={dragging?.keys.has(clip.key) ? dragging.changeMs : undefined}
                selected={selection.has(clip.key)}
                words={words}
              />
            )
          })}
        </>
      )}
    </TrackList>
  )
})

interface LastingClipProps {
  readonly list: string
  readonly clip: Lasting
  readonly x: number
  readonly width: number
  /** How much of it lies before what is drawn: its words begin behind that. */
  readonly clipFrom: number
  readonly top: number
  readonly height: number
  readonly lastsMs: number
  readonly changeMs: number | undefined
  readonly selected: boolean
  readonly words: ClipLabels
}

const LastingClip = memo((props: LastingClipProps) => {
  const { list, clip, x, width, clipFrom, top, height, lastsMs, changeMs, selected, words } = props
  const t = useText('live')
  const { editor, problems } = useStudio()
  const drag = useClipDrag()
  const found = problems.get(clip.key) ?? []
  const [first] = found
  return (
    <div
      id={optionId(list, clip.key)}
      role="option"
      aria-selected={selected}
      aria-label={words.whole(clip)}
      className={clsx(clipCss.lasting, clip.track === 'product' ? clipCss.product : clipCss.call)}
      data-selected={selected || undefined}
      data-open={clip.endMs === null || undefined}
      data-clip={clip.key}
      data-faulty={first?.isFieldError || undefined}
      style={{ left: x, width, top, height, paddingLeft: clipFrom > 0 ? clipFrom + 8 : undefined }}
      onPointerDown={(event) => drag(event, clip, undefined)}
      onDoubleClick={() => editor.seek(clip.atMs)}
    >
      {selected && (
        <i className={clipCss.pull} data-edge="start" onPointerDown={(event) => drag(event, clip, 'start')} />
      )}
      {clip.track === 'product' ? (
        <ProductWords clip={clip} words={words} wide={width > 190} tall={height > 24} />
      ) : (
        <>
          <TrackIcon track="callToAction" size={13} />
          <span className="clip">{words.label(clip)}</span>
        </>
      )}
      {first && width > 60 && (
        <span className={clipCss.alert} aria-hidden="true">
          <IconAlertTriangle size={14} stroke={2} aria-hidden="true" />
          {width > 320 && <span className="clip">{t(`studio.short.${first.kind}`)}</span>}
        </span>
      )}
      {selected && width > 120 && (
        <span className={clipCss.lasts} aria-hidden="true">
          {showLength(lastsMs)}
          {changeMs !== undefined && changeMs !== 0 && <b>{showChange(changeMs)}</b>}
        </span>
      )}
      {selected && <i className={clipCss.pull} data-edge="end" onPointerDown={(event) => drag(event, clip, 'end')} />}
    </div>
  )
})

const ProductWords = (props: { clip: ProductClip; words: ClipLabels; wide: boolean; tall: boolean }) => {
  const { clip, words, wide, tall } = props
  const f = useFormat()
  const { known } = useStudio()
  const product = known.get(clip.productId)
  const price = clip.livePrice ?? null
  return (
    <>
      {tall && <Thumb src={product?.images[0]} width={34} height={24} />}
      <span className={clsx('clip', clipCss.title)}>{words.label(clip)}</span>
      {wide && product && price !== null && (
        <small aria-hidden="true">{f.money({ amount: price, currency: product.currency })}</small>
      )}
    </>
  )
}
