import { type Cue, cuedScript, isEnd, maxRun, thingsOf } from './cue.rules.ts'
import type { Script, ScriptItem } from './show.rules.ts'

export const cueActions = ['now', 'delay', 'skip'] as const
export type CueAction = (typeof cueActions)[number]

const delayMs = 30_000
/** Of a cue's schema. */
const latestMs = 172_800_000

/** A script with its cues, as far as it is asked what may be done to its moments. */
export interface CuedShow {
  readonly planned: Script
  readonly cues: readonly Cue[]
  readonly played: Script
  /** Where each item plays, ms from the begin; what isn't in it doesn't. */
  readonly places: ReadonlyMap<string, number>
  readonly items: ReadonlyMap<string, ScriptItem>
  /** By the id of what begins, its end; and the other way round. */
  readonly endOf: ReadonlyMap<string, ScriptItem>
  readonly beginOf: ReadonlyMap<string, ScriptItem>
}

export const cuedShow = (planned: Script, cues: readonly Cue[]): CuedShow => {
  const played = cuedScript(planned, cues)
  const things = thingsOf(planned)
  return {
    planned,
    cues,
    played,
    places: new Map(played.map(({ id, atMs }) => [id, atMs])),
    items: new Map(planned.map((item) => [item.id, item])),
    endOf: new Map(things.map(({ begin, end }) => [begin.id, end])),
    beginOf: new Map(things.map(({ begin, end }) => [end.id, begin])),
  }
}

export interface CueRequest {
  /** The moment first; after it the further lines of its run of comments. */
  readonly itemIds: readonly string[]
  readonly action: CueAction
  /** Room time, ms. */
  readonly nowMs: number
  /** What is called now plays so much later: every node has heard of it by then. */
  readonly leadMs: number
}

/**
 * The cue that an action comes to: it moves a thing whole, begin and end together, so that its length stays. `late`: the
 * moment has played; `end`: an end is not called by itself, and before its begin it goes with it; `unknown`: no such item.
 * What was left out, by hand or while the script stood still, may be called all the same.
 */
export const requestedCue = (
  show: CuedShow,
  { itemIds, action, nowMs, leadMs }: CueRequest,
): { readonly cue: Cue } | 'late' | 'end' | 'unknown' => {
  const { places, items, endOf, beginOf } = show
  const [lead, ...others] = itemIds.slice(0, maxRun).flatMap((id) => items.get(id) ?? [])
  if (lead === undefined || lead.id !== itemIds[0]) return 'unknown'
  const place = places.get(lead.id)
  if (place !== undefined && place <= nowMs) return 'late'
  if (isEnd(lead)) {
    const begin = beginOf.get(lead.id)
    const begunMs = begin === undefined ? undefined : places.get(begin.id)
    if (action === 'now' || (begin !== undefined && (begunMs === undefined || begunMs > nowMs))) return 'end'
  }
  const coming = others.filter(({ id }) => (places.get(id) ?? -1) > nowMs)
  const also = [...coming, ...[lead, ...coming].flatMap(({ id }) => endOf.get(id) ?? [])].map(({ id, atMs }) => ({
    itemId: id,
    fromMs: atMs,
  }))
  const of = { itemId: lead.id, fromMs: lead.atMs, ...(also.length === 0 ? {} : { also }) }
  switch (action) {
    case 'now':
      return { cue: { kind: 'moved', ...of, toMs: Math.max(0, Math.round(nowMs + leadMs)) } }
    case 'skip':
      return place === undefined ? 'late' : { cue: { kind: 'skipped', ...of } }
    case 'delay':
      return place === undefined ? 'late' : { cue: { kind: 'moved', ...of, toMs: Math.min(latestMs, place + delayMs) } }
  }
}

/** What a cue names: its moment, and all that goes with it. */
export const itemsOfCue = (cue: Cue): readonly string[] =>
  cue.kind === 'off' ? [] : [cue.itemId, ...(cue.also ?? []).map(({ itemId }) => itemId)]

/** The cues that stand for a thing, of its begin and of its end. */
export const cuesOfThing = <C>(
  { endOf, beginOf }: Pick<CuedShow, 'endOf' | 'beginOf'>,
  made: readonly C[],
  cueOf: (one: C) => Cue,
  itemId: string,
): readonly C[] => {
  const ids = new Set([itemId, endOf.get(itemId)?.id, beginOf.get(itemId)?.id])
  return made.filter((one) => itemsOfCue(cueOf(one)).some((id) => ids.has(id)))
}

/**
 * Whether the cues that are left would bring a moment back that has had its time: such cues can't be taken back. What
 * has played stays played, and what was due by now would never come.
 */
export const mayTakeBack = (before: CuedShow, left: readonly Cue[], nowMs: number): boolean => {
  const after = cuedScript(before.planned, left)
  const places = new Map(after.map(({ id, atMs }) => [id, atMs]))
  return before.planned.every(({ id }) => {
    const [was, is] = [before.places.get(id), places.get(id)]
    return was === is || [was, is].every((place) => place === undefined || place > nowMs)
  })
}
