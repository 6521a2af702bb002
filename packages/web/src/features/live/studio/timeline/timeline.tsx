import { IconEye, IconEyeOff, IconMovie } from '@tabler/icons-react'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { icon16 } from '../../../../ui/icon-props.ts'
import { useDocPart, useStore, useStorePart, useStudio } from '../editor-context.ts'
import { clipsOn, type TrackId } from '../model/studio-doc.ts'
import { firstView, boundedView, showClock, spanMs, zoomed, msAt, rulerStepMs, showTenths } from '../model/view.ts'
import { AudienceTrack } from './audience-track.tsx'
import { isSimulated, TrackIcon } from './clip-icons.tsx'
import { Frames } from './frames.tsx'
import { LastingTrack, useLastingLanes } from './range-track.tsx'
import { startMarquee } from './marquee.ts'
import { MomentTrack } from './moment-track.tsx'
import { Overview } from './overview.tsx'
import { Playhead, SnapGuide } from './playhead.tsx'
import { startScrub } from './scrub.ts'
import css from './timeline.module.css'
import { useRange } from './use-range.ts'
import { Waveform } from './waveform.tsx'

/** Times along the tracks. */
const Ruler = memo(({ height }: { height: number }) => {
  const { editor } = useStudio()
  const { pxPerMs, fromPx, toPx } = useRange()
  const step = rulerStepMs(pxPerMs)
  const first = Math.max(0, Math.floor(fromPx / pxPerMs / step))
  const last = Math.floor(Math.min(editor.lengthMs(), toPx / pxPerMs) / step)
  return (
    <div className={css.ruler} style={{ height }} aria-hidden="true">
      <div className={css.strip} data-strip>
        {Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at).map((mark) => (
          <span key={mark} style={{ left: mark * step * pxPerMs }}>
            {step < 1000 ? showTenths(mark * step) : showClock(mark * step)}
          </span>
        ))}
      </div>
    </div>
  )
})

const rows = {
  overview: 32,
  ruler: 24,
  frames: 44,
  waveform: 24,
  comment: 58,
  one: 34,
  product: 44,
  stacked: 32,
  audience: 66,
} as const
/** Of a track whose things are hidden. */
const folded = 26

interface TimelineProps {
  /** Of the film; none: there is no sound to show. */
  readonly videoId: string | undefined
  readonly previewUrl: string
  readonly thumbnailUrl: string
}

/** The programme along its time: the whole of it, the window, and a track for everything that happens by itself. */
export const Timeline = ({ videoId, previewUrl, thumbnailUrl }: TimelineProps) => {
  const t = useText('live')
  const { editor } = useStudio()
  const hidden = useStore(editor.hidden)
  const products = useLastingLanes('product')
  const calls = useLastingLanes('callToAction')
  const tracks = useRef<HTMLDivElement>(null)
  const marquee = useRef<HTMLSpanElement>(null)
  useWindow(tracks)

  const productLane = products.lanes > 1 ? rows.stacked : rows.product
  const heights: Readonly<Record<TrackId, number>> = {
    comment: rows.comment,
    product: products.lanes > 1 ? products.lanes * rows.stacked : rows.product,
    fakeTicket: rows.one,
    callToAction: calls.lanes > 1 ? calls.lanes * (rows.one - 4) : rows.one,
    poll: rows.one,
    giveaway: rows.one,
    hearts: rows.one,
    audience: rows.audience,
  }
  const heightOf = (track: TrackId) => (hidden.has(track) ? folded : heights[track])
  const shown = (track: TrackId, content: ReactNode) =>
    hidden.has(track) ? <div className={css.lane} style={{ height: folded }} /> : content

  return (
    <div className={css.timeline}>
      <div className={css.labels}>
        <WholeLabel />
        <WindowLabel />
        <div className={css.label} style={{ height: rows.frames + (videoId === undefined ? 0 : rows.waveform) }}>
          <IconMovie {...icon16} />
          <span>{t('studio.track.video')}</span>
        </div>
        <TrackLabel track="comment" height={heightOf('comment')} />
        <TrackLabel track="product" height={heightOf('product')} />
        <TrackLabel track="fakeTicket" height={heightOf('fakeTicket')} />
        <TrackLabel track="callToAction" height={heightOf('callToAction')} />
        <TrackLabel track="poll" height={heightOf('poll')} />
        <TrackLabel track="giveaway" height={heightOf('giveaway')} />
        <TrackLabel track="hearts" height={heightOf('hearts')} />
        <TrackLabel track="audience" height={heightOf('audience')} />
      </div>
      <div
        ref={tracks}
        className={css.tracks}
        data-tracks
        role="presentation"
        onPointerDown={(event) => startMarquee(editor, event, marquee.current)}
      >
        <Overview height={rows.overview} />
        <div role="presentation" onPointerDown={(event) => startScrub(editor, event)}>
          <Ruler height={rows.ruler} />
          <Frames previewUrl={previewUrl} thumbnailUrl={thumbnailUrl} height={rows.frames} />
          {videoId !== undefined && <Waveform videoId={videoId} height={rows.waveform} />}
        </div>
        {shown('comment', <MomentTrack track="comment" lanes={2} laneHeight={26} height={heights.comment} />)}
        {shown('product', <LastingTrack track="product" laneHeight={productLane} height={heights.product} />)}
        {shown('fakeTicket', <MomentTrack track="fakeTicket" lanes={1} laneHeight={24} height={heights.fakeTicket} />)}
        {shown(
          'callToAction',
          <LastingTrack
            track="callToAction"
            laneHeight={calls.lanes > 1 ? rows.one - 4 : rows.one}
            height={heights.callToAction}
          />,
        )}
        {shown('poll', <MomentTrack track="poll" lanes={1} laneHeight={24} height={heights.poll} />)}
        {shown('giveaway', <MomentTrack track="giveaway" lanes={1} laneHeight={24} height={heights.giveaway} />)}
        {shown('hearts', <MomentTrack track="hearts" lanes={1} laneHeight={24} height={heights.hearts} />)}
        {shown('audience', <AudienceTrack height={heights.audience} />)}
        <div className={css.over} style={{ top: rows.overview }}>
          <SnapGuide />
          <Playhead />
        </div>
        <span ref={marquee} className={css.marquee} hidden />
      </div>
    </div>
  )
}

