/**
 * Calls that come while one runs go together in the next: many small writes become few statements, and none waits for a
 * timer. Each caller gets what `run` answered for its batch, or its error.
 */
export const together = <I, R>(run: (items: readonly I[]) => Promise<R>): ((item: I) => Promise<R>) => {
  let next: { readonly items: I[]; readonly done: Promise<R> } | undefined
  let last: Promise<unknown> = Promise.resolve()
  return (item) => {
    if (next === undefined) {
      const items: I[] = []
      const done = last.then(() => {
        next = undefined
        return run(items)
      })
      last = done.catch(() => {})
      next = { items, done }
    }
    next.items.push(item)
    return next.done
  }
}
