/** Lines that one address may have open at once. A carrier's address stands for hundreds of phones, a room for many homes. */
export const crowdLimits = { perProcess: 1_000, perRoom: 50 } as const

/** How many lines each address has here; an address that is not counted (this machine's own) has no limit. */
export const createCrowd = (
  isCounted: (address: string) => boolean,
  limits: { readonly perProcess: number; readonly perRoom: number } = crowdLimits,
) => {
  const counts = new Map<string, number>()

  const take = (key: string, limit: number): boolean => {
    const count = counts.get(key) ?? 0
    if (count >= limit) return false
    counts.set(key, count + 1)
    return true
  }
  const give = (key: string): void => {
    const count = (counts.get(key) ?? 0) - 1
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  const placeOf = (address: string, liveId: string) => `${liveId} ${address}`

  return {
    /** False: this address has all the lines it may have. */
    enter: (address: string): boolean => !isCounted(address) || take(address, limits.perProcess),
    leave: (address: string): void => {
      if (isCounted(address)) give(address)
    },
    sit: (address: string, liveId: string): boolean =>
      !isCounted(address) || take(placeOf(address, liveId), limits.perRoom),
    rise: (address: string, liveId: string): void => {
      if (isCounted(address)) give(placeOf(address, liveId))
    },
    size: () => counts.size,
  }
}
export type Crowd = ReturnType<typeof createCrowd>
