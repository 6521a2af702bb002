import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { gatewayNames } from '@kaimai/contract/firm/firm.rules.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { expect, onTestFinished, test } from 'vitest'
import { aCourse, infoOf, placedIn, withKey } from '../../../test/buying.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { startStandIn } from '../../../test/gateway-stage.ts'
import { cardSetting } from '../../../test/payment-settings.ts'
import { type Member, testApp, WireError } from '../../../test/test-app.ts'
import { isReachable } from './is-reachable.ts'

const url = await startStandIn('linepay')
const t = await sharedApp({ environment: { LINEPAY_URL: url, PAYNOW_URL: await startStandIn('paynow') } })

const change = (member: Member, body: object) =>
  t.call(firmRoutes.change, { params: { id: member.firmId }, body }, member.headers)
const fieldsOf = async (work: Promise<unknown>): Promise<readonly string[]> => {
  const error: unknown = await work.catch((why: unknown) => why)
  if (!(error instanceof WireError)) throw new Error(`not refused: ${String(error)}`)
  return Object.keys(error.fields)
}
const offers = (gateway: 'linepay' | 'ecpay', method: 'linePay' | 'card') => ({
  paymentMethods: [{ ...cardSetting, method, gateway }],
})

test('GATEWAY-63 A firm sets its channel and key of LINE Pay, and a shopper pays by it: start, coming back, a paid order', async () => {
  const member = await aFirmWithHours(t)
  expect(await fieldsOf(change(member, offers('linepay', 'linePay')))).toEqual(['gateways.linepay'])
  const { gateways } = await t.call(firmRoutes.show, { params: { id: member.firmId } }, member.headers)
  const shown = await change(member, {
    ...offers('linepay', 'linePay'),
    gateways: { ...gateways, linepay: '1654180534' },
    secrets: { linepayChannelSecret: '0b493ba53c7ee3ed1f228bf00dfc9639' },
  })
  // Of the gateways only stand-ins are reached by a server without https; a bank account needs none.
  expect([shown.takesMoney, shown.paymentGateways]).toEqual([true, ['linepay', 'paynow', 'cod', 'transfer']])
  const course = await aCourse(t, member)
  const placed = placedIn(await course.order({ paymentMethod: 'linePay' }))
  const { step } = await t.call(purchaseRoutes.createPayment, { body: { method: 'linePay' } }, withKey(placed))
  if (step.kind !== 'visit') throw new Error('LINE Pay has a page')
  const body = new URLSearchParams({ transactionId: step.url.split('/').at(-1) ?? '', outcome: 'approve' })
  const back = new URL(await (await fetch(`${url}/_play`, { method: 'POST', body })).text())
  for (let reload = 0; reload < 2; reload += 1) {
    const answer = await t.request({ method: 'GET', url: `${back.pathname}${back.search}` })
    expect([answer.status, answer.headers['location']]).toEqual([303, `/order/${placed.orderKey}`])
  }
  expect((await infoOf(t, placed)).paymentState).toBe('paid')
})

test('GATEWAY-64 Keys that can’t sign are refused at their field; ECPay takes payments without the code that only refunds need', async () => {
  const member = await aFirmWithHours(t)
  for (const [name, right, wrong] of [
    ['ecpayHashKey', 'k'.repeat(16), 'k'.repeat(15)],
    ['ecpayHashIv', 'i'.repeat(16), 'i'.repeat(17)],
    ['newebpayHashKey', 'k'.repeat(32), 'k'.repeat(31)],
    ['newebpayHashIv', 'i'.repeat(16), 'i'.repeat(17)],
    ['linepayChannelSecret', 'f'.repeat(32), 'f'.repeat(31)],
  ] as const) {
    expect(await fieldsOf(change(member, { secrets: { [name]: wrong } }))).toEqual([`secrets.${name}`])
    expect((await change(member, { secrets: { [name]: right } })).secrets[name].set).toBe(true)
    expect((await change(member, { secrets: { [name]: '' } })).secrets[name].set).toBe(false)
  }
  const { gateways } = await t.call(firmRoutes.show, { params: { id: member.firmId } }, member.headers)
  const ids = { gateways: { ...gateways, ecpay: '3002607' } }
  const secrets = { ecpayHashKey: 'pwFHCqoQZGmho4w6', ecpayHashIv: 'EkRm7iFT261dpevs' }
  const shown = await change(member, { ...offers('ecpay', 'card'), ...ids, secrets })
  expect(shown.secrets.ecpayCreditCheckCode.set).toBe(false)
  const later = await change(member, { secrets: { ecpayCreditCheckCode: '91845555' } })
  expect(later.secrets.ecpayCreditCheckCode).toEqual({ set: true, last4: '' })
  expect(gatewayNames).toContain('newebpay')
})

test('GATEWAY-245 Keys of the right form that are another’s are said to be wrong when they are checked, and those of PayNow, which have no form', async () => {
  const member = await aFirmWithHours(t)
  const { gateways } = await t.call(firmRoutes.show, { params: { id: member.firmId } }, member.headers)
  await change(member, {
    gateways: { ...gateways, linepay: '1654180534', paynow: '70828783' },
    secrets: { linepayChannelSecret: 'f'.repeat(32), paynowPublicKey: 'pk_other', paynowPrivateKey: 'sk_other' },
  })
  const check = (gateway: 'linepay' | 'paynow') =>
    t.call(firmRoutes.checkGateway, { params: { id: member.firmId }, body: { gateway } }, member.headers)
  expect(await check('linepay')).toMatchObject({ isRight: false, words: expect.stringMatching(/^1106 /) })
  expect(await check('paynow')).toMatchObject({ isRight: false, words: expect.stringMatching(/^401 /) })
})

test.for([
  ['https://shop.example', true],
  ['https://shop.example:443/kaimai', true],
  ['https://shop.example:8443', false],
  ['http://shop.example', false],
  ['http://shop.example:443', false],
] as const)('GATEWAY-246 Payment companies reach %s: %s', ([address, expected]) => {
  expect(isReachable(address)).toBe(expected)
})

test.for(['https://shop.example:8443', 'http://shop.example'])(
  'GATEWAY-247 At %s real payment companies are not offered, and the settings say that no money is taken',
  async (PUBLIC_URL) => {
    const far = await testApp({ environment: { PUBLIC_URL } })
    onTestFinished(() => far.close())
    const member = await far.aFirm()
    const shown = await far.call(firmRoutes.show, { params: { id: member.firmId } }, member.headers)
    // Test mode is all there is, beside what no company carries.
    expect([shown.takesMoney, shown.paymentGateways]).toEqual([false, ['sandbox', 'cod', 'transfer']])
  },
)

test('GATEWAY-248 At an address of https on port 443 they are', async () => {
  const near = await testApp({ environment: { PUBLIC_URL: 'https://shop.example' } })
  onTestFinished(() => near.close())
  const member = await near.aFirm()
  const shown = await near.call(firmRoutes.show, { params: { id: member.firmId } }, member.headers)
  expect(shown.takesMoney).toBe(true)
  expect(shown.paymentGateways).toEqual(expect.arrayContaining(['ecpay', 'newebpay', 'linepay']))
})
