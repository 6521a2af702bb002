import { useEffect, useRef } from 'react'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { useShortcut } from '../../../lib/keys/shortcuts.ts'
import { useStudio } from './editor-context.ts'
import { allClips, byTime, clipsNamed } from './model/studio-doc.ts'
import { neighbour } from './model/time-index.ts'
import { fitPxPerMs, keptView } from './model/view.ts'
import type { Deeds } from './use-editor-actions.ts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !target.matches('[type=checkbox], [type=radio], [type=range]')
const isPressable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, a, [role="switch"], [role="menuitem"]') !== null

/** 0.1 s, with shift 1 s, with ctrl or ⌘ 10 s. */
const stepOf = (event: KeyboardEvent): number => (event.metaKey || event.ctrlKey ? 10_000 : event.shiftKey ? 1000 : 100)

/** Goes to the next or the previous thing that happens. */
export const useStepping = () => {
  const { desk } = useStudio()
  return (step: 1 | -1) => {
    const to = neighbour(byTime(allClips(desk.doc())), desk.clock.get(), step)
    desk.seek(to?.atMs ?? (step === 1 ? desk.lengthMs() : 0))
  }
}

/** The keys of the studio; the letters are listed under `?`. */
export const useStudioKeys = (deeds: Deeds, onProducts: () => void): void => {
  const t = useText('live')
  const { desk } = useStudio()
  useShortcut({ keys: 'c', label: t('studio.key.comment'), run: deeds.addComment })
  useShortcut({ keys: 'p', label: t('studio.key.product'), run: onProducts })
  useShortcut({ keys: 't', label: t('studio.key.ticket'), run: deeds.addTicket })
  useShortcut({ keys: 'a', label: t('studio.key.call'), run: deeds.addCall })
  useShortcut({ keys: 's', label: t('studio.key.split'), run: deeds.split })
  useShortcut({ keys: 'n', label: t('studio.key.snap'), run: () => desk.snapping.set(!desk.snapping.get()) })
  useShortcut({ keys: 'mod+d', label: t('studio.key.duplicate'), run: deeds.duplicate })

  const latest = useRef(deeds)
  useEffect(() => {
    latest.current = deeds
  })
  useEffect(() => {
    const keyed = (event: KeyboardEvent): boolean => {
      const { key, shiftKey, altKey } = event
      const isMod = event.metaKey || event.ctrlKey
      const letter = key.toLowerCase()
      const now = latest.current
      if (isMod && !altKey && letter === 'z') {
        if (shiftKey) now.redo()
        else now.undo()
        return true
      }
      if (isMod && !altKey && letter === 'y') {
        now.redo()
        return true
      }
      if (isMod && !altKey && letter === 'c' && desk.selection.get().size > 0 && String(getSelection()) === '') {
        now.copy()
        return true
      }
      if (isMod && !altKey && letter === 'v') {
        now.paste()
        return true
      }
      if (altKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
        const sign = key === 'ArrowLeft' ? -1 : 1
        if (desk.selection.get().size > 0) now.nudge(sign * stepOf(event))
        else desk.seek(desk.clock.get() + sign * stepOf(event))
        return true
      }
      if (isMod || altKey) return false
      if (key === ' ' && !isPressable(event.target)) {
        desk.toggle()
        return true
      }
      if (key === 'Delete' || key === 'Backspace') {
        if (desk.selection.get().size === 0) return false
        now.remove()
        return true
      }
      if (key === 'Home' || key === 'End') {
        desk.seek(key === 'Home' ? 0 : desk.lengthMs())
        return true
      }
      if (shiftKey && letter === 'z') {
        const view = desk.view.get()
        desk.view.set(keptView({ ...view, pxPerMs: fitPxPerMs(view.width, desk.lengthMs()) }, desk.lengthMs()))
        return true
      }
      if (key === 'Escape' && clipsNamed(desk.doc(), desk.selection.get()).length > 0) {
        desk.select(new Set())
        return true
      }
      return false
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return
      if (document.querySelector('[role="dialog"]')) return
      if (keyed(event)) event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [desk])
}
