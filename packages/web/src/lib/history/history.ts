/** Steps that can be undone. */
const maxSteps = 100
/** Changes of one kind within this time are one step, in ms. */
export const mergeWithinMs = 1500

interface Step<T> {
  /** The value on the other side of the step. */
  readonly value: T
  /** The kind of change, as a key of the texts (`move`, `add`); '' where nobody shows it. */
  readonly action: string
}

/** The undo history of an editor. An editor whose form holds the value passes it with each call: `{ ...history, value }`. */
export interface History<T> {
  readonly value: T
  readonly past: readonly Step<T>[]
  readonly future: readonly Step<T>[]
  /** The newest step's name, and the time of its last change: a change of the same name may join the step. */
  readonly merge: { readonly name: string; readonly atMs: number } | undefined
}

export const historyOf = <T>(value: T): History<T> => ({ value, past: [], future: [], merge: undefined })

/**
 * The history after a change. A change whose `merge` names the step before it joins that step: a drag, or text that is
 * typed, is undone as one. A drag (`nowMs` undefined) may take as long as it likes.
 */
export const changed = <T>(
  history: History<T>,
  value: T,
  action = '',
  merge?: { readonly name: string; readonly nowMs?: number },
): History<T> => {
  if (value === history.value) return history
  const { past } = history
  const isJoined =
    merge !== undefined &&
    history.merge?.name === merge.name &&
    past.length > 0 &&
    (merge.nowMs === undefined || merge.nowMs - history.merge.atMs <= mergeWithinMs)
  return {
    value,
    past: isJoined ? past : [...past, { value: history.value, action }].slice(-maxSteps),
    future: [],
    merge: merge && { name: merge.name, atMs: merge.nowMs ?? 0 },
  }
}

/** One step back; the same history when there is none. */
export const undone = <T>(history: History<T>): History<T> => {
  const step = history.past.at(-1)
  if (step === undefined) return history
  return {
    value: step.value,
    past: history.past.slice(0, -1),
    future: [...history.future, { value: history.value, action: step.action }],
    merge: undefined,
  }
}

/** One step forward again; the same history when there is none. */
export const redone = <T>(history: History<T>): History<T> => {
  const step = history.future.at(-1)
  if (step === undefined) return history
  return {
    value: step.value,
    past: [...history.past, { value: history.value, action: step.action }],
    future: history.future.slice(0, -1),
    merge: undefined,
  }
}
