import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyDraft, filledInOf } from './draft.ts'
import { keepSubmission, keptSubmission, type OrderToSend, readSubmission, submissionFor } from './submission.ts'

const body: OrderToSend = { streamId: 'room01', viewerKey: 'k', ...filledInOf(emptyDraft), expectedTotal: 142000 }
const nowMs = Date.UTC(2026, 10, 20)
let keys = 0
const make = { newKey: () => `key-${++keys}`, nowMs }

test('CO-7 the same order sent again keeps its key; another order gets another', () => {
  const first = submissionFor(body, undefined, make)
  expect(submissionFor({ ...body }, first, make)).toBe(first)
  const dearer = submissionFor({ ...body, expectedTotal: 146000 }, first, make)
  expect(dearer.key).not.toBe(first.key)
  const placed = { ...first, placed: { orderKey: 'o', orderNo: 'CR1', total: 142000 } }
  expect(submissionFor(body, placed, make).key).not.toBe(first.key)
})

test('CO-7 the key outlives a reload, for a day', () => {
  const held = new Map<string, unknown>()
  const memory = {
    read: (name: string) => held.get(name),
    write: (name: string, value: unknown) => void held.set(name, JSON.parse(JSON.stringify(value))),
    forget: (name: string) => void held.delete(name),
  }
  const sent = submissionFor(body, undefined, make)
  keepSubmission(memory, sent)
  const kept = keptSubmission(memory, 'room01', nowMs + 60_000)
  expect(submissionFor(body, kept, make).key).toBe(sent.key)
  expect(keptSubmission(memory, 'room02', nowMs)).toBeUndefined()
  expect(keptSubmission(memory, 'room01', nowMs + 24 * 60 * 60_000 + 1)).toBeUndefined()
  keepSubmission(memory, { ...sent, placed: { orderKey: 'o', orderNo: 'CR1', total: 142000 } })
  expect(keptSubmission(memory, 'room01', nowMs)?.placed).toEqual({ orderKey: 'o', orderNo: 'CR1', total: 142000 })
})

test('CO-7 whatever stands in the storage, nothing is sent that is no order', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (stored) => {
      expect(readSubmission(stored, nowMs)).toBeUndefined()
    }),
  )
})
