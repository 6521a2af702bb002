import { fail } from '@kaimai/contract/common/error.ts'
import type { ReportedEvent } from '@kaimai/contract/tracking/tracking.schema.ts'
import type { Clock } from '../../platform/clock.ts'
import { type ByteRule, createByteBudget } from '../../platform/rate-limits/byte-budget.ts'
import type { Limits } from '../../platform/rate-limits/limits.ts'

const mebibyte = 1024 * 1024
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * What one network may have us write of one firm, in bytes. A phone carrier has a whole room behind one address: 3,000
 * viewers who look at 30 products each write some 50 MB in a day.
 */
export const networkRules = {
  burst: { limit: 32 * mebibyte, windowMs: 10 * minuteMs, chunk: 32 * 1024 },
  day: { limit: 96 * mebibyte, windowMs: dayMs, chunk: 128 * 1024 },
} as const satisfies Record<string, ByteRule>

/** What the whole world may have us write of one firm, in bytes. */
export const firmRule: ByteRule = { limit: 512 * mebibyte, windowMs: dayMs, chunk: mebibyte }

/** What a row takes with its indexes, about, in bytes. */
const rowBytes = { call: 100, event: 400, thing: 100 } as const

const bytesOf = (events: readonly Pick<ReportedEvent, 'items'>[]): number =>
  events.reduce<number>((sum, { items }) => sum + rowBytes.event + items.length * rowBytes.thing, rowBytes.call)

/** Bounds what strangers make us write, by bytes: of a network and a firm, and of a firm. */
export const createReportingLimits = (deps: { readonly limits: Limits; readonly clock: Clock }) => {
  const spend = createByteBudget(deps)
  return {
    /** Throws `tooManyRequests` when what the call would write is too much. */
    spend: async (firmId: string, network: string, events: readonly Pick<ReportedEvent, 'items'>[]): Promise<void> => {
      const bytes = bytesOf(events)
      const all = [
        [`tracking burst ${network} ${firmId}`, networkRules.burst],
        [`tracking day ${network} ${firmId}`, networkRules.day],
        [`tracking firm ${firmId}`, firmRule],
      ] as const
      for (const [key, rule] of all) {
        const taken = await spend(key, rule, bytes)
        if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
      }
    },
  }
}
export type ReportingLimits = ReturnType<typeof createReportingLimits>
