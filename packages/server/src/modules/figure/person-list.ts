import { type FunnelStep, funnelSteps } from '@kaimai/contract/figure/figure.rules.ts'

/** A person by their key, with the farthest step that they came to; null where no step is asked for. */
export interface StepOfPerson {
  readonly person: number
  readonly step: FunnelStep | null
}

/**
 * Persons in the order of their keys, a number each: sixteen times the key, and the place of the step, from 1. A list of a
 * hundred thousand objects takes longer to make and to sort than all else that a page of it needs.
 */
export type PersonList = Float64Array
const places = 16

/** `keys`: in any order, each once. `placeOf`: of the key at that index; 0: no step is asked for. */
export const personList = (keys: Int32Array, placeOf: (index: number) => number = () => 0): PersonList => {
  const list = new Float64Array(keys.length)
  let isSorted = true
  for (let at = 0; at < keys.length; at += 1) {
    list[at] = (keys[at] ?? 0) * places + placeOf(at)
    if (at > 0 && (list[at] ?? 0) < (list[at - 1] ?? 0)) isSorted = false
  }
  return isSorted ? list : list.sort()
}

/** The index of the first person behind a key. */
const indexBehind = (list: PersonList, key: number): number => {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] ?? 0) >= (key + 1) * places) high = middle
    else low = middle + 1
  }
  return low
}

/** Up to so many persons behind a key. */
export const personsBehind = (list: PersonList, key: number, limit: number): StepOfPerson[] => {
  const first = indexBehind(list, key)
  return Array.from(list.subarray(first, first + limit), (packed) => ({
    person: Math.floor(packed / places),
    step: funnelSteps[(packed % places) - 1] ?? null,
  }))
}
