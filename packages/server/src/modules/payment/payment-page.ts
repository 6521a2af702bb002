import { fail } from '@kaimai/contract/common/error.ts'
import { canMove } from '@kaimai/contract/common/machine.ts'
import { showMoney } from '@kaimai/contract/common/money.ts'
import { paymentTryMachine } from '@kaimai/contract/payment/payment.machine.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { GatewayMerchants, PaymentOffers, PaymentPage } from '../gateway/gateway.service.ts'
import type { OrderService } from '../order/order.service.ts'
import type { PaymentStore } from './payment.store.ts'

export interface PaymentPagesDeps {
  readonly store: PaymentStore
  readonly orders: Pick<OrderService, 'orderPath' | 'paymentState'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly offers: PaymentOffers
  readonly merchants: GatewayMerchants
}

/** What a page of ours shows around a gateway's own form. */
export interface ShownPaymentPage {
  readonly orderPath: string
  readonly shopName: string
  readonly amount: string
  /** Undefined: nothing can be paid here any more, and the order's page says why. */
  readonly form: PaymentPage | undefined
}

/** Pages of ours for gateways whose form is drawn by a script of theirs. */
export const createPaymentPages = ({ store, orders, firms, offers, merchants }: PaymentPagesDeps) => ({
  /** Throws `notFound` for a number that we never gave to that gateway. */
  show: async (name: string, reference: string): Promise<ShownPaymentPage> => {
    const payment = await store.byReference(name, reference)
    const gateway = offers.gateway(name)
    if (!payment || gateway?.page === undefined) throw fail('notFound')
    const { firmId, orderId, amount, currency, merchantId } = payment
    const isOpen =
      canMove(paymentTryMachine, payment.state, 'fail') && (await orders.paymentState(firmId, orderId)) === 'pending'
    const merchant = isOpen ? await merchants.of(gateway, firmId, merchantId) : undefined
    return {
      orderPath: orders.orderPath(orderId),
      shopName: (await firms.publicFirm(firmId)).name,
      amount: showMoney({ amount, currency }),
      form: merchant && (await gateway.page(payment, merchant)),
    }
  },
})
export type PaymentPages = ReturnType<typeof createPaymentPages>
