import {
  type KeyboardEvent,
  memo,
  type PointerEvent as ReactPointerEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { useClipLabels } from '../clip-labels.ts'
import { useDocPart, useStore, useStudio } from '../editor-context.ts'
import { audienceAt, topOf } from '../model/curve.ts'
import { addClips, moveClips, patchClip } from '../model/edit.ts'
import type { AudienceClip } from '../model/studio-doc.ts'
import { msAt } from '../model/view.ts'
import css from './timeline.module.css'
import curveCss from './curve.module.css'
import { followPointer } from './follow-pointer.ts'
import { optionId, TrackList } from './track-list.tsx'
import { useRange } from './use-range.ts'

/** Above and below the curve, in px. */
const above = 12
const below = 2
const max = 100_000
let pulls = 0

/** The virtual audience: a curve over the programme; its points can be pulled in both directions. */
export const AudienceTrack = memo(({ height }: { height: number }) => {
  const t = useText('live')
  const f = useFormat()
  const { editor, readOnly } = useStudio()
  const points = useDocPart((doc) => doc.audience)
  const words = useClipLabels()
  const selection = useStore(editor.selection)
  const { pxPerMs, fromPx, toPx } = useRange()
  const top = useMemo(() => topOf(points), [points])
  /** While a point is pulled the scale stands still. */
  const [held, setHeld] = useState<number>()
  const scale = held ?? top
  const yOf = useCallback(
    (count: number) => height - below - (Math.min(count, scale) / scale) * (height - above - below),
    [height, scale],
  )
  const endX = editor.lengthMs() * pxPerMs

  const line = useMemo(() => {
    if (points.length === 0) return ''
    const drawn = points.filter((_, index) => {
      const [before, after] = [points[index - 1], points[index + 1]]
      return (after?.atMs ?? Number.POSITIVE_INFINITY) * pxPerMs >= fromPx && (before?.atMs ?? -1) * pxPerMs <= toPx
    })
    const [first] = points
    const last = points.at(-1)
    const parts = drawn.map(({ atMs, count }) => `${(atMs * pxPerMs).toFixed(1)} ${yOf(count).toFixed(1)}`)
    const lead = first && drawn[0] === first ? [`${(first.atMs * pxPerMs).toFixed(1)} ${yOf(0).toFixed(1)}`] : []
    const tail = last && drawn.at(-1) === last ? [`${endX.toFixed(1)} ${yOf(last.count).toFixed(1)}`] : []
    return [...lead, ...parts, ...tail].join('L')
  }, [points, pxPerMs, fromPx, toPx, endX, yOf])
  const [startX = '0'] = line.split(' ')
  const lastX = line.split('L').at(-1)?.split(' ')[0] ?? '0'

  const pull = (event: ReactPointerEvent, point: AudienceClip) => {
    if (event.button !== 0) return
    event.stopPropagation()
    editor.select(new Set([point.key]))
    if (readOnly) return
    const lane = event.currentTarget.closest('[data-track]')
    if (!lane) return
    const box = lane.getBoundingClientRect()
    const start = editor.history.get()
    const grabMs = msAt(editor.view.get(), event.clientX - box.left)
    const name = `pull ${++pulls}`
    setHeld(top)
    let frame = 0
    let last: PointerEvent | undefined
    const step = () => {
      frame = 0
      if (!last) return
      const by = Math.round(msAt(editor.view.get(), last.clientX - box.left) - grabMs)
      const share = (height - below - (last.clientY - box.top)) / (height - above - below)
      const rough = Math.max(0, Math.min(scale, share * scale))
      const unit = scale <= 50 ? 1 : scale <= 500 ? 5 : scale <= 5000 ? 10 : 100
      const moved = moveClips(start.value, new Set([point.key]), by, editor.lengthMs())
      const count = Math.min(max, Math.round(rough / unit) * unit)
      editor.edit(patchClip(moved, point.key, { count }, editor.lengthMs()), 'curve', { merge: name, held: true })
    }
    const onMove = (move: PointerEvent) => {
      last = move
      frame ||= requestAnimationFrame(step)
    }
    const onEnd = (cancelled: boolean) => {
      const isDue = frame !== 0
      cancelAnimationFrame(frame)
      if (isDue && !cancelled) step()
      setHeld(undefined)
      if (cancelled) editor.giveUp(start)
      else editor.commit()
    }
    followPointer(event, lane, { move: onMove, end: onEnd })
  }
  const addAt = (event: { clientX: number; currentTarget: Element }) => {
    if (readOnly) return
    const box = event.currentTarget.getBoundingClientRect()
    const atMs = Math.round(msAt(editor.view.get(), event.clientX - box.left) / 100) * 100
    const added = addClips(
      editor.doc(),
      [{ track: 'audience', atMs, count: audienceAt(points, atMs) || 50 }],
      editor.lengthMs(),
    )
    if (added) editor.edit(added.doc, 'add', { select: added.keys })
  }
  const onPointKey = (event: KeyboardEvent) => {
    const up = event.key === 'ArrowUp'
    if ((!up && event.key !== 'ArrowDown') || event.altKey || readOnly) return
    const chosen = points.filter(({ key }) => selection.has(key))
    if (chosen.length === 0) return
    event.preventDefault()
    const by = (up ? 1 : -1) * (event.shiftKey ? 50 : 5)
    let doc = editor.doc()
    for (const point of chosen) {
      const count = Math.max(0, Math.min(max, point.count + by))
      doc = patchClip(doc, point.key, { count }, editor.lengthMs())
    }
    editor.edit(doc, 'curve', { merge: 'curve keys', nowMs: Date.now() })
    const [first] = chosen
    if (first) editor.say(t('studio.word.people', { count: Math.max(0, first.count + by) }))
  }

  return (
    <div role="presentation" className={curveCss.audienceBox} onKeyDown={onPointKey} onDoubleClick={addAt}>
      <TrackList track="audience" count={points.length} height={height} className={css.lane}>
        {(list) => (
          <>
            <svg className={curveCss.curve} width={1} height={height} aria-hidden="true">
              {line !== '' && (
                <>
                  <path className={curveCss.area} d={`M${startX} ${height}L${line}L${lastX} ${height}Z`} />
                  <path className={curveCss.line} d={`M${line}`} />
                </>
              )}
            </svg>
            {points.map((point) => {
              const x = point.atMs * pxPerMs
              if (x < fromPx || x > toPx) return null
              const selected = selection.has(point.key)
              return (
                <span
                  key={point.key}
                  id={optionId(list, point.key)}
                  role="option"
                  aria-selected={selected}
                  aria-label={words.whole(point)}
                  className={curveCss.point}
                  data-selected={selected || undefined}
                  data-clip={point.key}
                  style={{ left: x, top: yOf(point.count) }}
                  onPointerDown={(event) => pull(event, point)}
                  onDoubleClick={(event) => event.stopPropagation()}
                />
              )
            })}
          </>
        )}
      </TrackList>
      <span className={curveCss.scaleTop}>{t('studio.word.people', { count: f.number(scale) })}</span>
      <span className={curveCss.scaleZero}>0</span>
      {points.length === 0 && <span className={curveCss.curveEmpty}>{t('studio.audience.empty')}</span>}
    </div>
  )
})

/** How many there are under the playhead. */
export const AudienceNow = () => {
  const t = useText('live')
  const f = useFormat()
  const { editor } = useStudio()
  const box = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const show = () => {
      const points = editor.doc().audience
      const count = audienceAt(points, editor.clock.get())
      if (!box.current) return
      box.current.hidden = points.length === 0
      box.current.textContent = t('studio.word.people', { count: f.number(count) })
    }
    show()
    const stops = [editor.clock.subscribe(show), editor.history.subscribe(show)]
    return () => stops.forEach((stop) => stop())
  }, [editor, t, f])
  return <span ref={box} className={curveCss.audienceNow} aria-hidden="true" />
}
