import { useEffect, useRef, useState } from 'react'
import { changed, type History, historyOf, redone, undone } from '../../lib/history/history.ts'
import type { Line } from './timed-list.ts'

type Lines = readonly Line[]

/** Keys belong to what is typed into: there the browser takes back letters. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) &&
  !target.matches('[type=checkbox]')

/** Changes of the list that can be taken back, by button or by key (mod+z, with shift again). */
export const useLineHistory = (lines: Lines, write: (lines: Lines) => void) => {
  const [steps, setSteps] = useState<History<Lines>>(() => historyOf(lines))
  const history = { ...steps, value: lines }
  const go = (next: History<Lines>) => {
    if (next === history) return
    setSteps(next)
    write(next.value)
  }
  const undo = () => go(undone(history))
  const redo = () => go(redone(history))
  const latest = useRef({ undo, redo })
  useEffect(() => {
    latest.current = { undo, redo }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isOurs = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'z'
      if (!isOurs || isTyping(event.target) || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      if (event.shiftKey) latest.current.redo()
      else latest.current.undo()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return {
    undo,
    redo,
    mayUndo: history.past.length > 0,
    mayRedo: history.future.length > 0,
    /** A change that can be taken back. */
    set: (next: Lines) => {
      setSteps((before) => changed({ ...before, value: lines }, next))
      write(next)
    },
    forget: () => setSteps(historyOf(lines)),
  }
}
