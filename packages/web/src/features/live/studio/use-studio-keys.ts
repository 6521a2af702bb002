import { useEffect, useRef } from 'react'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { useShortcut } from '../../../lib/keys/shortcuts.ts'
import { useStudio } from './editor-context.ts'
import { allClips, byTime, clipsNamed } from './model/studio-doc.ts'
import { neighbour } from './model/time-index.ts'
import { fitPxPerMs, boundedView } from './model/view.ts'
import type { Actions } from './use-editor-actions.ts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !target.matches('[type=checkbox], [type=radio], [type=range]')
const isPressable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, a, [role="switch"], [role="menuitem"]') !== null

/** A picture of a film, in ms: most have thirty a second. */
const frameMs = 1000 / 30

/** 0.1 s, with shift 1 s, with ctrl or ⌘ 10 s. */
const stepOf = (event: KeyboardEvent): number => (event.metaKey || event.ctrlKey ? 10_000 : event.shiftKey ? 1000 : 100)

/** Goes to the next or the previous thing that happens. */
export const useStepping = () => {
  const { editor } = useStudio()
  return (step: 1 | -1) => {
    const to = neighbour(byTime(allClips(editor.doc())), editor.clock.get(), step)
    editor.seek(to?.atMs ?? (step === 1 ? editor.lengthMs() : 0))
  }
}

/** The keys of the studio; the letters are listed under `?`. */
export const useStudioKeys = (actions: Actions, onProducts: () => void): void => {
  const t = useText('live')
  const { editor } = useStudio()
  useShortcut({ keys: 'c', label: t('studio.key.comment'), run: actions.addComment })
  useShortcut({ keys: 'p', label: t('studio.key.product'), run: onProducts })
  useShortcut({ keys: 't', label: t('studio.key.ticket'), run: actions.addTicket })
  useShortcut({ keys: 'g', label: t('studio.key.giveaway'), run: actions.addGiveaway })
  useShortcut({ keys: 'h', label: t('studio.key.hearts'), run: actions.addHearts })
  useShortcut({ keys: 'v', label: t('studio.key.poll'), run: actions.addPoll })
  useShortcut({ keys: 'a', label: t('studio.key.call'), run: actions.addCall })
  useShortcut({ keys: 's', label: t('studio.key.split'), run: actions.split })
  useShortcut({ keys: 'n', label: t('studio.key.snap'), run: () => editor.snapping.set(!editor.snapping.get()) })
  useShortcut({ keys: 'mod+d', label: t('studio.key.duplicate'), run: actions.duplicate })

  useShortcut({ keys: 'space', label: t('studio.key.play') })
  useShortcut({ keys: 'home', label: t('studio.key.begin') })
  useShortcut({ keys: 'end', label: t('studio.key.end') })
  useShortcut({ keys: ',', label: t('studio.key.frameBack'), run: () => editor.seek(editor.clock.get() - frameMs) })
  useShortcut({ keys: '.', label: t('studio.key.frameOn'), run: () => editor.seek(editor.clock.get() + frameMs) })
  useShortcut({ keys: '← →', label: t('studio.key.choose') })
  useShortcut({ keys: 'alt+← →', label: t('studio.key.nudge') })
  useShortcut({ keys: 'alt+shift+← →', label: t('studio.key.nudgeSecond') })
  useShortcut({ keys: 'mod+z', label: t('studio.key.undo') })
  useShortcut({ keys: 'mod+shift+z', label: t('studio.key.redo') })
  useShortcut({ keys: 'mod+c', label: t('studio.key.copy') })
  useShortcut({ keys: 'mod+v', label: t('studio.key.paste') })
  useShortcut({ keys: 'delete', label: t('studio.key.remove') })
  useShortcut({ keys: 'shift+z', label: t('studio.key.fit') })
  useShortcut({ keys: 'esc', label: t('studio.key.unselect') })

  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
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
      if (isMod && !altKey && letter === 'c' && editor.selection.get().size > 0 && String(getSelection()) === '') {
        now.copy()
        return true
      }
      if (isMod && !altKey && letter === 'v') {
        now.paste()
        return true
      }
      if (altKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
        const sign = key === 'ArrowLeft' ? -1 : 1
        if (editor.selection.get().size > 0) now.nudge(sign * stepOf(event))
        else editor.seek(editor.clock.get() + sign * stepOf(event))
        return true
      }
      if (isMod || altKey) return false
      if (key === ' ' && !isPressable(event.target)) {
        editor.toggle()
        return true
      }
      if (key === 'Delete' || key === 'Backspace') {
        if (editor.selection.get().size === 0) return false
        now.remove()
        return true
      }
      if (key === 'Home' || key === 'End') {
        editor.seek(key === 'Home' ? 0 : editor.lengthMs())
        return true
      }
      if (shiftKey && letter === 'z') {
        const view = editor.view.get()
        editor.view.set(boundedView({ ...view, pxPerMs: fitPxPerMs(view.width, editor.lengthMs()) }, editor.lengthMs()))
        return true
      }
      if (key === 'Escape' && clipsNamed(editor.doc(), editor.selection.get()).length > 0) {
        editor.select(new Set())
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
  }, [editor])
}
