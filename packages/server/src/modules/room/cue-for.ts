import type { Cue } from '@kaimai/contract/live/cue.rules.ts'
import { type CueAction, type CuedShow, requestedCue } from '@kaimai/contract/live/cue-request.rules.ts'
import type { MadeCue } from './cue.store.ts'

const onceWithinMs = 1_000

/**
 * The cue that an action asks for, `stands` where one like it was made already: two of the staff who press at once mean
 * one change.
 */
export const cueFor = (input: {
  readonly show: CuedShow
  readonly list: readonly MadeCue[]
  readonly itemIds: readonly string[]
  readonly action: CueAction
  /** Epoch ms. */
  readonly nowMs: number
  readonly beginAtMs: number
  readonly leadMs: number
}): { readonly cue: Cue } | { readonly stands: MadeCue } | 'late' | 'end' | 'unknown' => {
  const { show, list, itemIds, action, leadMs } = input
  const [itemId = ''] = itemIds
  const nowMs = input.nowMs - input.beginAtMs
  const place = show.places.get(itemId)
  const fromMs = show.items.get(itemId)?.atMs
  const last = list.findLast(({ cue }) => cue.kind !== 'off' && cue.itemId === itemId && cue.fromMs === fromMs)
  const wanted = requestedCue(show, { itemIds, action, nowMs, leadMs })
  if (last === undefined || wanted === 'unknown' || (place !== undefined && place <= nowMs)) return wanted
  const isAgain =
    action === 'skip'
      ? last.cue.kind === 'skipped'
      : last.cue.kind === 'moved' &&
        (action === 'delay'
          ? input.nowMs - last.madeAtMs < onceWithinMs
          : // Called a moment ago, and about to play.
            place !== undefined && place <= nowMs + leadMs)
  return isAgain ? { stands: last } : wanted
}
