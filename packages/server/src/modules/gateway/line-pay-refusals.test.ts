import { expect, test } from 'vitest'
import { startStandIn } from '../../../test/gateway-stage.ts'
import { linePaySignature, readLinePay } from './line-pay-signature.ts'

// What LINE Pay refuses, one refusal a row.

const url = await startStandIn('linepay')
const channel = { id: '1654180534', secret: '0b493ba53c7ee3ed1f228bf00dfc9639' }

interface Asked {
  readonly path: string
  readonly query?: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly secret?: string
}
interface Said {
  readonly returnCode: string
  readonly info?: { readonly transactionId?: string }
}

const nonce = '11111111-1111-4111-8111-111111111111'
const call = async ({ path, query = '', body, headers = {}, secret = channel.secret }: Asked): Promise<Said> => {
  const sent = body === undefined ? query : JSON.stringify(body)
  const answer = await fetch(url + path + (query === '' ? '' : `?${query}`), {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      'x-line-channelid': channel.id,
      'x-line-authorization-nonce': nonce,
      'x-line-authorization': linePaySignature(secret, path, sent, nonce),
      ...headers,
    },
    ...(body !== undefined && { body: sent }),
  })
  return readLinePay(await answer.text()) as Said
}
const codeOf = async (asked: Asked): Promise<string> => (await call(asked)).returnCode

let numbers = 0
const requestOf = (given: object = {}): object => {
  numbers += 1
  return {
    amount: 680,
    currency: 'TWD',
    orderId: `KM${numbers}`,
    packages: [{ id: '1', amount: 680, name: '小器器皿', products: [{ name: '白瓷飯碗', quantity: 1, price: 680 }] }],
    redirectUrls: { confirmUrl: 'https://shop.test/back', cancelUrl: 'https://shop.test/back' },
    ...given,
  }
}
const packageOf = (given: object, product: object = {}) => ({
  packages: [
    {
      id: '1',
      amount: 680,
      name: '小器器皿',
      products: [{ name: '白瓷飯碗', quantity: 1, price: 680, ...product }],
      ...given,
    },
  ],
})
const path = '/v3/payments/request'

test.for([
  ['of NT$680', {}],
  ['of a number of 100 signs', { orderId: 'A'.repeat(100) }],
  ['of a name of 4,000 signs', packageOf({ name: '碗'.repeat(4000) })],
] as const)('GATEWAY-232 LINE Pay begins a payment %s', async ([, given]) => {
  expect(await codeOf({ path, body: requestOf(given) })).toBe('0000')
})

test.for([
  ['in another currency', { currency: 'USD' }, '1178'],
  ['of no amount', { amount: 0 }, '1124'],
  ['of less than nothing', { amount: -680 }, '1124'],
  ['of half a dollar', { amount: 680.5 }, '1124'],
  ['whose packages come to another sum', { amount: 681 }, '1124'],
  ['whose products come to another sum', packageOf({}, { quantity: 2 }), '1124'],
  ['without a number', { orderId: '' }, '2101'],
  ['whose number has 101 signs', { orderId: 'B'.repeat(101) }, '2101'],
  ['whose package has no name', packageOf({ name: '' }), '2101'],
  ['whose product has no name', packageOf({}, { name: '' }), '2101'],
  ['whose name has 4,001 signs', packageOf({ name: '碗'.repeat(4001) }), '2101'],
  ['whose name ends in half a sign', packageOf({ name: '碗\ud83c' }), '2101'],
  ['that leads back nowhere', { redirectUrls: { confirmUrl: '', cancelUrl: '' } }, '2101'],
] as const)('GATEWAY-233 LINE Pay refuses a payment %s', async ([, given, code]) => {
  expect(await codeOf({ path, body: requestOf(given) })).toBe(code)
})

test('GATEWAY-234 LINE Pay refuses a number that it has had before', async () => {
  const body = requestOf()
  expect(await codeOf({ path, body })).toBe('0000')
  expect(await codeOf({ path, body })).toBe('1172')
})

