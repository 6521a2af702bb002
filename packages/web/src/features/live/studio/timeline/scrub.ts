import type { PointerEvent as ReactPointerEvent } from 'react'
import { marksOf, snap } from '../model/snap.ts'
import { msAt } from '../model/view.ts'
import type { EditorStore } from '../editor-store.ts'

const reachPx = 6

/** The playhead follows the pointer until it is let go; `[data-tracks]` around it says where the programme begins. */
export const startScrub = (editor: EditorStore, event: ReactPointerEvent): void => {
  const box = event.currentTarget.closest('[data-tracks]')?.getBoundingClientRect()
  if (event.button !== 0 || !box) return
  event.preventDefault()
  event.stopPropagation()
  const marks = marksOf(editor.doc(), new Set(), editor.lengthMs())
  let x = event.clientX
  let free = event.altKey
  let frame = 0
  const at = (): number => {
    const view = editor.view.get()
    const ms = msAt(view, x - box.left)
    if (!editor.snapping.get() || free) return ms
    // To edges, never to whole seconds: a scrub goes smoothly.
    const found = snap([ms], { marks, playheadMs: Number.POSITIVE_INFINITY, reachMs: reachPx / view.pxPerMs })
    return found && found.to.kind !== 'second' ? ms + found.byMs : ms
  }
  const step = () => {
    frame = 0
    editor.seek(at(), false)
  }
  editor.seek(at(), false)
  const ending = new AbortController()
  const onMove = (move: PointerEvent) => {
    x = move.clientX
    free = move.altKey
    frame ||= requestAnimationFrame(step)
  }
  const onUp = () => {
    cancelAnimationFrame(frame)
    ending.abort()
    editor.seek(at(), true)
  }
  addEventListener('pointermove', onMove, { signal: ending.signal })
  addEventListener('pointerup', onUp, { signal: ending.signal })
  addEventListener('pointercancel', onUp, { signal: ending.signal })
}
