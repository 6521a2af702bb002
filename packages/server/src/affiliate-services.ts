import { defineAssociationLetters } from './modules/association/association-letters.ts'
import { createAssociationModule } from './modules/association/association.module.ts'
import { createCommissionModule, createEarned } from './modules/commission/commission.module.ts'
import type { OrderRefund } from './modules/commission/commission.service.ts'
import type { FirmService } from './modules/firm/firm.service.ts'
import type { LetterService } from './modules/letter/letter.service.ts'
import type { OrderService } from './modules/order/order.service.ts'
import { createPartnerAddressing } from './modules/partner/partner-addressing.service.ts'
import { definePartnerLetters, type PartnerLettersDeps } from './modules/partner/partner-letters.ts'
import { createPartnerModule } from './modules/partner/partner.module.ts'
import type { LaterServices } from './later-services.ts'
import type { LateBound } from './platform/late-bound.ts'
import type { Platform } from './platform/platform.ts'

export interface AffiliateBaseDeps {
  readonly firms: FirmService
  readonly letters: LetterService
  readonly audienceUrl: () => string
  readonly lateBound: Pick<LateBound<LaterServices>, 'of' | 'get'>
}

/** Partners and their links: what sign-ups and orders ask who earns them. */
export const createAffiliateBase = (platform: Platform, deps: AffiliateBaseDeps) => {
  const { firms, letters, lateBound, audienceUrl } = deps
  const { findForms, publishedForms } = lateBound.of('signupFacts')
  const partner = createPartnerModule({ platform, firms, forms: publishedForms, earned: createEarned(platform) })
  const associations = createAssociationModule({
    platform,
    partners: partner.partners,
    forms: findForms,
    publishedForms,
  })
  const { partners, partnerSessions: sessions } = partner
  const addressing = createPartnerAddressing({ partners, firms, audienceUrl })
  const lettersTo = { letters, addressing }
  const automatic: PartnerLettersDeps['automatic'] = {
    textOf: (...of) => lateBound.get('letterTemplates').automatic.textOf(...of),
  }
  definePartnerLetters({ ...lettersTo, automatic, partners, sessions, limits: platform.limits, audienceUrl })
  defineAssociationLetters({ ...lettersTo, automatic, associations, firms, audienceUrl })
  return { services: { ...partner, associations }, findForms, lettersTo }
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
  const { services, findForms: forms, lettersTo: letters } = base
  const { partners, associations } = services
  const { commissionFacts: sale, buyerNames } = orders
  const deps = { platform, firms, partners, associations, sale, refundsOf, forms, buyerNames, letters }
  return { ...services, ...createCommissionModule(deps) }
}
