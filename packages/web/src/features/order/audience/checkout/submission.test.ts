import { TrackingContext } from '@kaimai/contract/tracking/tracking.schema.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyDraft, filledInOf } from './draft.ts'
import {
  keepSubmission,
  storedSubmission,
  readSubmission,
  standingOf,
  type Submission,
  submissionFor,
} from './submission.ts'

const tracking = TrackingContext.parse({})
const filled = {
  ...filledInOf({ ...emptyDraft, paymentMethod: 'card' }),
  remember: true,
  expectedTotal: 142000,
  tracking,
}
const order: Pick<Submission, 'shopId' | 'filled' | 'lines'> = {
  shopId: 'room01',
  filled,
  lines: [{ variantId: 'v', quantity: 1 }],
}
const nowMs = Date.UTC(2026, 10, 20)
let keys = 0
const make = { newKey: () => `key-${++keys}`, nowMs }

test('ORDER-145 The same order sent again keeps its key; another order gets another', () => {
  const first = submissionFor(order, undefined, make)
  expect(submissionFor({ ...order }, first, make)).toBe(first)
  const dearer = submissionFor({ ...order, filled: { ...filled, expectedTotal: 146000 } }, first, make)
  expect(dearer.key).not.toBe(first.key)
  const placed = standingOf(first, { orderKey: 'o', orderNo: 'CR1', total: 142000 })
  expect(submissionFor(order, placed, make).key).not.toBe(first.key)
})

test('ORDER-146 The key outlives a reload, for a day', () => {
  const held = new Map<string, unknown>()
  const memory = {
    read: (name: string) => held.get(name),
    write: (name: string, value: unknown) => void held.set(name, JSON.parse(JSON.stringify(value))),
    forget: (name: string) => void held.delete(name),
  }
  const sent = submissionFor(order, undefined, make)
  keepSubmission(memory, sent)
  const kept = storedSubmission(memory, 'room01', nowMs + 60_000)
  expect(submissionFor(order, kept, make).key).toBe(sent.key)
  expect(storedSubmission(memory, 'room02', nowMs)).toBeUndefined()
  expect(storedSubmission(memory, 'room01', nowMs + 24 * 60 * 60_000 + 1)).toBeUndefined()
  keepSubmission(memory, standingOf(sent, { orderKey: 'o', orderNo: 'CR1', total: 142000 }))
  expect(storedSubmission(memory, 'room01', nowMs)?.placed).toEqual({ orderKey: 'o', orderNo: 'CR1', total: 142000 })
})

test('ORDER-147 Whatever stands in the storage, nothing is sent that is no order', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (stored) => {
      expect(readSubmission(stored, nowMs)).toBeUndefined()
    }),
  )
})

test('ORDER-148 Other pieces are another order; by what link somebody came again is not', () => {
  const first = submissionFor(order, undefined, make)
  const more = { ...order, lines: [{ variantId: 'v', quantity: 2 }] }
  expect(submissionFor(more, first, make).key).not.toBe(first.key)
  const later = { ...order, filled: { ...filled, tracking: { ...tracking, fbp: 'fb.1.2.3' } } }
  // What was sent under the key is sent again as it was.
  expect(submissionFor(later, first, make)).toBe(first)
})

test('ORDER-149 Once an order stands, the device keeps nothing of what was filled in; what is too old it forgets', () => {
  const held = new Map<string, string>()
  const memory = {
    read: (name: string): unknown => JSON.parse(held.get(name) ?? 'null') ?? undefined,
    write: (name: string, value: unknown) => void held.set(name, JSON.stringify(value)),
    forget: (name: string) => void held.delete(name),
  }
  const personal = { fullName: '王小明', phone: '0912345678', phoneCountry: 'TW', email: 'mei@example.com' }
  const sent = submissionFor({ ...order, filled: { ...filled, personal, paymentMethod: 'card' } }, undefined, make)
  keepSubmission(memory, sent)
  expect([...held.values()].join()).toContain('王小明')
  keepSubmission(memory, standingOf(sent, { orderKey: 'o', orderNo: 'CR1', total: 142000 }))
  for (const word of ['王小明', '0912345678', 'mei@example.com']) expect([...held.values()].join()).not.toContain(word)
  expect(storedSubmission(memory, 'room01', nowMs)).toMatchObject({
    paymentMethod: 'card',
    placed: { orderNo: 'CR1' },
  })
  keepSubmission(memory, sent)
  expect(storedSubmission(memory, 'room01', nowMs + 24 * 60 * 60_000 + 1)).toBeUndefined()
  expect(held.size).toBe(0)
})
