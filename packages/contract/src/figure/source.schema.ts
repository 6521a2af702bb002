import { z } from 'zod'
import { Id } from '../common/fields.ts'
import {
  bothDays,
  Day,
  daysForward,
  daysNotTooMany,
  saysBackward,
  saysBothDays,
  saysTooMany,
} from './figure-days.schema.ts'
import { funnelSteps } from './figure.rules.ts'

/** As many sources as an answer holds, those that brought the most people. */
export const sourcesMax = 20

export const SourceQuery = z
  .object({
    /** As for the dashboard: one live, else days, else the last 30. */
    liveId: Id.optional(),
    from: Day.optional(),
    to: Day.optional(),
    stayedMinutes: z.coerce.number().int().min(1).max(240).default(5),
  })
  .refine(bothDays, saysBothDays)
  .refine(daysForward, saysBackward)
  .refine(daysNotTooMany, saysTooMany)
export type SourceQuery = z.output<typeof SourceQuery>

export const Sources = z.object({
  /** The funnel of those who looked or signed up by a source: who did by two stands in both. */
  sources: z.array(
    z.object({
      /** As the address of the page said it (`utm_source`). */
      source: z.string(),
      funnel: z.array(z.object({ step: z.enum(funnelSteps), persons: z.number().int() })),
    }),
  ),
})
export type Sources = z.output<typeof Sources>
