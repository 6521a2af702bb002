import type { DeliveryMethod } from '@kaimai/contract/order/checkout.schema.ts'
import type { Database, Executor } from '../../platform/db/database.ts'
import type { OrderTables } from './order.tables.ts'

/** What a firm offers until it has set its own, in minor units of NT$. */
export const defaultDeliveryMethods: readonly DeliveryMethod[] = [
  { type: 'home', fee: 100_00, freeFrom: 1_500_00, note: '' },
  { type: 'store', fee: 60_00, freeFrom: 1_500_00, note: '' },
  { type: 'self', fee: 0, freeFrom: null, note: '' },
  { type: 'none', fee: 0, freeFrom: null, note: '' },
]

/** A firm's own methods, or the defaults when it has set none. */
export const offeredMethods = (own: readonly DeliveryMethod[]): readonly DeliveryMethod[] =>
  own.length > 0 ? own : defaultDeliveryMethods

/** What comes with a place of a paid form is delivered for the price that the form names. */
export const withPlace = (method: DeliveryMethod): DeliveryMethod => ({ ...method, fee: 0, freeFrom: null })

export const createDeliveryMethods = (db: Database) => {
  /** What the firm has set, in its order; empty: nothing. */
  const own = (firmId: string, on: Executor = db): Promise<DeliveryMethod[]> =>
    on
      .as<OrderTables>()
      .selectFrom('deliveryMethod')
      .select(['type', 'fee', 'freeFrom', 'note'])
      .where('firmId', '=', firmId)
      .orderBy('place')
      .execute()
  return {
    own,
    defaults: defaultDeliveryMethods,

    of: async (firmId: string): Promise<readonly DeliveryMethod[]> => offeredMethods(await own(firmId)),

    /** Replaces all of them; the order of the list is the one shoppers see. */
    set: async (firmId: string, methods: readonly DeliveryMethod[], on: Executor): Promise<void> => {
      const tables = on.as<OrderTables>()
      await tables.deleteFrom('deliveryMethod').where('firmId', '=', firmId).execute()
      const rows = methods.map((method, place) => ({ firmId, place, ...method }))
      if (rows.length > 0) await tables.insertInto('deliveryMethod').values(rows).execute()
    },
  }
}
export type DeliveryMethods = ReturnType<typeof createDeliveryMethods>
