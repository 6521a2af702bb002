import type { PaymentState } from '@kaimai/contract/order/order.machine.ts'
import type { RefundedPieces } from '@kaimai/contract/refund/refund.rules.ts'
import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import type { OrderLineRow, OrderRow, OrderTables } from './order.tables.ts'

/** What a refund needs to know of an order. */
export type RefundedOrder = Pick<
  OrderRow,
  | 'id'
  | 'firmId'
  | 'orderNo'
  | 'liveId'
  | 'source'
  | 'paymentState'
  | 'fulfilmentState'
  | 'currency'
  | 'deliveryFee'
  | 'paymentFee'
  | 'total'
  | 'refunded'
> & {
  readonly lines: readonly Pick<
    OrderLineRow,
    'place' | 'variantId' | 'price' | 'quantity' | 'discount' | 'refundedQuantity'
  >[]
}

export const createOrderRefundStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<OrderTables>()

  return {
    /** Keeps other changes of the order's money waiting until the transaction ends. Lock it before its stock. */
    lock: async (firmId: string, orderId: string, executor: Executor): Promise<RefundedOrder | undefined> => {
      const order = await on(executor)
        .selectFrom('order')
        .select(['id', 'firmId', 'orderNo', 'liveId', 'source', 'paymentState', 'fulfilmentState', 'currency'])
        .select(['deliveryFee', 'paymentFee', 'total', 'refunded'])
        .where('firmId', '=', firmId)
        .where('id', '=', orderId)
        .forUpdate()
        .executeTakeFirst()
      if (!order) return undefined
      const lines = await on(executor)
        .selectFrom('orderLine')
        .select(['place', 'variantId', 'price', 'quantity', 'discount', 'refundedQuantity'])
        .where('orderId', '=', orderId)
        .orderBy('place')
        .execute()
      return { ...order, lines }
    },

    /** Counts money and pieces that go back; both negative when they don't after all. The order is locked. */
    count: async (
      { firmId, id }: Pick<RefundedOrder, 'firmId' | 'id'>,
      change: {
        readonly amount: number
        readonly paymentState: PaymentState
        readonly pieces: readonly RefundedPieces[]
      },
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .updateTable('order')
        .set({ refunded: sql<number>`refunded + ${change.amount}`, paymentState: change.paymentState })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .execute()
      for (const { place, quantity } of change.pieces)
        await on(executor)
          .updateTable('orderLine')
          .set({ refundedQuantity: sql<number>`"refundedQuantity" + ${quantity}` })
          .where('orderId', '=', id)
          .where('place', '=', place)
          .execute()
    },
  }
}
export type OrderRefundStore = ReturnType<typeof createOrderRefundStore>
