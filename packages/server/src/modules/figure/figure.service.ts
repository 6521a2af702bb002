import { fail } from '@kaimai/contract/common/error.ts'
import { dayInTaipei, taipeiDay } from '@kaimai/contract/common/taipei.ts'
import { showDuration } from '@kaimai/contract/common/time.ts'
import { cohortsOf, meanBack, monthsUntil, taipeiMonth } from '@kaimai/contract/figure/cohort.rules.ts'
import { CohortQuery, type Cohorts } from '@kaimai/contract/figure/cohort.schema.ts'
import { figureErrors } from '@kaimai/contract/figure/figure.errors.ts'
import { funnelOfFarthest } from '@kaimai/contract/figure/figure.rules.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import type { RawContent } from '@kaimai/contract/common/route.ts'
import type {
  Dashboard,
  DashboardExport,
  DashboardQuery,
  HoursPreview,
  HoursPreviewQuery,
  LiveHours,
  LiveHoursQuery,
} from '@kaimai/contract/figure/figure.schema.ts'
import type { Retention, RetentionQuery } from '@kaimai/contract/figure/retention.schema.ts'
import { type SourceQuery, type Sources, sourcesMax } from '@kaimai/contract/figure/source.schema.ts'
import { expectedHours } from '@kaimai/contract/live-hours/hours-preview.rules.ts'
import type { Actor, Audit } from '../../platform/audit/audit.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { Metering } from '../live-hours/live-hours.service.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { CohortStore } from './cohort.store.ts'
import type { CommentRowStore } from './comment-rows.store.ts'
import { farthestBySource, farthestOf } from './population-funnel.ts'
import { byProductOf, countsOf } from './population-people.ts'
import { viewCount } from './population-views.ts'
import type { PopulationStore } from './population.store.ts'
import { dashboardSheet } from './dashboard-sheet.ts'
import { createFigureRows } from './figure-rows.ts'
import type { FigureRowStore } from './figure-rows.store.ts'
import { createFigureScopes } from './figure-scopes.ts'
import type { LinkOrderStore } from './link-orders.store.ts'
import { createLiveCharts } from './live-charts.ts'
import type { MoneyStore } from './money.store.ts'
import type { RollUpStore } from './roll-up.store.ts'
import { createRetention } from './retention.ts'
import { createSales } from './sales.ts'
import type { ShopStore } from './shop.store.ts'
import { createStage } from './stage.ts'

export interface FigureDeps {
  readonly db: Database
  readonly clock: Clock
  readonly audit: Audit
  readonly rows: FigureRowStore
  readonly linkOrders: LinkOrderStore
  readonly comments: CommentRowStore
  readonly rollUp: Pick<RollUpStore, 'forget'>
  readonly populations: PopulationStore
  readonly people: CohortStore
  readonly money: MoneyStore
  readonly shop: ShopStore
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly liveReader: Pick<LiveReader, 'script'>
  readonly metering: Pick<Metering, 'hoursBalance' | 'hoursCharged' | 'pastLives' | 'playedScript'>
}

