import { taipeiDay } from '../common/taipei.ts'

/** An order that was paid. */
export interface Purchase {
  readonly person: string
  /** The day in Taipei on which it was paid, yyyy-mm-dd. */
  readonly day: string
}

/** Of those who first bought in one month, how many bought in another; months are yyyy-mm. */
export interface CohortCount {
  readonly cohort: string
  readonly month: string
  readonly persons: number
}

export interface Cohort {
  readonly month: string
  readonly persons: number
  /** Who bought in the month itself, the one after, and so on; null: the month is not over, or the cohort is empty. */
  readonly back: readonly (number | null)[]
}

/** The month in Taipei of an instant in epoch ms. */
export const taipeiMonth = (ms: number): string => taipeiDay(ms).slice(0, 7)

/** The month so many after another. */
export const monthsAfter = (month: string, by: number): string => {
  const [year = 1970, at = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, at - 1 + by, 1)).toISOString().slice(0, 7)
}

/** The last so many months up to one, the oldest first. */
export const monthsUntil = (month: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => monthsAfter(month, at - count + 1))

/** Everybody stands in the cohort of the month of their first purchase, and once in each month in which they bought. */
export const cohortCounts = (purchases: readonly Purchase[]): CohortCount[] => {
  const monthsOf = new Map<string, Set<string>>()
  for (const { person, day } of purchases)
    monthsOf.set(person, (monthsOf.get(person) ?? new Set<string>()).add(day.slice(0, 7)))
  const counts = new Map<string, CohortCount>()
  for (const months of monthsOf.values()) {
    const [cohort = ''] = [...months].toSorted()
    for (const month of months) {
      const key = `${cohort} ${month}`
      counts.set(key, { cohort, month, persons: (counts.get(key)?.persons ?? 0) + 1 })
    }
  }
  return [...counts.values()]
}

/** A row for each of the months up to the running one, `current`, which is not over yet. */
export const cohortsOf = (counts: readonly CohortCount[], months: readonly string[], current: string): Cohort[] => {
  const persons = new Map(counts.map((count) => [`${count.cohort} ${count.month}`, count.persons]))
  return months.map((month, at) => {
    const size = persons.get(`${month} ${month}`) ?? 0
    return {
      month,
      persons: size,
      back: months
        .slice(at)
        .map((later) => (size === 0 || later >= current ? null : (persons.get(`${month} ${later}`) ?? 0))),
    }
  })
}

/** So many months after the first purchase: who is back of all of whom it is known, each person weighing the same. */
export const meanBack = (cohorts: readonly Cohort[], monthsLater: number): { persons: number; back: number } =>
  cohorts.reduce(
    (sum, { persons, back }) => {
      const known = back[monthsLater] ?? null
      return known === null ? sum : { persons: sum.persons + persons, back: sum.back + known }
    },
    { persons: 0, back: 0 },
  )
