import { gridOf } from './figure-grid.rules.ts'
import { type CountedFact, countedOnce, personsIn, staysIn } from './figure.rules.ts'

/**
 * Persons in the room of one live at each second since its begin, from 0 up to `untilSecond`; each once, in however many
 * tabs. `nowMs`: how far a running live is, for who is there still.
 */
export const retentionOf = (given: readonly CountedFact[], untilSecond: number, nowMs?: number): number[] => {
  const facts = countedOnce(given)
  const stays = [...staysIn(facts, personsIn(facts), nowMs).values()]
  return gridOf(1, untilSecond).map(
    (second) =>
      stays.filter((spans) => spans.some(({ fromMs, toMs }) => fromMs <= second * 1000 && second * 1000 < toMs)).length,
  )
}

/** Persons at each second, from how many more or fewer there are from a second on; a second that is left out changes nothing. */
export const runningCount = (changes: ReadonlyMap<number, number>, untilSecond: number): number[] => {
  let persons = 0
  return gridOf(1, untilSecond).map((second) => {
    persons += changes.get(second) ?? 0
    return persons
  })
}