/** The figures of a firm, read from the sums of its facts. */
export const createFigures = (deps: FigureDeps) => {
  const { db, clock, populations, people, money, shop, firms } = deps
  const charts = createLiveCharts(deps)
  const sales = createSales({ money, shop })
  const stage = createStage(deps)
  const scopes = createFigureScopes(deps)
  const retention = createRetention({ populations, stage, charts })
  const rows = createFigureRows({ ...deps, scopes, stage })

  /** Throws `notFound` for a live or firm that is not the caller's, `invalid` for days to come. */
  const dashboard = async (firmId: string, query: DashboardQuery): Promise<Dashboard> => {
    if (query.firmId !== undefined && query.firmId !== firmId) throw fail('notFound')
    const { scope, chosen } = await scopes.of(firmId, query)
    const live = chosen?.live
    const { currency } = await firms.publicFirm(firmId)
    const state = await shop.state(firmId)
    const grid = live && charts.gridOf(live)
    const [{ population, counts, farthest, views, products }, sums] = await Promise.all([
      populations.of(scope).then((population) => ({
        population,
        counts: countsOf(population),
        farthest: farthestOf(population, query.stayedMinutes * 60_000, scope.association),
        views: viewCount(population),
        products: byProductOf(population),
      })),
      sales.sums(scope, currency, grid),
    ])
    const ofLive = live && (await charts.read(population, scope, live, query.realDataStatus === '0'))
    return {
      live:
        chosen === undefined
          ? null
          : {
              id: chosen.live.id,
              liveName: chosen.live.liveName,
              status: chosen.status,
              beginAt: chosen.live.beginAt.toISOString(),
              endAt: chosen.live.endAt.toISOString(),
              isRemoved: chosen.live.removedAt !== null,
            },
      days: scope.days ?? null,
      ...state,
      currency,
      liveWatchTimes: views,
      liveSignupTimes: counts.signedUp,
      associationSignupTimes: counts.signedUpByAssociation,
      liveJoinTimes: counts.joined,
      associationJoinTimes: counts.joinedByAssociation,
      concurrentOnlineChart: ofLive?.online ?? [],
      commentPeriodChart: ofLive?.comments ?? [],
      funnel: funnelOfFarthest(farthest),
      ...(await sales.read(scope, currency, sums, {
        grid,
        moments: live === undefined ? [] : await stage.moments(firmId, live),
        associations: counts.links,
        products,
      })),
    }
  }

  /** Throws `notFound` for a live that is not the caller's, `invalid` for days to come. */
  const sources = async (firmId: string, query: SourceQuery): Promise<Sources> => {
    const { scope } = await scopes.of(firmId, query)
    const farthest = farthestBySource(await populations.of(scope), query.stayedMinutes * 60_000)
    const found = [...farthest].map(([source, steps]) => ({ source, funnel: funnelOfFarthest(steps) }))
    const visitorsOf = ({ funnel }: (typeof found)[number]) => funnel[0]?.persons ?? 0
    return {
      sources: found
        .toSorted((a, b) => visitorsOf(b) - visitorsOf(a) || (a.source < b.source ? -1 : 1))
        .slice(0, sourcesMax),
    }
  }

  const cohorts = async (firmId: string, { months, association }: CohortQuery): Promise<Cohorts> => {
    const current = taipeiMonth(clock.ms())
    const shown = monthsUntil(current, months)
    const found = cohortsOf(await people.cohorts(firmId, shown[0] ?? current, association), shown, current)
    return {
      cohorts: found.map(({ back, ...cohort }) => ({ ...cohort, back: [...back] })),
      all: shown.map((_, monthsLater) => meanBack(found, monthsLater)),
    }
  }

  return {
    dashboard,

    /** All of it as a file, with the sources and the cohorts that stand below. That it was taken is on record. */
    exportDashboard: async (
      by: Actor,
      { format, ...query }: DashboardExport,
      language: Language,
    ): Promise<RawContent> => {
      const figures = await dashboard(by.firmId, query)
      const { live, days } = figures
      // As on the screen, sources are of all, whatever link the funnel is narrowed to.
      const { liveId, from, to, stayedMinutes } = query
      const shown = {
        figures,
        stayedMinutes,
        sources: (await sources(by.firmId, { liveId, from, to, stayedMinutes })).sources,
        cohorts: live === null ? (await cohorts(by.firmId, CohortQuery.parse({}))).cohorts : [],
      }
      await db.transaction((tx) =>
        deps.audit.record(tx, by, 'figure.export', 'dashboard', { name: live?.liveName ?? '', ...days }),
      )
      return dashboardSheet(shown, format, language)
    },

    /** Throws `notFound` for a live that is not the caller's. */
    retention: async (firmId: string, { liveId }: RetentionQuery): Promise<Retention> => {
      const { scope, live } = await scopes.ofLive(firmId, liveId)
      return retention.read(scope, live)
    },

    sources,
    cohorts,
    rows: rows.list,
    exportRows: rows.sheet,

    /** Throws `notFound` for a firm that is not the caller's, `invalid` for days of which nothing can be known yet. */
    liveHours: async (firmId: string, query: LiveHoursQuery): Promise<LiveHours> => {
      if (query.firmId !== undefined && query.firmId !== firmId) throw fail('notFound')
      if (query.liveHoursBegin > taipeiDay(clock.ms()))
        throw fail('invalid', { fields: { liveHoursBegin: figureErrors.figureDaysToCome } })
      const [from, to] = [dayInTaipei(query.liveHoursBegin).fromMs, dayInTaipei(query.liveHoursEnd).toMs]
      const seconds = await deps.metering.hoursCharged(firmId, from, to)
      return { liveHours: showDuration(seconds), seconds }
    },

    hoursPreview: async (firmId: string, { seconds }: HoursPreviewQuery): Promise<HoursPreview> => {
      const past = await deps.metering.pastLives(firmId)
      return {
        expected: expectedHours(seconds, past),
        lives: past.length,
        left: await deps.metering.hoursBalance(firmId),
      }
    },

    /** Counts all facts of a firm anew: the figures are the same afterwards, but for visits that were forgotten since. */
    recount: (firmId: string): Promise<void> => db.transaction((tx) => deps.rollUp.forget(firmId, tx)),
  }
}
export type FigureService = ReturnType<typeof createFigures>
