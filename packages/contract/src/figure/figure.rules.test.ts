import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gridOf, stepOf, daysFrom } from './figure-grid.rules.ts'
import { type CountedFact, funnelOf, isKept, ordersIn, personsIn, unionMs } from './figure.rules.ts'
import { DashboardQuery } from './figure.schema.ts'
import { salesByShowing, secondsOfShowing, showingsOf, type StageMoment } from './script-sales.rules.ts'
import { shareOf, shownShareOf } from './share.rules.ts'

const live = 'live'
const minute = 60_000
let cause = 0
const fact = (kind: CountedFact['kind'], given: Partial<CountedFact> = {}): CountedFact => {
  cause += 1
  return {
    kind,
    sourceId: `cause ${cause}`,
    atMs: 0,
    liveId: kind === 'visited' ? null : live,
    offsetMs: 0,
    signupUserId: null,
    liveUserId: null,
    visit: null,
    orderId: null,
    amount: null,
    isSimulated: false,
    ...given,
  }
}
const visit = (name: string, atMs = 0) => fact('visited', { sourceId: `signup form ${name}`, visit: name, atMs })
const of = (person: string, kind: CountedFact['kind'], given: Partial<CountedFact> = {}) =>
  fact(kind, { signupUserId: person, ...given })
const persons = (facts: readonly CountedFact[], stayMs = 5 * minute) =>
  funnelOf(facts, stayMs).map(({ persons }) => persons)

describe('persons', () => {
  test('FIGURE-1 Who visits three times and signs up in the second is one person: of three visitors two signed up', () => {
    const facts = [
      ...['a1', 'a2', 'a3', 'b', 'c'].map((name) => visit(name)),
      ...['a1', 'a2', 'a3'].map((name) => of('A', 'signedUp', { visit: name })),
      of('B', 'signedUp', { visit: 'b' }),
    ]
    expect(persons(facts).slice(0, 2)).toEqual([3, 2])
    expect(shareOf(2, 3)).toBeCloseTo(0.667, 3)
  })

  test('FIGURE-2 A browser that turns out to be a person is that person for the days before too', () => {
    const before = [visit('phone', 1), visit('laptop', 2), of('P', 'signedUp', { visit: 'laptop', atMs: 2 })]
    expect(persons(before).slice(0, 2)).toEqual([2, 1])
    expect(persons([...before, of('P', 'signedUp', { visit: 'phone', atMs: 3 })]).slice(0, 2)).toEqual([1, 1])
  })

  test('FIGURE-3 A browser that several people sign up in makes no two of them one', () => {
    const facts = [
      visit('stall'),
      ...['A', 'B', 'C'].map((person, at) => of(person, 'signedUp', { visit: 'stall', atMs: at })),
    ]
    expect(persons(facts).slice(0, 2)).toEqual([3, 3])
    expect(personsIn(facts)(visit('stall'))).toBe('A')
  })

  test('FIGURE-4 A later step implies those before it, and two in one instant are both counted', () => {
    const facts = [
      ...['p1', 'p3', 'p4'].map((name) => visit(name)),
      of('P1', 'signedUp', { visit: 'p1' }),
      of('P1', 'joined'),
      of('P2', 'joined'),
      of('P4', 'signedUp', { visit: 'p4' }),
      of('P4', 'joined'),
      of('P4', 'carted', { atMs: 9 }),
      of('P4', 'ordered', { atMs: 9, orderId: 'o', amount: 100 }),
    ]
    expect(persons(facts)).toEqual([4, 3, 3, 1, 1, 1, 0, 0])
  })

  test('FIGURE-5 Who is in the room in two tabs is there once, the waiting room is no time in it, and who comes back goes on', () => {
    expect(
      unionMs([
        { fromMs: 0, toMs: 10 },
        { fromMs: 5, toMs: 12 },
        { fromMs: 20, toMs: 21 },
      ]),
    ).toBe(13)
    const presence = (from: number, to: number | undefined) => {
      const came = of('A', 'joined', { offsetMs: from * minute })
      return to === undefined ? [came] : [came, of('A', 'left', { sourceId: came.sourceId, offsetMs: to * minute })]
    }
    const stayed = (spans: readonly [number, number | undefined][], nowMs?: number) =>
      funnelOf(
        spans.flatMap(([from, to]) => presence(from, to)),
        5 * minute,
        nowMs,
      )[3]?.persons
    expect(stayed([[0, 4]])).toBe(0)
    expect(
      stayed([
        [0, 3],
        [1, 4],
      ]),
    ).toBe(0)
    expect(
      stayed([
        [0, 3],
        [10, 12],
      ]),
    ).toBe(1)
    expect(stayed([[-30, 4]])).toBe(0)
    expect(stayed([[0, undefined]])).toBe(0)
    expect(stayed([[0, undefined]], 6 * minute)).toBe(1)
  })

  test('FIGURE-6 Simulated facts, and an erased person’s acts, are nobody; an order whose buyer was erased has one', () => {
    const facts = [
      of('A', 'joined', { isSimulated: true }),
      fact('joined'),
      fact('ordered', { orderId: 'o', amount: 5 }),
      fact('paid', { orderId: 'o', amount: 5 }),
    ]
    expect(persons(facts)).toEqual([1, 1, 1, 1, 1, 1, 1, 1])
  })
})

