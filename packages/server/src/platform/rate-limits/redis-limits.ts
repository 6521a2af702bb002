import { fail } from '@kaimai/contract/common/error.ts'
import { z } from 'zod'
import type { BusLog } from '../bus/bus.ts'
import { redisClient } from '../bus/redis-client.ts'
import type { Clock } from '../clock.ts'
import type { LimitRule, Limits } from './limits.ts'
import { granuleOf, hashedKey, keepSkewMs, retryAfter, takenWithin } from './window.ts'

/**
 * A hash of slot → takes. In Redis a script runs alone, so takers queue up. Answers whether it was taken and all
 * slots after. The time is the caller's; PEXPIRE only clears away what nobody asks for.
 */
const takeScript = `
local from, forget = tonumber(ARGV[2]), tonumber(ARGV[3])
local all = redis.call('HGETALL', KEYS[1])
local count = 0
for i = 1, #all, 2 do
  local slot = tonumber(all[i])
  if slot > from then count = count + tonumber(all[i + 1])
  elseif slot <= forget then redis.call('HDEL', KEYS[1], all[i]) end
end
local taken = 0
if count + tonumber(ARGV[6]) <= tonumber(ARGV[4]) then
  redis.call('HINCRBY', KEYS[1], ARGV[1], ARGV[6])
  redis.call('PEXPIRE', KEYS[1], ARGV[5])
  taken = 1
end
return { taken, redis.call('HGETALL', KEYS[1]) }
`

const TakeAnswer = z.tuple([z.number(), z.array(z.coerce.number())])

/** Limits in Redis, which must keep its data over a restart (append-only file) to keep its promise. */
export const redisLimits = (options: {
  url: string
  clock: Clock
  log: BusLog
  prefix?: string
}): Limits & { close(): Promise<void> } => {
  const { clock } = options
  const prefix = options.prefix ?? 'kaimai:limit:'
  const redis = redisClient(options.url, 'limits', options.log)

  const reached = async <T>(command: () => Promise<T>): Promise<T> => {
    try {
      return await command()
    } catch (error) {
      options.log.warn({ err: error }, 'limits: redis does not answer')
      throw fail('busy')
    }
  }

  const runTake = (id: string, rule: LimitRule, now: number, amount: number): Promise<unknown> => {
    const granule = granuleOf(rule)
    const from = now - rule.windowMs - granule
    const keepMs = 2 * (rule.windowMs + granule + keepSkewMs)
    return redis.eval(
      takeScript,
      1,
      prefix + id,
      now - (now % granule),
      from,
      from - keepSkewMs,
      rule.limit,
      keepMs,
      amount,
    )
  }

  return {
    take: async (key, rule, amount = 1) => {
      const now = clock.ms()
      const [taken, flat] = TakeAnswer.parse(await reached(() => runTake(hashedKey(key), rule, now, amount)))
      const after = {
        slots: flat.filter((_, index) => index % 2 === 0),
        counts: flat.filter((_, index) => index % 2 === 1),
      }
      if (taken === 1) return { ok: true, left: Math.max(0, rule.limit - takenWithin(after, rule, now)) }
      return { ok: false, retryAfterMs: retryAfter(after, rule, now, amount) }
    },
    reset: async (key) => {
      await reached(() => redis.del(prefix + hashedKey(key)))
    },
    sweep: async () => 0,
    close: async () => redis.disconnect(),
  }
}
