import { type Line, sortedLines } from './timed-list.ts'

/** Longest time of a comment, in seconds: a day, as the contract says. */
const longest = 86_400
const tenth = (seconds: number): number => Math.round(seconds * 10) / 10

type Keys = ReadonlySet<string>

/**
 * How far the chosen lines can really move when asked for `by` seconds: none goes before the begin or past a day, and
 * all keep their distances.
 */
export const possibleShift = (lines: readonly Line[], chosen: Keys, by: number): number => {
  const times = lines
    .filter(({ key, commentTime }) => chosen.has(key) && Number.isFinite(commentTime))
    .map(({ commentTime }) => commentTime)
  if (times.length === 0 || !Number.isFinite(by)) return 0
  const [first, last] = [Math.min(...times), Math.max(...times)]
  return tenth(Math.max(-first, Math.min(longest - last, by)))
}

/** The chosen lines moved by so many seconds, as far as `possibleShift` lets them. */
export const shiftLines = (lines: readonly Line[], chosen: Keys, by: number): Line[] => {
  const shift = possibleShift(lines, chosen, by)
  return sortedLines(
    lines.map((line) => (chosen.has(line.key) ? { ...line, commentTime: tenth(line.commentTime + shift) } : line)),
  )
}

export interface Replacement {
  readonly find: string
  readonly by: string
  readonly matchCase: boolean
  /** Undefined: all lines. */
  readonly within: Keys | undefined
}

const max = 300
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The lines with every finding replaced, and how often that happened. What was typed is never a pattern. */
export const replaceInLines = (lines: readonly Line[], replacement: Replacement): { lines: Line[]; count: number } => {
  const { find, by, matchCase, within } = replacement
  if (find === '') return { lines: [...lines], count: 0 }
  const pattern = new RegExp(escaped(find), matchCase ? 'gu' : 'giu')
  let count = 0
  const replaced = lines.map((line) => {
    if (within !== undefined && !within.has(line.key)) return line
    let found = 0
    const commentText = line.commentText.replace(pattern, () => {
      found += 1
      return by
    })
    if (found === 0) return line
    count += found
    return { ...line, commentText: commentText.slice(0, max) }
  })
  return { lines: replaced, count }
}

const sameness = ({ commentTime, userName, commentText }: Omit<Line, 'key'>): string =>
  `${tenth(commentTime)} ${userName} ${commentText}`

/** The lines with others put in at their time; those that stand there already are left out. */
export const mergeLines = (lines: readonly Line[], added: readonly Line[]): { lines: Line[]; count: number } => {
  const known = new Set(lines.map(sameness))
  const fresh = added.filter((line) => {
    const isNew = !known.has(sameness(line))
    known.add(sameness(line))
    return isNew
  })
  return { lines: sortedLines([...lines, ...fresh]), count: fresh.length }
}

/**
 * As `mergeLines`, of a file: where a comment has words that it replaces, the line that says them says the new ones.
 * `imported` says so of each of `added`.
 */
export const mergeImported = (
  lines: readonly Line[],
  added: readonly Line[],
  imported: readonly { readonly before: string | null }[],
): { lines: Line[]; count: number } => {
  const next = new Map<string, Line>()
  const fresh = added.filter((line, at) => {
    const before = imported[at]?.before ?? null
    if (before === null) return true
    next.set(sameness({ ...line, commentText: before }), line)
    return false
  })
  const replaced = lines.map((line) => {
    const change = next.get(sameness(line))
    if (change === undefined) return line
    next.delete(sameness(line))
    return { ...change, key: line.key }
  })
  // What they replace was changed or taken out in the editor since: they come in as they are.
  const merged = mergeLines(replaced, [...fresh, ...next.values()])
  const changed = lines.filter((line, at) => line !== replaced[at]).length
  return { lines: merged.lines, count: merged.count + changed }
}

/** The keys from the one chosen last to this one, in the order of the list. */
export const keysBetween = (lines: readonly Pick<Line, 'key'>[], from: string | undefined, to: string): string[] => {
  const a = lines.findIndex(({ key }) => key === from)
  const b = lines.findIndex(({ key }) => key === to)
  if (a < 0 || b < 0) return [to]
  return lines.slice(Math.min(a, b), Math.max(a, b) + 1).map(({ key }) => key)
}
