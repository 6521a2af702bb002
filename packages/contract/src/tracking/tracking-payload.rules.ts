import { z } from 'zod'
import { TrackingContext } from './tracking.schema.ts'

/** What is kept of it, with where the call came from: no browser gives that itself. */
export const StoredTrackingContext = TrackingContext.extend({
  ip: z.string().default(''),
  userAgent: z.string().max(500).catch('').default(''),
})
export type StoredTrackingContext = z.output<typeof StoredTrackingContext>

/** What may be kept of what a browser gave: without consent by what and which links it came, in which visit, and nothing else. */
export const storableContext = (context: TrackingContext): TrackingContext => {
  const { attribution, links, visit } = context
  return context.consent ? context : TrackingContext.parse({ attribution, links, visit })
}

/** A body of a call with where it came from, beside what its browser gave. */
export const withCaller = <T extends { readonly tracking: TrackingContext }>(
  body: T,
  { ip, userAgent }: { readonly ip: string; readonly userAgent: string },
): Omit<T, 'tracking'> & { tracking: StoredTrackingContext } => ({
  ...body,
  tracking: { ...body.tracking, ip, userAgent: userAgent.slice(0, 500) },
})
