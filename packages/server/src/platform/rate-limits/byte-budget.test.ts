import { expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { createByteBudget } from './byte-budget.ts'
import type { Limits, Taken } from './limits.ts'

const rule = { limit: 1_000, windowMs: 60_000, chunk: 100 }

const budgetOf = (answer: () => Taken = () => ({ ok: true, left: 1 })) => {
  const takes: number[] = []
  const clock = manualClock('2026-01-01T00:00:00Z')
  const limits: Limits = {
    take: async (_key, _rule, amount = 1) => {
      takes.push(amount)
      return answer()
    },
    reset: async () => {},
    sweep: async () => 0,
  }
  return { takes, clock, spend: createByteBudget({ limits, clock }) }
}

test('RATE-LIMITS-1 Bytes are taken from a limit a chunk at a time, and a larger call whole.', async () => {
  const { takes, spend } = budgetOf()
  for (let call = 0; call < 5; call += 1) await spend('one', rule, 30)
  expect(takes).toEqual([100, 100])
  await spend('one', rule, 250)
  await spend('two', rule, 30)
  expect(takes).toEqual([100, 100, 250, 100])
})

test('RATE-LIMITS-2 What is left of a chunk ends with its window, and a refused one is spent by nobody.', async () => {
  const { takes, clock, spend } = budgetOf()
  await spend('one', rule, 30)
  clock.advance(rule.windowMs)
  await spend('one', rule, 30)
  expect(takes).toEqual([100, 100])
  const refusing = budgetOf(() => ({ ok: false, retryAfterMs: 7 }))
  expect(await refusing.spend('one', rule, 30)).toEqual({ ok: false, retryAfterMs: 7 })
  expect(await refusing.spend('one', rule, 30)).toEqual({ ok: false, retryAfterMs: 7 })
  expect(refusing.takes).toEqual([100, 100])
})
