import { funnelSteps } from '@kaimai/contract/figure/figure.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cell, populationOf, looksWithin, type Stays, staysUntil } from './population.ts'
import { type PersonList, personsBehind } from './person-list.ts'
import { farthestBySource, farthestOf, personsFrom } from './population-funnel.ts'
import { changesOf } from './population-stays.ts'
import { byProductOf, countsOf, personsByLink, personsWho } from './population-people.ts'
import { firstViewAt, newestViews, viewCount } from './population-views.ts'

const minuteMs = 60_000
const beganAt = Date.parse('2026-11-30T12:00:00Z')
const rooms = ['room a', 'room b']

/** One thing that a person did, before things that were done alike are put together. */
interface Act {
  readonly kind: Cell['kind']
  readonly placeId: string | undefined
  readonly productId: string
  readonly association: string
  readonly source: string
  readonly person: number
  readonly minute: number
}

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(
    ...(['visited', 'watched', 'signedUp', 'joined', 'clicked', 'carted', 'plusOne'] as const),
    ...(['stayed', 'ordered', 'paid', 'kept'] as const),
  ),
  placeId: fc.constantFrom(...rooms, undefined),
  productId: fc.constantFrom('bowl', 'cup'),
  association: fc.constantFrom('', 'amy', 'bob'),
  source: fc.constantFrom('', 'line', 'mail'),
  person: fc.nat(7),
  minute: fc.nat(9),
})

const likenessOf = ({ kind, placeId, productId, association, source }: Act) => ({
  kind,
  placeId,
  productId,
  association,
  source,
})

const keysOf = (list: PersonList) => new Set(personsBehind(list, 0, list.length).map(({ person }) => person))

/** Cells of acts that are alike; `keyOf`: which numbers the persons have. */
const cellsOf = (acts: readonly Act[], keyOf: (person: number) => number): Cell[] =>
  [...Map.groupBy(acts, (act) => JSON.stringify(likenessOf(act))).values()].flatMap((acted): Cell[] => {
    const [first] = acted
    if (first === undefined) return []
    // One span a person, as those of one lie apart.
    const each = [...new Map(acted.map((one) => [one.person, one])).values()]
    const persons = Int32Array.from(each, ({ person }) => keyOf(person))
    const ms = Int32Array.from(each, ({ minute }) => minute * minuteMs)
    return [
      {
        ...likenessOf(first),
        persons,
        keys: persons,
        at: Float64Array.from(each, ({ minute }) => beganAt + minute * minuteMs),
        from: ms.map(() => 0),
        until: ms,
        most: Math.max(0, ...persons),
      },
    ]
  })

const nobody: Stays = { persons: new Int32Array(), from: new Int32Array(), until: new Int32Array(), most: 0 }

const numbered = (name: string, keyOf: (person: number) => number) => [name, keyOf] as const

