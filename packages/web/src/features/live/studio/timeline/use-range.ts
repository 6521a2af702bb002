import { useStorePart, useStudio } from '../editor-context.ts'

/** The part of a track that is drawn: the window and half of it to both sides, so that scrolling seldom draws. */
export const useRange = (): { readonly pxPerMs: number; readonly fromPx: number; readonly toPx: number } => {
  const { editor } = useStudio()
  const pxPerMs = useStorePart(editor.view, (view) => view.pxPerMs)
  const width = useStorePart(editor.view, (view) => view.width)
  const step = Math.max(200, width / 2)
  const at = useStorePart(editor.view, (view) => Math.floor((view.fromMs * view.pxPerMs) / step))
  return { pxPerMs, fromPx: (at - 1) * step, toPx: (at + 1) * step + width + step }
}
