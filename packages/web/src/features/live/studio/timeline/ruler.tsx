import { memo } from 'react'
import { useRange } from './use-range.ts'
import { useStudio } from '../editor-context.ts'
import { rulerStepMs, showClock, showTenths } from '../model/view.ts'
import css from './timeline.module.css'

/** Times along the tracks. */
export const Ruler = memo(({ height }: { height: number }) => {
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
