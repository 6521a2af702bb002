import type { StudioDoc } from './studio-doc.ts'

/** Steps that can be taken back. */
export const maxSteps = 100
/** Changes of one kind within this time are one step, in ms. */
export const mergeWithinMs = 1500

export interface Step {
  /** How things stood on the other side of the step. */
  readonly doc: StudioDoc
  /** What was done, as a key of the texts: `move`, `add`. */
  readonly action: string
}

export interface History {
  readonly doc: StudioDoc
  readonly past: readonly Step[]
  readonly future: readonly Step[]
  /** Of the newest step: what would go on with it, and since when nothing did. */
  readonly merge: { readonly name: string; readonly atMs: number } | undefined
}

export const historyOf = (doc: StudioDoc): History => ({ doc, past: [], future: [], merge: undefined })

/**
 * After a change. One with the `merge` of the step before it belongs to that step: a drag, or words that are typed, are
 * taken back at once. A drag (`nowMs` undefined) goes on however long it takes.
 */
export const changed = (
  history: History,
  doc: StudioDoc,
  action: string,
  merge?: { readonly name: string; readonly nowMs?: number },
): History => {
  if (doc === history.doc) return history
  const { past } = history
  const isOn =
    merge !== undefined &&
    history.merge?.name === merge.name &&
    past.length > 0 &&
    (merge.nowMs === undefined || merge.nowMs - history.merge.atMs <= mergeWithinMs)
  return {
    doc,
    past: isOn ? past : [...past, { doc: history.doc, action }].slice(-maxSteps),
    future: [],
    merge: merge && { name: merge.name, atMs: merge.nowMs ?? 0 },
  }
}

export const undone = (history: History): History => {
  const step = history.past.at(-1)
  if (step === undefined) return history
  return {
    doc: step.doc,
    past: history.past.slice(0, -1),
    future: [...history.future, { doc: history.doc, action: step.action }],
    merge: undefined,
  }
}

export const redone = (history: History): History => {
  const step = history.future.at(-1)
  if (step === undefined) return history
  return {
    doc: step.doc,
    past: [...history.past, { doc: history.doc, action: step.action }],
    future: history.future.slice(0, -1),
    merge: undefined,
  }
}
