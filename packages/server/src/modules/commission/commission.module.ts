import type { Platform } from '../../platform/platform.ts'
import type { AssociationService } from '../association/association.service.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { PartnerService } from '../partner/partner.service.ts'
import { type CommissionServiceDeps, createCommissionService } from './commission.service.ts'
import { type CommissionStore, createCommissionStore } from './commission.store.ts'
import { createEffects, type EffectsDeps } from './effects.service.ts'
import { createEffectStore } from './effects.store.ts'
import { createOwnEarnings, type OwnEarningsDeps } from './own-earnings.service.ts'
import { createPayouts } from './payout.service.ts'
import { createStatements } from './statement.service.ts'
import { createStatementStore } from './statement.store.ts'
import '../order/order.events.ts'

export interface CommissionModuleDeps
  extends Pick<CommissionServiceDeps, 'sale' | 'refundsOf'>,
    Pick<EffectsDeps, 'forms'>,
    Pick<OwnEarningsDeps, 'buyerNames'> {
  readonly platform: Platform
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly associations: AssociationService
  readonly partners: PartnerService
}

/** What partners have earned: for modules that come before this one. */
export const createEarned =
  ({ db, clock }: Pick<Platform, 'db' | 'clock'>) =>
  (firmId: string, partnerIds: readonly string[]): ReturnType<CommissionStore['earned']> =>
    createCommissionStore(db).earned(firmId, partnerIds, clock.now())

/** What partners earn by their links: the ledger that follows orders, statements, payouts and figures. */
export const createCommissionModule = ({
  platform,
  sale,
  refundsOf,
  forms,
  buyerNames,
  ...deps
}: CommissionModuleDeps) => {
  const { db, events, jobs } = platform
  const ledger = createCommissionStore(db)
  const commissions = createCommissionService({ ...deps, platform, sale, refundsOf, store: ledger })
  const store = createStatementStore(db)
  const statements = createStatements({ ...deps, platform, store })

  events.on('order.paid', 'commission', ({ firmId, orderId }) => commissions.paid(firmId, orderId))
  events.on('order.refunded', 'commission', ({ firmId, orderId, refundId }) =>
    commissions.refunded(firmId, orderId, refundId),
  )
  events.on('order.refundWithdrawn', 'commission', ({ firmId, orderId, refundId }) =>
    commissions.refundWithdrawn(firmId, orderId, refundId),
  )
  jobs.every('commission/statements', 3600, async () => void (await statements.make()))

  return {
    commissions,
    statements,
    payouts: createPayouts({ ...deps, platform, store }),
    ownEarnings: createOwnEarnings({ ...deps, platform, buyerNames, commissions: ledger, statements: store }),
    effects: createEffects({ ...deps, forms, store: createEffectStore(db) }),
  }
}
export type CommissionModule = ReturnType<typeof createCommissionModule>
