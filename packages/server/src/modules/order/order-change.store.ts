import type { PaymentState } from '@kaimai/contract/order/order.machine.ts'
import { sql } from 'kysely'
import type { Database, Executor } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { OrderMessageRow, OrderRow, OrderTables } from './order.tables.ts'

const paidStates: readonly PaymentState[] = ['paid', 'partlyRefunded']

/** An order's discount and total, and what each line costs before it; minor units. */
export interface DiscountedOrder {
  readonly discount: number
  readonly total: number
  readonly amounts: readonly number[]
}

/** What changes on an order besides its money's state. */
export const createOrderChangeStore = (db: Database) => {
  const on = (executor: Executor = db) => executor.as<OrderTables>()
  return {
    /** What an order that is not paid costs by another way to pay. */
    setMethod: async (
      firmId: string,
      orderId: string,
      change: Pick<OrderRow, 'paymentMethod' | 'paymentFee' | 'rounding' | 'total'>,
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .updateTable('order')
        .set(change)
        .where('firmId', '=', firmId)
        .where('id', '=', orderId)
        .where('paymentState', 'in', ['pending', 'expired', 'cancelled'])
        .execute()
    },

    /** Counts money (minor units; negative: less) that the staff has to give back by hand. */
    addRefundDue: async (firmId: string, orderId: string, amount: number, executor: Executor): Promise<void> => {
      if (amount === 0) return
      await on(executor)
        .updateTable('order')
        .set({ refundDue: sql<number>`"refundDue" + ${amount}` })
        .where('firmId', '=', firmId)
        .where('id', '=', orderId)
        .execute()
    },

    /** What a discount of the order is split over. */
    discounted: async (firmId: string, orderId: string, executor: Executor): Promise<DiscountedOrder> => {
      const order = await on(executor)
        .selectFrom('order')
        .select(['discount', 'total'])
        .where('firmId', '=', firmId)
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
      const lines = await on(executor)
        .selectFrom('orderLine')
        .select(['place', 'price', 'quantity'])
        .where('firmId', '=', firmId)
        .where('orderId', '=', orderId)
        .orderBy('place')
        .execute()
      return { ...order, amounts: lines.map(({ price, quantity }) => price * quantity) }
    },

    /** `shares`: of the lines, in the order of their places. */
    setDiscount: async (
      firmId: string,
      orderId: string,
      {
        discount,
        total,
        shares,
      }: { readonly discount: number; readonly total: number; readonly shares: readonly number[] },
      executor: Executor,
    ): Promise<void> => {
      await on(executor)
        .updateTable('order')
        .set({ discount, total })
        .where('firmId', '=', firmId)
        .where('id', '=', orderId)
        .execute()
      for (const [place, share] of shares.entries())
        await on(executor)
          .updateTable('orderLine')
          .set({ discount: share })
          .where('firmId', '=', firmId)
          .where('orderId', '=', orderId)
          .where('place', '=', place)
          .execute()
    },

    setTransferDigits: async (firmId: string, orderId: string, digits: string, executor: Executor): Promise<void> => {
      await on(executor)
        .updateTable('order')
        .set({ transferDigits: digits })
        .where('firmId', '=', firmId)
        .where('id', '=', orderId)
        .execute()
    },

    /** Records that the purchase is published; false: it was before, or the order is not paid. */
    trackPurchase: async (firmId: string, orderId: string, at: Date): Promise<boolean> => {
      const done = await on()
        .updateTable('order')
        .set({ purchaseTrackedAt: at })
        .where('firmId', '=', firmId)
        .where('id', '=', orderId)
        .where('paymentState', 'in', paidStates)
        .where('purchaseTrackedAt', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return done !== undefined
    },

    /** Writes a message, and whether somebody waits for an answer now; the order's number, undefined: no such order. */
    addMessage: async (
      firmId: string,
      orderId: string,
      message: Pick<OrderMessageRow, 'at' | 'from' | 'name' | 'text'>,
      executor: Executor,
    ): Promise<string | undefined> => {
      const order = await on(executor)
        .updateTable('order')
        .set({ unanswered: message.from === 'shopper' })
        .where('firmId', '=', firmId)
        .where('id', '=', orderId)
        .returning('orderNo')
        .executeTakeFirst()
      if (!order) return undefined
      await on(executor)
        .insertInto('orderMessage')
        .values({ id: newId(), firmId, orderId, ...message })
        .execute()
      return order.orderNo
    },

    messages: (firmId: string, orderId: string): Promise<OrderMessageRow[]> =>
      on()
        .selectFrom('orderMessage')
        .selectAll()
        .where('firmId', '=', firmId)
        .where('orderId', '=', orderId)
        .orderBy('at')
        .orderBy('id')
        .execute(),
  }
}
export type OrderChangeStore = ReturnType<typeof createOrderChangeStore>
