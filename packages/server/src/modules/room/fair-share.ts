import type { Clock } from '../../platform/clock.ts'
import { createTokenBuckets } from '../../platform/rate-limits/token-buckets.ts'

export const fairShareLimits = {
  /** Anonymous viewers of one network in one room who are charged without a sign of life: a household, a small office. */
  charged: 10,
  /** New anonymous viewers of one network in one room; who come faster are a crowd or a flood. */
  arrivals: { burst: 120, perSecond: 2 },
  /** So long after the last such moment nobody new of that network is charged without a sign of life. */
  floodMs: 10 * 60_000,
  /** Signs of life of one network in one room: a script could give them for each of its viewers. */
  signs: { burst: 20, perSecond: 0.2 },
} as const

/**
 * Which anonymous viewers are charged to the merchant: of each network and room a fair number, and none of those who
 * flood in. Everybody else is let in for free until a sign of life shows a person. An empty network is this machine's own,
 * whose viewers are all charged.
 */
export const createFairShare = (clock: Pick<Clock, 'ms'>) => {
  const { charged: fairNumber, floodMs } = fairShareLimits
  const arrivals = createTokenBuckets(clock, fairShareLimits.arrivals)
  const signs = createTokenBuckets(clock, fairShareLimits.signs)
  /** By place (room and network): who is charged without a sign of life. */
  const charged = new Map<string, Set<string>>()
  const floods = new Map<string, number>()

  const placeOf = (liveId: string, network: string): string => `${liveId} ${network}`

  const isFlooded = (place: string, nowMs: number): boolean => {
    const atMs = floods.get(place)
    if (atMs === undefined) return false
    if (nowMs - atMs < floodMs) return true
    floods.delete(place)
    return false
  }

  return {
    /** Whether this viewer is charged; `freed` are those who were, and are not any more: their network floods. */
    arrive: (
      liveId: string,
      network: string,
      connectionId: string,
    ): { readonly isCharged: boolean; readonly freed: readonly string[] } => {
      if (network === '') return { isCharged: true, freed: [] }
      const place = placeOf(liveId, network)
      const nowMs = clock.ms()
      const here = charged.get(place) ?? new Set()
      if (arrivals.take(place) > 0) {
        floods.set(place, nowMs)
        charged.delete(place)
        return { isCharged: false, freed: [...here] }
      }
      if (here.size >= fairNumber || isFlooded(place, nowMs)) return { isCharged: false, freed: [] }
      charged.set(place, here.add(connectionId))
      return { isCharged: true, freed: [] }
    },

    /** The viewer went, or has shown to be a person: another one may be charged in the same place. */
    leave: (liveId: string, network: string, connectionId: string): void => {
      const place = placeOf(liveId, network)
      const here = charged.get(place)
      here?.delete(connectionId)
      if (here?.size === 0) charged.delete(place)
    },

    /** Whether a sign of life from there counts. */
    mayShowLife: (liveId: string, network: string): boolean =>
      network === '' || signs.take(placeOf(liveId, network)) === 0,

    /** Floods that are over are forgotten. */
    sweep: (): void => {
      const nowMs = clock.ms()
      for (const place of floods.keys()) isFlooded(place, nowMs)
    },
    size: () => charged.size + floods.size,
  }
}
