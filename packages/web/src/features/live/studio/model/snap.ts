import { allClips, type Clip, endOf, isLasting, type StudioDoc } from './studio-doc.ts'

/** A place that something may snap to. */
export type Mark =
  | { readonly kind: 'clip'; readonly ms: number; readonly key: string; readonly edge: 'start' | 'end' }
  | { readonly kind: 'playhead' | 'begin' | 'end' | 'second'; readonly ms: number }

/** Edges to snap to, by time. */
export type Marks = readonly Mark[]

/** The edges of all clips but those that are dragged, and the ends of the programme. Made once a drag. */
export const marksOf = (doc: StudioDoc, without: ReadonlySet<string>, lengthMs: number): Marks => {
  const marks: Mark[] = [
    { kind: 'begin', ms: 0 },
    { kind: 'end', ms: lengthMs },
  ]
  for (const clip of allClips(doc)) {
    if (without.has(clip.key)) continue
    marks.push({ kind: 'clip', ms: clip.atMs, key: clip.key, edge: 'start' })
    if (isLasting(clip) && clip.endMs !== null) marks.push({ kind: 'clip', ms: clip.endMs, key: clip.key, edge: 'end' })
  }
  return marks.sort((a, b) => a.ms - b.ms)
}

/** Index of the first mark at `ms` or later. */
const firstFrom = (marks: Marks, ms: number): number => {
  let low = 0
  let high = marks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((marks[middle]?.ms ?? 0) < ms) low = middle + 1
    else high = middle
  }
  return low
}

/** What lasts is a better neighbour than a moment: of two as near the one of a longer clip counts. */
const nearest = (marks: Marks, ms: number): Mark | undefined => {
  const at = firstFrom(marks, ms)
  const [before, after] = [marks[at - 1], marks[at]]
  if (before === undefined || after === undefined) return before ?? after
  return ms - before.ms <= after.ms - ms ? before : after
}

export interface Snapping {
  readonly marks: Marks
  readonly playheadMs: number
  /** So far away it still snaps, in ms. */
  readonly reachMs: number
}

/** What is snapped to, and how far that is from where it was. */
export interface Snapped {
  readonly byMs: number
  readonly to: Mark
}

/** Whole seconds catch only what is very near to them. */
const secondShare = 0.35

/** The nearest mark within reach of any of the edges: clips and playhead first, then the whole second. */
export const snap = (edges: readonly number[], { marks, playheadMs, reachMs }: Snapping): Snapped | undefined => {
  let best: Snapped | undefined
  const look = (edge: number, to: Mark | undefined, reach: number) => {
    if (to === undefined) return
    const byMs = to.ms - edge
    if (Math.abs(byMs) <= reach && (best === undefined || Math.abs(byMs) < Math.abs(best.byMs))) best = { byMs, to }
  }
  for (const edge of edges) {
    look(edge, { kind: 'playhead', ms: playheadMs }, reachMs)
    look(edge, nearest(marks, edge), reachMs)
  }
  if (best !== undefined) return best
  for (const edge of edges) look(edge, { kind: 'second', ms: Math.round(edge / 1000) * 1000 }, reachMs * secondShare)
  return best
}

/** The edges by which clips snap while they are moved. */
export const edgesOf = (clips: readonly Clip[], lengthMs: number): number[] =>
  clips.length > 20
    ? clips.slice(0, 1).map(({ atMs }) => atMs)
    : clips.flatMap((clip) =>
        isLasting(clip) && clip.endMs !== null ? [clip.atMs, endOf(clip, lengthMs)] : [clip.atMs],
      )