test.each([
  numbered('dense', (person) => person + 1),
  // Among a hundred thousand others.
  numbered('sparse', (person) => (person + 1) * 100_000),
])('FIGURE-435 Of a population with %s numbers each figure is what sets of its persons say', (_, keyOf) => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), fc.nat(9), fc.nat(6), (acts, untilMinute, stayMinutes) => {
      const untilMs = beganAt + untilMinute * minuteMs
      const isLook = (atMs: number) => atMs > beganAt && atMs <= untilMs
      const cells = cellsOf(acts, keyOf)
      const population = populationOf({
        cells: cells.filter(({ kind }) => kind !== 'visited'),
        looks: cells.filter(({ kind }) => kind === 'visited').map((cell) => looksWithin(cell, beganAt, untilMs)),
        signups: cells.filter(({ kind, placeId }) => kind === 'signedUp' && placeId !== undefined),
        present: nobody,
      })
      /** What a cell holds of each person: of several alike the last. */
      const held = cells.flatMap((cell) =>
        [...cell.persons].map((person, at) => ({
          ...cell,
          person,
          untilMs: cell.until[at] ?? 0,
          atMs: cell.at[at] ?? 0,
        })),
      )
      const counted = held.filter(({ kind, atMs }) => kind !== 'visited' || isLook(atMs))
      const setOf = (rows: readonly { person: number }[]) => new Set(rows.map(({ person }) => person))
      const ofKind = (...kinds: Cell['kind'][]) => counted.filter(({ kind }) => kinds.includes(kind))

      const steps = new Map<number, number>()
      const reach = (person: number, step: number) => steps.set(person, Math.max(steps.get(person) ?? 0, step))
      for (const { kind, placeId, person } of counted) {
        const step = funnelSteps.findIndex((each) => each === kind)
        if (step === -1 || kind === 'stayed' || (kind !== 'visited' && placeId === undefined)) continue
        reach(person, step)
      }
      const stayed = new Map<number, number>()
      for (const { person, untilMs } of ofKind('stayed')) stayed.set(person, (stayed.get(person) ?? 0) + untilMs)
      for (const [person, ms] of stayed)
        if (ms >= stayMinutes * minuteMs && ms > 0) reach(person, funnelSteps.indexOf('stayed'))
      const farthest = (allowed: (person: number) => boolean) =>
        new Map(
          funnelSteps
            .map(
              (step, at) => [step, [...steps].filter(([person, to]) => to === at && allowed(person)).length] as const,
            )
            .filter(([, count]) => count > 0),
        )
      const cameBy = (by: (row: (typeof counted)[number]) => boolean) => setOf(ofKind('visited', 'signedUp').filter(by))
      expect(farthestOf(population, stayMinutes * minuteMs)).toEqual(farthest(() => true))
      const amy = cameBy(({ association }) => association === 'amy')
      expect(farthestOf(population, stayMinutes * minuteMs, 'amy')).toEqual(farthest((person) => amy.has(person)))
      const bySource = farthestBySource(population, stayMinutes * minuteMs)
      for (const source of ['line', 'mail']) {
        const came = cameBy((row) => row.source === source)
        // Who signed up for no live came nowhere.
        const known = farthest((person) => came.has(person))
        expect(bySource.get(source) ?? new Map()).toEqual(known)
      }
      expect(
        personsBehind(personsFrom(population, stayMinutes * minuteMs, 'joined', { association: 'amy' }), 0, 1_000).map(
          ({ person, step }) => [person, step],
        ),
      ).toEqual(
        [...steps]
          .filter(([person, to]) => to >= funnelSteps.indexOf('joined') && amy.has(person))
          .map(([person, to]) => [person, funnelSteps[to]])
          .toSorted(([a = 0], [b = 0]) => Number(a) - Number(b)),
      )

      const signedBy = (link: string | undefined) =>
        ofKind('signedUp').filter(({ association }) => (link === undefined ? association !== '' : association === link))
      const joinedBy = (link: string | undefined) =>
        setOf(
          signedBy(link).filter(
            ({ placeId, person }) =>
              placeId !== undefined &&
              ofKind('joined').some((came) => came.placeId === placeId && came.person === person),
          ),
        )
      expect(viewCount(population)).toBe(setOf(ofKind('visited', 'watched')).size)
      const { links, ...counts } = countsOf(population)
      expect(counts).toEqual({
        signedUp: setOf(ofKind('signedUp')).size,
        signedUpByAssociation: setOf(signedBy(undefined)).size,
        joined: setOf(ofKind('joined')).size,
        joinedByAssociation: joinedBy(undefined).size,
      })
      for (const link of ['amy', 'bob'])
        expect(links.find(({ association }) => association === link)).toEqual(
          signedBy(link).length === 0
            ? undefined
            : { association: link, signedUp: setOf(signedBy(link)).size, joined: joinedBy(link).size },
        )
      expect(keysOf(personsByLink(population, 'joined', 'amy'))).toEqual(joinedBy('amy'))
      for (const productId of ['bowl', 'cup'])
        for (const kind of ['clicked', 'carted', 'plusOne'] as const) {
          const persons = setOf(ofKind(kind).filter((row) => row.productId === productId))
          expect(
            byProductOf(population).find((row) => row.productId === productId && row.kind === kind)?.persons ?? 0,
          ).toBe(persons.size)
          expect(keysOf(personsWho(population, kind, productId))).toEqual(persons)
        }
      const looks = ofKind('visited', 'watched')
      const firstLook = new Map<number, number>()
      for (const { person, atMs } of looks) firstLook.set(person, Math.min(firstLook.get(person) ?? Infinity, atMs))
      const views = [...firstLook].map(([key, at]) => ({ key, at })).toSorted((a, b) => b.at - a.at || b.key - a.key)
      expect(newestViews(population, undefined, 3)).toEqual(views.slice(0, 3))
      expect(newestViews(population, views[2], 100)).toEqual(views.slice(views.length > 2 ? 3 : 0))
      expect(firstViewAt(population)).toBe(views.at(-1)?.at)
      const come = [...changesOf(population, minuteMs)].reduce((sum, [at, by]) => sum + (at === 0 ? by : 0), 0)
      expect(come).toBe(ofKind('stayed').filter(({ untilMs }) => untilMs > 0).length)
    }),
    { numRuns: 100 },
  )
})

test('FIGURE-437 Of more views than are sorted at once the newest come first, page by page', () => {
  const many = 5_000
  const keys = Int32Array.from({ length: many }, (_, at) => at + 1)
  // Neither rising nor falling, and each instant twice.
  const at = Float64Array.from(keys, (key) => beganAt + ((key * 7_919) % (many / 2)))
  const place = { kind: 'watched', placeId: 'room a', productId: '', association: '', source: '' } as const
  const cell: Cell = { ...nobody, ...place, persons: keys, keys, at, most: many }
  const population = populationOf({ cells: [cell], looks: [], signups: [], present: nobody })
  const views = [...keys].map((key) => ({ key, at: at[key - 1] ?? 0 })).toSorted((a, b) => b.at - a.at || b.key - a.key)
  expect(newestViews(population, undefined, 50)).toEqual(views.slice(0, 50))
  expect(newestViews(population, views[2_222], 50)).toEqual(views.slice(2_223, 2_273))
  expect(newestViews(population, undefined, many)).toEqual(views)
})

