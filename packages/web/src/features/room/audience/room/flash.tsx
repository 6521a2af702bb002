import { useEffect, useRef } from 'react'
import { browserClock } from '../../../../lib/clock/clock.ts'
import css from './flash.module.css'

const shownForMs = 3_500

/** A word about what just happened, where nothing else would show it. */
export const Flash = ({ text, onDone }: { readonly text: string; readonly onDone: () => void }) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text === '') return undefined
    // A popover stands over open sheets too.
    const element = place.current
    element?.showPopover?.()
    const cancel = browserClock.after(shownForMs, onDone)
    return () => {
      cancel()
      element?.hidePopover?.()
    }
  }, [text, onDone])
  return (
    <div ref={place} className={css.place} role="status" popover="manual">
      {text !== '' && <p className={css.flash}>{text}</p>}
    </div>
  )
}
