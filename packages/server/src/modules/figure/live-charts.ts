import { gridOf, simulatedComments, simulatedOnline, stepOf } from '@kaimai/contract/figure/figure-grid.rules.ts'
import type { Dashboard } from '@kaimai/contract/figure/figure.schema.ts'
import type { Clock } from '../../platform/clock.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { CommentRowStore } from './comment-rows.store.ts'
import type { FigureScope } from './figure-scope.ts'
import { changesOf } from './population-stays.ts'
import type { Population } from './population.ts'
import type { FigureLive } from './shop.store.ts'

export interface LiveChartsDeps {
  readonly clock: Clock
  readonly comments: Pick<CommentRowStore, 'counts'>
  readonly liveReader: Pick<LiveReader, 'script'>
}

/** Instants of a live's charts, in seconds since its begin. */
export interface LiveGrid {
  readonly stepSeconds: number
  readonly seconds: readonly number[]
}

type Charts = Pick<Dashboard, 'concurrentOnlineChart' | 'commentPeriodChart'>

type Span = Pick<FigureLive, 'beginAt' | 'endAt'>

/** What a live looked like over its time, as far as it has come. */
export const createLiveCharts = ({ clock, comments, liveReader }: LiveChartsDeps) => {
  const wholeSecondsOf = ({ beginAt, endAt }: Span): number => (endAt.getTime() - beginAt.getTime()) / 1000
  const passedSeconds = (live: Span): number =>
    Math.min(wholeSecondsOf(live), (clock.ms() - live.beginAt.getTime()) / 1000)
  const wholeGrid = (live: Span): LiveGrid => {
    const passed = passedSeconds(live)
    const stepSeconds = stepOf(wholeSecondsOf(live))
    return { stepSeconds, seconds: passed < 0 ? [] : gridOf(stepSeconds, passed) }
  }
  return {
    gridOf: wholeGrid,

    /** How far the live is, at most its whole length; negative before it begins. */
    passedSeconds,

    read: async (
      population: Population,
      { firmId }: FigureScope,
      live: FigureLive,
      withSimulated: boolean,
    ): Promise<{ online: Charts['concurrentOnlineChart']; comments: Charts['commentPeriodChart'] }> => {
      const { stepSeconds, seconds } = wholeGrid(live)
      if (seconds.length === 0) return { online: [], comments: [] }
      const script = withSimulated ? await liveReader.script(live.id) : []
      const audience = simulatedOnline(script, seconds)
      const scripted = simulatedComments(script, seconds, stepSeconds)
      const changes = changesOf(population, stepSeconds * 1000)
      const said = new Map(
        (await comments.counts(firmId, live.id, stepSeconds)).map((each) => [each.second, each.comments]),
      )
      let persons = 0
      return {
        online: seconds.map((second, at) => {
          persons += changes.get(at) ?? 0
          return { second, real: persons, simulated: audience[at] ?? 0 }
        }),
        comments: seconds.map((second, at) => ({ second, real: said.get(second) ?? 0, simulated: scripted[at] ?? 0 })),
      }
    },
  }
}
export type LiveCharts = ReturnType<typeof createLiveCharts>
