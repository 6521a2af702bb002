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
export const Cue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('moved'), ...ofItem, toMs: z.number().int().min(0).max(172_800_000) }),
  z.object({ kind: z.literal('skipped'), ...ofItem }),
  /** The script stands still from there on; `toMs` null: still now. */
  z.object({ kind: z.literal('off'), fromMs: z.number().int(), toMs: z.number().int().nullable() }),
])
export type Cue = z.output<typeof Cue>

const isOffAt = (cues: readonly Cue[], ms: number): boolean =>
  cues.some((cue) => cue.kind === 'off' && cue.fromMs <= ms && (cue.toMs === null || ms < cue.toMs))

/**
 * The script as it plays. Of two cues for one item the later one counts. While the script stands still nothing of it
 * happens, but what was moved there by hand; the audience curve goes on.
 */
export const cuedScript = (script: Script, cues: readonly Cue[]): ScriptItem[] => {
  if (cues.length === 0) return [...script]
  const byItem = new Map<string, Exclude<Cue, { kind: 'off' }>>()
  for (const cue of cues) if (cue.kind !== 'off') byItem.set(cue.itemId, cue)
  const played = script.flatMap((item): ScriptItem[] => {
    const cue = byItem.get(item.id)
    if (cue !== undefined && cue.fromMs === item.atMs)
      return cue.kind === 'skipped' ? [] : [{ ...item, atMs: cue.toMs }]
    return item.kind !== 'audience' && isOffAt(cues, item.atMs) ? [] : [item]
  })
  return sortScript(played)
}
