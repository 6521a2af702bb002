import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { orderRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { refundPaymentRoutes, refundRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import { publicSalesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { sandboxRoutes } from '@kaimai/contract/payment/payment.routes.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  aCourse,
  aSellingPage,
  errorOf,
  infoOf,
  orderFromPage,
  type Placed,
  placedIn,
  stockOf,
  takenIn,
  withKey,
} from '../../../test/buying.ts'
import { readFacts } from '../../../test/fact-reading.ts'
import { errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { startStandIn } from '../../../test/gateway-stage.ts'
import { cardSetting, firstChoices } from '../../../test/payment-settings.ts'
import { aProduct } from '../../../test/studio.ts'
import { type Member, type TestApp, testApp, WireError } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const url = await startStandIn('ecpay')
const environment = { ECPAY_URL: url, KAIMAI_SECRET: 'one secret for both of these processes' }
const t = await sharedApp({ environment })

const price = 680_00
const ecpayKeys = { ecpayHashKey: 'pwFHCqoQZGmho4w6', ecpayHashIv: 'EkRm7iFT261dpevs' }

const orderFrom = (
  { page, variantId }: { readonly page: { readonly customUrl: string }; readonly variantId: string },
  app: TestApp,
  quantity: number,
  paymentMethod: PaymentMethod = 'card',
  email = 'lin@example.com',
) =>
  orderFromPage(app, page.customUrl, [{ variantId, quantity }], {
    paymentMethod,
    expectedTotal: quantity * price,
    personal: { fullName: '林佳穎', phone: '0912345678', email },
  })

/** A merchant who has just registered, with something to sell. */
const aNewShop = async () => {
  const member = await t.aFirm()
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 36_000 })
  const product = await aProduct(t, member, { price, stock: 10 })
  const page = await aSellingPage(t, member, [product.id])
  const variantId = product.variants[0]?.id ?? ''
  const order = (quantity: number, paymentMethod: PaymentMethod = 'card', email = 'lin@example.com') =>
    orderFrom({ page, variantId }, t, quantity, paymentMethod, email)
  return { member, page, variantId, order, placed: async (quantity: number) => placedIn(await order(quantity)) }
}
type NewShop = Awaited<ReturnType<typeof aNewShop>>

const setting = ({ firmId, headers }: Member) => t.call(firmRoutes.show, { params: { id: firmId } }, headers)
const change = ({ firmId, headers }: Member, body: object) =>
  t.call(firmRoutes.change, { params: { id: firmId }, body }, headers)
const offerCards = async (member: Member, keys: object = ecpayKeys) => {
  const { gateways } = await setting(member)
  return change(member, {
    gateways: { ...gateways, ecpay: '3002607' },
    secrets: keys,
    paymentMethods: [{ ...cardSetting, gateway: 'ecpay' }],
  })
}
const end = ({ firmId, headers }: Member) => t.call(firmRoutes.endTestMode, { params: { id: firmId } }, headers)
const refused = async (work: Promise<unknown>): Promise<WireError> => {
  const error: unknown = await work.catch((why: unknown) => why)
  if (!(error instanceof WireError)) throw new Error(`not refused: ${String(error)}`)
  return error
}
const methodsOf = ({ page }: NewShop, app: TestApp = t) =>
  app.call(purchaseRoutes.paymentMethods, { query: { customUrl: page.customUrl } as never }, {})
const ordersOf = async ({ headers }: Member) =>
  (await t.call(orderRoutes.list, { query: { limit: 20 } }, headers)).items

const payAtSandbox = async (placed: Placed): Promise<void> => {
  const { step } = await t.call(purchaseRoutes.createPayment, { body: { method: 'card' } }, withKey(placed))
  if (step.kind !== 'visit') throw new Error('the sandbox has a page')
  const token = step.url.replace('/sandbox-pay/', '')
  await t.call(sandboxRoutes.play, { params: { token }, body: { outcome: 'pay' } }, {})
  // Its notice goes over the wire, where nobody listens here.
  const { rows } = await t.platform.db.raw('select body from "sandboxNotice" where token = $1', [token])
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const notice = {
    method: 'POST',
    url: '/api/pay/purchase/notice/sandbox',
    headers,
    payload: String(rows[0]?.['body']),
  }
  expect((await t.request(notice)).body).toBe('1|OK')
  await t.app.services.payments.noticesApplied()
  await t.platform.jobs.idle()
}

test('FIRM-40 A shop that has just registered can be bought from: its shoppers pay at the sandbox, and its pages say that it is a test', async () => {
  const shop = await aNewShop()
  const { member, page } = shop
  expect(await methodsOf(shop)).toEqual({ methods: [...firstChoices], isTest: true })
  const shown = await setting(member)
  expect([shown.testMode, shown.realMethods, shown.paymentGateways[0]]).toEqual([true, [], 'sandbox'])
  const { firmInfo } = await t.call(authRoutes.profile, {
    query: { firmId: member.firmId, userId: member.userId, deviceId: member.deviceId, token: member.token },
  })
  expect(firmInfo.testMode).toBe(true)
  const sold = await t.call(publicSalesPageRoutes.page, { query: { customUrl: page.customUrl } }, {})
  expect(sold.testMode).toBe(true)
  const placed = await shop.placed(2)
  await payAtSandbox(placed)
  expect(await infoOf(t, placed)).toMatchObject({ paymentState: 'paid', isTest: true, testMode: true })
})

test('FIRM-41 While a shop is tried, the sandbox carries what a payment company will: its own methods, fees and bounds', async () => {
  const shop = await aNewShop()
  await offerCards(shop.member)
  await change(shop.member, { paymentMethods: [{ ...cardSetting, gateway: 'ecpay', fee: 30_00 }] })
  expect(await methodsOf(shop)).toEqual({
    methods: [{ method: 'card', fee: 30_00, least: null, most: null }],
    isTest: true,
  })
  expect((await setting(shop.member)).realMethods).toEqual(['card'])
})

test('FIRM-42 A test mode ends only with something that takes money, by keys that its payment company knows', async () => {
  const { member } = await aNewShop()
  expect(await refused(end(member))).toMatchObject({ errorName: 'conflict' })
  await offerCards(member, { ...ecpayKeys, ecpayHashIv: 'wrongwrongwrong0' })
  const check = () =>
    t.call(firmRoutes.checkGateway, { params: { id: member.firmId }, body: { gateway: 'ecpay' } }, member.headers)
  expect(await check()).toEqual({ isRight: false, words: '0|CheckMacValue Error' })
  const error = await refused(end(member))
  expect([error.errorName, Object.keys(error.fields)]).toEqual(['conflict', ['gateways.ecpay']])
  expect((await setting(member)).testMode).toBe(true)
  await offerCards(member)
  expect(await check()).toEqual({ isRight: true, words: '' })
  const { testMode, version } = await end(member)
  expect(testMode).toBe(false)
  // Again: nothing happens.
  expect((await end(member)).version).toBe(version)
  const { rows } = await t.platform.db.raw('select action from audit where "firmId" = $1 and action = $2', [
    member.firmId,
    'firm.endTestMode',
  ])
  expect(rows).toHaveLength(1)
})

test('FIRM-43 With the end of its test mode a shop’s test orders go, and all that they took is on sale again', async () => {
  const shop = await aNewShop()
  const { member, variantId } = shop
  const course = await aCourse(t, member, 5)
  const seat = placedIn(await course.order())
  await payAtSandbox(seat)
  expect(await takenIn(t, course.live.id)).toBe(1)
  const [paid, partly] = [await shop.placed(2), await shop.placed(3)]
  await shop.placed(1)
  await payAtSandbox(paid)
  await payAtSandbox(partly)
  const body = {
    choice: { kind: 'lines', lines: [{ place: 0, quantity: 1 }], deliveryFee: false, paymentFee: false },
    restock: true,
    memo: '',
    paymentId: null,
  } as never
  const { grant } = await t.call(refundRoutes.grant, { params: { id: partly.orderId }, body }, member.headers)
  await t.call(
    refundPaymentRoutes.refundPayment,
    { body: { ...(body as object), grant } as never },
    { 'idempotency-key': newId() },
  )
  expect(await stockOf(t, variantId)).toEqual({ stock: 5, sold: 4 })
  await offerCards(member)
  await end(member)
  await t.platform.jobs.idle()
  expect(await stockOf(t, variantId)).toEqual({ stock: 10, sold: 0 })
  expect(await takenIn(t, course.live.id)).toBe(0)
  expect(await ordersOf(member)).toEqual([])
  expect(await errorNameOf(infoOf(t, paid))).toBe('notFound')
  const { rows } = await t.platform.db.raw(
    `select (select count(*) from payment where "firmId" = $1)::int as payments,
       (select count(*) from refund where "firmId" = $1)::int as refunds,
       (select count(*) from "signupSeat" where "firmId" = $1)::int as seats`,
    [member.firmId],
  )
  expect(rows).toEqual([{ payments: 0, refunds: 0, seats: 0 }])
  expect(await methodsOf(shop)).toEqual({
    methods: [{ method: 'card', fee: 0, least: null, most: null }],
    isTest: false,
  })
})

test('FIRM-48 What was done with play money counts in no figure, and is gone with the test mode', async () => {
  const shop = await aNewShop()
  const { member } = shop
  const course = await aCourse(t, member, 5)
  await payAtSandbox(placedIn(await course.order()))
  await payAtSandbox(await shop.placed(2))
  const before = await readFacts(t.platform.db, member.firmId)
  expect(before.map(({ kind }) => kind).toSorted()).toEqual(['ordered', 'ordered', 'paid', 'paid', 'signedUp'])
  expect(before.every(({ isSimulated }) => isSimulated)).toBe(true)
  await offerCards(member)
  await end(member)
  await t.platform.jobs.idle()
  expect(await readFacts(t.platform.db, member.firmId)).toEqual([])
})

test('FIRM-44 Nobody places a test order once the test mode is over, also by a page that still offers the sandbox', async () => {
  const shop = await aNewShop()
  // Another process, which no hint of this one reaches: what it holds of a firm is as old as it was, however long this takes.
  const other = await testApp({ environment, database: { ...t.platform.db, close: async () => {} } })
  onTestFinished(() => other.close())
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => now.mockRestore())
  expect(await methodsOf(shop, other)).toMatchObject({ isTest: true })
  await t.platform.db.raw('update firm set "testEndedAt" = $1 where id = $2', [t.clock.now(), shop.member.firmId])
  const answer = await orderFrom(shop, other, 1)
  expect([answer.status, errorOf(answer).name]).toEqual([409, 'conflict'])
  expect(errorOf(answer).message).toContain('正式收款')
  expect(await stockOf(t, shop.variantId)).toEqual({ stock: 10, sold: 0 })
})

