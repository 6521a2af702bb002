import { viewDaysKept, visitDaysKept } from '@kaimai/contract/figure/figure-rows.schema.ts'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { sweepInBatches } from '../../platform/jobs/sweep.ts'
import type { TrackingTables } from './tracking.tables.ts'
import { readOnce } from '../../platform/db/read-once.ts'

const dayMs = 86_400_000
/** What was viewed and scrolled, row by row; then as sums of a day. */
const viewRetentionMs = viewDaysKept * dayMs
/** In which visit somebody did what, for 13 months: until then it may come to light who they are. */
const factRetentionMs = visitDaysKept * dayMs
/** An advertiser counts an event once within so long. */
const settledRetentionMs = 30 * dayMs
/** No page may report an event again after its base has ended. */
const reportedRetentionMs = 7 * dayMs
const hourSeconds = 3600

/** Deletes what strangers' browsers sent: no row of it stays for ever. docs/retention.md says what is stored how long. */
export const createTrackingSweep = (db: Database) => {
  const tables = () => db.as<TrackingTables>()

  /** Visits of before go into the sums of their day, each once: both happen in one statement. */
  const sweepVisits = async (before: Date, limit: number): Promise<number> => {
    const { rows } = await sql<{ swept: number }>`
      with gone as (
        delete from "pageVisit" where ctid = any(array(
          select ctid from "pageVisit" where "firstAt" < ${before} order by "firstAt" limit ${limit})) returning *
      ), each as (
        select "firmId", page, "pageId", ("firstAt" at time zone 'UTC' + interval '8 hours')::date as day, depth, seconds,
          jsonb_build_object('association', attribution ->> 'association', 'source', attribution ->> 'source',
            'medium', attribution ->> 'medium', 'campaign', attribution ->> 'campaign') as source
        from gone
      ), summed as (
        insert into "pageVisitDay" as known
          ("firmId", page, "pageId", day, "attributionHash", attribution, visits, depth, seconds)
        select "firmId", page, "pageId", day, md5(source::text), source, count(*), sum(depth), sum(seconds)
        from each group by "firmId", page, "pageId", day, source
        on conflict ("firmId", page, "pageId", day, "attributionHash") do update set
          visits = known.visits + excluded.visits,
          depth = known.depth + excluded.depth,
          seconds = known.seconds + excluded.seconds
      )
      select count(*)::integer as swept from gone`.execute(tables())
    return rows[0]?.swept ?? 0
  }

  const sweepFacts = async (before: Date, limit: number): Promise<number> => {
    const { rows } = await sql<{ swept: number }>`
      with gone as (
        delete from "viewFact" where ctid = any(array(
          select ctid from "viewFact" where at < ${before} order by at limit ${limit})) returning *
      ), each as (
        select "firmId", page, "pageId", (at at time zone 'UTC' + interval '8 hours')::date as day, event, items from gone
      ), counted as (
        select "firmId", page, "pageId", day, event, '00000000-0000-0000-0000-000000000000'::uuid as "itemId",
          count(*) as facts, 0::bigint as quantity
        from each group by "firmId", page, "pageId", day, event
        union all
        select "firmId", page, "pageId", day, event, (item ->> 'id')::uuid, count(*), sum((item ->> 'quantity')::bigint)
        from each, jsonb_array_elements(items) as item
        group by "firmId", page, "pageId", day, event, (item ->> 'id')::uuid
      ), summed as (
        insert into "viewFactDay" as known ("firmId", page, "pageId", day, event, "itemId", facts, quantity)
        select "firmId", page, "pageId", day, event, "itemId", facts, quantity from counted
        on conflict ("firmId", page, "pageId", day, event, "itemId") do update set
          facts = known.facts + excluded.facts, quantity = known.quantity + excluded.quantity
      )
      select count(*)::integer as swept from gone`.execute(tables())
    return rows[0]?.swept ?? 0
  }

  /** Deletes what was settled before; nobody sends it again then. */
  const sweepSettled = async (before: { readonly reported: Date; readonly other: Date }, limit: number) => {
    const { numDeletedRows } = await tables()
      .deleteFrom('advertiserEvent')
      .where('id', '=', (eb) =>
        readOnce(
          eb
            .selectFrom('advertiserEvent')
            .select('id')
            .where('state', '<>', sql.lit('waiting'))
            .where('at', '<', before.reported)
            .where((or) =>
              or.or([or('at', '<', before.other), or('name', 'not in', ['CompleteRegistration', 'Purchase'])]),
            )
            .orderBy('at')
            .limit(limit),
        ),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  /** What visitors did goes with it, and in which visit somebody signed up; the sums of the days and the people stay. */
  const sweepVisitorFacts = async (before: Date, limit: number): Promise<number> => {
    const { rows } = await sql<{ swept: number }>`
      with old as (
        select "firmId", kind, "sourceId", "signupUserId" is not null as "isOfPerson" from fact
        where visit is not null and at < ${before} order by at limit ${limit}
      ), gone as (
        delete from fact using old where not old."isOfPerson"
          and fact."firmId" = old."firmId" and fact.kind = old.kind and fact."sourceId" = old."sourceId"
      ), kept as (
        update fact set visit = null from old where old."isOfPerson"
          and fact."firmId" = old."firmId" and fact.kind = old.kind and fact."sourceId" = old."sourceId"
      )
      select count(*)::integer as swept from old`.execute(tables())
    return rows[0]?.swept ?? 0
  }

  return { sweepVisits, sweepFacts, sweepVisitorFacts, sweepSettled }
}

export const defineTrackingSweep = ({ db, jobs, clock }: { db: Database; jobs: Jobs; clock: Clock }): void => {
  const { sweepVisits, sweepFacts, sweepVisitorFacts, sweepSettled } = createTrackingSweep(db)
  const ago = (ms: number) => new Date(clock.ms() - ms)
  jobs.every('tracking/sweep', hourSeconds, async () => {
    const settled = { reported: ago(reportedRetentionMs), other: ago(settledRetentionMs) }
    await sweepInBatches((limit) => sweepSettled(settled, limit))
    const viewedBefore = ago(viewRetentionMs)
    await sweepInBatches((limit) => sweepVisits(viewedBefore, limit))
    await sweepInBatches((limit) => sweepFacts(viewedBefore, limit))
    await sweepInBatches((limit) => sweepVisitorFacts(ago(factRetentionMs), limit))
  })
}
