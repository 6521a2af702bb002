import { clsx } from 'clsx'
import { memo, useMemo } from 'react'
import { type ClipLabels, useClipLabels } from '../clip-labels.ts'
import { useDocPart, useStore, useStudio } from '../editor-context.ts'
import { momentLanes, type Placed, textWidth } from '../model/lanes.ts'
import type { CommentClip, GiveawayClip, HeartsClip, PollClip, TicketClip } from '../model/studio-doc.ts'
import { between } from '../model/time-index.ts'
import { showClock } from '../model/view.ts'
import { isSimulated, TrackIcon } from './clip-icons.tsx'
import css from './timeline.module.css'
import clipCss from './clips.module.css'
import { optionId, TrackList } from './track-list.tsx'
import { useClipDrag } from './use-clip-drag.ts'
import { useRange } from './use-range.ts'

const longestLabel = 168

type Moment = CommentClip | TicketClip | PollClip | GiveawayClip | HeartsClip

interface MomentTrackProps {
  readonly track: 'comment' | 'fakeTicket' | 'poll' | 'giveaway' | 'hearts'
  readonly lanes: number
  readonly laneHeight: number
  readonly height: number
}

/** Comments and simulated purchases: moments with their words, and signs with a number where they stand too close. */
export const MomentTrack = memo(({ track, lanes, laneHeight, height }: MomentTrackProps) => {
  const { editor } = useStudio()
  const clips = useDocPart((doc): readonly Moment[] => doc[track])
  const words = useClipLabels()
  const selection = useStore(editor.selection)
  const { pxPerMs, fromPx, toPx } = useRange()
  const iconWidth = track === 'comment' ? 0 : 19
  const widthOf = useMemo(() => {
    const known = new WeakMap<Moment, number>()
    return (clip: Moment): number => {
      let width = known.get(clip)
      if (width === undefined) {
        width = Math.min(longestLabel, textWidth(words.label(clip)) + 16 + iconWidth)
        known.set(clip, width)
      }
      return width
    }
  }, [words, iconWidth])
  const placed = useMemo(
    () => momentLanes<Moment>(clips, { lanes, pxPerMs, widthOf }),
    [clips, lanes, pxPerMs, widthOf],
  )
  const seen = useMemo(() => placed.filter(({ x }) => x >= fromPx - longestLabel && x <= toPx), [placed, fromPx, toPx])
  // One that is hidden behind a number is shown above it while it is selected.
  const lifted = useMemo(() => {
    if (selection.size === 0 || selection.size > 200) return []
    const single = new Set(seen.flatMap(({ clip, count }) => (count === 1 ? [clip.key] : [])))
    return between(clips, fromPx / pxPerMs, toPx / pxPerMs).filter(({ key }) => selection.has(key) && !single.has(key))
  }, [seen, clips, selection, fromPx, toPx, pxPerMs])
  return (
    <TrackList track={track} count={clips.length} height={height} className={css.lane}>
      {(list) => (
        <>
          {seen.map((place) => (
            <MomentClip
              key={place.clip.key}
              list={list}
              place={place}
              top={5 + place.lane * laneHeight}
              selected={selection.has(place.clip.key) && place.count === 1}
              words={words}
            />
          ))}
          {lifted.map((clip) => (
            <MomentClip
              key={`lifted ${clip.key}`}
              list={list}
              place={{ clip, x: clip.atMs * pxPerMs, width: longestLabel, lane: 0, count: 1, lastMs: clip.atMs }}
              top={5}
              selected
              lifted
              words={words}
            />
          ))}
        </>
      )}
    </TrackList>
  )
})

interface MomentClipProps {
  readonly list: string
  readonly place: Placed<Moment>
  readonly top: number
  readonly selected: boolean
  readonly lifted?: boolean
  readonly words: ClipLabels
}

const MomentClip = memo(({ list, place, top, selected, lifted, words }: MomentClipProps) => {
  const { editor, problems } = useStudio()
  const drag = useClipDrag()
  const { clip, x, count, width, lastMs } = place
  const isFaulty = problems.get(clip.key)?.some(({ isFieldError }) => isFieldError) ?? false
  if (count > 1) {
    // Closer, until they stand apart.
    const open = () => {
      const view = editor.view.get()
      const span = Math.max(4000, (lastMs - clip.atMs) * 1.6)
      editor.view.set({
        ...view,
        pxPerMs: Math.min(0.1, view.width / span),
        fromMs: Math.max(0, clip.atMs - span * 0.2),
      })
    }
    return (
      <button
        type="button"
        className={clsx(clipCss.moment, clipCss.cluster)}
        style={{ left: x, top }}
        tabIndex={-1}
        aria-hidden="true"
        title={`${showClock(clip.atMs)}–${showClock(lastMs)}`}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={open}
      >
        {count}
      </button>
    )
  }
  return (
    <div
      id={optionId(list, clip.key)}
      role="option"
      aria-selected={selected}
      aria-label={words.whole(clip)}
      className={clsx(
        clipCss.moment,
        clip.track !== 'comment' && clipCss.ticket,
        !isSimulated(clip.track) && clipCss.real,
      )}
      data-selected={selected || undefined}
      data-lifted={lifted || undefined}
      data-faulty={isFaulty || undefined}
      data-clip={clip.key}
      style={{ left: x, top, maxWidth: Math.ceil(width) }}
      onPointerDown={(event) => drag(event, clip, undefined)}
      onDoubleClick={() => editor.seek(clip.atMs)}
    >
      {clip.track !== 'comment' && <TrackIcon track={clip.track} size={13} />}
      <span className="clip">{words.label(clip)}</span>
    </div>
  )
})
