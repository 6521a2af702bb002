import type { CohortCount } from '@kaimai/contract/figure/cohort.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { plannedOnce } from '../../platform/db/planned-once.ts'

/** Parts of a statement: `bought` has each paid order of a person, `began` the month of the first of each (yyyy-mm). */
export const boughtAndBegan = (firmId: string): RawBuilder<unknown> => sql`
      bought as (
        select person, "paidOn", "orderId", association from "figureOrder"
        where "firmId" = ${firmId} and "paidOn" is not null
      ), began as (
        select distinct on (person) person, to_char("paidOn", 'YYYY-MM') as cohort, association
        from bought order by person, "paidOn", "orderId"
      )`

/** Who bought when for the first time, and when again. */
export const createCohortStore = (db: Database) => ({
  /**
   * Persons by the month of their first paid order and each month in which they paid for one; cohorts from the month `from`
   * (yyyy-mm) on. `association`: of those whose first order came by that partner's link, whatever they came by later.
   */
  cohorts: async (firmId: string, from: string, association: string | undefined): Promise<CohortCount[]> => {
    const paid = sql`"figureOrder" where "firmId" = ${firmId} and "paidOn" is not null`
    const byLink = sql`and person in (
      select person from (
        select distinct on (person) person, association from ${paid} order by person, "paidOn", "orderId"
      ) as first where association = ${association})`
    const { rows } = await sql<CohortCount>`${plannedOnce}
      with bought as (
        select person, date_trunc('month', "paidOn"::timestamp) as month from ${paid} group by 1, 2
      ), began as (
        select person, month, min(month) over (partition by person) as cohort from bought
      )
      select to_char(cohort, 'YYYY-MM') as cohort, to_char(month, 'YYYY-MM') as month, count(*)::integer as persons
      from began where cohort >= ${`${from}-01`}::timestamp ${association === undefined ? sql`` : byLink}
      group by began.cohort, began.month`.execute(db.as())
    return rows
  },
})
export type CohortStore = ReturnType<typeof createCohortStore>
