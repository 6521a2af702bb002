/** Steps that can be taken back. */
const max = 100

/** What a list was before, and what was taken back since. */
export interface History<T> {
  readonly past: readonly T[]
  readonly future: readonly T[]
}
export const noHistory = { past: [], future: [] } as const

/** After a step away from `before`. */
export const stepped = <T>({ past }: History<T>, before: T): History<T> => ({
  past: [...past, before].slice(-max),
  future: [],
})

/** Takes a step back; undefined when there is none. */
export const undone = <T>({ past, future }: History<T>, now: T): { history: History<T>; to: T } | undefined => {
  const to = past.at(-1)
  return to === undefined ? undefined : { history: { past: past.slice(0, -1), future: [...future, now] }, to }
}

/** Takes a step again that was taken back. */
export const redone = <T>({ past, future }: History<T>, now: T): { history: History<T>; to: T } | undefined => {
  const to = future.at(-1)
  return to === undefined ? undefined : { history: { past: [...past, now], future: future.slice(0, -1) }, to }
}
