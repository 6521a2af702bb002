import { IconMagnet } from '@tabler/icons-react'
import { useEffect, useRef, memo } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { useClipLabels } from '../clip-labels.ts'
import { useStore, useStudio } from '../editor-context.ts'
import { clipNamed } from '../model/studio-doc.ts'
import { showClock, showTenths, xOf } from '../model/view.ts'
import { AudienceNow } from './audience-track.tsx'
import { startScrub } from './scrub.ts'
import css from './timeline.module.css'

/** Half of the playhead's words, in px. */
const labelHalf = 34

/** The line of the present moment over all tracks, by its head it is pulled. */
export const Playhead = memo(() => {
  const t = useText('live')
  const { editor } = useStudio()
  const line = useRef<HTMLDivElement>(null)
  const time = useRef<HTMLElement>(null)
  useEffect(() => {
    const show = () => {
      if (!line.current || !time.current) return
      const ms = editor.clock.get()
      const x = xOf(editor.view.get(), ms)
      line.current.style.transform = `translateX(${x}px)`
      line.current.hidden = x < -1 || x > editor.view.get().width + 1
      time.current.textContent = showTenths(ms)
      // Its words stay inside.
      const { width } = editor.view.get()
      time.current.style.setProperty(
        '--shift',
        x < labelHalf ? '-2px' : x > width - labelHalf ? 'calc(2px - 100%)' : '-50%',
      )
    }
    show()
    const stops = [editor.clock.subscribe(show), editor.view.subscribe(show)]
    return () => stops.forEach((stop) => stop())
  }, [editor])
  return (
    <div ref={line} className={css.playhead}>
      <b ref={time} title={t('studio.playhead')} onPointerDown={(event) => startScrub(editor, event)} />
      <AudienceNow />
    </div>
  )
})

/** What a dragged clip stands at: a line that says so. */
export const SnapGuide = () => {
  const t = useText('live')
  const { editor } = useStudio()
  const words = useClipLabels()
  const dragging = useStore(editor.dragging)
  const view = useStore(editor.view)
  const mark = dragging?.snapped
  if (!mark || mark.kind === 'second') return null
  const clip = mark.kind === 'clip' ? clipNamed(editor.doc(), mark.key) : undefined
  const at = showClock(mark.ms)
  const text = clip
    ? t(mark.kind === 'clip' && mark.edge === 'end' ? 'studio.snap.endOf' : 'studio.snap.clip', {
        at,
        name: words.label(clip).slice(0, 24),
      })
    : t(`studio.snap.${mark.kind}`, { at })
  return (
    <div className={css.snap} style={{ transform: `translateX(${xOf(view, mark.ms)}px)` }}>
      <b>
        <IconMagnet size={12} stroke={2} aria-hidden="true" />
        {text}
      </b>
    </div>
  )
}
