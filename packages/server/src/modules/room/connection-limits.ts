import type { Clock } from '../../platform/clock.ts'
import { isLoopback, networkOf } from '../../platform/http/client-address.ts'
import { type BucketRule, createTokenBuckets } from '../../platform/rate-limits/token-buckets.ts'

/**
 * Limits of one network: an address of IPv4, or a /64 of IPv6. A mobile carrier puts thousands of phones behind one of
 * them, so people are not counted below thousands: what is limited is how fast they come.
 */
export const connectionLimits = {
  /** Connections of this process at once: half of what it takes, so that no network keeps all others out. */
  connections: 10_000,
  /** New connections: all of a carrier's phones come back at once after their line was lost. */
  newConnections: { burst: 6_000, perSecond: 50 },
  /** New anonymous viewers of one room. 3,000 phones that arrive within two minutes don't wait. */
  newViewers: { burst: 1_500, perSecond: 20 },
} as const

/** The network that an address counts for; empty for this machine's own, which has no limit. */
export const countedNetwork = (address: string): string => (isLoopback(address) ? '' : networkOf(address))

/** How many connections each network has here, and how fast it opens them. */
export const createConnectionLimits = (
  clock: Pick<Clock, 'ms'>,
  limits: { readonly connections: number; readonly newConnections: BucketRule } = connectionLimits,
) => {
  const counts = new Map<string, number>()
  const arrivals = createTokenBuckets(clock, limits.newConnections)

  return {
    networkOf: countedNetwork,
    /** False: this network has all the connections it may have, or opens them too fast. */
    open: (network: string): boolean => {
      if (network === '') return true
      const count = counts.get(network) ?? 0
      if (count >= limits.connections || arrivals.take(network) > 0) return false
      counts.set(network, count + 1)
      return true
    },
    close: (network: string): void => {
      const count = (counts.get(network) ?? 0) - 1
      if (count > 0) counts.set(network, count)
      else counts.delete(network)
    },
    size: () => counts.size,
  }
}
export type ConnectionLimits = ReturnType<typeof createConnectionLimits>

/** A client says a message a second, sends its hearts twice a second and beats four times a minute. */
const maxFrames = { count: 100, withinMs: 10_000 } as const

/** Counts a frame of one connection; true when they are too many. */
export const sendsTooMuch = (sent: { frames: number; framesSinceMs: number }, nowMs: number): boolean => {
  if (nowMs - sent.framesSinceMs > maxFrames.withinMs) {
    sent.frames = 0
    sent.framesSinceMs = nowMs
  }
  sent.frames += 1
  return sent.frames > maxFrames.count
}
