import { setTimeout as sleep } from 'node:timers/promises'
import { fail } from '@kaimai/contract/common/error.ts'
import type { LimitRule, Limits } from '../../platform/rate-limits/limits.ts'

const windowMs = 15 * 60_000

/** Rate limits of a partner's login: tries in a quarter of an hour. A right password takes its own count back. */
export const partnerLoginLimits = {
  /** On a browser that the partner has logged in on before: a count of its own, so that nobody else shuts its owner out. */
  knownDevice: { limit: 10, windowMs },
  /** At one partner from one network, on browsers that nobody knows. */
  partnerFromNetwork: { limit: 10, windowMs },
  /** From one network at all partners. */
  network: { limit: 100, windowMs },
  /** At one partner from everywhere: beyond it an unknown browser isn't refused, it waits for its answer. */
  partner: { limit: 30, windowMs },
} as const

const slowMs = 1_500
/** Logins of one process that may wait so at once; the next ones are refused. */
const maxWaiting = 100

/** How often a partner's password may be tried: as members', it slows down and never shuts the owner out. */
export const createPartnerLoginLimit = (limits: Limits) => {
  let waiting = 0

  const take = async (key: string, rule: LimitRule): Promise<void> => {
    const taken = await limits.take(key, rule)
    if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
  }

  const slowDown = async (): Promise<void> => {
    if (waiting >= maxWaiting) throw fail('tooManyRequests', { details: { retryAfterMs: slowMs } })
    waiting += 1
    await sleep(slowMs).finally(() => {
      waiting -= 1
    })
  }

  return {
    /** Counts a try before the password is looked at; `forgive` after it was right. Throws `tooManyRequests`. */
    admit: async (
      partnerId: string,
      network: string,
      knownDevice: string | undefined,
    ): Promise<{ forgive: () => Promise<void> }> => {
      if (knownDevice !== undefined) {
        const own = `partner login known device ${partnerId} ${knownDevice}`
        await take(own, partnerLoginLimits.knownDevice)
        return { forgive: () => limits.reset(own) }
      }
      const fromNetwork = `partner login ${network} ${partnerId}`
      await take(`partner login ${network}`, partnerLoginLimits.network)
      await take(fromNetwork, partnerLoginLimits.partnerFromNetwork)
      const { ok } = await limits.take(`partner login ${partnerId}`, partnerLoginLimits.partner)
      if (!ok) await slowDown()
      return { forgive: () => limits.reset(fromNetwork) }
    },
  }
}
