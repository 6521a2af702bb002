import { type Cue, cuedScript } from '@kaimai/contract/live/cue.rules.ts'
import type { Script, ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import type { MadeCue } from './cue.store.ts'

const onceWithinMs = 1_000
const delayMs = 30_000
const latestMs = 172_800_000

/** Where an item plays, in room time; undefined: it doesn't. */
export const placeOf = (planned: Script, list: readonly MadeCue[], itemId: string): number | undefined =>
  cuedScript(
    planned,
    list.map(({ cue }) => cue),
  ).find(({ id }) => id === itemId)?.atMs

/**
 * The cue that an action asks for, `stands` where one like it was made already, 'late' when the moment has played. What
 * was left out while the script stood still, or by hand, may be called all the same.
 */
export const cueFor = (given: {
  readonly planned: Script
  readonly item: ScriptItem
  readonly list: readonly MadeCue[]
  readonly action: 'now' | 'delay' | 'skip'
  /** Epoch ms. */
  readonly nowMs: number
  readonly beginAtMs: number
  readonly leadMs: number
}): { readonly cue: Cue } | { readonly stands: MadeCue } | 'late' => {
  const { planned, item, list, action, leadMs } = given
  const nowMs = given.nowMs - given.beginAtMs
  const place = placeOf(planned, list, item.id)
  const last = list.findLast(({ cue }) => cue.kind !== 'off' && cue.itemId === item.id && cue.fromMs === item.atMs)
  if (place !== undefined && place <= nowMs) return 'late'
  const of = { itemId: item.id, fromMs: item.atMs }
  switch (action) {
    case 'now':
      // Called a moment ago, and about to play.
      if (last?.cue.kind === 'moved' && place !== undefined && place <= nowMs + leadMs) return { stands: last }
      return { cue: { kind: 'moved', ...of, toMs: Math.max(0, nowMs + leadMs) } }
    case 'skip':
      if (last?.cue.kind === 'skipped') return { stands: last }
      return place === undefined ? 'late' : { cue: { kind: 'skipped', ...of } }
    case 'delay':
      // Two of the staff at once mean one delay.
      if (last?.cue.kind === 'moved' && given.nowMs - last.madeAtMs < onceWithinMs) return { stands: last }
      return place === undefined ? 'late' : { cue: { kind: 'moved', ...of, toMs: Math.min(latestMs, place + delayMs) } }
  }
}
