import { runningCount } from '@kaimai/contract/figure/retention.rules.ts'
import type { Retention } from '@kaimai/contract/figure/retention.schema.ts'
import type { FigureScope } from './figure-scope.ts'
import type { LiveCharts } from './live-charts.ts'
import type { PeopleStore } from './people.store.ts'
import type { FigureLive } from './shop.store.ts'
import type { Stage } from './stage.ts'

export interface RetentionDeps {
  readonly people: Pick<PeopleStore, 'changes' | 'counts'>
  readonly stage: Pick<Stage, 'items'>
  readonly charts: Pick<LiveCharts, 'passedSeconds'>
}

/** Who stayed how long, second by second, and what they saw. */
export const createRetention = ({ people, stage, charts }: RetentionDeps) => ({
  read: async (scope: FigureScope, live: FigureLive): Promise<Retention> => {
    const passed = charts.passedSeconds(live)
    const changes = passed < 0 ? [] : await people.changes(scope, 1000)
    return {
      joined: (await people.counts(scope)).joined,
      seconds: Math.round((live.endAt.getTime() - live.beginAt.getTime()) / 1000),
      persons: passed < 0 ? [] : runningCount(new Map(changes.map(({ at, change }) => [at, change])), passed),
      stage: await stage.items(scope.firmId, live),
    }
  },
})
