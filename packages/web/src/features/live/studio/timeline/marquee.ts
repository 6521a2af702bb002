import type { PointerEvent as ReactPointerEvent } from 'react'
import { clipsOn, endOf, type TrackId, trackIds } from '../model/studio-doc.ts'
import { msAt } from '../model/view.ts'
import type { EditorStore } from '../editor-store.ts'
import { followPointer } from './follow-pointer.ts'

const isTrack = (name: string | undefined): name is TrackId => trackIds.some((track) => track === name)

/** Selects what lies between where the pointer went down on the empty ground of a track and where it is. */
export const startMarquee = (editor: EditorStore, event: ReactPointerEvent, box: HTMLElement | null): void => {
  const lane = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-track]') : null
  const track = lane?.dataset['track']
  const tracks = event.currentTarget.getBoundingClientRect()
  if (event.button !== 0 || !lane || !isTrack(track)) return
  const isMore = event.shiftKey || event.metaKey || event.ctrlKey
  const before = isMore ? editor.selection.get() : new Set<string>()
  if (!isMore) editor.select(new Set())
  const fromX = event.clientX
  const onMove = (move: PointerEvent) => {
    const [left, right] = [Math.min(fromX, move.clientX), Math.max(fromX, move.clientX)]
    if (right - left < 4) return
    const laneBox = lane.getBoundingClientRect()
    if (box) {
      box.hidden = false
      box.style.transform = `translate(${left - tracks.left}px, ${laneBox.top - tracks.top}px)`
      box.style.width = `${right - left}px`
      box.style.height = `${laneBox.height}px`
    }
    const view = editor.view.get()
    const [fromMs, toMs] = [msAt(view, left - tracks.left), msAt(view, right - tracks.left)]
    const inside = clipsOn(editor.doc(), track).filter(
      (clip) => clip.atMs <= toMs && endOf(clip, editor.lengthMs()) >= fromMs,
    )
    editor.select(new Set([...before, ...inside.map(({ key }) => key)]))
  }
  const onEnd = () => {
    if (box) box.hidden = true
  }
  followPointer(event, event.currentTarget, { move: onMove, end: onEnd })
}