const anyFact = fc
  .record({
    kind: fc.constantFrom('visited', 'signedUp', 'joined', 'left', 'carted', 'ordered', 'paid', 'refunded' as const),
    name: fc.nat(12),
    atMs: fc.nat(5),
    offsetMs: fc.integer({ min: -3, max: 12 }).map((minutes) => minutes * minute),
    person: fc.option(fc.constantFrom('A', 'B', 'C'), { freq: 2 }),
    viewer: fc.constantFrom('u', 'v', 'w'),
    visit: fc.constantFrom('x', 'y', 'z'),
    amount: fc.nat(3).map((dollars) => dollars * 100),
    isSimulated: fc.boolean(),
  })
  .map(({ kind, name, person, viewer, visit: visitId, amount, ...given }): CountedFact => {
    const isMoney = kind === 'ordered' || kind === 'paid' || kind === 'refunded'
    const ofVisit = kind === 'visited'
    return {
      ...given,
      kind,
      // One cause is one fact: what is sent again says the same.
      sourceId: ofVisit
        ? `signup form ${visitId} ${given.atMs}`
        : `${name} ${person} ${viewer} ${JSON.stringify(given)} ${amount}`,
      liveId: ofVisit ? null : live,
      signupUserId: ofVisit ? null : person,
      liveUserId: ofVisit ? null : viewer,
      visit: ofVisit || kind === 'signedUp' ? visitId : null,
      orderId: isMoney ? `order ${name}` : null,
      amount: isMoney ? amount : null,
    }
  })

test('FIGURE-7 In whatever order facts come, how late and how often, the figures are the same, and no step is above the one before', () => {
  fc.assert(
    fc.property(
      fc
        .array(anyFact, { maxLength: 40 })
        .chain((facts) =>
          fc.tuple(
            fc.constant(facts),
            fc.shuffledSubarray(facts, { minLength: facts.length, maxLength: facts.length }),
            fc.subarray(facts),
          ),
        ),
      ([facts, shuffled, again]) => {
        const counts = persons(facts)
        expect(persons([...again, ...shuffled, ...again])).toEqual(counts)
        for (const [at, count] of counts.entries()) expect(count).toBeLessThanOrEqual(counts[at - 1] ?? Infinity)
      },
    ),
  )
})

test('FIGURE-8 Drafts, pending, cancelled and test orders are no revenue: of six who ordered three paid and two kept', () => {
  const order = (name: string, amount: number, ...more: readonly ['paid' | 'refunded', number][]) => [
    of(name, 'ordered', { orderId: name, amount }),
    ...more.map(([kind, sum]) => of(name, kind, { orderId: name, amount: sum })),
  ]
  const facts = [
    ...order('A', 100, ['paid', 100]),
    ...order('B', 250, ['paid', 250]),
    ...order('C', 400),
    ...order('D', 800),
    ...order('E', 1_600),
    ...order('F', 3_200, ['paid', 3_200], ['refunded', 3_200]),
    ...[1, 2].map((name) => of(`T${name}`, 'ordered', { orderId: `T${name}`, amount: 6_400, isSimulated: true })),
  ]
  expect(persons(facts).slice(5)).toEqual([6, 3, 2])
  const orders = [
    ...ordersIn(
      facts.filter(({ isSimulated }) => !isSimulated),
      personsIn(facts),
    ).values(),
  ]
  const sum = (of: (order: (typeof orders)[number]) => number) => orders.reduce((all, order) => all + of(order), 0)
  expect([sum(({ ordered }) => ordered ?? 0), sum(({ paid }) => paid ?? 0)]).toEqual([6_350, 3_550])
  expect(sum((order) => (isKept(order) ? (order.paid ?? 0) - order.refunded : 0))).toBe(350)
})

test('FIGURE-9 A refund in part keeps the order, what cost nothing is kept, and a second payment that went back changes nothing', () => {
  expect(isKept({ paid: 100, refunded: 99 })).toBe(true)
  expect(isKept({ paid: 0, refunded: 0 })).toBe(true)
  expect(isKept({ paid: 200, refunded: 100 })).toBe(true)
  expect(isKept({ paid: undefined, refunded: 0 })).toBe(false)
})

test('FIGURE-10 The share of nothing is none, and of fewer than thirty people none is shown', () => {
  expect([shareOf(0, 0), shareOf(15, 0), shareOf(0, 5)]).toEqual([null, null, 0])
  expect([shownShareOf(10, 29), shownShareOf(15, 30), shownShareOf(0, 0)]).toEqual([null, 0.5, null])
})

