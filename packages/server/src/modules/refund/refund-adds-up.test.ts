import { KaimaiError } from '@kaimai/contract/common/error.ts'
import { refundAction } from '@kaimai/contract/refund/refund.routes.ts'
import { RefundRequest } from '@kaimai/contract/refund/refund.schema.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aSmallShop, buildShop, placeOrder, quantitiesOf, shopOpensAt } from '../../../test/commerce-factory.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { manualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { RefundAnswer } from '../gateway/gateway.port.ts'

const db = await sharedDatabase()
const clock = manualClock(new Date(shopOpensAt))
const shop = buildShop(db, { clock })
/** What the gateway answers next; undefined: it is away. */
let answer: RefundAnswer | undefined
Object.assign(shop.sandbox.gateway, {
  refund: async () => {
    if (!answer) throw new Error('away')
    return answer
  },
})

const stock = 20
const steps = fc.array(
  fc.oneof(
    fc.record({
      act: fc.constant('refund' as const),
      choice: fc.oneof(
        fc.constant({ kind: 'whole' as const }),
        fc.record({
          kind: fc.constant('lines' as const),
          lines: fc.tuple(fc.record({ place: fc.constant(0), quantity: fc.integer({ min: 1, max: 3 }) })),
          deliveryFee: fc.boolean(),
          paymentFee: fc.constant(false),
        }),
        fc.record({
          kind: fc.constant('amount' as const),
          amount: fc.integer({ min: 1, max: 20 }).map((n) => n * 100_00),
        }),
      ),
      restock: fc.boolean(),
      answer: fc.constantFrom<(RefundAnswer | undefined)[]>(
        undefined,
        { state: 'done', reference: 'R' },
        { state: 'pending', reference: 'R' },
        { state: 'refused', words: '餘額不足' },
      ),
    }),
    fc.record({
      act: fc.constantFrom('retry' as const, 'settleByHand' as const, 'withdraw' as const, 'tick' as const),
      which: fc.nat(5),
      answer: fc.constantFrom<(RefundAnswer | undefined)[]>(
        { state: 'done', reference: 'R' },
        { state: 'refused', words: '餘額不足' },
      ),
    }),
    fc.record({ act: fc.constant('sell' as const), quantity: fc.integer({ min: 1, max: 9 }) }),
  ),
  { minLength: 6, maxLength: 20 },
)

/** Done, or refused for a reason: anything else is a fault. */
const tried = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof KaimaiError)) throw error
  }
}

test('REFUND-40 However refunds, refusals, withdrawals, settlements and sales of others follow each other, pieces and money add up', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      clock.set(new Date(shopOpensAt))
      const small = await aSmallShop(shop, stock)
      const { firmId, variantId } = small
      const quantity = 4
      const { orderId } = await placeOrder(shop, small, { quantity })
      const { total } = await shop.orders.show(firmId, orderId, true)
      const paymentId = newId()
      await db.transaction(async (tx) => {
        const order = await shop.orders.lock(tx, firmId, orderId)
        if (order) await shop.orders.pay(tx, order, 'SB1')
      })
      await db.raw(
        `insert into payment (id, "firmId", "orderId", method, gateway, state, amount, currency, reference, "tradeNo", "createdAt", "paidAt", queries)
         values ($1, $2, $3, 'card', 'sandbox', 'paid', $4, 'TWD', $5, 'SB1', $6, $6, 0)`,
        [paymentId, firmId, orderId, total, paymentId.slice(-20), clock.now()],
      )
      const by = { firmId, memberId: null, actorName: '阿明', ip: '' }
      const refundAt = async (which: number): Promise<string> => {
        const { refunds } = await shop.orders.show(firmId, orderId, true)
        return refunds[which % Math.max(1, refunds.length)]?.id ?? newId()
      }
      let sold = 0
      for (const step of taken) {
        if (step.act === 'sell') {
          await tried(async () => {
            await db.transaction(async (tx) => {
              const lines = [{ variantId, quantity: step.quantity }]
              const { ok } = await shop.products.reserve(tx, firmId, lines)
              if (!ok) return
              await shop.products.countSold(tx, firmId, lines)
              sold += step.quantity
            })
          })
          continue
        }
        answer = step.answer
        if (step.act === 'refund') {
          const request = RefundRequest.parse({ choice: step.choice, restock: step.restock })
          await tried(async () => {
            const { grant } = await shop.refunds.grant({ ...by, memberId: orderId }, orderId, request)
            const granted = shop.grants.read(grant, refundAction)
            const made = await shop.refunds.make(granted, request, { ip: '', sources: ['room'] })
            await shop.refunds.send(made)
          })
        } else if (step.act === 'tick') {
          clock.advance(60 * 60_000)
          await shop.jobs.runTick('refund/send')
        } else {
          const refundId = await refundAt(step.which)
          const { act } = step
          await tried(async () => {
            if (act === 'retry') await shop.refunds.send(await shop.refunds.retry(by, orderId, refundId))
            else if (act === 'withdraw') await shop.refunds.withdraw(by, orderId, refundId)
            else await shop.refunds.settleByHand(by, orderId, refundId, '')
          })
        }

        const order = await shop.orders.show(firmId, orderId, true)
        const standing = order.refunds.filter(({ state }) => state !== 'withdrawn')
        const sum = (of: readonly { amount: number }[]) => of.reduce((all, { amount }) => all + amount, 0)
        const pieces = (of: typeof standing) =>
          of.reduce((all, { lines }) => all + lines.reduce((some, line) => some + line.quantity, 0), 0)
        expect(order.refunded).toBe(sum(standing))
        expect(order.refunded).toBeLessThanOrEqual(total)
        expect(order.payments[0]?.refunded).toBe(order.refunded)
        expect(order.lines[0]?.refundedQuantity).toBe(pieces(standing))
        expect(order.refundDue).toBe(sum(standing.filter(({ state }) => state === 'manual' || state === 'refused')))
        expect(order.paymentState).toBe(
          order.refunded === 0 ? 'paid' : order.refunded === total ? 'refunded' : 'partlyRefunded',
        )
        const back = pieces(standing.filter(({ restocked }) => restocked))
        expect(await quantitiesOf(shop, variantId)).toMatchObject({
          stock: stock - quantity - sold + back,
          sold: quantity + sold - pieces(standing),
        })
      }
    }),
    { numRuns: 25, endOnFailure: true },
  )
})
