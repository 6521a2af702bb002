import type { Clip } from './studio-doc.ts'

/** A clip, or several too close together to be seen apart, at its place in a track. Pixels from the begin. */
export interface Placed<C extends Clip = Clip> {
  readonly clip: C
  readonly x: number
  readonly width: number
  readonly lane: number
  /** How many it stands for; 1: itself. */
  readonly count: number
  /** Time of the last it stands for. */
  readonly lastMs: number
}

export interface Laying<C extends Clip> {
  readonly lanes: number
  readonly pxPerMs: number
  /** How wide a clip of its words is, in px. */
  readonly widthOf: (clip: C) => number
}

/** Between two neighbours, in px. */
const gap = 3
/** Of words that are cut short, in px. */
const shortest = 56
/** Of a sign that stands for several, in px. */
const clusterWidth = 34

/**
 * Puts moments, sorted by time, into lanes so that none covers another; where they stand too close the last one before
 * them stands for all. The same wherever the window is: nothing jumps while one scrolls.
 */
export const momentLanes = <C extends Clip>(
  clips: readonly C[],
  { lanes, pxPerMs, widthOf }: Laying<C>,
): readonly Placed<C>[] => {
  type Open = { clip: C; x: number; width: number; lane: number; count: number; lastMs: number }
  const placed: Open[] = []
  const last: (Open | undefined)[] = Array.from({ length: lanes }, () => undefined)
  const rightOf = (open: Open | undefined): number =>
    open === undefined ? Number.NEGATIVE_INFINITY : open.x + open.width
  for (const clip of clips) {
    const x = clip.atMs * pxPerMs
    let free = last.findIndex((open) => rightOf(open) + gap <= x)
    if (free < 0) {
      // Words that still say something when cut short give way first.
      free = last.findIndex((open) => open !== undefined && open.count === 1 && open.x + shortest + gap <= x)
      const before = last[free]
      if (before !== undefined) before.width = x - gap - before.x
    }
    if (free >= 0) {
      const open = { clip, x, width: widthOf(clip), lane: free, count: 1, lastMs: clip.atMs }
      last[free] = open
      placed.push(open)
      continue
    }
    // The one that stands for others already goes on doing so; else the one whose words end last gives way.
    const cluster =
      last.find((open) => open !== undefined && open.count > 1 && rightOf(open) + gap > x) ??
      last.reduce((a, b) => (rightOf(b) > rightOf(a) ? b : a))
    if (cluster === undefined) continue
    cluster.count += 1
    cluster.width = clusterWidth
    cluster.lastMs = clip.atMs
  }
  return placed
}

/** Lanes of clips that last, by time: one that begins while another goes on stands below it. */
export const rangeLanes = <C extends Clip>(
  clips: readonly C[],
  endOf: (clip: C) => number,
  maxLanes: number,
): { readonly lanes: number; readonly laneOf: ReadonlyMap<string, number> } => {
  const ends: number[] = []
  const laneOf = new Map<string, number>()
  for (const clip of clips) {
    const free = ends.findIndex((end) => end <= clip.atMs)
    const lane = free >= 0 ? free : Math.min(ends.length, maxLanes - 1)
    ends[lane] = Math.max(endOf(clip), free >= 0 ? 0 : (ends[lane] ?? 0))
    laneOf.set(clip.key, lane)
  }
  return { lanes: Math.max(1, ends.length), laneOf }
}

const wide = 12
const narrow = 6.7
const widths = new Map<string, number>()

/** About how wide a text of 12 px is: measuring 5,000 of them would take longer than drawing them. */
export const textWidth = (text: string): number => {
  let width = widths.get(text)
  if (width === undefined) {
    width = 0
    for (const sign of text) width += (sign.codePointAt(0) ?? 0) > 0x2e7f ? wide : narrow
    if (widths.size > 20_000) widths.clear()
    widths.set(text, width)
  }
  return width
}
