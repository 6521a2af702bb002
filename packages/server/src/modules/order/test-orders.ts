import { soldStates } from '@kaimai/contract/order/order.machine.ts'
import type { RefundedPieces } from '@kaimai/contract/refund/refund.rules.ts'
import { type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { ProductService, StockLine } from '../product/product.service.ts'
import type { TestSignups } from '../signup/test-signups.service.ts'
import type { OrderTables } from './order.tables.ts'

/** How many orders go in one transaction. */
const batch = 50

/** Pieces that refunds have put back on sale, by their order. */
export type ReadRestocked = (
  tx: Tx,
  firmId: string,
  orderIds: readonly string[],
) => Promise<ReadonlyMap<string, readonly RefundedPieces[]>>

export interface TestOrdersDeps {
  readonly db: Database
  readonly products: Pick<ProductService, 'releaseStock' | 'takeBackSold'>
  readonly signups: TestSignups
  readonly restockedOf: ReadRestocked
}

/** Orders that were paid with play money, of a shop whose test mode is over. */
export const createTestOrders = ({ db, products, signups, restockedOf }: TestOrdersDeps) => {
  const lock = (tx: Tx, firmId: string) =>
    tx
      .as<OrderTables>()
      .selectFrom('order')
      .select(['id', 'source', 'paymentState', 'refunded'])
      .select((eb) => [
        // A late payment whose pieces were gone has sold none.
        sql<SqlBool>`exists (select 1 from "orderEvent" e where e."orderId" = "order".id
          and e.kind in ('paid', 'paidLate', 'confirmed'))`.as('hasSold'),
        jsonArrayFrom(
          eb
            .selectFrom('orderLine')
            .select(['place', 'variantId', 'quantity', 'refundedQuantity'])
            .whereRef('orderLine.orderId', '=', 'order.id')
            .orderBy('place'),
        ).as('lines'),
      ])
      .where('firmId', '=', firmId)
      .where('isTest', '=', sql.lit(true))
      .orderBy('id')
      .limit(batch)
      .forUpdate()
      .execute()

  const removeBatch = (firmId: string): Promise<number> =>
    db.transaction(async (tx) => {
      const orders = await lock(tx, firmId)
      const ids = orders.map(({ id }) => id)
      if (ids.length === 0) return 0
      await signups.release(
        tx,
        firmId,
        orders.filter(({ source }) => source === 'signup').map(({ id }) => id),
      )
      const restocked = await restockedOf(tx, firmId, ids)
      const back: StockLine[] = []
      const unsold: StockLine[] = []
      for (const { id, paymentState, refunded, hasSold, lines } of orders) {
        // One that was cancelled with a refund has given back pieces as refunds do, not all of them.
        const isRefunded = paymentState === 'cancelled' && refunded > 0
        const isSold = hasSold === true && (isRefunded || soldStates.some((state) => state === paymentState))
        for (const { place, variantId, quantity, refundedQuantity } of lines) {
          if (variantId === null) continue
          const returned = (restocked.get(id) ?? [])
            .filter((pieces) => pieces.place === place)
            .reduce((sum, pieces) => sum + pieces.quantity, 0)
          if (isSold) unsold.push({ variantId, quantity: quantity - refundedQuantity })
          if (isSold) back.push({ variantId, quantity: quantity - returned })
          if (paymentState === 'pending') back.push({ variantId, quantity })
        }
      }
      await products.takeBackSold(tx, firmId, summed(unsold), false)
      await products.releaseStock(tx, firmId, summed(back))
      await tx.as<OrderTables>().deleteFrom('order').where('firmId', '=', firmId).where('id', 'in', ids).execute()
      return ids.length
    })

  return {
    /** Removes all of a firm's, in batches; their pieces and places are on sale again. Again: nothing happens. */
    remove: async (firmId: string): Promise<void> => {
      let removed: number
      do removed = await removeBatch(firmId)
      while (removed === batch)
    },
  }
}
export type TestOrders = ReturnType<typeof createTestOrders>

/** Each variant once. */
const summed = (lines: readonly StockLine[]): StockLine[] => {
  const sums = new Map<string, number>()
  for (const { variantId, quantity } of lines) sums.set(variantId, (sums.get(variantId) ?? 0) + quantity)
  return [...sums].map(([variantId, quantity]) => ({ variantId, quantity })).filter(({ quantity }) => quantity > 0)
}
