import { createAssociationModule } from './modules/association/association.module.ts'
import { createCommissionModule, createEarned } from './modules/commission/commission.module.ts'
import type { OrderRefund } from './modules/commission/commission.service.ts'
import type { FirmService } from './modules/firm/firm.service.ts'
import type { OrderService } from './modules/order/order.service.ts'
import { createPartnerModule } from './modules/partner/partner.module.ts'
import type { LaterServices } from './later-services.ts'
import type { LateBound } from './platform/late-bound.ts'
import type { Platform } from './platform/platform.ts'

export interface AffiliateBaseDeps {
  readonly firms: FirmService
  readonly lateBound: Pick<LateBound<LaterServices>, 'of'>
}

/** Partners and their links: what sign-ups and orders ask who earns them. */
export const createAffiliateBase = (platform: Platform, { firms, lateBound }: AffiliateBaseDeps) => {
  const { findForms, publishedForms } = lateBound.of('signupFacts')
  const partner = createPartnerModule({ platform, firms, forms: publishedForms, earned: createEarned(platform) })
  const associations = createAssociationModule({
    platform,
    partners: partner.partners,
    forms: findForms,
    publishedForms,
  })
  return { ...partner, associations, findForms }
}
export type AffiliateBase = ReturnType<typeof createAffiliateBase>

export interface AffiliateServicesDeps {
  readonly platform: Platform
  readonly firms: FirmService
  readonly orders: Pick<OrderService, 'commissionFacts' | 'buyerNames'>
  readonly refundsOf: (firmId: string, orderId: string) => Promise<readonly OrderRefund[]>
  readonly base: AffiliateBase
}

/** What partners earn of orders, and how it is paid out. */
export const createAffiliateServices = ({ platform, firms, orders, refundsOf, base }: AffiliateServicesDeps) => {
  const { partners, associations, findForms: forms } = base
  const { commissionFacts: sale, buyerNames } = orders
  const deps = { platform, firms, partners, associations, sale, refundsOf, forms, buyerNames }
  return { ...base, ...createCommissionModule(deps) }
}
