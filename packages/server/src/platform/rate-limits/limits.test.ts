import { KaimaiError } from '@kaimai/contract/common/error.ts'
import { array, assert, asyncProperty, integer, record } from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, testSet } from '../../../test/database.ts'
import type { TestDatabase } from '../../../test/database.ts'
import { startRedis } from '../../../test/servers.ts'
import { redisClient } from '../bus/redis-client.ts'
import { manualClock, systemClock } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { openDatabase } from '../db/open-database.ts'
import { newId } from '../ids.ts'
import { databaseLimits } from './database-limits.ts'
import type { LimitRule, Limits } from './limits.ts'
import { redisLimits } from './redis-limits.ts'

const silentLog = pino({ level: 'silent' })
let database: TestDatabase
let redis: Awaited<ReturnType<typeof startRedis>>
const closes: (() => Promise<void>)[] = []
beforeAll(async () => {
  database = await testDatabase()
  redis = await startRedis()
})
afterAll(async () => {
  for (const close of closes) await close()
  await database.close()
  await redis.stop()
})

const kinds: Record<'database' | 'redis', (clock: Clock) => Limits> = {
  database: (clock) => databaseLimits(database, clock),
  redis: (clock) => {
    const limits = redisLimits({ url: redis.url, clock, log: silentLog })
    closes.push(limits.close)
    return limits
  },
}

const start = '2026-01-01T00:00:00Z'
const minute = 60_000

const takeMany = async (limits: Limits, key: string, rule: LimitRule, times: number): Promise<number> => {
  const taken = await Promise.all(Array.from({ length: times }, () => limits.take(key, rule)))
  return taken.filter((one) => one.ok).length
}

