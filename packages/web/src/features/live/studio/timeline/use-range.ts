import { useStorePart, useStudio } from '../editor-context.ts'

/** What is drawn of a track: the window and half of it to both sides, so that scrolling draws anew only now and then. */
export const useRange = (): { readonly pxPerMs: number; readonly fromPx: number; readonly toPx: number } => {
  const { editor } = useStudio()
  const pxPerMs = useStorePart(editor.view, (view) => view.pxPerMs)
  const width = useStorePart(editor.view, (view) => view.width)
  const step = Math.max(200, width / 2)
  const at = useStorePart(editor.view, (view) => Math.floor((view.fromMs * view.pxPerMs) / step))
  return { pxPerMs, fromPx: (at - 1) * step, toPx: (at + 1) * step + width + step }
}
