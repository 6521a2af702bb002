import type { ScriptedComment } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'

/** A scripted comment while it is edited: `key` stays with it wherever sorting puts it. */
export interface Line extends ScriptedComment {
  readonly key: string
}

/** By time; of one time in the order given. A line whose time makes no sense keeps its neighbour before it. */
export const sortedLines = (lines: readonly Line[]): Line[] => {
  let last = 0
  return lines
    .map((line) => {
      last = Number.isFinite(line.commentTime) ? line.commentTime : last
      return { line, at: last }
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ line }) => line)
}

/** Index of the last line at or before a second of the video; -1 before the first. Lines must be sorted. */
export const lineAt = (lines: readonly Pick<Line, 'commentTime'>[], second: number): number => {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    const time = lines[middle]?.commentTime ?? Number.POSITIVE_INFINITY
    if (time <= second) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The line put where its time says: behind those of the same time. */
export const withLine = (lines: readonly Line[], line: Line): Line[] =>
  lines.toSpliced(lineAt(lines, line.commentTime) + 1, 0, line)

export interface Seen {
  /** Index of the first row to draw. */
  readonly first: number
  /** One past the last. */
  readonly end: number
}

/** Which of `count` rows of one height show in a window: `top` is the list's distance above the window's top, in px. */
export const rowsSeen = (list: {
  readonly count: number
  readonly rowHeight: number
  readonly top: number
  readonly height: number
  /** Rows drawn beyond each edge, so that scrolling and arrow keys find them there. */
  readonly beyond: number
}): Seen => {
  const { count, rowHeight, top, height, beyond } = list
  const from = Math.floor(top / rowHeight) - beyond
  const to = Math.ceil((top + height) / rowHeight) + beyond
  const first = Math.max(0, Math.min(from, count))
  return { first, end: Math.max(first, Math.min(to, count)) }
}
