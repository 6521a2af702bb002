import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { expect, test } from 'vitest'
import { aCourse, placedIn, withKey } from '../../test/buying.ts'
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
