import { type Cue, cuedScript } from '@kaimai/contract/live/cue.rules.ts'
import { itemsBetween, type Script, type ScriptItem } from '@kaimai/contract/live/show.rules.ts'

/** One line of the rundown: a moment, or comments that follow one another. */
interface RundownEntry {
  readonly key: string
  readonly atMs: number
  readonly first: ScriptItem
  /** Comments in a row; 1 for any other moment. */
  readonly count: number
}

interface Rundown {
  /** What changed last of what stands on the screen. */
  readonly last: ScriptItem | undefined
  /** What can be called, put off or left out: the next that isn't talk or audience. */
  readonly next: ScriptItem | undefined
  /** What follows, without `next`, at most `linesMost`. */
  readonly later: readonly RundownEntry[]
  /** Moments that are still to come, rows of comments as one. */
  readonly left: number
}

const maxLines = 60
/** Comments with a longer pause between them are two lines. */
const pauseMs = 30_000

const isCallable = ({ kind }: ScriptItem): boolean => kind !== 'comment' && kind !== 'audience'

const formatInteger = (items: readonly ScriptItem[]): RundownEntry[] => {
  const entries: { key: string; atMs: number; first: ScriptItem; count: number; lastMs: number }[] = []
  for (const item of items) {
    const before = entries.at(-1)
    if (item.kind === 'comment' && before?.first.kind === 'comment' && item.atMs - before.lastMs <= pauseMs) {
      before.count += 1
      before.lastMs = item.atMs
    } else entries.push({ key: item.id, atMs: item.atMs, first: item, count: 1, lastMs: item.atMs })
  }
  return entries
}

/** The script as it plays; while it stands still, as it would go on now. */
export const playedScript = (script: Script, cues: readonly Cue[]): readonly ScriptItem[] =>
  cuedScript(
    script,
    cues.filter((cue) => cue.kind !== 'off' || cue.toMs !== null),
  )

/** What of a played script has happened, comes next, and follows. */
export const rundownAt = (played: readonly ScriptItem[], nowMs: number): Rundown => {
  const coming = itemsBetween(played, nowMs, Number.POSITIVE_INFINITY)
  const past = itemsBetween(played, -1, nowMs)
  const next = coming.find(isCallable)
  const entries = formatInteger(coming.filter((item) => item !== next))
  return {
    last: past.findLast(isCallable),
    next,
    later: entries.slice(0, maxLines),
    left: entries.length + (next === undefined ? 0 : 1),
  }
}

/** The cue that an act on a moment comes to, as far as this page can say. */
export const cueOf = (
  script: Script,
  item: ScriptItem,
  action: 'now' | 'delay' | 'skip',
  nowMs: number,
  leadMs: number,
): Cue => {
  const fromMs = script.find(({ id }) => id === item.id)?.atMs ?? item.atMs
  const of = { itemId: item.id, fromMs }
  if (action === 'skip') return { kind: 'skipped', ...of }
  return {
    kind: 'moved',
    ...of,
    toMs: Math.max(0, Math.round(action === 'now' ? nowMs + leadMs : item.atMs + delayMs)),
  }
}
const delayMs = 30_000
