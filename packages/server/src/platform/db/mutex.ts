export interface Mutex {
  /** Resolves in the order asked, with the function that lets the next one in (calling it twice is harmless). */
  acquire(): Promise<() => void>
  waiting(): number
}

export const fairMutex = (onWaited: (ms: number) => void): Mutex => {
  const queue: (() => void)[] = []
  let held = false
  const releaser = () => {
    let released = false
    return () => {
      if (released) return
      released = true
      const next = queue.shift()
      if (next === undefined) held = false
      else next()
    }
  }
  return {
    acquire: async () => {
      const asked = performance.now()
      if (held) await new Promise<void>((resolve) => queue.push(resolve))
      held = true
      onWaited(performance.now() - asked)
      return releaser()
    },
    waiting: () => queue.length,
  }
}
