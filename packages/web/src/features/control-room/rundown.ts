import { type CuedShow, cuedShow } from '@kaimai/contract/live/cue-request.rules.ts'
import { type Cue, isEnd, maxRun } from '@kaimai/contract/live/cue.rules.ts'
import { itemsBetween, type Script, type ScriptItem } from '@kaimai/contract/live/show.rules.ts'

/** What the staff may do to a moment. */
export type MomentAction = 'now' | 'delay' | 'skip' | 'plan'

/** One line of the rundown: a moment, comments that follow one another, or the way of the audience curve. */
export interface RundownEntry {
  readonly key: string
  readonly atMs: number
  readonly first: ScriptItem
  /** All that it stands for, the first of them first. */
  readonly itemIds: readonly string[]
  /** Of the curve: where it goes to from here. */
  readonly toCount: number | undefined
  /** Left out by the staff: it doesn't play. */
  readonly isOut: boolean
  /** Where the script had it, where the staff has moved it or left it out. */
  readonly plannedMs: number | undefined
  readonly may: readonly MomentAction[]
}

interface Rundown {
  /** What changed last of what stands on the screen. */
  readonly last: ScriptItem | undefined
  /** What can be called, put off or left out: the next that isn't talk, audience or an end. */
  readonly next: RundownEntry | undefined
  /** What follows, without `next`, at most `maxLines`. */
  readonly later: readonly RundownEntry[]
  /** Lines that are still to come. */
  readonly left: number
}

const maxLines = 60
/** Comments with a longer pause between them are two lines. */
const pauseMs = 30_000
/** So much talk is one line, and moves as one. */
const runMs = 60_000

const isCallable = (item: ScriptItem): boolean => item.kind !== 'comment' && item.kind !== 'audience' && !isEnd(item)
const showsOnScreen = ({ kind }: ScriptItem): boolean => kind !== 'comment' && kind !== 'audience'

/** The script as it plays; while it stands still, as it would go on now. */
export const playedShow = (script: Script, cues: readonly Cue[]): CuedShow =>
  cuedShow(
    script,
    cues.filter((cue) => cue.kind !== 'off' || cue.toMs !== null),
  )

const mayOf = (show: CuedShow, item: ScriptItem, nowMs: number): readonly MomentAction[] => {
  if (item.kind === 'audience') return []
  const begin = show.beginOf.get(item.id)
  // Before its begin an end goes with it.
  if (begin !== undefined && (show.places.get(begin.id) ?? Number.POSITIVE_INFINITY) > nowMs) return []
  return isEnd(item) ? ['delay', 'skip'] : ['now', 'delay', 'skip']
}

interface Line {
  readonly first: ScriptItem
  readonly ids: string[]
  lastMs: number
}

/** Items that are still to come, as lines. */
const linesOf = (coming: readonly ScriptItem[]): readonly Line[] => {
  const lines: Line[] = []
  let run: Line | undefined
  for (const item of coming) {
    if (item.kind === 'audience') continue
    const isOfRun =
      item.kind === 'comment' &&
      run !== undefined &&
      item.atMs - run.lastMs <= pauseMs &&
      item.atMs - run.first.atMs <= runMs &&
      run.ids.length < maxRun
    if (isOfRun && run !== undefined) {
      run.ids.push(item.id)
      run.lastMs = item.atMs
      continue
    }
    const line: Line = { first: item, ids: [item.id], lastMs: item.atMs }
    lines.push(line)
    run = item.kind === 'comment' ? line : undefined
  }
  return lines
}

/** Steps of the curve that follow one another without a pause, up or down: what the next line says of it. */
const curveOf = (coming: readonly ScriptItem[]): { first: ScriptItem; toCount: number } | undefined => {
  let first: ScriptItem | undefined
  let last: ScriptItem | undefined
  let direction = 0
  for (const item of coming) {
    if (item.kind !== 'audience') continue
    first ??= item
    const step = last?.kind === 'audience' ? Math.sign(item.count - last.count) : 0
    if (
      last !== undefined &&
      (item.atMs - last.atMs > pauseMs || (direction !== 0 && step !== 0 && step !== direction))
    )
      break
    if (step !== 0) direction = step
    last = item
  }
  return first !== undefined && last?.kind === 'audience' ? { first, toCount: last.count } : undefined
}

/** What of a script with its cues has happened, comes next, and follows. */
export const rundownAt = (show: CuedShow, nowMs: number): Rundown => {
  const { played, planned, places, items, cues } = show
  const coming = itemsBetween(played, nowMs, Number.POSITIVE_INFINITY)
  const past = itemsBetween(played, -1, nowMs)
  const changed = new Set(cues.flatMap((cue) => (cue.kind === 'off' ? [] : [cue.itemId])))
  const entryOf = ({ first, ids }: Pick<Line, 'first' | 'ids'>, isOut = false): RundownEntry => {
    const plannedMs = changed.has(first.id) ? items.get(first.id)?.atMs : undefined
    const isBack = plannedMs !== undefined && plannedMs > nowMs
    const may: readonly MomentAction[] = isOut ? (isEnd(first) ? [] : ['now']) : mayOf(show, first, nowMs)
    return {
      key: first.id,
      atMs: first.atMs,
      first,
      itemIds: ids,
      toCount: undefined,
      isOut,
      plannedMs: isBack ? plannedMs : undefined,
      may: isBack ? [...may, 'plan'] : may,
    }
  }
  const lines = linesOf(coming).map((line) => entryOf(line))
  // What was left out by hand stands where it would have played: there it is called all the same, or taken back.
  const out = [...changed].flatMap((id): RundownEntry[] => {
    const item = items.get(id)
    return item !== undefined && !places.has(id) && item.atMs > nowMs ? [entryOf({ first: item, ids: [id] }, true)] : []
  })
  const curve = curveOf(coming)
  const curveLine = curve && { ...entryOf({ first: curve.first, ids: [] }), toCount: curve.toCount, may: [] }
  const entries = [...lines, ...out, ...(curveLine === undefined ? [] : [curveLine])].toSorted(
    (a, b) => a.atMs - b.atMs || (a.key < b.key ? -1 : 1),
  )
  const next = entries.find(({ first, isOut }) => !isOut && isCallable(first))
  const later = entries.filter((entry) => entry !== next)
  return {
    last: past.findLast(showsOnScreen),
    next,
    later: later.slice(0, maxLines),
    left: planned.length === 0 ? 0 : entries.filter(({ isOut }) => !isOut).length,
  }
}
