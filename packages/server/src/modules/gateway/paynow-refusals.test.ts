import { expect, test } from 'vitest'
import { z } from 'zod'
import { startStandIn } from '../../../test/gateway-stage.ts'

// What PayNow refuses, one refusal a row.

const url = await startStandIn('paynow')
const Said = z.object({
  status: z.number(),
  message: z.string(),
  result: z.object({ id: z.string().optional(), status: z.string().optional() }).nullable(),
})

const call = async (path: string, body?: object, authorization = 'Bearer sk_test_9f2c') => {
  const answer = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', authorization },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { message, result } = Said.parse(await answer.json())
  return { status: answer.status, message, id: result?.id ?? '', state: result?.status ?? '' }
}

const intents = '/api/v1/payment-intents'
const intentOf = (given: object = {}): object => ({
  paymentNo: 'KM0001',
  amount: 680,
  currency: 'TWD',
  description: '小器器皿 KM0001',
  resultUrl: 'https://shop.test/back',
  webhookUrl: 'https://shop.test/notice',
  allowedPaymentMethods: ['CreditCard'],
  ...given,
})

test.for([
  ['by card', {}],
  ['of a description of 255 signs', { description: '碗'.repeat(255) }],
  ['in 3, 6 or 12 installments', { allowedPaymentMethods: ['CreditCardInstallment'], allowInstallments: [3, 6, 12] }],
] as const)('GATEWAY-239 PayNow begins a payment %s', async ([, given]) => {
  expect(await call(intents, intentOf(given))).toMatchObject({ status: 200, state: 'draft' })
})

test.for([
  ['of no amount', { amount: 0 }, 'amount is invalid'],
  ['of less than nothing', { amount: -680 }, 'amount is invalid'],
  ['whose amount is a text', { amount: '680' }, 'amount is invalid'],
  ['in another currency', { currency: 'USD' }, 'currency is invalid'],
  ['whose description has 256 signs', { description: '碗'.repeat(256) }, 'description is invalid'],
  ['by a method that it does not have', { allowedPaymentMethods: ['Jkopay'] }, 'allowedPaymentMethods is invalid'],
  ['in 5 installments', { allowInstallments: [5] }, 'allowInstallments is invalid'],
] as const)('GATEWAY-240 PayNow refuses a payment %s', async ([, given, message]) => {
  expect(await call(intents, intentOf(given))).toMatchObject({ status: 422, message })
})

test.for([
  ['with another key', 'Bearer sk_other'],
  ['with its public key', 'Bearer pk_test_1a'],
  ['without a key', ''],
  ['that does not say what its key is', 'sk_test_9f2c'],
] as const)('GATEWAY-241 PayNow refuses a call %s', async ([, authorization]) => {
  for (const [path, body] of [
    [intents, intentOf()],
    ['/api/v1/refunds?Page=1&Limit=1', undefined],
  ] as const)
    expect(await call(path, body, authorization)).toMatchObject({ status: 401, message: 'Unauthorized' })
})

const play = async (id: string, fields: Readonly<Record<string, string>>): Promise<string> =>
  (await fetch(`${url}/_play`, { method: 'POST', body: new URLSearchParams({ id, ...fields }) })).text()

test.for([
  ['of what nobody has paid', false, [], {}, 400, '交易尚未完成，無法退款'],
  ['of more than was paid', true, [], { amount: 681 }, 400, '退款金額超過可退金額'],
  ['of nothing', true, [], { amount: 0 }, 400, '退款金額超過可退金額'],
  ['whose amount is a text', true, [], { amount: '680' }, 400, '退款金額超過可退金額'],
  ['of more than is left', true, [400], { amount: 281 }, 400, '退款金額超過可退金額'],
  ['of what was given back whole', true, [680], {}, 400, '退款金額超過可退金額'],
  ['without a reason', true, [], { reason: '' }, 422, 'reason is required'],
  ['whose reason has 256 signs', true, [], { reason: '碗'.repeat(256) }, 422, 'reason is required'],
] as const)('GATEWAY-242 PayNow refuses a refund %s', async ([, isPaid, before, given, status, message]) => {
  const { id } = await call(intents, intentOf())
  if (isPaid) await play(id, { outcome: 'silent' })
  const path = `${intents}/${id}/refunds`
  for (const amount of before) expect(await call(path, { amount, reason: 'once' })).toMatchObject({ status: 200 })
  expect(await call(path, { amount: 680, reason: 'twice', ...given })).toMatchObject({ status, message })
  expect(await play(id, { outcome: 'refunds' })).toBe([...before].map((amount) => `${amount} success`).join(','))
})

test('GATEWAY-243 PayNow knows nothing of a payment that nobody has begun', async () => {
  const path = `${intents}/pp_none`
  expect(await call(path)).toMatchObject({ status: 404, message: 'Payment intent not found' })
  expect(await call(`${path}/refunds`, { amount: 1, reason: 'once' })).toMatchObject({ status: 404 })
})
