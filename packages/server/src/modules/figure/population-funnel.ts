import { funnelSteps, type FunnelStep } from '@kaimai/contract/figure/figure.rules.ts'
import { isMarked, mark, type Marks, markAll, markLike, marksBelow, numbersOf, unmarkAll } from './marks.ts'
import { type PersonList, personList } from './person-list.ts'
import { staysOf } from './population-stays.ts'
import { type Cell, type Population, personsOf, placedMarks } from './population.ts'

/** What somebody did is the step that it is named for, where it was at a live. */
const kindOfStep: Partial<Record<FunnelStep, Cell['kind']>> = {
  signedUp: 'signedUp',
  joined: 'joined',
  carted: 'carted',
  ordered: 'ordered',
  paid: 'paid',
  kept: 'kept',
}
/** The farthest first: whoever is met again has come farther already. */
const backward = funnelSteps.map((step, at) => ({ step, place: at + 1 })).toReversed()

/**
 * Zeros, in one array for all calls: a new one of megabytes for each would have the engine clean up in the midst of another
 * call. It is the caller's until it returns, and never kept.
 */
const takeZeros = (() => {
  let kept = new Int32Array(0)
  return (size: number): Int32Array => {
    if (kept.length < size) kept = new Int32Array(size)
    else kept.fill(0, 0, size)
    return kept
  }
})()

/** Who was in rooms so long, one span or all of them together. */
const stayersOf = (population: Population, stayMs: number): Marks => {
  const stayers = marksBelow(population.size)
  // Who was there for no time has not stayed. Longer than this is counted no further: so a sum has its place in 32 bits.
  const least = Math.max(stayMs, 1)
  const sums = takeZeros(population.size)
  for (const { persons, from, until } of staysOf(population))
    for (let at = 0; at < persons.length; at += 1) {
      const person = persons[at] ?? 0
      const ms = Math.min((sums[person] ?? 0) + (until[at] ?? 0) - (from[at] ?? 0), least)
      sums[person] = ms
      // 1 where it is as long as the least.
      const isLong = (least - 1 - ms) >>> 31
      stayers[person >>> 5] = (stayers[person >>> 5] ?? 0) | (isLong << (person & 31))
    }
  return stayers
}

/** Who did what a step is named for. `stayMs`: who was in rooms so long has stayed. */
const personsAt = (population: Population, step: FunnelStep, stayMs: number): Int32Array[] => {
  if (step === 'visited') return personsOf(population.looks)
  if (step === 'stayed') return [numbersOf(stayersOf(population, stayMs))]
  return personsOf(population.cells.filter(({ kind, placeId }) => kind === kindOfStep[step] && placeId !== undefined))
}

/**
 * By each person the place in `funnelSteps` of the farthest step, from 1; 0: none. `leastPlace`: of whoever came at least to
 * that step.
 */
const farthestIn = (population: Population, stayMs: number, leastPlace = 1): Uint8Array => {
  const steps = new Uint8Array(population.size)
  for (const { step, place } of backward.filter((each) => each.place >= leastPlace))
    for (const list of personsAt(population, step, stayMs))
      for (let at = 0; at < list.length; at += 1) {
        const person = list[at] ?? 0
        const known = steps[person] ?? 0
        // All bits are set where nothing is known yet.
        const isNew = (known - 1) >> 31
        steps[person] = known | (place & isNew)
      }
  return steps
}

/** Looks and sign-ups within the scope: each was by a partner's link or a source, or by none. */
const arrivals = ({ looks, cells }: Population): Cell[] => [
  ...looks,
  ...cells.filter(({ kind }) => kind === 'signedUp'),
]

/** Counts the persons of lists, each once, by the farthest step of each. */
const stepCounter = (steps: Uint8Array) => {
  const seen = marksBelow(steps.length)
  return (lists: readonly Int32Array[]): Map<FunnelStep, number> => {
    const counts = new Int32Array(funnelSteps.length + 1)
    for (const list of lists)
      for (let at = 0; at < list.length; at += 1) {
        const person = list[at] ?? 0
        const word = seen[person >>> 5] ?? 0
        const marked = word | (1 << (person & 31))
        seen[person >>> 5] = marked
        const step = steps[person] ?? 0
        counts[step] = (counts[step] ?? 0) + ((marked ^ word) >>> (person & 31))
      }
    unmarkAll(lists, seen)
    return new Map(funnelSteps.map((step, at) => [step, counts[at + 1] ?? 0] as const).filter(([, count]) => count > 0))
  }
}

/** How many persons came exactly as far as each step; `association`: of those alone who looked or signed up by that link. */
export const farthestOf = (population: Population, stayMs: number, association?: string): Map<FunnelStep, number> => {
  if (association !== undefined) {
    const came = arrivals(population).filter((cell) => cell.association === association)
    return stepCounter(farthestIn(population, stayMs))(personsOf(came))
  }
  const seen = marksBelow(population.size)
  const countAt = (step: FunnelStep): number => {
    if (step === 'stayed') return markLike(stayersOf(population, stayMs), seen)
    // These are counted by themselves, too.
    if (step === 'signedUp' || step === 'joined') return markLike(placedMarks(population, step), seen)
    return markAll(personsAt(population, step, stayMs), seen)
  }
  const counts = backward.map(({ step }) => [step, countAt(step)] as const)
  return new Map(counts.filter(([, count]) => count > 0))
}

/** The same of those who looked or signed up by each source. A stranger can make up as many sources as they like. */
export const farthestBySource = (population: Population, stayMs: number): Map<string, Map<FunnelStep, number>> => {
  const countSteps = stepCounter(farthestIn(population, stayMs))
  const sources = Map.groupBy(
    arrivals(population).filter(({ source }) => source !== ''),
    ({ source }) => source,
  )
  const found = [...sources].map(([source, cells]) => [source, countSteps(personsOf(cells))] as const)
  return new Map(found.filter(([, counts]) => counts.size > 0))
}

/** Persons who came at least as far as a step, with the step that each came to. */
export const personsFrom = (
  population: Population,
  stayMs: number,
  least: FunnelStep,
  by: { readonly association?: string | undefined; readonly source?: string | undefined },
): PersonList => {
  const steps = farthestIn(population, stayMs, funnelSteps.indexOf(least) + 1)
  const { association, source } = by
  const marked = (isMeant: (cell: Cell) => boolean): Marks => {
    const marks = marksBelow(population.size)
    mark(personsOf(arrivals(population).filter(isMeant)), marks)
    return marks
  }
  const asked = [
    ...(association === undefined ? [] : [marked((cell) => cell.association === association)]),
    ...(source === undefined ? [] : [marked((cell) => cell.source === source)]),
  ]
  let total = 0
  for (const place of steps) total += place === 0 ? 0 : 1
  const all = new Int32Array(total)
  for (let person = 0, count = 0; count < total; person += 1) {
    all[count] = person
    count += (steps[person] ?? 0) === 0 ? 0 : 1
  }
  const numbers = all.filter((number) => asked.every((marks) => isMarked(marks, number)))
  const { keyOf } = population
  const keys = keyOf === undefined ? numbers : numbers.map((number) => keyOf[number] ?? 0)
  return personList(keys, (at) => steps[numbers[at] ?? 0] ?? 0)
}
