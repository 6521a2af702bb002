import type { DeliveryMethod } from '@kaimai/contract/order/order.schema.ts'
import type { Database } from '../../platform/db/database.ts'
import type { OrderTables } from './order.tables.ts'

/** What a firm offers until it has set its own, in minor units of NT$. */
export const defaultDeliveryMethods: readonly DeliveryMethod[] = [
  { type: 'home', fee: 100_00, freeFrom: 1_500_00, note: '' },
  { type: 'store', fee: 60_00, freeFrom: 1_500_00, note: '' },
  { type: 'self', fee: 0, freeFrom: null, note: '' },
  { type: 'none', fee: 0, freeFrom: null, note: '' },
]

/** A firm's own ways, or the defaults when it has set none. */
export const offeredWays = (own: readonly DeliveryMethod[]): readonly DeliveryMethod[] =>
  own.length > 0 ? own : defaultDeliveryMethods

export const createDeliveryMethods = (db: Database) => ({
  of: async (firmId: string): Promise<readonly DeliveryMethod[]> => {
    const own = await db
      .as<OrderTables>()
      .selectFrom('deliveryMethod')
      .select(['type', 'fee', 'freeFrom', 'note'])
      .where('firmId', '=', firmId)
      .orderBy('place')
      .execute()
    return offeredWays(own)
  },
})
export type DeliveryMethods = ReturnType<typeof createDeliveryMethods>
