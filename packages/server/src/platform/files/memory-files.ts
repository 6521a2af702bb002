export interface HeldFile {
  readonly etag: string
  readonly bytes: Uint8Array
  /** When the store was last asked whether this is still the file, Date.now(). */
  checkedAt: number
}

interface Entry {
  readonly file: HeldFile
  users: number
}

/**
 * Whole files in memory, within a bound that counts also what slow clients still hold: when all of it is in use,
 * nothing more is taken in, and the caller streams instead. Least recently used files go first.
 */
export interface MemoryFiles {
  peek(key: string): HeldFile | undefined
  /** Lends the file; the answer is called when its bytes are no longer needed. */
  use(key: string): (() => void) | undefined
  /**
   * Takes a file in; calls at the same time share one `load`. False when there is no room or `load` found nothing.
   * `size` is what `load` will bring.
   */
  take(key: string, size: number, load: () => Promise<HeldFile | undefined>): Promise<boolean>
  forget(key: string): void
  /** Bytes held now, loads under way included. */
  held(): number
}

export const memoryFiles = (limit: number): MemoryFiles => {
  // In order of last use: a Map keeps the order of insertion.
  const entries = new Map<string, Entry>()
  // Forgotten while lent: their bytes count until they come back.
  const loads = new Map<string, Promise<boolean>>()
  let total = 0

  const drop = (key: string, entry: Entry): void => {
    entries.delete(key)
    if (entry.users === 0) total -= entry.file.bytes.byteLength
  }

  const makeRoom = (size: number): boolean => {
    if (size > limit) return false
    for (const [key, entry] of entries) {
      if (total + size <= limit) return true
      if (entry.users === 0) drop(key, entry)
    }
    return total + size <= limit
  }

  const load = async (key: string, size: number, bring: () => Promise<HeldFile | undefined>): Promise<boolean> => {
    total += size
    let file: HeldFile | undefined
    try {
      file = await bring()
    } finally {
      total -= size
    }
    if (!file) return false
    const before = entries.get(key)
    if (before) drop(key, before)
    entries.set(key, { file, users: 0 })
    total += file.bytes.byteLength
    return true
  }

  return {
    peek: (key) => entries.get(key)?.file,
    use: (key) => {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      entry.users += 1
      let lent = true
      return () => {
        if (!lent) return
        lent = false
        entry.users -= 1
        if (entry.users === 0 && entries.get(key) !== entry) total -= entry.file.bytes.byteLength
      }
    },
    take: (key, size, bring) => {
      const underWay = loads.get(key)
      if (underWay) return underWay
      if (!makeRoom(size)) return Promise.resolve(false)
      const loading = load(key, size, bring).finally(() => loads.delete(key))
      loads.set(key, loading)
      return loading
    },
    forget: (key) => {
      const entry = entries.get(key)
      if (entry) drop(key, entry)
    },
    held: () => total,
  }
}
