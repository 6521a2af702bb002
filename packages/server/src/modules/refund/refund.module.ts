import type { Grants } from '../../platform/grants.ts'
import type { Platform } from '../../platform/platform.ts'
import type { GatewayService } from '../gateway/gateway.service.ts'
import type { OrderService } from '../order/order.service.ts'
import type { PaymentStore } from '../payment/payment.service.ts'
import { createCashOutStore } from './cash-out.store.ts'
import { createRefundService } from './refund.service.ts'
import { type PaidRefund, presentShopperRefunds, presentStaffRefund } from './refund.present.ts'
import { createRefundStore, type RefundStore } from './refund.store.ts'

/** What is kept of refunds, and what orders show of them. */
export const createRefunds = (
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  payments: Pick<PaymentStore, 'ofOrder'>,
) => {
  const store = createRefundStore(db)
  const cashOut = createCashOutStore(db)
  const paid = async (firmId: string, orderId: string): Promise<PaidRefund[]> => {
    const refunds = await store.ofOrder(firmId, orderId)
    if (refunds.length === 0) return []
    const methods = new Map((await payments.ofOrder(firmId, orderId)).map(({ id, method }) => [id, method]))
    return refunds.map((refund) => ({ ...refund, method: methods.get(refund.paymentId) ?? '' }))
  }
  return {
    store,
    /** What has gone back, by day. */
    returned: cashOut.byDay,
    /** What of payments was given back. */
    refundsOf: cashOut.ofPayments,
    ofOrders: {
      forStaff: async (firmId: string, orderId: string, maySeePersonal: boolean) =>
        (await paid(firmId, orderId)).map((refund) => presentStaffRefund(refund, maySeePersonal, secret)),
      restocked: store.restocked,
      forShopper: async (firmId: string, orderId: string) => presentShopperRefunds(await paid(firmId, orderId)),
    },
  }
}

export interface RefundModuleDeps {
  readonly platform: Platform
  readonly store: RefundStore
  readonly orders: OrderService
  readonly payments: PaymentStore
  readonly gateways: Pick<GatewayService, 'offers' | 'merchants'>
  readonly grants: Grants
}

export const createRefundModule = ({ gateways, ...deps }: RefundModuleDeps) =>
  createRefundService({ ...deps, ...gateways })
