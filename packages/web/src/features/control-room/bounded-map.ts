/** Entries that are copied with every change; the others are copied once in so many changes. */
const recentMax = 128

/**
 * A map that never changes and doesn't outgrow an evening: it keeps the newest `max` entries at least, about twice as
 * many at most, and one more entry copies only the newest few.
 */
export interface BoundedMap<K, V> {
  readonly get: (key: K) => V | undefined
  readonly has: (key: K) => boolean
  /** Of no entries the same map. */
  readonly with: (entries: Iterable<readonly [K, V]>) => BoundedMap<K, V>
  readonly size: number
}

interface Layers<K, V> {
  readonly recent: ReadonlyMap<K, V>
  readonly young: ReadonlyMap<K, V>
  readonly old: ReadonlyMap<K, V>
}

const layered = <K, V>(layers: Layers<K, V>, max: number): BoundedMap<K, V> => {
  const { recent, young, old } = layers
  const same: BoundedMap<K, V> = {
    get: (key) => recent.get(key) ?? young.get(key) ?? old.get(key),
    has: (key) => recent.has(key) || young.has(key) || old.has(key),
    size: recent.size + young.size + old.size,
    with: (entries) => {
      const changed = [...entries]
      if (changed.length === 0) return same
      const grown = new Map([...recent, ...changed])
      if (grown.size <= recentMax) return layered({ recent: grown, young, old }, max)
      const merged = new Map([...young, ...grown])
      const none: ReadonlyMap<K, V> = new Map()
      return merged.size < max
        ? layered({ recent: none, young: merged, old }, max)
        : layered({ recent: none, young: none, old: merged }, max)
    },
  }
  return same
}

export const boundedMap = <K, V>(max: number): BoundedMap<K, V> =>
  layered({ recent: new Map(), young: new Map(), old: new Map() }, max)

/** A change of several entries at once. */
export interface MapDraft<K, V> {
  readonly get: (key: K) => V | undefined
  readonly has: (key: K) => boolean
  readonly set: (key: K, value: V) => void
  /** The map with all that was set; the same where nothing was. */
  readonly done: () => BoundedMap<K, V>
}

export const draftOf = <K, V>(map: BoundedMap<K, V>): MapDraft<K, V> => {
  const changed = new Map<K, V>()
  return {
    get: (key) => changed.get(key) ?? map.get(key),
    has: (key) => changed.has(key) || map.has(key),
    set: (key, value) => void changed.set(key, value),
    done: () => map.with(changed),
  }
}