test('FIRM-45 Letters about test orders go to those who work for the shop, and to nobody else', async () => {
  const shop = await aNewShop()
  const { rows: own } = await t.platform.db.raw('select email from member where id = $1', [shop.member.userId])
  const mine = String(own[0]?.['email'])
  const stranger = placedIn(await shop.order(1, 'card', 'stranger@example.com'))
  const tried = placedIn(await shop.order(1, 'card', mine))
  await payAtSandbox(stranger)
  await payAtSandbox(tried)
  const { rows } = await t.platform.db.raw(
    'select "toAddress", type from "letterRecipient" where "firmId" = $1 order by id',
    [shop.member.firmId],
  )
  expect(new Set(rows.map((row) => row['toAddress']))).toEqual(new Set([mine]))
  expect(rows).toHaveLength(2)
})

test('FIRM-46 Test mode is ended and keys are checked by who may set the firm, and never of another firm', async () => {
  const { member } = await aNewShop()
  const { member: other } = await aNewShop()
  const assistant = await t.aMember(member, 'assistant')
  const sent = { params: { id: member.firmId } }
  const check = { ...sent, body: { gateway: 'ecpay' as const } }
  for (const [headers, name] of [
    [other.headers, 'noData'],
    [assistant.headers, 'forbidden'],
    [{}, 'sessionExpired'],
  ] as const) {
    expect(await errorNameOf(t.call(firmRoutes.endTestMode, sent, headers))).toBe(name)
    expect(await errorNameOf(t.call(firmRoutes.checkGateway, check, headers))).toBe(name)
  }
  expect(await errorNameOf(t.call(firmRoutes.checkGateway, check, member.headers))).toBe('conflict')
  const linepay = { ...sent, body: { gateway: 'linepay' as const } }
  expect(await errorNameOf(t.call(firmRoutes.checkGateway, linepay, member.headers))).toBe('conflict')
})
