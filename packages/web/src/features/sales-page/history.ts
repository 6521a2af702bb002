/** What was before, and what was undone; the newest last. */
export interface History<T> {
  readonly past: readonly T[]
  readonly future: readonly T[]
  /** What the last change was of, and when (epoch ms): typing on in one field is one step. */
  readonly key: string
  readonly atMs: number
}

export const noHistory: History<never> = { past: [], future: [], key: '', atMs: 0 }

const stepsMax = 100
const oneStepMs = 1500

/** Keeps what was before a change of `key`; '' is always a step of its own. */
export const remembered = <T>(history: History<T>, before: T, key: string, nowMs: number): History<T> => {
  const goesOn = key !== '' && key === history.key && nowMs - history.atMs < oneStepMs
  const past = goesOn && history.past.length > 0 ? history.past : [...history.past, before].slice(-stepsMax)
  return { past, future: [], key, atMs: nowMs }
}

export interface Stepped<T> {
  readonly history: History<T>
  readonly value: T
}

/** One step back from `now`; undefined when there is none. */
export const undone = <T>(history: History<T>, now: T): Stepped<T> | undefined => {
  const value = history.past.at(-1)
  if (value === undefined) return undefined
  return { value, history: { past: history.past.slice(0, -1), future: [...history.future, now], key: '', atMs: 0 } }
}

/** One step forward again. */
export const redone = <T>(history: History<T>, now: T): Stepped<T> | undefined => {
  const value = history.future.at(-1)
  if (value === undefined) return undefined
  return { value, history: { past: [...history.past, now], future: history.future.slice(0, -1), key: '', atMs: 0 } }
}
