import { countMarked, createCounter, mark, markAll, markedOf, marksBelow, numbersOf } from './marks.ts'
import { type PersonList, personList } from './person-list.ts'
import { presentAt } from './population-stays.ts'
import { type Cell, type Population, personsOf, placedMarks } from './population.ts'

/** The persons of lists, each once. */
const personsIn = ({ size, keyOf }: Population, lists: readonly Int32Array[]): PersonList => {
  const marks = marksBelow(size)
  mark(lists, marks)
  const numbers = numbersOf(marks)
  return personList(keyOf === undefined ? numbers : numbers.map((number) => keyOf[number] ?? 0))
}

const cellsOf = ({ cells }: Population, kind: Cell['kind']): Cell[] => cells.filter((cell) => cell.kind === kind)

/** Persons who did one thing, with one product or whatever it was. */
export const personsWho = (population: Population, kind: Cell['kind'], productId?: string): PersonList =>
  personsIn(
    population,
    personsOf(cellsOf(population, kind).filter((cell) => productId === undefined || cell.productId === productId)),
  )

/** Persons in the room of a live at a second of it. */
export const personsPresent = (population: Population, second: number): PersonList =>
  personsIn(population, presentAt(population, second * 1000))

/** Of the rooms of the scope, who came into each and had signed up for it by a link: by each link, maybe several times. */
const joinedByLinks = (population: Population): Map<string, Int32Array[]> => {
  const found = new Map<string, Int32Array[]>()
  const joined = Map.groupBy(cellsOf(population, 'joined'), ({ placeId }) => placeId)
  const signed = Map.groupBy(
    population.signups.filter(({ association }) => association !== ''),
    ({ placeId }) => placeId,
  )
  const came = marksBelow(population.size)
  for (const [placeId, cells] of joined) {
    const signups = signed.get(placeId)
    if (signups === undefined) continue
    came.fill(0)
    mark(personsOf(cells), came)
    for (const { association, persons } of signups) {
      const both = markedOf(persons, came)
      if (both.length > 0) found.set(association, [...(found.get(association) ?? []), both])
    }
  }
  return found
}

/** Who signed up by each partner's link, maybe several times. */
const signedByLinks = (population: Population): Map<string, Int32Array[]> => {
  const found = Map.groupBy(
    cellsOf(population, 'signedUp').filter(({ association }) => association !== ''),
    ({ association }) => association,
  )
  return new Map([...found].map(([association, cells]) => [association, personsOf(cells)]))
}

/** Who signed up by a partner's link, or came into a room for which they had signed up by one: by that, or by any. */
export const personsByLink = (
  population: Population,
  kind: 'signedUp' | 'joined',
  association?: string,
): PersonList => {
  const links = kind === 'signedUp' ? signedByLinks(population) : joinedByLinks(population)
  return personsIn(population, association === undefined ? [...links.values()].flat() : (links.get(association) ?? []))
}

/** Persons who did one thing, wherever it was. */
const countOf = (population: Population, kind: Cell['kind']): number => {
  const placed = placedMarks(population, kind)
  const elsewhere = cellsOf(population, kind).filter(({ placeId }) => placeId === undefined)
  return countMarked(placed) + (elsewhere.length === 0 ? 0 : markAll(personsOf(elsewhere), placed.slice()))
}

/** Persons by the partner's link by which they signed up. */
export interface AssociationPeople {
  readonly association: string
  readonly signedUp: number
  readonly joined: number
}

export interface PeopleCounts {
  readonly signedUp: number
  readonly signedUpByAssociation: number
  readonly joined: number
  readonly joinedByAssociation: number
  readonly links: readonly AssociationPeople[]
}

export const countsOf = (population: Population): PeopleCounts => {
  const count = createCounter(population.size)
  const [signed, joined] = [signedByLinks(population), joinedByLinks(population)]
  return {
    signedUp: countOf(population, 'signedUp'),
    signedUpByAssociation: count([...signed.values()].flat()),
    joined: countOf(population, 'joined'),
    joinedByAssociation: count([...joined.values()].flat()),
    links: [...new Set([...signed.keys(), ...joined.keys()])].map((association) => ({
      association,
      signedUp: count(signed.get(association) ?? []),
      joined: count(joined.get(association) ?? []),
    })),
  }
}

const productKinds = ['clicked', 'carted', 'plusOne'] as const
export interface ProductPeople {
  readonly productId: string
  readonly kind: (typeof productKinds)[number]
  readonly persons: number
}

/** Persons who did something with each product. */
export const byProductOf = (population: Population): ProductPeople[] => {
  const count = createCounter(population.size)
  return productKinds.flatMap((kind) =>
    [
      ...Map.groupBy(
        cellsOf(population, kind).filter(({ productId }) => productId !== ''),
        ({ productId }) => productId,
      ),
    ].map(([productId, cells]) => ({
      productId,
      kind,
      persons: count(personsOf(cells)),
    })),
  )
}
