import type { PointerEvent as ReactPointerEvent } from 'react'
import { marksOf, snap } from '../model/snap.ts'
import { msAt } from '../model/view.ts'
import type { EditorStore } from '../editor-store.ts'
import { followPointer } from './follow-pointer.ts'

const reachPx = 6

/** The playhead follows the pointer until it is let go; `[data-tracks]` around it says where the programme begins. */
export const startScrub = (editor: EditorStore, event: ReactPointerEvent): void => {
  const tracks = event.currentTarget.closest('[data-tracks]')
  if (event.button !== 0 || !tracks) return
  const box = tracks.getBoundingClientRect()
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
  const onMove = (move: PointerEvent) => {
    x = move.clientX
    free = move.altKey
    frame ||= requestAnimationFrame(step)
  }
  const onEnd = () => {
    cancelAnimationFrame(frame)
    editor.seek(at(), true)
  }
  followPointer(event, tracks, { move: onMove, end: onEnd })
}
