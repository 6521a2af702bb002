import { z } from 'zod'

const cohortMonths = { default: 12, max: 24 } as const

export const CohortQuery = z.object({
  /** Months up to the running one. */
  months: z.coerce.number().int().min(2).max(cohortMonths.max).default(cohortMonths.default),
  /** Code of a partner's link: of those whose first purchase came by it alone. */
  association: z.string().min(1).max(64).optional(),
})
export type CohortQuery = z.output<typeof CohortQuery>

const Count = z.number().int()

export const Cohorts = z.object({
  /** By month of the first purchase (yyyy-mm in Taipei), the oldest first. */
  cohorts: z.array(
    z.object({
      month: z.string(),
      persons: Count,
      /** Who bought in the month itself, the one after, and so on; null: the month is not over, or nobody is in the cohort. */
      back: z.array(Count.nullable()),
    }),
  ),
  /** The same of all cohorts together, each person weighing the same; what is not known of a cohort is not in it. */
  all: z.array(z.object({ persons: Count, back: Count })),
})
export type Cohorts = z.output<typeof Cohorts>
