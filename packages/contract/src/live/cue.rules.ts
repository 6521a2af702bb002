import { z } from 'zod'
import { type Script, type ScriptItem, sortScript } from './show.rules.ts'

/**
 * What the staff changes of a running script: single moments are called earlier, put off or left out, and the whole
 * script is stopped for a while. The script itself stays as it was; what plays is a pure function of it and of the
 * cues, so that every node, a late viewer and the replay see the same, and taking a cue back undoes it.
 */
const ofItem = {
  itemId: z.string().max(40),
  /** Where the item stood: a cue for an item that was changed since counts for nothing. */
  fromMs: z.number().int().min(0),
}
/** Most lines of one run of comments that a cue moves. */
export const maxRun = 200
const alsoMax = 2 * maxRun
const itemCue = {
  ...ofItem,
  /** What goes with it, by the same time: the end of what it begins, the further lines of its run of comments. */
  also: z.array(z.object(ofItem)).max(alsoMax).optional(),
}
export const Cue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('moved'), ...itemCue, toMs: z.number().int().min(0).max(172_800_000) }),
  z.object({ kind: z.literal('skipped'), ...itemCue }),
  /** The script stands still from there on; `toMs` null: still now. */
  z.object({ kind: z.literal('off'), fromMs: z.number().int(), toMs: z.number().int().nullable() }),
])
export type Cue = z.output<typeof Cue>

const isOffAt = (cues: readonly Cue[], ms: number): boolean =>
  cues.some((cue) => cue.kind === 'off' && cue.fromMs <= ms && (cue.toMs === null || ms < cue.toMs))

/** What begins, and its end: a product on the card, a call to action. */
export interface Thing {
  readonly begin: ScriptItem
  readonly end: ScriptItem
}

/** What an item begins or ends: the card of one product, or the place of the call to action; undefined: it is a moment. */
const subjectOf = (item: ScriptItem): string | undefined => {
  switch (item.kind) {
    case 'showProduct':
    case 'hideProduct':
      return item.productId
    case 'callToAction':
    case 'endCallToAction':
      return 'call'
    default:
      return undefined
  }
}

/** Whether an item ends something: it is never called by itself. */
export const isEnd = ({ kind }: ScriptItem): boolean => kind === 'hideProduct' || kind === 'endCallToAction'

const madeThings = new WeakMap<Script, readonly Thing[]>()

/** The things of a script as it was planned: each end with what it ends. */
export const thingsOf = (planned: Script): readonly Thing[] => {
  const known = madeThings.get(planned)
  if (known !== undefined) return known
  const open = new Map<string, ScriptItem>()
  const things: Thing[] = []
  for (const item of planned) {
    const subject = subjectOf(item)
    if (subject === undefined) continue
    if (!isEnd(item)) {
      open.set(subject, item)
      continue
    }
    const begin = open.get(subject)
    if (begin !== undefined) things.push({ begin, end: item })
    open.delete(subject)
  }
  madeThings.set(planned, things)
  return things
}

type Place =
  | { readonly kind: 'at'; readonly fromMs: number; readonly toMs: number }
  | { readonly kind: 'out'; readonly fromMs: number }

/** What the newest cue makes of each item that one names. */
const placesOf = (cues: readonly Cue[]): ReadonlyMap<string, Place> => {
  const places = new Map<string, Place>()
  for (const cue of cues) {
    if (cue.kind === 'off') continue
    for (const { itemId, fromMs } of [cue, ...(cue.also ?? [])])
      places.set(
        itemId,
        cue.kind === 'skipped'
          ? { kind: 'out', fromMs }
          : { kind: 'at', fromMs, toMs: Math.max(0, fromMs + cue.toMs - cue.fromMs) },
      )
  }
  return places
}

/**
 * Ends that end nothing of their own any more: what they end was left out or comes later, or something else of its kind
 * stands by then, which they would take down.
 */
const idleEnds = (planned: Script, played: readonly ScriptItem[]): ReadonlySet<string> => {
  const at = new Map(played.map((item, index) => [item.id, index]))
  const things = thingsOf(planned)
  const idle = new Set<string>()
  const bySubject = Map.groupBy(
    played.filter((item) => subjectOf(item) !== undefined && !isEnd(item)),
    (item) => subjectOf(item) ?? '',
  )
  const endOf = new Map(things.map(({ begin, end }) => [begin.id, at.get(end.id)]))
  for (const { begin, end } of things) {
    const [from, to] = [at.get(begin.id), at.get(end.id)]
    if (to === undefined) continue
    const subject = subjectOf(begin) ?? ''
    const isOther = (other: ScriptItem): boolean => {
      const begun = at.get(other.id)
      if (other.id === begin.id || begun === undefined || from === undefined || begun > to) return false
      // A call takes the place of the one before it; of two showings of one product the longer one stands.
      if (subject === 'call') return begun > from
      const ended = endOf.get(other.id)
      return ended === undefined ? begun > from : ended > to
    }
    if (from === undefined || to < from || (bySubject.get(subject) ?? []).some(isOther)) idle.add(end.id)
  }
  return idle
}

/**
 * The script as it plays. Of two cues for one item the later one counts. While the script stands still nothing of it
 * happens, but what was moved there by hand; the audience curve goes on. Nothing ends before it begins, and an end
 * takes down nothing but what it ends.
 */
export const cuedScript = (script: Script, cues: readonly Cue[]): ScriptItem[] => {
  if (cues.length === 0) return [...script]
  const places = placesOf(cues)
  const played = sortScript(
    script.flatMap((item): ScriptItem[] => {
      const place = places.get(item.id)
      if (place !== undefined && place.fromMs === item.atMs)
        return place.kind === 'out' ? [] : [{ ...item, atMs: place.toMs }]
      return item.kind !== 'audience' && isOffAt(cues, item.atMs) ? [] : [item]
    }),
  )
  const idle = idleEnds(script, played)
  return idle.size === 0 ? played : played.filter(({ id }) => !idle.has(id))
}
