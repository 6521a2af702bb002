/** So many at once, so many waiting, in the order they came; more are turned away (undefined). */
export const createBoundedQueue = (atOnce: number, maxWaiting: number) => {
  const waiting: (() => void)[] = []
  let running = 0
  const next = (): void => {
    if (running >= atOnce) return
    const start = waiting.shift()
    if (!start) return
    running += 1
    start()
  }
  return {
    take: <R>(work: () => Promise<R>): Promise<R> | undefined => {
      if (running >= atOnce && waiting.length >= maxWaiting) return undefined
      const turn = new Promise<void>((resolve) => waiting.push(resolve))
      next()
      return turn.then(work).finally(() => {
        running -= 1
        next()
      })
    },
  }
}
