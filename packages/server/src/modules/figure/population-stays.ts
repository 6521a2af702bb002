import { isMarked, mark, marksBelow } from './marks.ts'
import type { Population, Stays } from './population.ts'

/** All spans of all persons; of whoever is in a room that runs those alone that reach until now. */
export const staysOf = ({ cells, present, size }: Population): Stays[] => {
  const stays: Stays[] = cells.filter(({ kind }) => kind === 'stayed')
  if (present.persons.length === 0) return stays
  const here = marksBelow(size)
  mark([present.persons], here)
  const ofOthers = ({ persons, from, until, most }: Stays): Stays => {
    const isOther = (_: number, at: number) => !isMarked(here, persons[at] ?? 0)
    return { persons: persons.filter(isOther), from: from.filter(isOther), until: until.filter(isOther), most }
  }
  return [...stays.map(ofOthers), present]
}

/** By how much the persons in a room become more or fewer until each instant of the grid, `stepMs` apart. */
export const changesOf = (population: Population, stepMs: number): Map<number, number> => {
  const changes = new Map<number, number>()
  const change = (ms: number, by: number) => {
    const at = Math.ceil(ms / stepMs)
    changes.set(at, (changes.get(at) ?? 0) + by)
  }
  for (const { from, until } of staysOf(population)) {
    for (const ms of from) change(ms, 1)
    for (const ms of until) change(ms, -1)
  }
  return changes
}

/** Who is in a room at an instant, ms since the begin of the live: whom `changesOf` counts there. */
export const presentAt = (population: Population, ms: number): Int32Array[] =>
  staysOf(population).map(({ persons, from, until }) =>
    persons.filter((_, at) => (from[at] ?? 0) <= ms && ms < (until[at] ?? 0)),
  )
