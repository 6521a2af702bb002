import type { Platform } from '../../platform/platform.ts'
import type { eraseFacts } from '../fact/erase-facts.service.ts'
import { createCohortStore } from './cohort.store.ts'
import { createCommentRowStore } from './comment-rows.store.ts'
import { createPopulationStore } from './population.store.ts'
import { eraseFigures } from './erase-figures.service.ts'
import { createFigureRowStore } from './figure-rows.store.ts'
import { createFigures, type FigureDeps } from './figure.service.ts'
import { createLinkOrderStore } from './link-orders.store.ts'
import { createMoneyStore } from './money.store.ts'
import { defineRollUp } from './roll-up.ts'
import { createRollUpStore } from './roll-up.store.ts'
import { definePackDays } from './pack-days.ts'
import { createShopStore } from './shop.store.ts'

/** Figures: the job that adds facts up, and what reads the sums. */
export const createFigureModule = ({
  platform,
  ...deps
}: Pick<FigureDeps, 'firms' | 'liveReader' | 'metering'> & { readonly platform: Platform }) => {
  const { db, clock, audit } = platform
  const rollUp = createRollUpStore(db)
  defineRollUp(platform, rollUp)
  const populations = createPopulationStore({ db, clock })
  definePackDays(platform, populations, rollUp)
  const stores = {
    populations,
    people: createCohortStore(db),
    money: createMoneyStore(db),
    shop: createShopStore(db),
    rows: createFigureRowStore(db),
    linkOrders: createLinkOrderStore(db),
    comments: createCommentRowStore(db),
  }
  return createFigures({ db, clock, audit, rollUp, ...stores, ...deps })
}

interface FactEraser {
  readonly eraseFacts: typeof eraseFacts
}

/** The same erasers, of which that of facts takes what was counted of them along. */
export const withFigures = <E extends FactEraser>(erasers: E): E => ({
  ...erasers,
  eraseFacts: async (...[tx, firmId, of]: Parameters<typeof eraseFacts>) => {
    await erasers.eraseFacts(tx, firmId, of)
    await eraseFigures(tx, firmId, of)
  },
})