test.for([
  ['of a channel that it does not know', { headers: { 'x-line-channelid': '1' } }, '1104'],
  ['without a channel', { headers: { 'x-line-channelid': '' } }, '1104'],
  ['signed with another secret', { secret: 'f'.repeat(32) }, '1106'],
  ['without a signature', { headers: { 'x-line-authorization': '' } }, '1106'],
  ['signed for another nonce', { headers: { 'x-line-authorization-nonce': 'another' } }, '1106'],
  ['without a nonce', { headers: { 'x-line-authorization-nonce': '' } }, '1106'],
] as const)('GATEWAY-235 LINE Pay refuses a call %s', async ([, given, code]) => {
  expect(await codeOf({ path, body: requestOf(), ...given })).toBe(code)
  expect(await codeOf({ path: '/v3/payments', query: 'transactionId=1', ...given })).toBe(code)
})

const play = async (transactionId: string, outcome: string, more: Readonly<Record<string, string>> = {}) =>
  (
    await fetch(`${url}/_play`, { method: 'POST', body: new URLSearchParams({ transactionId, outcome, ...more }) })
  ).text()

type Standing = 'waiting' | 'approve' | 'gaveUp' | 'failed' | 'captured'
/** A payment that stands so, by its number at LINE Pay. */
const aPayment = async (standing: Standing): Promise<string> => {
  const { info } = await call({ path, body: requestOf() })
  const id = info?.transactionId ?? ''
  expect(id).toMatch(/^\d{19}$/)
  if (standing !== 'waiting') await play(id, standing === 'captured' ? 'approve' : standing)
  if (standing === 'captured') expect(await codeOf(confirmOf(id))).toBe('0000')
  return id
}
const confirmOf = (id: string, given: object = {}): Asked => ({
  path: `/v3/payments/${id}/confirm`,
  body: { amount: 680, currency: 'TWD', ...given },
})
const refundOf = (id: string, given: object = {}): Asked => ({ path: `/v3/payments/${id}/refund`, body: given })

test.for([
  ['that its buyer has not approved', 'waiting', {}, '1169'],
  ['that its buyer gave up', 'gaveUp', {}, '1169'],
  ['that failed', 'failed', {}, '1169'],
  ['of another amount', 'approve', { amount: 681 }, '1153'],
  ['in another currency', 'approve', { currency: 'USD' }, '1153'],
  ['that was confirmed before', 'captured', {}, '1172'],
] as const)('GATEWAY-236 LINE Pay refuses to confirm a payment %s, and takes nothing more', async (row) => {
  const [, standing, given, code] = row
  const id = await aPayment(standing)
  const before = (await play(id, 'look')).split(' ')[0]
  expect(await codeOf(confirmOf(id, given))).toBe(code)
  expect((await play(id, 'look')).split(' ')[0]).toBe(before)
})

test.for([
  ['before it is confirmed', 'approve', [], {}, '1150'],
  ['that nobody has approved', 'waiting', [], {}, '1150'],
  ['of more than was paid', 'captured', [], { refundAmount: 681 }, '1164'],
  ['of nothing', 'captured', [], { refundAmount: 0 }, '1164'],
  ['of half a dollar', 'captured', [], { refundAmount: 0.5 }, '1164'],
  ['of more than is left', 'captured', [400], { refundAmount: 281 }, '1164'],
  ['of what was given back whole', 'captured', [680], { refundAmount: 680 }, '1165'],
  ['of what was given back whole, without an amount', 'captured', [680], {}, '1165'],
] as const)('GATEWAY-237 LINE Pay refuses a refund %s', async ([, standing, before, given, code]) => {
  const id = await aPayment(standing)
  for (const refundAmount of before) expect(await codeOf(refundOf(id, { refundAmount }))).toBe('0000')
  expect(await codeOf(refundOf(id, given))).toBe(code)
})

test('GATEWAY-238 LINE Pay knows nothing of a payment that nobody has begun', async () => {
  const id = '2026000000000000001'
  for (const asked of [
    confirmOf(id),
    refundOf(id),
    { path: `/v3/payments/requests/${id}/check` },
    { path: '/v3/payments', query: `transactionId=${id}` },
  ])
    expect(await codeOf(asked), asked.path).toBe('1150')
})
