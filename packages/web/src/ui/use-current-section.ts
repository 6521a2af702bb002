import { useEffect, useState } from 'react'

/** Which of the sections (by element id, in their order) one is reading: the last whose head has passed the upper third. */
export const useCurrentSection = (ids: readonly string[]): string => {
  const [current, setCurrent] = useState(ids[0] ?? '')
  const list = ids.join(' ')
  useEffect(() => {
    let frame = 0
    const measure = () => {
      frame = 0
      const sections = list.split(' ')
      const line = innerHeight / 3
      const passed = sections.findLast(
        (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? line) < line,
      )
      const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2
      setCurrent((isAtEnd ? sections.at(-1) : passed) ?? sections[0] ?? '')
    }
    const later = () => {
      frame ||= requestAnimationFrame(measure)
    }
    addEventListener('scroll', later, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', later)
    }
  }, [list])
  return current
}
