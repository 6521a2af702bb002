import { type AffiliateBaseDeps, createAffiliateBase, createAffiliateServices } from './affiliate-services.ts'
import type { AccessService } from './modules/access/access.service.ts'
import { createPolicyReload } from './modules/access/policy-reload.service.ts'
import type { FirmService } from './modules/firm/firm.service.ts'
import type { GatewayService } from './modules/gateway/gateway.service.ts'
import type { OrderService } from './modules/order/order.service.ts'
import { createPaymentModule, createPayments } from './modules/payment/payment.module.ts'
import { createRefundModule, createRefunds } from './modules/refund/refund.module.ts'
import { createGrants } from './platform/grants.ts'
import type { Platform } from './platform/platform.ts'
import { createUsedGrants } from './platform/used-grants.ts'

/** What orders ask of payments, refunds and partners' links. */
export const createMoneyBase = (
  platform: Platform,
  gateways: Pick<GatewayService, 'offers'>,
  affiliateDeps: AffiliateBaseDeps,
) => {
  const payments = createPayments(platform, gateways)
  const affiliates = createAffiliateBase(platform, affiliateDeps)
  const { earningVisit } = affiliates.services.associations
  return { payments, refunds: createRefunds(platform, payments.store), affiliates, earningVisit }
}

export interface MoneyServicesDeps {
  readonly platform: Platform
  readonly access: AccessService
  readonly firms: FirmService
  readonly orders: OrderService
  readonly gateways: Pick<GatewayService, 'offers' | 'merchants'>
  readonly base: ReturnType<typeof createMoneyBase>
  readonly publicUrl: () => string
}

/** Payments and refunds of orders, and the grants by which staff acts at the purchase service. */
export const createMoneyServices = ({ platform, access, orders, gateways, base, ...deps }: MoneyServicesDeps) => {
  const grants = createGrants(platform)
  const { store, returned, refundsOf } = base.refunds
  const { affiliates } = base
  return {
    grants,
    ...createAffiliateServices({ ...deps, platform, orders, refundsOf: store.ofOrder, base: affiliates }),
    policyReload: createPolicyReload({ platform, access, grants, usedGrants: createUsedGrants(platform) }),
    payments: createPaymentModule({ platform, orders, gateways, base: base.payments, returned, refundsOf, ...deps }),
    refunds: createRefundModule({ platform, store, orders, payments: base.payments.store, gateways, grants }),
  }
}
