import { pathOf } from '@kaimai/contract/common/route.ts'
import { paymentRoutes } from '@kaimai/contract/payment/payment.routes.ts'
import { expect, test } from 'vitest'
import { sharedGateway } from '../../../test/gateway-stage.ts'
import { createPaynowGateway } from '../gateway/paynow-gateway.ts'

const merchant = {
  merchantId: '70828783',
  keys: { paynowPublicKey: 'pk_test_1a', paynowPrivateKey: 'sk_test_9f2c' },
}
const scriptUrl = 'https://js.paynow.example/sdk/v2/index.js'
const { begun, origin, play } = await sharedGateway(merchant, (url, now) =>
  createPaynowGateway({ url, scriptUrl, isReal: false, now }),
)

const ask = async (id: string) => {
  const response = await fetch(origin + pathOf(paymentRoutes.paynowState).replace(':id', encodeURIComponent(id)))
  const body: unknown = await response.json()
  return { status: response.status, body }
}

test('PAYMENT-302 How a payment at PayNow stands is told to who knows its number there, and no more than that', async () => {
  const payment = await begun('card')
  const amount = payment.total
  expect(await ask(payment.reference)).toEqual({
    status: 200,
    body: { data: { state: 'created', amount, currency: 'TWD' } },
  })
  const { tradeNo } = await payment.atGateway()
  await play({ id: tradeNo, outcome: 'pay' })
  expect(await ask(payment.reference)).toEqual({
    status: 200,
    body: { data: { state: 'paid', amount, currency: 'TWD' } },
  })
})

test('PAYMENT-303 A number that was never given, PayNow’s own, an order and nonsense are not found', async () => {
  const payment = await begun('card')
  const { tradeNo } = await payment.atGateway()
  for (const id of ['nobody', tradeNo.slice(0, 40), payment.orderId, payment.reference.toLowerCase(), '%'])
    expect((await ask(id)).status, id).toBe(404)
  for (const id of ['x'.repeat(41), '\u0000']) expect((await ask(id)).status, id).toBe(400)
})
