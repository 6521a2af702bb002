import { useCallback, useEffect, useRef, useState } from 'react'
import { rowsSeen, type Seen } from './timed-list.ts'

/** Rows drawn above and below what is seen. */
const beyond = 8
/** Drawn before anything is measured. */
const firstRows = 30

/** Which rows of a long list to draw while the page scrolls; all have one height, in px. */
export const useRowsSeen = (count: number, rowHeight: number) => {
  const list = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState<Seen>({ first: 0, end: firstRows })

  useEffect(() => {
    let frame = 0
    const measure = () => {
      frame = 0
      const top = -(list.current?.getBoundingClientRect().top ?? 0)
      const next = rowsSeen({ count, rowHeight, top, height: innerHeight, beyond })
      setSeen((before) => (before.first === next.first && before.end === next.end ? before : next))
    }
    const later = () => {
      frame ||= requestAnimationFrame(measure)
    }
    measure()
    addEventListener('scroll', later, { passive: true })
    addEventListener('resize', later)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', later)
      removeEventListener('resize', later)
    }
  }, [count, rowHeight])

  /** Brings a row to the middle of the window; it is drawn a frame later. */
  const showRow = useCallback(
    (index: number) => {
      const top = (list.current?.getBoundingClientRect().top ?? 0) + scrollY
      scrollTo({ top: top + index * rowHeight - innerHeight / 2 })
    },
    [rowHeight],
  )
  return { list, first: Math.min(seen.first, count), end: Math.min(seen.end, count), showRow }
}
