import type { CohortCount } from '@kaimai/contract/figure/cohort.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { plannedOnce } from '../../platform/db/planned-once.ts'
import { int32s, packed } from './packed-numbers.ts'
import { type PersonList, personList } from './person-list.ts'

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

  /** Of those whose first paid order was in the month `cohort`, who paid for one in `month` (yyyy-mm). */
  persons: async (firmId: string, cohort: string, month: string): Promise<PersonList> => {
    const within = (paidOn: RawBuilder<unknown>, of: string) => sql`
      ${paidOn} >= ${`${of}-01`}::date and ${paidOn} < ${`${of}-01`}::date + interval '1 month'`
    const { rows } = await sql<{ persons: Uint8Array | null }>`${plannedOnce}
      select ${packed(sql`person`)} as persons from (
        select person from "figureOrder" where "firmId" = ${firmId} and "paidOn" is not null
        group by person having ${within(sql`min("paidOn")`, cohort)} and bool_or(${within(sql`"paidOn"`, month)})
      ) as each`.execute(db.as())
    return personList(int32s(rows[0]?.persons ?? null))
  },

  /**
   * Of those whose first paid order was in the month `from` (yyyy-mm) or later, who paid for one so many months after that of
   * the first, in a month before `running`, which is not over; none after it: all of them.
   */
  personsLater: async (firmId: string, from: string, monthsLater: number, running: string): Promise<PersonList> => {
    const later = sql`month = cohort + ${monthsLater}::integer * interval '1 month' and month < ${`${running}-01`}::timestamp`
    const { rows } = await sql<{ persons: Uint8Array | null }>`${plannedOnce}
      select ${packed(sql`person`)} as persons from (
        select distinct person from (
          select person, date_trunc('month', "paidOn"::timestamp) as month,
            min(date_trunc('month', "paidOn"::timestamp)) over (partition by person) as cohort
          from "figureOrder" where "firmId" = ${firmId} and "paidOn" is not null
        ) as bought where cohort >= ${`${from}-01`}::timestamp ${monthsLater === 0 ? sql`` : sql`and ${later}`}
      ) as each`.execute(db.as())
    return personList(int32s(rows[0]?.persons ?? null))
  },
})
export type CohortStore = ReturnType<typeof createCohortStore>
