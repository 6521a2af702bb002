import { type PointerEvent as ReactPointerEvent, useCallback } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { useStudio } from '../editor-context.ts'
import { moveClips, possibleMove, resizeClip, type Edge } from '../model/edit.ts'
import { edgesOf, type Mark, marksOf, snap } from '../model/snap.ts'
import { type Clip, clipsNamed, endOf } from '../model/studio-doc.ts'
import { msAt, showTenths, spanMs } from '../model/view.ts'
import { followPointer } from './follow-pointer.ts'

/** A pointer that moves less is a click, in px. */
const minPx = 3
/** So near something snaps, in px. */
const reachPx = 8
/** The window goes on while the pointer is this near to its edge, in px. */
const edgePx = 28

let drags = 0

/** Drags the selected clips, or an edge of one, with snapping; Escape and a cancelled pointer take it back. One step of the history. */
export const useClipDrag = () => {
  const { editor, readOnly } = useStudio()
  const t = useText('live')
  return useCallback(
    (event: ReactPointerEvent, clip: Clip, edge: Edge | undefined) => {
      if (event.button !== 0) return
      event.stopPropagation()
      const isMore = event.shiftKey || event.metaKey || event.ctrlKey
      const was = editor.selection.get()
      const keep = was.has(clip.key) && edge === undefined
      if (isMore) {
        const next = new Set(was)
        if (!next.delete(clip.key)) next.add(clip.key)
        editor.select(next)
      } else if (!keep) editor.select(new Set([clip.key]))
      if (readOnly) return

      const startX = event.clientX
      const tracks = event.currentTarget.closest('[data-tracks]')
      if (!tracks) return
      const box = tracks.getBoundingClientRect()
      const start = editor.history.get()
      const view = editor.view.get()
      const grabMs = msAt(view, startX - box.left)
      const lengthMs = editor.lengthMs()
      const playheadMs = editor.clock.get()
      const name = `drag ${++drags}`
      let dragged = false
      let pointerX = startX
      let frame = 0
      let free = event.altKey

      const keys = edge === undefined ? new Set(editor.selection.get()) : new Set([clip.key])
      const clips = clipsNamed(start.value, keys)
      const marks = marksOf(start.value, keys, lengthMs)
      const edges =
        edge === undefined ? edgesOf(clips, lengthMs) : [edge === 'start' ? clip.atMs : endOf(clip, lengthMs)]

      const step = () => {
        frame = 0
        const now = editor.view.get()
        const x = pointerX - box.left
        // Near an edge of the window it goes on by itself.
        if (x < edgePx || x > box.width - edgePx) {
          const share = x < edgePx ? (x - edgePx) / edgePx : (x - box.width + edgePx) / edgePx
          const by = Math.max(-1, Math.min(1, share)) * spanMs(now) * 0.012
          const fromMs = Math.max(0, Math.min(Math.max(now.fromMs, lengthMs - spanMs(now) * 0.9), now.fromMs + by))
          if (fromMs !== now.fromMs) {
            editor.view.set({ ...now, fromMs })
            frame = requestAnimationFrame(step)
          }
        }
        // Without anything to snap to, times stay whole tenths of a second.
        const [firstEdge = 0] = edges
        const asked = Math.round((firstEdge + msAt(editor.view.get(), x) - grabMs) / 100) * 100 - firstEdge
        let snapped: Mark | undefined
        let by = asked
        if (editor.snapping.get() && !free) {
          const found = snap(
            edges.map((ms) => ms + asked),
            { marks, playheadMs, reachMs: reachPx / now.pxPerMs },
          )
          if (found) {
            by = asked + found.byMs
            snapped = found.to
          }
        }
        const real = edge === undefined ? possibleMove(clips, by, lengthMs) : by
        if (real !== by) snapped = undefined
        const next =
          edge === undefined
            ? moveClips(start.value, keys, real, lengthMs)
            : resizeClip(start.value, clip.key, edge, (edges[0] ?? 0) + real, lengthMs)
        editor.edit(next, edge === undefined ? 'move' : 'resize', { merge: name, held: true })
        editor.dragging.set({ keys, edge, changeMs: real, before: start.value, snapped })
      }
      const onMove = (move: PointerEvent) => {
        pointerX = move.clientX
        free = move.altKey
        if (!dragged && Math.abs(pointerX - startX) < minPx) return
        dragged = true
        frame ||= requestAnimationFrame(step)
      }
      const onEnd = (cancelled: boolean) => {
        const isDue = frame !== 0
        cancelAnimationFrame(frame)
        removeEventListener('keydown', onKey, true)
        if (isDue && dragged && !cancelled) step()
        editor.dragging.set(undefined)
        if (cancelled) editor.giveUp(start)
        else if (dragged) {
          editor.commit()
          const moved = clipsNamed(editor.doc(), keys)[0]
          if (moved) editor.say(t('studio.spoken.moved', { at: showTenths(moved.atMs) }))
        } else if (!isMore && keep) editor.select(new Set([clip.key]))
      }
      const onKey = (key: KeyboardEvent) => {
        if (key.key !== 'Escape') return
        key.preventDefault()
        key.stopPropagation()
        giveUp()
      }
      const giveUp = followPointer(event, tracks, { move: onMove, end: onEnd })
      addEventListener('keydown', onKey, true)
    },
    [editor, readOnly, t],
  )
}