describe('what stands on the stage', () => {
  test('FIGURE-11 An order at the second of a change belongs to what comes, and the sums are the total', () => {
    const moments: StageMoment[] = [
      { kind: 'shown', offsetMs: 0, productId: 'X' },
      { kind: 'hidden', offsetMs: 462_000, productId: 'X' },
      { kind: 'shown', offsetMs: 462_000, productId: 'Y' },
      { kind: 'hidden', offsetMs: 900_000, productId: 'Y' },
    ]
    const { showings, outside } = salesByShowing(moments, [{ second: 462, orders: 1, amount: 1_200 }])
    expect(showings.map(({ productId, amount }) => [productId, amount])).toEqual([
      ['X', 0],
      ['Y', 1_200],
    ])
    expect(outside).toEqual({ orders: 0, amount: 0 })
    const late = salesByShowing(moments, [
      { second: 959, orders: 1, amount: 10 },
      { second: 960, orders: 1, amount: 5 },
    ])
    expect([late.showings[1]?.amount, late.outside.amount]).toEqual([10, 5])
  })

  test('FIGURE-12 What is shown and taken down at once stood for no time; shown again while it stands is one time', () => {
    const at = (kind: 'shown' | 'hidden', offsetMs: number) => ({ kind, offsetMs, productId: 'X' })
    expect(showingsOf([at('shown', 25_000), at('hidden', 25_000)])).toEqual([
      { productId: 'X', fromSecond: 25, untilSecond: 25 },
    ])
    expect(showingsOf([at('shown', 1_000), at('shown', 2_000)])).toEqual([
      { productId: 'X', fromSecond: 1, untilSecond: null },
    ])
  })

  test('FIGURE-13 Whatever stood on the stage when, what the showings and the rest sold is all that was sold', () => {
    const moment = fc.record({
      kind: fc.constantFrom('shown' as const, 'hidden' as const),
      offsetMs: fc.nat(600_000),
      productId: fc.constantFrom('X', 'Y', 'Z'),
    })
    const sale = fc.record({ second: fc.nat(700), orders: fc.nat(3), amount: fc.nat(1e6) })
    fc.assert(
      fc.property(fc.array(moment), fc.array(sale), (moments, sales) => {
        const { showings, outside } = salesByShowing(moments, sales)
        const sum = (rows: readonly { readonly amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0)
        expect(sum(showings) + outside.amount).toBe(sum(sales))
      }),
    )
  })

  test('FIGURE-432 Each second of a live is of one showing or of none, and what was sold in the seconds of a showing is what it sold', () => {
    const moment = fc.record({
      kind: fc.constantFrom('shown' as const, 'hidden' as const),
      offsetMs: fc.nat(600_000),
      productId: fc.constantFrom('X', 'Y', 'Z'),
    })
    const sale = fc.record({ second: fc.nat(700), orders: fc.constant(1), amount: fc.nat(1e6) })
    fc.assert(
      fc.property(fc.array(moment), fc.array(sale), (moments, sales) => {
        const found = showingsOf(moments)
        const { showings, outside } = salesByShowing(moments, sales)
        const soldIn = (of: (typeof found)[number] | undefined) =>
          sales.filter(({ second }) =>
            secondsOfShowing(found, of).some(({ from, until }) => from <= second && (until === null || second < until)),
          )
        const sumOf = (of: typeof sales) => [of.length, of.reduce((sum, { amount }) => sum + amount, 0)]
        expect(found.map((each) => sumOf(soldIn(each)))).toEqual(showings.map(({ orders, amount }) => [orders, amount]))
        expect(sumOf(soldIn(undefined))).toEqual([outside.orders, outside.amount])
      }),
    )
  })
})

test('FIGURE-14 A look takes both days, 366 at most, the first no later than the last, each of the calendar', () => {
  const fields = (query: object) =>
    DashboardQuery.safeParse(query).error?.issues.map(({ path }) => path.join('.')) ?? []
  expect(fields({})).toEqual([])
  expect(fields({ from: '2026-01-01', to: '2027-01-01' })).toEqual([])
  expect(fields({ from: '2026-01-01', to: '2027-02-05' })).toEqual(['to'])
  expect(fields({ from: '2026-11-21', to: '2026-11-20' })).toEqual(['to'])
  expect(fields({ from: '2026-11-21' })).toEqual(['to'])
  expect(fields({ from: '2026-02-30', to: '2026-03-01' })).toEqual(['from'])
  expect(fields({ realDataStatus: '2' })).toEqual(['realDataStatus'])
})

test('FIGURE-15 A chart has 120 instants at most, from the begin on, and a day for each day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90_000 }), (seconds) => {
      const grid = gridOf(stepOf(seconds), seconds)
      expect(grid[0]).toBe(0)
      expect(grid.length).toBeLessThanOrEqual(121)
      expect(grid.at(-1)).toBeLessThanOrEqual(seconds)
    }),
  )
  expect(daysFrom('2026-12-31', '2027-01-02')).toEqual(['2026-12-31', '2027-01-01', '2027-01-02'])
})
