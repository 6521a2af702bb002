import { pathOf } from '@kaimai/contract/common/route.ts'
import { paymentRoutes } from '@kaimai/contract/payment/payment.routes.ts'
import { describe, expect, test } from 'vitest'
import { quantitiesOf } from '../../../test/commerce-factory.ts'
import { sharedPayments } from '../../../test/payment-stage.ts'

const { shop, origin, ordered, settled, tokenOf, stateOf, noticesOf, rawNotices, setReachable, kindsOf } =
  await sharedPayments()

const postAtm = async (body: string): Promise<string> => {
  const response = await fetch(origin + pathOf(paymentRoutes.atmPaid), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })
  return response.text()
}

/** An order that was transferred to its ATM code, of which no notice has come. */
const transferred = async () => {
  const order = await ordered(10, 2)
  const started = await order.start('atm')
  setReachable(false)
  await shop.sandbox.play(tokenOf(started), 'issueCode')
  await shop.sandbox.play(tokenOf(started), 'pay')
  const notice = (await noticesOf(started)).at(-1) ?? ''
  return { ...order, notice, reference: new URLSearchParams(notice).get('reference') ?? '' }
}

describe('the address of the specification for transfers to ATM codes', () => {
  test('PAYMENT-300 A notice pays its order once, however often it comes, and is kept each time', async () => {
    const order = await transferred()
    expect(await stateOf(order)).toBe('pending')
    expect(await postAtm(order.notice)).toBe('1|OK')
    await settled()
    expect(await stateOf(order)).toBe('paid')
    const again = await Promise.all(Array.from({ length: 5 }, () => postAtm(order.notice)))
    expect(new Set(again)).toEqual(new Set(['1|OK']))
    await settled()
    const kept = await rawNotices(order.reference)
    expect(kept.map(({ outcome }) => outcome).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 'nothingNew'),
      'paid',
    ])
    expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 8, held: 0, sold: 2 })
    expect((await kindsOf(order.firmId, order.orderId)).filter((kind) => kind === 'paid')).toEqual(['paid'])
  })

  test('PAYMENT-301 One that nobody has signed, or of another amount, is kept, refused and changes nothing', async () => {
    const order = await transferred()
    const forgeries = [
      order.notice.replace(/amount=\d+/, 'amount=100'),
      order.notice.replace(/sign=.*/, `sign=${'0'.repeat(64)}`),
      order.notice.replace(/&sign=.*/, ''),
    ]
    for (const forged of forgeries) expect(await postAtm(forged), forged).toBe('0|ERR')
    await settled()
    expect(await stateOf(order)).toBe('pending')
    expect(await rawNotices(order.reference)).toEqual(
      forgeries.map(() => ({ verified: false, outcome: null, applied: false })),
    )
    expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 8, held: 2, sold: 0 })
    expect(await postAtm(order.notice)).toBe('1|OK')
    await settled()
    expect(await stateOf(order)).toBe('paid')
  })
})
