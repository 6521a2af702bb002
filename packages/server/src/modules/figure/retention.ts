import { runningCount } from '@kaimai/contract/figure/retention.rules.ts'
import type { Retention } from '@kaimai/contract/figure/retention.schema.ts'
import type { FigureScope } from './figure-scope.ts'
import type { LiveCharts } from './live-charts.ts'
import { changesOf } from './population-stays.ts'
import { personsWho } from './population-people.ts'
import type { PopulationStore } from './population.store.ts'
import type { FigureLive } from './shop.store.ts'
import type { Stage } from './stage.ts'

export interface RetentionDeps {
  readonly populations: Pick<PopulationStore, 'of'>
  readonly stage: Pick<Stage, 'items'>
  readonly charts: Pick<LiveCharts, 'passedSeconds'>
}

/** Who stayed how long, second by second, and what they saw. */
export const createRetention = ({ populations, stage, charts }: RetentionDeps) => ({
  read: async (scope: FigureScope, live: FigureLive): Promise<Retention> => {
    const passed = charts.passedSeconds(live)
    const population = await populations.of(scope)
    return {
      joined: personsWho(population, 'joined').length,
      seconds: Math.round((live.endAt.getTime() - live.beginAt.getTime()) / 1000),
      persons: passed < 0 ? [] : runningCount(changesOf(population, 1000), passed),
      stage: await stage.items(scope.firmId, live),
    }
  },
})
