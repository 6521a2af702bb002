import { z } from 'zod'
import { TrackingGiven } from './tracking.schema.ts'

/** What is kept of it, with where the call came from: no browser gives that itself. */
export const KeptGiven = TrackingGiven.extend({
  ip: z.string().default(''),
  userAgent: z.string().max(500).catch('').default(''),
})
export type KeptGiven = z.output<typeof KeptGiven>

/** What may be kept of what a browser gave: without consent by what it came, and nothing else. */
export const keptGiven = (given: TrackingGiven): TrackingGiven =>
  given.consent ? given : TrackingGiven.parse({ cameBy: given.cameBy })

/** A body of a call with where it came from, beside what its browser gave. */
export const withCaller = <T extends { readonly tracking: TrackingGiven }>(
  body: T,
  { ip, userAgent }: { readonly ip: string; readonly userAgent: string },
): Omit<T, 'tracking'> & { tracking: KeptGiven } => ({
  ...body,
  tracking: { ...body.tracking, ip, userAgent: userAgent.slice(0, 500) },
})
