import { byTime, type Clip, clipsOn, endOf, isLasting, type StudioDoc } from './studio-doc.ts'

/** A line of the rundown. */
export type RundownRow =
  | { readonly kind: 'clip'; readonly key: string; readonly atMs: number; readonly clip: Clip }
  /** Several comments within a few seconds. */
  | { readonly kind: 'group'; readonly key: string; readonly atMs: number; readonly clips: readonly Clip[] }
  /** What lasted is put away. */
  | { readonly kind: 'end'; readonly key: string; readonly atMs: number; readonly clip: Clip }

/** Comments closer together than this may be one line, in ms. */
const groupWithinMs = 4000
/** Fewer stand for themselves. */
const groupFrom = 5

/** Everything that happens, in order; dense comments in one line unless one of them is `open`. */
export const rundownRows = (doc: StudioDoc, lengthMs: number, open: ReadonlySet<string>): readonly RundownRow[] => {
  const rows: RundownRow[] = []
  const comments = doc.comment
  for (let from = 0; from < comments.length; ) {
    const first = comments[from]
    if (first === undefined) break
    let to = from + 1
    while (to < comments.length && (comments[to]?.atMs ?? 0) - first.atMs <= groupWithinMs) to += 1
    const clips = comments.slice(from, to)
    if (clips.length >= groupFrom && !clips.some(({ key }) => open.has(key)))
      rows.push({ kind: 'group', key: `group ${first.key}`, atMs: first.atMs, clips })
    else for (const clip of clips) rows.push({ kind: 'clip', key: clip.key, atMs: clip.atMs, clip })
    from = to
  }
  for (const track of ['product', 'fakeTicket', 'callToAction', 'poll', 'giveaway', 'hearts'] as const)
    for (const clip of clipsOn(doc, track)) {
      rows.push({ kind: 'clip', key: clip.key, atMs: clip.atMs, clip })
      if (isLasting(clip) && clip.endMs !== null && clip.endMs < lengthMs)
        rows.push({ kind: 'end', key: `end ${clip.key}`, atMs: endOf(clip, lengthMs), clip })
    }
  return byTime(rows)
}
