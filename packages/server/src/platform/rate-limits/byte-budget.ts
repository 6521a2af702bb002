import type { Clock } from '../clock.ts'
import type { LimitRule, Limits, Taken } from './limits.ts'

/** Keys whose remainder is remembered; beyond them all are forgotten, and take anew. */
const keysMax = 20_000

/** A limit in bytes. `chunk`: taken at once from the limit and then spent here, so that most calls ask nobody. */
export interface ByteRule extends LimitRule {
  readonly chunk: number
}

/**
 * Spends bytes of limits, a chunk at a time: a call that writes some hundred bytes doesn't cost a write of its own to be
 * counted. A process that ends loses what is left of its chunks.
 */
export const createByteBudget = ({ limits, clock }: { readonly limits: Limits; readonly clock: Clock }) => {
  const left = new Map<string, { bytes: number; until: number }>()
  return async (key: string, rule: ByteRule, bytes: number): Promise<Taken> => {
    const now = clock.ms()
    const known = left.get(key)
    const rest = known !== undefined && known.until > now ? known.bytes : 0
    if (rest >= bytes && known) {
      known.bytes -= bytes
      return { ok: true, left: known.bytes }
    }
    const amount = Math.max(rule.chunk, bytes)
    const taken = await limits.take(key, rule, amount)
    if (!taken.ok) return taken
    if (left.size >= keysMax) left.clear()
    // Calls of the same moment may have taken chunks too: what they have left counts on.
    const meanwhile = left.get(key)
    const others = meanwhile !== undefined && meanwhile.until > now ? meanwhile.bytes : 0
    left.set(key, { bytes: others + amount - bytes, until: now + rule.windowMs })
    return taken
  }
}
export type ByteBudget = ReturnType<typeof createByteBudget>
