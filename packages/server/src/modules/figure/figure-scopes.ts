import { fail } from '@kaimai/contract/common/error.ts'
import { taipeiDay } from '@kaimai/contract/common/taipei.ts'
import { figureErrors } from '@kaimai/contract/figure/figure.errors.ts'
import { figureDaysDefault } from '@kaimai/contract/figure/figure-grid.rules.ts'
import { liveStatusAt, type LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { FigureScope } from './figure-scope.ts'
import type { FigureLive, ShopStore } from './shop.store.ts'

/** What a call asks the figures of: a live, or days in Taipei (yyyy-mm-dd), else the last 30. */
export interface ScopeQuery {
  readonly liveId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly association?: string | undefined
}

export interface ChosenLive {
  readonly live: FigureLive
  readonly status: LiveStatus
}

const dayMs = 86_400_000

const instantsOf = (live: FigureLive) => ({
  publishedAtMs: live.publishedAt?.getTime() ?? null,
  beginAtMs: live.beginAt.getTime(),
  endAtMs: live.endAt.getTime(),
  cancelledAtMs: live.cancelledAt?.getTime() ?? null,
  waitingMinutes: live.waitingMinutes,
})

/** Which rows the figures are counted from. */
export const createFigureScopes = ({ clock, shop }: { readonly clock: Clock; readonly shop: ShopStore }) => {
  /** Throws `invalid` for days of which nothing can be known yet. */
  const daysOf = ({ from, to }: ScopeQuery): { from: string; to: string } => {
    const today = taipeiDay(clock.ms())
    if (from === undefined || to === undefined)
      return { from: taipeiDay(clock.ms() - (figureDaysDefault - 1) * dayMs), to: today }
    if (from > today) throw fail('invalid', { fields: { from: figureErrors.figureDaysToCome } })
    return { from, to: to > today ? today : to }
  }

  const ofLive = async (firmId: string, liveId: string): Promise<ChosenLive & { readonly scope: FigureScope }> => {
    const live = await shop.live(firmId, liveId)
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
    /** Throws `notFound` for a live that is not the firm's. */
    ofLive,

    /** The same for a live or days. Throws `invalid` for days to come. */
    of: async (
      firmId: string,
      query: ScopeQuery,
    ): Promise<{ readonly scope: FigureScope; readonly chosen: ChosenLive | undefined }> => {
      const { association } = query
      if (query.liveId === undefined) return { scope: { firmId, association, days: daysOf(query) }, chosen: undefined }
      const { scope, ...chosen } = await ofLive(firmId, query.liveId)
      return { scope: { ...scope, association }, chosen }
    },
  }
}
export type FigureScopes = ReturnType<typeof createFigureScopes>
