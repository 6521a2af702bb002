import { funnelSteps, type FunnelStep } from '@kaimai/contract/figure/figure.rules.ts'
import { dayInTaipei } from '@kaimai/contract/common/taipei.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { plannedOnce } from '../../platform/db/planned-once.ts'
import { type FigureScope, visitsWithin } from './figure-scope.ts'
import { dayOf } from './figure.tables.ts'
import { knownPersons, named, person, place } from './people.store.ts'

/** Of one source how many came exactly as far as each step. */
type FarthestBySource = ReadonlyMap<string, ReadonlyMap<FunnelStep, number>>

/** Parts of a statement: `"cameBy"` has who looked or signed up within the scope by which `source`, each once. */
export const cameBySource = (scope: FigureScope): RawBuilder<unknown> => {
  const { firmId } = scope
  /** `nearby`: what an index can find; the days and the forms themselves are looked at below. */
  const facts = (nearby: RawBuilder<unknown>) => sql`
        select fact.kind, fact.at, ${dayOf(sql`fact.at`)} as day, fact.attribution ->> 'source' as source,
          fact."signupUserId", fact."liveUserId", fact.visit,
          case when fact.kind = 'visited'
            then substring(fact."sourceId" from '^signup ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) ')::uuid
            else fact."liveId" end as "placeId"
        from fact
        where fact."firmId" = ${firmId} and fact.attribution ->> 'source' <> '' and not fact."isSimulated"
          and fact."isCounted" and ${nearby}`
  // Two looks into an index each: one for both would go through all visits that the firm has had.
  const looks =
    scope.days === undefined
      ? sql`${facts(sql`fact.kind = 'signedUp' and fact."liveId" = ${scope.live.id}`)}
        union all ${facts(sql`fact.kind = 'visited' and split_part(fact."sourceId", ' ', 2) = any(${[...scope.live.formIds]}::text[])
          and fact.at <= ${scope.live.visitedUntil} and fact.at > ${scope.live.visitedFrom ?? new Date(0)}`)}`
      : facts(sql`fact.kind in ('visited', 'signedUp') and fact.at >= ${new Date(dayInTaipei(scope.days.from).fromMs)}
          and fact.at < ${new Date(dayInTaipei(scope.days.to).toMs)}`)
  return sql`
    given as (
      select source, coalesce("signupUserId"::text, "liveUserId"::text, visit) as person
      from (${looks}) as look
      where "placeId" is not null and (kind = 'visited' and ${visitsWithin(scope)} or kind = 'signedUp' and ${place(scope)})
    ), "cameBy" as (
      select distinct act.source, ${person} as person from ${named(sql`given as act`, scope)}
    )`
}

/** By what people came: no sum has it, so it is read from the facts themselves. */
export const createSourceStore = (db: Database) => ({
  /** Of those who looked or signed up by a source. `stayMs`: who was in the room so long has stayed. */
  bySource: async (scope: FigureScope, stayMs: number): Promise<FarthestBySource> => {
    const { rows } = await sql<{ source: string; step: number; persons: number }>`${plannedOnce}
      with ${knownPersons(scope, stayMs)}, ${cameBySource(scope)}
      select source, step, count(*)::integer as persons from "cameBy" join known using (person) group by 1, 2`.execute(
      db.as(),
    )
    return new Map(
      [...Map.groupBy(rows, ({ source }) => source)].map(([source, steps]) => [
        source,
        new Map(
          steps.flatMap(({ step, persons }) => {
            const name = funnelSteps[step]
            return name === undefined ? [] : [[name, persons] as const]
          }),
        ),
      ]),
    )
  },
})
export type SourceStore = ReturnType<typeof createSourceStore>
