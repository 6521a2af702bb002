import { type PointerEvent as ReactPointerEvent, useEffect, useMemo, useRef, memo } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { useSettled, useStorePart, useStudio } from '../editor-context.ts'
import { endOf, productClips } from '../model/studio-doc.ts'
import { boundedView, spanMs } from '../model/view.ts'
import { followPointer } from './follow-pointer.ts'
import css from './timeline.module.css'

/** The whole programme on one line, and the window into it, which can be pulled. */
export const Overview = memo(({ height }: { height: number }) => {
  const t = useText('live')
  const { editor } = useStudio()
  // Too small to follow a drag; drawing a thousand strokes in each frame would be felt.
  const { comment, fakeTicket, product } = useSettled()
  const width = useStorePart(editor.view, (view) => view.width)
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLSpanElement>(null)
  const head = useRef<HTMLSpanElement>(null)
  const lengthMs = editor.lengthMs()

  const ticks = useMemo(() => {
    if (width === 0) return ''
    // One stroke a pixel at most, longer where more happens.
    const counts = new Map<number, number>()
    for (const list of [comment, fakeTicket])
      for (const { atMs } of list) {
        const x = Math.round((atMs / lengthMs) * width)
        counts.set(x, (counts.get(x) ?? 0) + 1)
      }
    return [...counts].map(([x, count]) => `M${x} ${height - 14}v-${Math.min(12, 4 + count * 1.6).toFixed(1)}`).join('')
  }, [comment, fakeTicket, width, lengthMs, height])
  const bars = useMemo(
    () =>
      productClips({ product })
        .map((clip) => {
          const from = (clip.atMs / lengthMs) * width
          return `M${from.toFixed(1)} ${height - 7}H${Math.max(from + 2, (endOf(clip, lengthMs) / lengthMs) * width - 2).toFixed(1)}`
        })
        .join(''),
    [product, width, lengthMs, height],
  )

  useEffect(() => {
    const show = () => {
      const view = editor.view.get()
      const scale = view.width / editor.lengthMs()
      if (frame.current) {
        frame.current.style.transform = `translateX(${view.fromMs * scale}px)`
        frame.current.style.width = `${Math.max(12, Math.min(view.width - view.fromMs * scale, spanMs(view) * scale))}px`
      }
      if (head.current) head.current.style.transform = `translateX(${editor.clock.get() * scale}px)`
    }
    show()
    const stops = [editor.view.subscribe(show), editor.clock.subscribe(show)]
    return () => stops.forEach((stop) => stop())
  }, [editor])

  const pull = (event: ReactPointerEvent) => {
    const rect = box.current?.getBoundingClientRect()
    if (event.button !== 0 || !rect) return
    event.preventDefault()
    const view = editor.view.get()
    const msOf = (x: number) => ((x - rect.left) / rect.width) * editor.lengthMs()
    const at = msOf(event.clientX)
    const isInside = at >= view.fromMs && at <= view.fromMs + spanMs(view)
    const grab = isInside ? at - view.fromMs : spanMs(view) / 2
    const go = (x: number) =>
      editor.view.set(boundedView({ ...editor.view.get(), fromMs: msOf(x) - grab }, editor.lengthMs()))
    go(event.clientX)
    followPointer(event, event.currentTarget, { move: (move) => go(move.clientX), end: () => undefined })
  }
  return (
    <div
      ref={box}
      className={css.overview}
      style={{ height }}
      role="img"
      aria-label={t('studio.overview')}
      onPointerDown={pull}
    >
      <svg width={width} height={height} aria-hidden="true">
        <path className={css.bars} d={bars} />
        <path className={css.ticks} d={ticks} />
      </svg>
      <span ref={frame} className={css.window} />
      <span ref={head} className={css.overviewHead} />
    </div>
  )
})
