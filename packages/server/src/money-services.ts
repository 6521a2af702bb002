import type { FirmService } from './modules/firm/firm.service.ts'
import type { GatewayService } from './modules/gateway/gateway.service.ts'
import type { OrderService } from './modules/order/order.service.ts'
import { createPaymentModule, createPayments } from './modules/payment/payment.module.ts'
import { createRefundModule, createRefunds } from './modules/refund/refund.module.ts'
import { createGrants } from './platform/grants.ts'
import type { Platform } from './platform/platform.ts'

/** What orders ask of payments and refunds, which come after them. */
export const createMoneyBase = (platform: Platform, gateways: Pick<GatewayService, 'offers'>) => {
  const payments = createPayments(platform, gateways)
  return { payments, refunds: createRefunds(platform, payments.store) }
}

export interface MoneyServicesDeps {
  readonly platform: Platform
  readonly firms: FirmService
  readonly orders: OrderService
  readonly gateways: Pick<GatewayService, 'offers' | 'merchants'>
  readonly base: ReturnType<typeof createMoneyBase>
  readonly publicUrl: () => string
}

/** Payments and refunds of orders, and the grants by which staff moves money. */
export const createMoneyServices = ({ platform, orders, gateways, base, ...deps }: MoneyServicesDeps) => {
  const grants = createGrants(platform)
  const { store } = base.refunds
  return {
    grants,
    payments: createPaymentModule({ platform, orders, gateways, base: base.payments, ...deps }),
    refunds: createRefundModule({ platform, store, orders, payments: base.payments.store, gateways, grants }),
  }
}
