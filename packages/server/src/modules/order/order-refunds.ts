import { fail } from '@kaimai/contract/common/error.ts'
import { after, canMove } from '@kaimai/contract/common/machine.ts'
import { paymentMachine } from '@kaimai/contract/order/order.machine.ts'
import { refundErrors } from '@kaimai/contract/refund/refund.errors.ts'
import type { RefundedPieces } from '@kaimai/contract/refund/refund.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Events } from '../../platform/events/events.ts'
import type { ProductService, StockLine } from '../product/product.service.ts'
import type { OrderChangeStore } from './order-change.store.ts'
import type { OrderRefundStore, RefundedOrder } from './order-refund.store.ts'
import type { NewEvent, OrderStore } from './order.store.ts'

export interface OrderRefundsDeps {
  readonly clock: Clock
  readonly events: Events
  readonly store: OrderRefundStore
  readonly orders: Pick<OrderStore, 'addEvent'>
  readonly change: Pick<OrderChangeStore, 'addRefundDue'>
  readonly products: Pick<ProductService, 'reserve' | 'countSold' | 'takeBackSold'>
}

/** What a refund moves of its order; amounts are minor units. */
export interface OrderRefund {
  readonly id: string
  readonly amount: number
  readonly lines: readonly RefundedPieces[]
  readonly restocked: boolean
}

/** A refund as it is made. */
interface NewOrderRefund extends OrderRefund {
  /** The order is cancelled with it. */
  readonly cancels: boolean
}

const stockLinesOf = (order: RefundedOrder, pieces: readonly RefundedPieces[]): StockLine[] =>
  pieces.flatMap(({ place, quantity }) => {
    const variantId = order.lines.find((line) => line.place === place)?.variantId
    return typeof variantId === 'string' ? [{ variantId, quantity }] : []
  })

/** Orders as refunds move them: money, pieces, stock, timeline and event in the refund's own transaction. */
export const createOrderRefunds = (deps: OrderRefundsDeps) => {
  const { clock, events, store, orders, change, products } = deps

  const note = (tx: Tx, { firmId, id }: RefundedOrder, event: NewEvent): Promise<void> =>
    orders.addEvent(firmId, id, clock.now(), event, tx)

  const eventOf = ({ firmId, id, liveId }: RefundedOrder, refund: OrderRefund) => ({
    firmId,
    orderId: id,
    liveId,
    refundId: refund.id,
    amount: refund.amount,
  })

  return {
    lock: (tx: Tx, firmId: string, orderId: string) => store.lock(firmId, orderId, tx),

    note,

    /** Money that the staff has to give back by hand; negative: less of it. */
    addRefundDue: (tx: Tx, { firmId, id }: RefundedOrder, amount: number): Promise<void> =>
      change.addRefundDue(firmId, id, amount, tx),

    /**
     * Gives back money that the order was paid with, and cancels it where the refund says so. Throws `conflict` when it is
     * not paid (any more).
     */
    refund: async (tx: Tx, order: RefundedOrder, refund: NewOrderRefund, by: Omit<NewEvent, 'kind'>): Promise<void> => {
      const isWhole = order.refunded + refund.amount >= order.total
      const move = refund.cancels ? 'cancelPaid' : isWhole ? 'refund' : 'refundPart'
      const paymentState = after(paymentMachine, order.paymentState, move)
      if (paymentState === undefined) throw fail('conflict', { reason: refundErrors.notPaid })
      await store.count(order, { amount: refund.amount, paymentState, pieces: refund.lines }, tx)
      if (refund.cancels) {
        await note(tx, order, { kind: 'cancelled', ...by })
        const { firmId, id: orderId, liveId } = order
        await events.emit(tx, 'order.cancelled', { firmId, orderId, liveId })
      }
      // Why it was cancelled is said once.
      await note(tx, order, { kind: 'refunded', ...by, ...(refund.cancels ? { memo: '' } : {}) })
      await events.emit(tx, 'order.refunded', eventOf(order, refund))
      // A late payment whose pieces were gone has sold none.
      if (canMove(paymentMachine, order.paymentState, 'refundPart'))
        await products.takeBackSold(tx, order.firmId, stockLinesOf(order, refund.lines), refund.restocked)
    },

    /**
     * Undoes it: the order is as before. `wasOwed`: it was a late payment. Throws `conflict` when pieces that went back on
     * sale are sold.
     */
    undo: async (
      tx: Tx,
      order: RefundedOrder,
      refund: OrderRefund,
      { wasOwed, event }: { readonly wasOwed: boolean; readonly event: NewEvent },
    ): Promise<void> => {
      // Its pieces may be sold by now, and its buyer was told.
      if (order.paymentState === 'cancelled') throw fail('conflict', { reason: refundErrors.cancelledStays })
      const move = wasOwed ? 'oweAgain' : order.refunded > refund.amount ? 'undoRefundPart' : 'undoRefund'
      const paymentState = after(paymentMachine, order.paymentState, move)
      if (paymentState === undefined) throw fail('conflict', { reason: refundErrors.refundMoved })
      const stock = wasOwed ? [] : stockLinesOf(order, refund.lines)
      if (refund.restocked && stock.length > 0) {
        const reserved = await products.reserve(tx, order.firmId, stock)
        if (!reserved.ok) throw fail('conflict', { reason: refundErrors.soldAgain })
      }
      await products.countSold(tx, order.firmId, stock)
      const pieces = refund.lines.map(({ place, quantity }) => ({ place, quantity: -quantity }))
      await store.count(order, { amount: -refund.amount, paymentState, pieces }, tx)
      await note(tx, order, event)
      await events.emit(tx, 'order.refundWithdrawn', eventOf(order, refund))
    },
  }
}
export type OrderRefunds = ReturnType<typeof createOrderRefunds>
