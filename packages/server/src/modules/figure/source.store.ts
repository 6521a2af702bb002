import { funnelSteps, type FunnelStep } from '@kaimai/contract/figure/figure.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { plannedOnce } from '../../platform/db/planned-once.ts'
import { type FigureScope, visitsWithin } from './figure-scope.ts'
import { knownPersons, place } from './people.store.ts'

/** Of one source how many came exactly as far as each step. */
type FarthestBySource = ReadonlyMap<string, ReadonlyMap<FunnelStep, number>>

/** Parts of a statement: `"cameBy"` has who looked or signed up within the scope by which `source`, each once. */
export const cameBySource = (scope: FigureScope): RawBuilder<unknown> => sql`
    "cameBy" as (
      select distinct source, person from "figurePerson"
      where "firmId" = ${scope.firmId} and source <> ''
        and (kind = 'visited' and ${visitsWithin(scope)} or kind = 'signedUp' and ${place(scope)})
    )`

/** By what people came. */
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
