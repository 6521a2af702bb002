import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { expect, test } from 'vitest'
import { aCourse, infoOf, placedIn, shownToStaff, withKey } from '../../test/buying.ts'
import { aFirmWithHours, sharedApp } from '../../test/fixtures.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })

test('SURFACES-790 A gateway sends the buyer back by a link or by a form, without a cookie, and the order’s page opens', async () => {
  const member = await aFirmWithHours(t)
  const placed = placedIn(await (await aCourse(t, member)).order())
  await t.call(purchaseRoutes.createPayment, { body: { method: 'card' } }, withKey(placed))
  const { rows } = await t.platform.db.raw('select reference from payment where "orderId" = $1', [placed.orderId])
  const url = `/payment-return/sandbox/${String(rows[0]?.['reference'])}`
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://payment.example' }
  for (const sent of [
    { method: 'GET', url },
    { method: 'POST', url, headers, payload: 'RtnCode=1' },
  ]) {
    const answer = await t.request(sent)
    expect([answer.status, answer.headers['location'], answer.headers['cache-control']]).toEqual([
      303,
      `/order/${placed.orderKey}`,
      'no-store',
    ])
  }
  const unknown = await t.request({ method: 'GET', url: '/payment-return/sandbox/nobody' })
  expect([unknown.status, unknown.headers['location']]).toEqual([303, '/order/unknown'])
})

test('SURFACES-82 A gateway that posts the buyer back needs no session and no token, sets no cookie, pays nothing by itself, and leaves who is logged in logged in (P15)', async () => {
  const member = await aFirmWithHours(t)
  const placed = placedIn(await (await aCourse(t, member)).order())
  await t.call(purchaseRoutes.createPayment, { body: { method: 'card' } }, withKey(placed))
  const { rows } = await t.platform.db.raw('select reference, state from payment where "orderId" = $1', [
    placed.orderId,
  ])
  const reference = String(rows[0]?.['reference'])
  const url = `/payment-return/sandbox/${reference}`
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://payment.example' }
  // SameSite=Lax: the browser sends none of our cookies with a form of another site. Some send all the same.
  for (const cookies of [{}, member.headers]) {
    const payload = `MerchantTradeNo=${reference}&RtnCode=1&TradeAmt=880&orderKey=stolen`
    const answer = await t.request({ method: 'POST', url, headers: { ...form, ...cookies }, payload })
    expect([answer.status, answer.headers['location'], answer.headers['set-cookie']]).toEqual([
      303,
      `/order/${placed.orderKey}`,
      undefined,
    ])
  }
  expect(placed.orderKey).toMatch(/^[\w-]{43}$/)
  expect((await infoOf(t, placed)).paymentState).toBe('pending')
  const shown = await shownToStaff(t, member, placed.orderId)
  expect(shown.payments.map(({ state }) => state)).toEqual(['created'])
  expect(shown.events.map(({ kind }) => kind)).toEqual(['placed', 'paymentStarted'])
})
