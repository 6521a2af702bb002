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
    const { rows } = await sql<CohortCount>`${plannedOnce}
      with ${boughtAndBegan(firmId)}
      select began.cohort, to_char(bought."paidOn", 'YYYY-MM') as month, count(distinct bought.person)::integer as persons
      from began join bought on bought.person = began.person
      where began.cohort >= ${from}
        and (${association ?? null}::text is null or began.association = ${association ?? null}::text)
      group by 1, 2`.execute(db.as())
    return rows
  },
})
export type CohortStore = ReturnType<typeof createCohortStore>
