import { mark, type Marks, marksBelow } from './marks.ts'

/** When persons were in rooms, each span by itself: its begin and end, ms since that of the live. Those of one person lie apart. */
export interface Stays {
  readonly persons: Int32Array
  readonly from: Int32Array
  readonly until: Int32Array
  /** The highest number that it holds. */
  readonly most: number
}

/** What persons did at one place on one day, of those who did it alike. Persons and names are keys of "figureName". */
export interface Cell extends Stays {
  readonly kind:
    | 'visited'
    | 'watched'
    | 'signedUp'
    | 'joined'
    | 'clicked'
    | 'carted'
    | 'plusOne'
    | 'stayed'
    | 'ordered'
    | 'paid'
    | 'kept'
  /** A form or a live; undefined: none. */
  readonly placeId: string | undefined
  /** Of what is done with a product. */
  readonly productId: string
  /** Of looks at forms and sign-ups, by what they came. */
  readonly association: string
  readonly source: string
  /** Of looks, the name that the fact has for whoever looked. */
  readonly keys: Int32Array
  /** Of looks when each was first, epoch ms. */
  readonly at: Float64Array
}

interface Parts {
  /** Within the scope, but for looks at forms. */
  readonly cells: readonly Cell[]
  /** Looks at forms within the scope. */
  readonly looks: readonly Cell[]
  /** Sign-ups for the rooms that somebody of the scope came into, on whatever day they were. */
  readonly signups: readonly Cell[]
  /** Stays of those who are in a room that runs, until now; `cells` has what of them is over. */
  readonly present: Stays
}

/** What counts for a figure. */
export interface Population extends Parts {
  /** Whatever number a person or a name has, it is below. */
  readonly size: number
  /** Of few among many, who have numbers of the population's own: the key of each. Undefined: their keys are their numbers. */
  readonly keyOf: Int32Array | undefined
}

/** Marks by key of all whom a firm has ever seen take longer to go through than numbers of their own for fewer than this share. */
const ownNumbersBelow = 1 / 16

/**
 * Gives each key a number of its own, from 0, in the order in which they come: `count` of them at most, none above `most`.
 * By key stands the number, and one more, in an array for all calls: a map of a hundred thousand keys takes 20 ms.
 */
const createNumbers = (() => {
  let byKey = new Int32Array(0)
  return (most: number, count: number) => {
    if (byKey.length <= most) byKey = new Int32Array(most + 1)
    const own = byKey
    const keys = new Int32Array(count)
    let size = 0
    return {
      numberOf: (key: number): number => {
        const known = own[key] ?? 0
        if (known > 0) return known - 1
        keys[size] = key
        size += 1
        own[key] = size
        return size - 1
      },
      /** The keys by number. No number is given after it. */
      end: (): Int32Array => {
        const all = keys.slice(0, size)
        for (const key of all) own[key] = 0
        return all
      },
    }
  }
})()

export const populationOf = (parts: Parts): Population => {
  const { cells, looks, signups, present } = parts
  const all = [...cells, ...looks, ...signups, present]
  const most = all.reduce((highest, each) => Math.max(highest, each.most), 0)
  const count = all.reduce((sum, { persons }) => sum + persons.length, 0)
  if (count >= most * ownNumbersBelow) return { ...parts, size: most + 1, keyOf: undefined }
  const names = [...cells, ...looks, ...signups].reduce((sum, { keys }) => sum + keys.length, 0)
  const { numberOf, end } = createNumbers(most, count + names)
  const numbered = (each: readonly Cell[]): Cell[] =>
    each.map((cell) => ({ ...cell, persons: cell.persons.map(numberOf), keys: cell.keys.map(numberOf) }))
  const ownParts = {
    cells: numbered(cells),
    looks: numbered(looks),
    signups: numbered(signups),
    present: { ...present, persons: present.persons.map(numberOf) },
  }
  const keyOf = end()
  return { ...ownParts, size: keyOf.length, keyOf }
}

const marksOfKinds = new WeakMap<Population, Map<Cell['kind'], Marks>>()

/** Who did something at a form or a live. Several figures count the same persons, who are gone through once. */
export const placedMarks = (population: Population, kind: Cell['kind']): Marks => {
  const ofKinds = marksOfKinds.get(population) ?? new Map<Cell['kind'], Marks>()
  marksOfKinds.set(population, ofKinds)
  const known = ofKinds.get(kind)
  if (known !== undefined) return known
  const marks = marksBelow(population.size)
  mark(personsOf(population.cells.filter((cell) => cell.kind === kind && cell.placeId !== undefined)), marks)
  ofKinds.set(kind, marks)
  return marks
}

export const personsOf = (cells: readonly Cell[]): Int32Array[] => cells.map(({ persons }) => persons)

/**
 * The stays until an instant (ms since the begin of the live) of those who are in its room. `open`: whom, and since when;
 * a person may be there more than once. `over`: stays that have ended, those of one person lying apart.
 */
export const staysUntil = (open: Pick<Stays, 'persons' | 'from'>, over: readonly Stays[], untilMs: number): Stays => {
  // Of days nobody is, and the millions who were there are not gone through.
  if (open.persons.length === 0)
    return { persons: new Int32Array(), from: new Int32Array(), until: new Int32Array(), most: 0 }
  const since = new Map<number, number>()
  for (const [at, person] of open.persons.entries())
    since.set(person, Math.min(since.get(person) ?? Number.POSITIVE_INFINITY, open.from[at] ?? 0))
  const apart: { readonly person: number; readonly from: number; readonly until: number }[] = []
  // What has ended and reaches into the one that goes on is part of it.
  const goesOn = new Map(since)
  for (const { persons, from, until } of over)
    for (const [at, person] of persons.entries()) {
      const began = since.get(person)
      if (began === undefined) continue
      const span = { person, from: from[at] ?? 0, until: until[at] ?? 0 }
      if (span.until < began) apart.push(span)
      else goesOn.set(person, Math.min(goesOn.get(person) ?? began, span.from))
    }
  for (const [person, from] of goesOn) apart.push({ person, from, until: Math.max(from, untilMs) })
  return {
    persons: Int32Array.from(apart, ({ person }) => person),
    from: Int32Array.from(apart, ({ from }) => from),
    until: Int32Array.from(apart, ({ until }) => until),
    most: apart.reduce((most, { person }) => Math.max(most, person), 0),
  }
}

/** The looks of a cell after an instant and until another, epoch ms. */
export const looksWithin = (cell: Cell, afterMs: number, untilMs: number): Cell => {
  const isWithin = (_: number, at: number) => {
    const ms = cell.at[at] ?? 0
    return ms > afterMs && ms <= untilMs
  }
  return {
    ...cell,
    persons: cell.persons.filter(isWithin),
    keys: cell.keys.filter(isWithin),
    at: cell.at.filter(isWithin),
  }
}