/** Keeps the view's width that of the tracks, moves the strips, scrolls and zooms by wheel, follows the playing head. */
const useWindow = (tracks: React.RefObject<HTMLDivElement | null>): void => {
  const { editor } = useStudio()
  useEffect(() => {
    const box = tracks.current
    if (!box) return undefined
    const watch = new ResizeObserver(([entry]) => {
      const width = Math.round(entry?.contentRect.width ?? 0)
      const view = editor.view.get()
      if (width === 0 || width === view.width) return
      editor.view.set(
        view.width === 0
          ? firstView(width, editor.lengthMs(), editor.clock.get())
          : boundedView({ ...view, width }, editor.lengthMs()),
      )
    })
    watch.observe(box)
    const move = () => {
      const { fromMs, pxPerMs } = editor.view.get()
      const shift = `translateX(${-fromMs * pxPerMs}px)`
      for (const strip of box.querySelectorAll<HTMLElement>('[data-strip]'))
        if (strip.style.transform !== shift) strip.style.transform = shift
    }
    // Strips that are drawn later begin at their place too.
    const drawn = new MutationObserver(move)
    drawn.observe(box, { childList: true, subtree: true })
    move()
    const follow = () => {
      if (!editor.playing.get()) return
      const view = editor.view.get()
      const ms = editor.clock.get()
      const at = (ms - view.fromMs) * view.pxPerMs
      if (at > view.width * 0.92 || at < 0)
        editor.view.set(boundedView({ ...view, fromMs: ms - spanMs(view) * 0.08 }, editor.lengthMs()))
    }
    const onWheel = (event: WheelEvent) => {
      const view = editor.view.get()
      const x = event.clientX - box.getBoundingClientRect().left
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault()
        editor.view.set(zoomed(view, view.pxPerMs * Math.exp(-event.deltaY * 0.0035), msAt(view, x), editor.lengthMs()))
        return
      }
      const by = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey ? event.deltaX || event.deltaY : 0
      const panel = box.closest<HTMLElement>('[data-timeline-scroll]')
      const scrolls = panel !== null && panel.scrollHeight > panel.clientHeight + 1
      const px = by !== 0 ? by : scrolls ? 0 : event.deltaY
      if (px === 0) return
      event.preventDefault()
      editor.view.set(boundedView({ ...view, fromMs: view.fromMs + px / view.pxPerMs }, editor.lengthMs()))
    }
    box.addEventListener('wheel', onWheel, { passive: false })
    const stops = [editor.view.subscribe(move), editor.clock.subscribe(follow)]
    return () => {
      watch.disconnect()
      drawn.disconnect()
      box.removeEventListener('wheel', onWheel)
      stops.forEach((stop) => stop())
    }
  }, [editor, tracks])
}

const WholeLabel = () => {
  const t = useText('live')
  const { editor } = useStudio()
  return (
    <div className={css.label} data-quiet style={{ height: rows.overview }}>
      {t('studio.whole', { length: showClock(editor.lengthMs()) })}
    </div>
  )
}

const WindowLabel = () => {
  const { editor } = useStudio()
  const text = useStorePart(
    editor.view,
    (view) => `${showClock(view.fromMs)}–${showClock(Math.min(editor.lengthMs(), view.fromMs + spanMs(view)))}`,
  )
  return (
    <div className={css.label} data-quiet style={{ height: rows.ruler }}>
      {text}
    </div>
  )
}

const TrackLabel = memo(({ track, height }: { track: TrackId; height: number }) => {
  const t = useText('live')
  const f = useFormat()
  const { editor } = useStudio()
  const hidden = useStorePart(editor.hidden, (all) => all.has(track))
  const count = useDocPart((doc) => clipsOn(doc, track).length)
  const name = t(`studio.track.${track}`)
  const toggle = () => {
    const next = new Set(editor.hidden.get())
    if (!next.delete(track)) next.add(track)
    editor.hidden.set(next)
  }
  return (
    <div className={css.label} style={{ height }} data-folded={hidden || undefined}>
      <TrackIcon track={track} />
      <span className="clip">{name}</span>
      {isSimulated(track) && track === 'comment' && <i className={css.simulated}>{t('studio.simulated')}</i>}
      {track !== 'audience' && track !== 'comment' && count > 0 && <small className="caption">{f.number(count)}</small>}
      <button
        type="button"
        aria-label={t(hidden ? 'studio.track.show' : 'studio.track.hide', { track: name })}
        aria-pressed={hidden}
        onClick={toggle}
      >
        {hidden ? <IconEyeOff {...icon16} /> : <IconEye {...icon16} />}
      </button>
    </div>
  )
})
