import { KaimaiError } from '@kaimai/contract/common/error.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aSmallShop, quantitiesOf, placeOrder, type SmallShop, shopOpensAt } from '../../../test/commerce-factory.ts'
import { sharedShop } from '../../../test/fixtures.ts'

const { clock, db, shop } = await sharedShop()
const initial = 12
const runs = 20

type Step =
  | { readonly kind: 'order'; readonly quantity: number }
  | { readonly kind: 'pay' | 'cancel'; readonly which: number }
  | { readonly kind: 'expire' }
  | { readonly kind: 'edit'; readonly by: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('order' as const), quantity: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'expire' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit' as const), by: fc.integer({ min: 0, max: 5 }) }) },
)

/** Fewer than asked are left, or fewer than half of them. */
const refusals = ['soldOut', 'conflict']

/** Does the step; answers by how many pieces the merchant has raised the stock. */
const perform = async (small: SmallShop, placed: string[], given: Step): Promise<number> => {
  const { firmId, product, variantId } = small
  switch (given.kind) {
    case 'order':
      await placeOrder(shop, small, { quantity: given.quantity }).then(
        ({ orderId }) => placed.push(orderId),
        (error: unknown) => expect(refusals).toContain(error instanceof KaimaiError ? error.errorName : error),
      )
      return 0
    case 'pay': {
      const orderId = placed[given.which]
      if (orderId === undefined) return 0
      await db.transaction(async (tx) => {
        const order = await shop.orders.lock(tx, firmId, orderId)
        if (order) await shop.orders.pay(tx, order, '')
      })
      return 0
    }
    case 'cancel':
      await shop.orders.cancel(firmId, placed[given.which] ?? firmId, { actorKind: 'system' })
      return 0
    case 'expire':
      await shop.orders.expireUnpaidOrders()
      return 0
    case 'edit':
      await shop.products.change(firmId, product.id, {
        ...product,
        version: undefined,
        variants: [{ id: variantId, name: '', stock: initial + given.by, stockBefore: initial }],
      })
      return given.by
  }
}

const soldByOrders = async (firmId: string): Promise<number> => {
  const { rows } = await db.raw(
    `select coalesce(sum("totalQuantity"), 0)::int as pieces from "order" where "firmId" = $1 and "paymentState" = 'paid'`,
    [firmId],
  )
  return Number(rows[0]?.['pieces'])
}

describe('any interleaving', () => {
  test('ORDER-129 Of orders, payments, expiries, cancellations and edits at once keeps on sale + held + sold = what there was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { maxLength: 6 }), async (rounds) => {
        clock.set(new Date(shopOpensAt))
        const small = await aSmallShop(shop, initial)
        const placed: string[] = []
        let pieces = initial
        for (const round of rounds) {
          const raised = await Promise.all(round.map((one) => perform(small, placed, one)))
          pieces += raised.reduce((sum, by) => sum + by, 0)
          const { stock, held, sold } = await quantitiesOf(shop, small.variantId)
          expect(stock).toBeGreaterThanOrEqual(0)
          expect(stock + held + sold).toBe(pieces)
          expect(sold).toBe(await soldByOrders(small.firmId))
          // The next round is 8 minutes later: what was ordered two rounds ago is due.
          clock.advance(8 * 60_000)
        }
      }),
      { numRuns: runs, endOnFailure: true },
    )
  })
})
