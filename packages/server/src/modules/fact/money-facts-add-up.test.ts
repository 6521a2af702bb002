import { KaimaiError } from '@kaimai/contract/common/error.ts'
import { refundAction } from '@kaimai/contract/refund/refund.routes.ts'
import { RefundRequest } from '@kaimai/contract/refund/refund.schema.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aSmallShop, placeOrder } from '../../../test/commerce-factory.ts'
import { amountOf } from '../../../test/fact-reading.ts'
import { sharedPayments } from '../../../test/payment-stage.ts'

const { db, shop, play } = await sharedPayments()

const which = fc.nat(3)
const steps = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('order' as const), quantity: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ act: fc.constant('pay' as const), which, method: fc.constantFrom('card' as const, 'atm' as const) }),
    fc.record({
      act: fc.constant('refund' as const),
      which,
      choice: fc.oneof(
        fc.constant({ kind: 'whole' as const }),
        fc.record({
          kind: fc.constant('amount' as const),
          amount: fc.integer({ min: 1, max: 9 }).map((n) => n * 100_00),
        }),
      ),
    }),
    fc.record({ act: fc.constantFrom('withdraw' as const, 'settleByHand' as const, 'cancel' as const), which }),
  ),
  { minLength: 8, maxLength: 24 },
)

/** Done, or refused for a reason: anything else is a fault. */
const tried = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof KaimaiError)) throw error
  }
}

/** What the payments and refunds of a firm say that it keeps, minor units. */
const keptBy = async (firmId: string): Promise<number> => {
  const { rows } = await db.raw(
    `select coalesce((select sum(amount) from payment where "firmId" = $1 and state = 'paid'), 0)
       - coalesce((select sum(amount) from refund where "firmId" = $1 and state <> 'withdrawn'), 0) as kept`,
    [firmId],
  )
  return Number(rows[0]?.['kept'])
}

test('FACT-5 However orders, payments, second payments, refunds, withdrawals and cancels follow each other, what the facts say is paid less what went back is the money that is kept', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const small = await aSmallShop(shop, 30)
      const { firmId } = small
      const by = { firmId, memberId: null, actorName: '阿明', ip: '' }
      const orders: string[] = []
      const orderAt = (at: number): string | undefined => orders[at % Math.max(1, orders.length)]
      for (const step of taken) {
        if (step.act === 'order') {
          await tried(async () => orders.push((await placeOrder(shop, small, step)).orderId))
          continue
        }
        const orderId = orderAt(step.which)
        if (orderId === undefined) continue
        if (step.act === 'cancel') await tried(() => shop.orders.cancelByStaff(by, orderId, ''))
        else if (step.act === 'pay')
          await tried(async () => {
            const prepared = await shop.payments.prepare({ kind: 'order', firmId, orderId }, step.method)
            const started = await shop.payments.start(firmId, prepared, 'zh-TW')
            if (step.method === 'atm') await play(started, 'issueCode')
            await play(started, 'pay')
          })
        else if (step.act === 'refund')
          await tried(async () => {
            const request = RefundRequest.parse({ choice: step.choice, restock: false })
            const { grant } = await shop.refunds.grant({ ...by, memberId: orderId }, orderId, request)
            await shop.refunds.make(shop.grants.read(grant, refundAction), request, { ip: '', sources: ['room'] })
          })
        else {
          const { refunds } = await shop.orders.show(firmId, orderId, true)
          const { act } = step
          for (const { id } of refunds.slice(0, 1))
            await tried(() =>
              act === 'withdraw'
                ? shop.refunds.withdraw(by, orderId, id)
                : shop.refunds.settleByHand(by, orderId, id, ''),
            )
        }
      }
      const [paid, back] = [await amountOf(db, firmId, 'paid'), await amountOf(db, firmId, 'refunded')]
      expect(paid - back).toBe(await keptBy(firmId))
    }),
    { numRuns: 6, endOnFailure: true },
  )
})
