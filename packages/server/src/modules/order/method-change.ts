import { fail } from '@kaimai/contract/common/error.ts'
import { type PaymentMethod, placedHoldMinutes } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import { withPaymentFee } from '@kaimai/contract/order/payment-fee.rules.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { OrderChangeStore } from './order-change.store.ts'
import type { OrderStore } from './order.store.ts'
import type { Placing } from './place-order.ts'

export interface MethodChangeDeps {
  readonly platform: Pick<Platform, 'db' | 'clock'>
  readonly orders: OrderStore
  readonly change: Pick<OrderChangeStore, 'setMethod'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly placing: Pick<Placing, 'offerFor' | 'checkAmount'>
}

/** What an order comes to by the way that was chosen; minor units. */
export interface ChangedMethod {
  readonly total: number
  readonly paymentFee: number
}

export type ChangeMethod = ReturnType<typeof createMethodChange>

/**
 * Another way to pay an unpaid order: its fee and its total follow, and it holds its pieces as long as if it had been placed
 * so, never shorter. A payment that was begun by another way can still succeed, and is then what the order cost. Throws
 * `gone` once the order has ended, `conflict` for one that is paid, for a way that is not offered for its amount, and for
 * what `check` finds against it, under the order's lock.
 */
export const createMethodChange =
  ({ platform: { db, clock }, orders, change, firms, placing }: MethodChangeDeps) =>
  async (
    firmId: string,
    orderId: string,
    method: PaymentMethod,
    check: (tx: Tx) => Promise<void> = async () => {},
  ): Promise<ChangedMethod> => {
    const firm = await firms.publicFirm(firmId)
    if (firm.suspended) throw fail('gone', { reason: orderErrors.orderClosed })
    return db.transaction(async (tx) => {
      const order = await orders.lock(firmId, orderId, tx)
      if (!order) throw fail('notFound')
      const isOver = order.paymentState === 'expired' || order.paymentState === 'cancelled'
      if (isOver || order.heldUntil <= clock.now()) throw fail('gone', { reason: orderErrors.orderClosed })
      if (order.paymentState !== 'pending') throw fail('conflict', { reason: orderErrors.orderClosed })
      // An order that was to be paid before it is sent is not sent unpaid.
      if (method === 'cod') throw fail('conflict', { reason: orderErrors.noPaymentMethod })
      const offer = placing.offerFor(firm, method, 'none')
      const { fee: paymentFee } = offer
      if (method === order.paymentMethod && paymentFee === order.paymentFee) return { total: order.total, paymentFee }
      await check(tx)
      const { total, rounding } = withPaymentFee(order, paymentFee)
      placing.checkAmount(offer, { total }, order.currency)
      await change.setMethod(firmId, orderId, { paymentMethod: method, paymentFee, rounding, total }, tx)
      // From when it was placed: who changes again and again holds nothing longer.
      const heldMs = placedHoldMinutes(method, offer.holdMinutes) * 60_000
      await orders.holdUntil(firmId, orderId, new Date(order.createdAt.getTime() + heldMs), tx)
      const event = { kind: 'methodChanged', actorKind: 'shopper', memo: method } as const
      await orders.addEvent(firmId, orderId, clock.now(), event, tx)
      return { total, paymentFee }
    })
  }