test('FIGURE-440 Of as many sources as a stranger makes up each is counted by itself', () => {
  const many = 100_000
  const looks = Array.from({ length: many }, (_, at): Cell => {
    const persons = Int32Array.of(at + 1)
    const one = { kind: 'visited', placeId: 'form', productId: '', association: '', source: `made up ${at}` } as const
    return { ...nobody, ...one, persons, keys: persons, at: Float64Array.of(beganAt), most: at + 1 }
  })
  const found = farthestBySource(populationOf({ cells: [], looks, signups: [], present: nobody }), minuteMs)
  expect(found.size).toBe(many)
  expect(found.get(`made up ${many - 1}`)).toEqual(new Map([['visited', 1]]))
})

test('FIGURE-436 Who is in a room that runs has stayed until now, whatever of it is over', () => {
  const stays = (persons: number[], spans: (readonly [number, number])[]) => ({
    persons: Int32Array.from(persons),
    from: Int32Array.from(spans, ([from]) => from * minuteMs),
    until: Int32Array.from(spans, ([, until]) => until * minuteMs),
    most: Math.max(...persons),
  })
  const over = stays(
    [1, 2, 2],
    [
      [0, 4],
      [0, 1],
      [3, 5],
    ],
  )
  const place = { kind: 'stayed', placeId: 'room a', productId: '', association: '', source: '' } as const
  const population = populationOf({
    cells: [{ ...over, ...place, keys: new Int32Array(), at: new Float64Array() }],
    looks: [],
    signups: [],
    // The first is there still: what is over lies within.
    present: stays(
      [1, 3],
      [
        [0, 9],
        [2, 9],
      ],
    ),
  })
  const stayedAtLeast = (minutes: number) => farthestOf(population, minutes * minuteMs).get('stayed') ?? 0
  expect([3, 4, 7, 8, 9, 10].map(stayedAtLeast)).toEqual([3, 2, 2, 1, 1, 0])
  const changes = changesOf(population, minuteMs)
  const inRoom = Array.from({ length: 10 }, (_, minute) =>
    [...changes].reduce((sum, [at, by]) => sum + (at <= minute ? by : 0), 0),
  )
  expect(inRoom).toEqual([2, 1, 2, 3, 3, 2, 2, 2, 2, 0])
})

test('FIGURE-445 Whoever is in a room has been there from the begin of what goes on, and before that as they were; nobody else is in it', () => {
  const minutes = 12
  const span = fc.record({ person: fc.nat(2), from: fc.nat(minutes - 1), minutes: fc.integer({ min: 1, max: 5 }) })
  const begin = fc.record({ person: fc.nat(2), from: fc.nat(minutes) })
  fc.assert(
    fc.property(fc.array(span, { maxLength: 6 }), fc.array(begin, { maxLength: 4 }), (ended, begun) => {
      const within = (person: number, minute: number) =>
        ended.some((each) => each.person === person && each.from <= minute && minute < each.from + each.minutes)
      // As the roll-up keeps them: what touches is one.
      const over = [0, 1, 2].flatMap((person) =>
        Array.from({ length: minutes + 5 }, (_, from) => from)
          .filter((from) => within(person, from) && !within(person, from - 1))
          .map((from) => {
            let until = from
            while (within(person, until)) until += 1
            return { person, from, until }
          }),
      )
      const stays = {
        persons: Int32Array.from(over, ({ person }) => person),
        from: Int32Array.from(over, ({ from }) => from * minuteMs),
        until: Int32Array.from(over, ({ until }) => until * minuteMs),
        most: 2,
      }
      const open = {
        persons: Int32Array.from(begun, ({ person }) => person),
        from: Int32Array.from(begun, ({ from }) => from * minuteMs),
      }
      const found = staysUntil(open, [stays], minutes * minuteMs)
      const present = [0, 1, 2].filter((person) => begun.some((each) => each.person === person))
      const counted = [0, 1, 2].map((person) =>
        Array.from(
          { length: minutes + 5 },
          (_, minute) =>
            [...found.persons.keys()].filter(
              (at) =>
                found.persons[at] === person &&
                (found.from[at] ?? 0) <= minute * minuteMs &&
                minute * minuteMs < (found.until[at] ?? 0),
            ).length,
        ).slice(0, minutes),
      )
      const wanted = [0, 1, 2].map((person) =>
        Array.from({ length: minutes }, (_, minute) =>
          present.includes(person) &&
          (within(person, minute) || begun.some((each) => each.person === person && each.from <= minute))
            ? 1
            : 0,
        ),
      )
      expect(counted).toEqual(wanted)
      expect(found.most).toBe(Math.max(0, ...present))
    }),
    { numRuns: 500 },
  )
})
