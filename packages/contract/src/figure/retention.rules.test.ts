import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CountedFact } from './figure.rules.ts'
import { retentionOf, runningCount } from './retention.rules.ts'

const presence = (name: string, person: string, from: number, to: number | undefined): CountedFact[] => {
  const fact = {
    sourceId: name,
    atMs: 0,
    liveId: 'live',
    signupUserId: person,
    liveUserId: null,
    visit: null,
    orderId: null,
    amount: null,
    isSimulated: false,
  }
  const came: CountedFact = { ...fact, kind: 'joined', offsetMs: from }
  return to === undefined ? [came] : [came, { ...fact, kind: 'left', offsetMs: to }]
}

test('FIGURE-200 Who is there from the first to the third second is there at those, once in two tabs, and gone at the fourth', () => {
  const facts = [
    ...presence('a', 'A', 1_000, 4_000),
    ...presence('b', 'A', 2_500, 3_500),
    ...presence('c', 'B', -5_000, 1),
  ]
  expect(retentionOf(facts, 5)).toEqual([1, 1, 1, 1, 0, 0])
})

test('FIGURE-201 Who is in a running room is there until now; whose presence never ended was not there once it is over', () => {
  const facts = presence('a', 'A', 1_000, undefined)
  expect(retentionOf(facts, 3, 2_500)).toEqual([0, 1, 1, 0])
  expect(retentionOf(facts, 3)).toEqual([0, 0, 0, 0])
})

test('FIGURE-202 Adding up who comes and goes gives those who are there, whatever the order and however often it is said', () => {
  const span = fc.record({ person: fc.nat(3), from: fc.nat(20), length: fc.nat(10) })
  fc.assert(
    fc.property(fc.array(span, { maxLength: 12 }), (spans) => {
      const facts = spans.flatMap(({ person, from, length }, at) =>
        presence(String(at), `P${person}`, from * 1000, (from + length) * 1000),
      )
      const expected = retentionOf(facts, 30)
      expect(retentionOf([...facts.toReversed(), ...facts], 30)).toEqual(expected)
      const changes = new Map(expected.map((persons, second) => [second, persons - (expected[second - 1] ?? 0)]))
      expect(runningCount(changes, 30)).toEqual(expected)
    }),
  )
})
