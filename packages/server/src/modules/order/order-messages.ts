import { fail } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Platform } from '../../platform/platform.ts'
import type { OrderChangeStore } from './order-change.store.ts'

export interface OrderMessagesDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'limits' | 'audit'>
  readonly store: Pick<OrderChangeStore, 'addMessage'>
}

/** Of a buyer about one order. */
const dayLimit = { limit: 10, windowMs: 24 * 60 * 60_000 } as const

/** What buyer and merchant write to each other about an order. */
export const createOrderMessages = ({ platform, store }: OrderMessagesDeps) => {
  const { db, clock, limits, audit } = platform
  return {
    /** The buyer's. Throws `tooManyRequests` beyond ten a day. */
    ask: async (firmId: string, orderId: string, text: string): Promise<void> => {
      const taken = await limits.take(`order-message:${orderId}`, dayLimit)
      if (!taken.ok)
        throw fail('tooManyRequests', {
          reason: withValues(orderErrors.messagesMany, { max: dayLimit.limit }),
          details: { retryAfterMs: taken.retryAfterMs },
        })
      const message = { at: clock.now(), from: 'shopper', name: '', text } as const
      await db.transaction((tx) => store.addMessage(firmId, orderId, message, tx))
    },

    /** The merchant's answer. Throws `noData` for an order that is not there. */
    answer: (by: Actor, orderId: string, text: string): Promise<void> =>
      db.transaction(async (tx) => {
        const message = { at: clock.now(), from: 'member', name: by.actorName, text } as const
        const orderNo = await store.addMessage(by.firmId, orderId, message, tx)
        if (orderNo === undefined) throw fail('noData')
        await audit.record(tx, by, 'order.answer', { id: orderId, name: orderNo }, { text })
      }),
  }
}
