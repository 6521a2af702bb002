import { useEffect, useRef, useState } from 'react'
import { type History, noHistory, redone, stepped, undone } from './line-history.ts'
import type { Line } from './timed-list.ts'

type Lines = readonly Line[]

/** Keys belong to what is typed into: there the browser takes back letters. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) &&
  !target.matches('[type=checkbox]')

/** Changes of the list that can be taken back, by button or by key (mod+z, with shift again). */
export const useLineHistory = (lines: Lines, write: (lines: Lines) => void) => {
  const [history, setHistory] = useState<History<Lines>>(noHistory)
  const go = (step: { history: History<Lines>; to: Lines } | undefined) => {
    if (!step) return
    setHistory(step.history)
    write(step.to)
  }
  const undo = () => go(undone(history, lines))
  const redo = () => go(redone(history, lines))
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
      setHistory((before) => stepped(before, lines))
      write(next)
    },
    forget: () => setHistory(noHistory),
  }
}
