import { fail } from '@kaimai/contract/common/error.ts'
import { dayInTaipei, taipeiDay } from '@kaimai/contract/common/taipei.ts'
import { showDuration } from '@kaimai/contract/common/time.ts'
import { figureErrors } from '@kaimai/contract/figure/figure.errors.ts'
import { funnelOfFarthest } from '@kaimai/contract/figure/figure.rules.ts'
import { figureDaysDefault } from '@kaimai/contract/figure/figure-grid.rules.ts'
import type { Dashboard, DashboardQuery, LiveHours, LiveHoursQuery } from '@kaimai/contract/figure/figure.schema.ts'
import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { Metering } from '../live-hours/live-hours.service.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { FigureScope } from './figure-scope.ts'
import { createLiveCharts } from './live-charts.ts'
import type { MoneyStore } from './money.store.ts'
import type { PeopleStore } from './people.store.ts'
import type { RollUpStore } from './roll-up.store.ts'
import { createSales } from './sales.ts'
import type { FigureLive, ShopStore } from './shop.store.ts'

export interface FigureDeps {
  readonly db: Database
  readonly clock: Clock
  readonly rollUp: Pick<RollUpStore, 'forget'>
  readonly people: PeopleStore
  readonly money: MoneyStore
  readonly shop: ShopStore
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly liveReader: Pick<LiveReader, 'script'>
  readonly metering: Pick<Metering, 'hoursCharged'>
}

const dayMs = 86_400_000

const instantsOf = (live: FigureLive) => ({
  publishedAtMs: live.publishedAt?.getTime() ?? null,
  beginAtMs: live.beginAt.getTime(),
  endAtMs: live.endAt.getTime(),
  cancelledAtMs: live.cancelledAt?.getTime() ?? null,
  waitingMinutes: live.waitingMinutes,
})

/** The figures of a firm, read from the sums of its facts. */
export const createFigures = (deps: FigureDeps) => {
  const { db, clock, people, money, shop, firms } = deps
  const charts = createLiveCharts(deps)
  const sales = createSales({ money, shop })

  /** Throws `invalid` for days of which nothing can be known yet. */
  const daysOf = ({ from, to }: DashboardQuery): { from: string; to: string } => {
    const today = taipeiDay(clock.ms())
    if (from === undefined || to === undefined)
      return { from: taipeiDay(clock.ms() - (figureDaysDefault - 1) * dayMs), to: today }
    if (from > today) throw fail('invalid', { fields: { from: figureErrors.figureDaysToCome } })
    return { from, to: to > today ? today : to }
  }

  const scopeOf = async (firmId: string, query: DashboardQuery) => {
    if (query.liveId === undefined) {
      const scope: FigureScope = { firmId, days: daysOf(query) }
      return { scope, live: undefined, status: undefined }
    }
    const live = await shop.live(firmId, query.liveId)
    if (!live) throw fail('notFound')
    const nowMs = clock.ms()
    const status = liveStatusAt(instantsOf(live), nowMs)
    const scope: FigureScope = {
      firmId,
      live: {
        id: live.id,
        formIds: live.formIds,
        visitedFrom: live.before,
        visitedUntil: live.endAt,
        nowMs: status === 'live' ? nowMs - live.beginAt.getTime() : null,
      },
    }
    return { scope, live, status }
  }

  return {
    /** Throws `notFound` for a live or firm that is not the caller's, `invalid` for days to come. */
    dashboard: async (firmId: string, query: DashboardQuery): Promise<Dashboard> => {
      if (query.firmId !== undefined && query.firmId !== firmId) throw fail('notFound')
      const { scope, live, status } = await scopeOf(firmId, query)
      const { currency } = await firms.publicFirm(firmId)
      const state = await shop.state(firmId)
      const [counts, farthest, associations, products] = [
        await people.counts(scope),
        await people.farthest(scope, query.stayedMinutes * 60_000),
        await people.byAssociation(scope),
        await people.byProduct(scope),
      ]
      const ofLive = live && (await charts.read(scope, live, query.realDataStatus === '0'))
      return {
        live:
          live === undefined || status === undefined
            ? null
            : {
                id: live.id,
                liveName: live.liveName,
                status,
                beginAt: live.beginAt.toISOString(),
                endAt: live.endAt.toISOString(),
                isRemoved: live.removedAt !== null,
              },
        days: scope.days ?? null,
        ...state,
        currency,
        liveWatchTimes: counts.visits,
        liveSignupTimes: counts.signedUp,
        associationSignupTimes: counts.signedUpByAssociation,
        liveJoinTimes: counts.joined,
        associationJoinTimes: counts.joinedByAssociation,
        concurrentOnlineChart: ofLive?.online ?? [],
        commentPeriodChart: ofLive?.comments ?? [],
        funnel: funnelOfFarthest(farthest),
        ...(await sales.read(scope, currency, live && charts.gridOf(live), { associations, products })),
      }
    },

    /** Throws `notFound` for a firm that is not the caller's. */
    liveHours: async (firmId: string, query: LiveHoursQuery): Promise<LiveHours> => {
      if (query.firmId !== undefined && query.firmId !== firmId) throw fail('notFound')
      const [from, to] = [dayInTaipei(query.liveHoursBegin).fromMs, dayInTaipei(query.liveHoursEnd).toMs]
      const seconds = await deps.metering.hoursCharged(firmId, from, to)
      return { liveHours: showDuration(seconds), seconds }
    },

    /** Counts all facts of a firm anew: the figures are the same afterwards, but for visits that were forgotten since. */
    recount: (firmId: string): Promise<void> => db.transaction((tx) => deps.rollUp.forget(firmId, tx)),
  }
}
export type FigureService = ReturnType<typeof createFigures>