describe.each(['database', 'redis'] as const)('limits: %s', (kind) => {
  test('RATE-LIMITS-3 The limit is allowed, then refused until the first take has left the window', async () => {
    const clock = manualClock(start)
    const limits = kinds[kind](clock)
    const rule = { limit: 3, windowMs: minute }
    const key = newId()
    expect(await limits.take(key, rule)).toEqual({ ok: true, left: 2 })
    clock.advance(10_000)
    expect(await limits.take(key, rule)).toEqual({ ok: true, left: 1 })
    expect(await limits.take(key, rule)).toEqual({ ok: true, left: 0 })
    clock.advance(5000)
    const refused = await limits.take(key, rule)
    expect(refused).toEqual({ ok: false, retryAfterMs: 45_001 })
    clock.advance(45_000)
    expect(await limits.take(key, rule)).toEqual({ ok: false, retryAfterMs: 1 })
    clock.advance(1)
    expect(await limits.take(key, rule)).toEqual({ ok: true, left: 0 })
    expect(await limits.take(newId(), rule)).toEqual({ ok: true, left: 2 })
  })

  test('RATE-LIMITS-4 An amount is taken whole or not at all, and the answer says how long to wait.', async () => {
    const clock = manualClock(start)
    const limits = kinds[kind](clock)
    const rule = { limit: 60, windowMs: minute }
    const key = newId()
    expect(await limits.take(key, rule, 40)).toEqual({ ok: true, left: 20 })
    clock.advance(10_000)
    expect(await limits.take(key, rule, 21)).toEqual({ ok: false, retryAfterMs: 50_001 })
    expect(await limits.take(key, rule, 20)).toEqual({ ok: true, left: 0 })
    clock.advance(50_001)
    expect(await limits.take(key, rule, 40)).toEqual({ ok: true, left: 0 })
  })

  test('RATE-LIMITS-5 Of 50 who take at once exactly the limit get it', async () => {
    const clock = manualClock(start)
    const [one, other] = [kinds[kind](clock), kinds[kind](clock)]
    for (const limit of [1, 7, 49, 50]) {
      const key = newId()
      const rule = { limit, windowMs: minute }
      const taken = await Promise.all([takeMany(one, key, rule, 25), takeMany(other, key, rule, 25)])
      expect(taken[0] + taken[1]).toBe(limit)
    }
  })

  test('RATE-LIMITS-6 No window of any history holds more takes than the limit', async () => {
    const history = array(record({ waitMs: integer({ min: 0, max: 700 }), takers: integer({ min: 1, max: 4 }) }), {
      minLength: 5,
      maxLength: 25,
    })
    await assert(
      asyncProperty(integer({ min: 1, max: 5 }), history, async (limit, steps) => {
        const clock = manualClock(start)
        const limits = kinds[kind](clock)
        const rule = { limit, windowMs: 1000 }
        const key = newId()
        const taken: number[] = []
        for (const { waitMs, takers } of steps) {
          clock.advance(waitMs)
          const before = taken.filter((at) => at >= clock.ms() - rule.windowMs).length
          const got = await takeMany(limits, key, rule, takers)
          // Neither too many nor too few.
          expect(got).toBe(Math.min(takers, limit - before))
          for (let i = 0; i < got; i += 1) taken.push(clock.ms())
        }
      }),
      { numRuns: 15 },
    )
  })

  test('RATE-LIMITS-17 Whatever amounts are asked for within one window, in any order, no key is given more than its limit', async () => {
    const call = record({ key: integer({ min: 0, max: 2 }), amount: integer({ min: 1, max: 90 }) })
    await assert(
      asyncProperty(
        integer({ min: 0, max: 70 }),
        array(call, { minLength: 1, maxLength: 12 }),
        async (limit, calls) => {
          const limits = kinds[kind](manualClock(start))
          const rule = { limit, windowMs: minute }
          const keys = [newId(), newId(), newId()]
          const given = [0, 0, 0]
          for (const { key, amount } of calls) {
            const before = given[key] ?? 0
            const taken = await limits.take(keys[key] ?? '', rule, amount)
            // Neither too many nor too few.
            expect(taken.ok).toBe(before + amount <= limit)
            if (taken.ok) given[key] = before + amount
            else expect(taken.retryAfterMs).toBeGreaterThan(0)
          }
          expect(Math.max(...given)).toBeLessThanOrEqual(limit)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('RATE-LIMITS-7 A large limit holds as well, kept in few rows of time', async () => {
    const clock = manualClock(start)
    const limits = kinds[kind](clock)
    const rule = { limit: 200, windowMs: minute }
    const key = newId()
    const taken: number[] = []
    for (let second = 0; second < 150; second += 1) {
      const got = await takeMany(limits, key, rule, second % 3 === 0 ? 12 : 2)
      for (let i = 0; i < got; i += 1) taken.push(clock.ms())
      const within = taken.filter((at) => at > clock.ms() - rule.windowMs)
      expect(within.length).toBeLessThanOrEqual(rule.limit)
      clock.advance(1000)
    }
    // Two full windows' worth, give or take the slot that is still leaving.
    expect(taken.length).toBeGreaterThan(2 * rule.limit)
  })

  test('RATE-LIMITS-8 A caller who waits as long as the answer says is let in, and not a moment earlier', async () => {
    await assert(
      asyncProperty(integer({ min: 1, max: 130 }), integer({ min: 0, max: 900 }), async (limit, pause) => {
        const clock = manualClock(start)
        const limits = kinds[kind](clock)
        const rule = { limit, windowMs: 10_000 }
        const key = newId()
        await takeMany(limits, key, rule, Math.ceil(limit / 2))
        clock.advance(pause)
        await takeMany(limits, key, rule, limit)
        const refused = await limits.take(key, rule)
        if (refused.ok) throw new Error('was not refused')
        clock.advance(refused.retryAfterMs - 1)
        expect((await limits.take(key, rule)).ok).toBe(false)
        clock.advance(1)
        expect((await limits.take(key, rule)).ok).toBe(true)
      }),
      { numRuns: 12 },
    )
  })

  test('RATE-LIMITS-9 A reset forgets the takes of that key alone', async () => {
    const limits = kinds[kind](manualClock(start))
    const rule = { limit: 2, windowMs: minute }
    const [mine, other] = [newId(), newId()]
    await takeMany(limits, mine, rule, 2)
    await takeMany(limits, other, rule, 2)
    await limits.reset(mine)
    expect(await limits.take(mine, rule)).toEqual({ ok: true, left: 1 })
    expect((await limits.take(other, rule)).ok).toBe(false)
  })

  test('RATE-LIMITS-10 Two machines whose clocks differ by seconds still share one limit', async () => {
    const [ahead, behind] = [manualClock(start), manualClock(start)]
    ahead.advance(4000)
    const [one, other] = [kinds[kind](ahead), kinds[kind](behind)]
    const rule = { limit: 10, windowMs: minute }
    const key = newId()
    for (let round = 0; round < 6; round += 1) {
      await takeMany(one, key, rule, 3)
      await takeMany(other, key, rule, 3)
      ahead.advance(1000)
      behind.advance(1000)
    }
    expect((await one.take(key, rule)).ok).toBe(false)
    expect((await other.take(key, rule)).ok).toBe(false)
    ahead.advance(minute - 6000)
    behind.advance(minute - 6000)
    // The first round's takes have left the window of the clock that is ahead.
    expect((await one.take(key, rule)).ok).toBe(true)
  })

  test('RATE-LIMITS-11 A restart forgets nothing, and no key is stored as it was given', async () => {
    const clock = manualClock(start)
    const rule = { limit: 2, windowMs: minute }
    const key = `login:王小明@example.com:${newId()}`
    await takeMany(kinds[kind](clock), key, rule, 2)
    expect((await kinds[kind](clock).take(key, rule)).ok).toBe(false)
    if (kind === 'database') {
      const { rows } = await database.raw('select key from "limitTaken"')
      expect(rows.length).toBeGreaterThan(0)
      expect(JSON.stringify(rows)).not.toContain('example.com')
    }
  })
})

describe('limits: database only', () => {
  test('RATE-LIMITS-12 Sweeping removes what no longer counts and nothing else', async () => {
    const clock = manualClock('2030-01-01T00:00:00Z')
    const limits = databaseLimits(database, clock)
    const rule = { limit: 1, windowMs: minute }
    const [old, fresh] = [newId(), newId()]
    await limits.sweep()
    await limits.take(old, rule)
    clock.advance(2 * minute)
    await limits.take(fresh, rule)
    expect(await limits.sweep()).toBe(1)
    expect((await limits.take(fresh, rule)).ok).toBe(false)
    expect(await limits.sweep()).toBe(0)
  })

  test('RATE-LIMITS-13 A take inside a transaction is refused as the mistake it is', async () => {
    const limits = databaseLimits(database, systemClock)
    const inside = database.transaction(() => limits.take(newId(), { limit: 1, windowMs: minute }))
    await expect(inside).rejects.toThrow('inside a transaction')
  })

  test.runIf(testSet() === 'postgres')('RATE-LIMITS-14 Two processes on PostgreSQL share one limit', async () => {
    if (database.url === undefined) throw new Error('no url')
    const second = await openDatabase({ url: database.url, log: silentLog })
    const key = newId()
    const rule = { limit: 20, windowMs: minute }
    const clock = manualClock(start)
    const [here, there] = [databaseLimits(database, clock), databaseLimits(second, clock)]
    const taken = await Promise.all([takeMany(here, key, rule, 50), takeMany(there, key, rule, 50)])
    await second.close()
    expect(taken[0] + taken[1]).toBe(20)
  })
})

describe('limits: redis only', () => {
  test('RATE-LIMITS-15 While Redis is away a take fails as busy: nobody gets in uncounted', async () => {
    const lost = await startRedis()
    const limits = redisLimits({ url: lost.url, clock: systemClock, log: silentLog })
    const rule = { limit: 5, windowMs: minute }
    expect((await limits.take('a', rule)).ok).toBe(true)
    await lost.stop()
    const refused = await limits.take('a', rule).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(KaimaiError)
    expect(refused).toMatchObject({ errorName: 'busy' })
    await limits.close()
  })

  test('RATE-LIMITS-16 In Redis a key that nobody asks for goes by itself', async () => {
    const limits = kinds.redis(systemClock)
    const client = redisClient(redis.url, 'test', silentLog)
    await client.flushall()
    await limits.take('short', { limit: 5, windowMs: minute })
    const [key = ''] = await client.keys('kaimai:limit:*')
    expect(key).not.toContain('short')
    const left = await client.pttl(key)
    expect(left).toBeGreaterThan(minute)
    expect(left).toBeLessThan(3 * minute)
    expect(await limits.sweep()).toBe(0)
    client.disconnect()
  })
})
