import { allRoutes } from '@kaimai/contract/all-routes.ts'
import { pathOf, type Route } from '@kaimai/contract/common/route.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { paymentRoutes } from '@kaimai/contract/payment/payment.routes.ts'
import { transferRoutes } from '@kaimai/contract/payment/transfer.routes.ts'
import { refundRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import { expect, test } from 'vitest'
import { type Placed, withKey } from '../../../test/buying.ts'
import { aByHandShop, grantRefund, pieces, refundWith } from '../../../test/by-hand-shop.ts'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import type { Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

// What somebody tries who wants more than was paid for: refused, and nothing is changed by it.

const t = await sharedApp()
const price = 990_00

/** All that an attack could want to change of a firm, as one text. */
const standing = async ({ firmId }: Member): Promise<string> => {
  const tables = ['order', 'orderLine', 'orderEvent', 'orderMessage', 'payment', 'refund', 'variant', 'audit']
  const all: unknown[] = []
  for (const table of tables) {
    const { rows } = await t.platform.db.raw(`select to_jsonb(r) as row from "${table}" r where "firmId" = $1`, [
      firmId,
    ])
    all.push(rows.map(({ row }) => JSON.stringify(row)).toSorted())
  }
  return JSON.stringify(all)
}

/** Sends a body as it stands, whatever the contract says of it. */
const send = (route: Route, path: string, body: object | undefined, headers: Readonly<Record<string, string>>) =>
  t.request({
    method: route.method,
    url: path,
    headers: { 'idempotency-key': newId(), ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) }),
  })

const fieldsOf = (body: unknown): string[] =>
  Object.keys((body as { error?: { fields?: Record<string, string> } }).error?.fields ?? {})

test('ORDER-1110 An order whose total was altered on the way is refused, and nothing is ordered or held', async () => {
  const shop = await aByHandShop(t, { price })
  const before = await standing(shop.member)
  const lines = [{ variantId: shop.variantId, quantity: 2 }]
  for (const paymentMethod of ['transfer', 'cod'])
    for (const expectedTotal of [2 * price - 1, 2 * price + 1, price, 1_00, 0, -price, 1e13, price + 0.5]) {
      const { status } = await shop.send(lines, { expectedTotal, paymentMethod })
      expect([400, 409], `${paymentMethod} ${expectedTotal}`).toContain(status)
    }
  expect(await standing(shop.member)).toBe(before)
})

test('ORDER-1111 Pieces that are negative, none, a part of one, or of a made-up number are refused by their field, also beside honest ones', async () => {
  const shop = await aByHandShop(t, { price })
  const before = await standing(shop.member)
  const { variantId } = shop
  for (const quantity of [-1, 0, 0.5, 10_000, '2', null, Number.MAX_SAFE_INTEGER]) {
    const alone = await shop.send([{ variantId, quantity }], { expectedTotal: price })
    expect([alone.status, fieldsOf(alone.body)], String(quantity)).toEqual([400, ['lines.0.quantity']])
    const lines = [
      { variantId, quantity: 3 },
      { variantId, quantity },
    ]
    const beside = await shop.send(lines, { expectedTotal: price })
    expect([beside.status, fieldsOf(beside.body)], String(quantity)).toEqual([400, ['lines.1.quantity']])
  }
  expect((await shop.send([{ variantId: newId(), quantity: 1 }], { expectedTotal: 0 })).status).toBe(409)
  expect(await standing(shop.member)).toBe(before)
})

test('ORDER-1112 A key that is another order’s, of another firm, cut, lengthened or missing opens and moves nothing of an order', async () => {
  const [shop, other] = [await aByHandShop(t, { price }), await aByHandShop(t, { price })]
  const [placed, stranger] = [await shop.order(1), await other.order(1)]
  await shop.receive(placed, 990)
  const asked = { choice: { kind: 'whole' } } as const
  const { grant } = await grantRefund(t, shop.member, placed, asked)
  const { refundId } = await refundWith(t, grant, asked)
  const before = await standing(shop.member)
  const { orderKey, orderId } = placed
  const account = { refundId, bankCode: '822', account: '123456789012', holder: '別人' }
  const own = Object.values(allRoutes).filter(({ access }) => access.kind === 'order')
  expect(own.length).toBeGreaterThan(5)
  for (const route of own)
    for (const wrong of [`${orderKey}A`, orderKey.slice(1), orderKey.toLowerCase(), orderId, undefined, '']) {
      const body = route.method === 'GET' ? undefined : { ...account, method: 'transfer', lastFive: '12345', text: '?' }
      const headers = wrong === undefined ? {} : { 'x-order-key': wrong }
      const { status } = await send(route, pathOf(route), body, headers)
      expect([401, 404], `${route.path} ${wrong}`).toContain(status)
    }
  // With the key of a real order of somebody else: what it may do it does to its own.
  for (const route of own) {
    const body = route.method === 'GET' ? undefined : { ...account, method: 'transfer', lastFive: '12345', text: '?' }
    const answer = await send(route, pathOf(route), body, withKey(stranger))
    expect(JSON.stringify(answer.body)).not.toContain(orderId)
    expect(JSON.stringify(answer.body)).not.toContain(orderKey)
  }
  expect(await standing(shop.member)).toBe(before)
})

test('ORDER-1113 An idempotency key that was seen on somebody’s call answers nobody else with their payment', async () => {
  const shop = await aByHandShop(t, { price, stock: 40 })
  const [own, thief] = [await shop.order(1), await shop.order(1)]
  const key = newId()
  const pay = (placed: Placed) =>
    send(
      purchaseRoutes.createPayment,
      pathOf(purchaseRoutes.createPayment),
      { method: 'transfer' },
      { ...withKey(placed), 'idempotency-key': key },
    )
  const idIn = ({ body }: { body: unknown }) => (body as { data?: { paymentId?: string } }).data?.paymentId
  const first = await pay(own)
  expect([first.status, typeof idIn(first)]).toEqual([200, 'string'])
  expect(idIn(await pay(thief))).not.toBe(idIn(first))
  expect(idIn(await pay(own))).toBe(idIn(first))
})

test('ORDER-230 Money that is negative, none, a part of a dollar or beyond all bounds is neither recorded nor given back', async () => {
  const shop = await aByHandShop(t, { price })
  const [open, placed] = [await shop.order(1), await shop.order(2)]
  await shop.receive(placed, 1980)
  const before = await standing(shop.member)
  const { headers } = shop.member
  for (const received of [-1, 0, 0.5, 1e13, '990', null]) {
    const path = pathOf(transferRoutes.receive).replace(':id', open.orderId)
    const answer = await send(transferRoutes.receive, path, { received, acceptShort: true }, headers)
    expect([answer.status, fieldsOf(answer.body)], String(received)).toEqual([400, ['received']])
  }
  const line = (place: number, quantity: unknown) => ({
    kind: 'lines',
    lines: [{ place, quantity }],
    deliveryFee: true,
    paymentFee: true,
  })
  const choices = [
    ...[-1_00, 0, 50, 0.5, 1980_01, 1981_00, 1e13, '100'].map((amount) => ({ kind: 'amount', amount })),
    ...[-1, 0, 0.5, 3, '1'].map((quantity) => line(0, quantity)),
    line(1, 1),
    line(-1, 1),
    { ...line(0, 1), lines: [...line(0, 2).lines, ...line(0, 1).lines] },
    { ...line(0, 1), lines: [] },
  ]
  for (const choice of choices) {
    const path = pathOf(refundRoutes.grant).replace(':id', placed.orderId)
    const { status } = await send(
      refundRoutes.grant,
      path,
      { choice, restock: true, memo: '', paymentId: null },
      headers,
    )
    expect([400, 409], JSON.stringify(choice)).toContain(status)
  }
  expect(await standing(shop.member)).toBe(before)
})

test('ORDER-231 Of two refunds at once, of everything and of a part, one goes out, and one stands in audit log and timeline', async () => {
  const shop = await aByHandShop(t, { price })
  const placed = await shop.order(2)
  await shop.receive(placed, 1980)
  const [whole, part] = [
    { choice: { kind: 'whole' } as const, restock: true },
    { choice: pieces(2), restock: true },
  ]
  const grants = [await grantRefund(t, shop.member, placed, whole), await grantRefund(t, shop.member, placed, part)]
  const sent = [whole, part].map((asked, at) => errorNameOf(refundWith(t, grants[at]?.grant ?? '', asked)))
  expect((await Promise.all(sent)).toSorted()).toEqual(['conflict', 'none'])
  const count = async (sql: string) => Number((await t.platform.db.raw(sql, [placed.orderId])).rows[0]?.['count'])
  expect(await count(`select count(*) from refund where "orderId" = $1`)).toBe(1)
  expect(await count(`select count(*) from audit where target = $1 and action = 'order.refund'`)).toBe(1)
  expect(await count(`select count(*) from "orderEvent" where "orderId" = $1 and kind = 'refunded'`)).toBe(1)
  const { rows } = await t.platform.db.raw('select stock::int, sold::int from variant where id = $1', [shop.variantId])
  expect(rows).toEqual([{ stock: 10, sold: 0 }])
})

test('ORDER-232 A notice for an order that the staff takes money for is no gateway’s: it pays nothing, and is on record as forged', async () => {
  const shop = await aByHandShop(t, { price })
  const placed = await shop.order(1)
  await t.call(purchaseRoutes.createPayment, { body: { method: 'transfer' } }, withKey(placed))
  const { rows } = await t.platform.db.raw('select reference from payment where "orderId" = $1', [placed.orderId])
  const reference = String(rows[0]?.['reference'])
  const before = await standing(shop.member)
  const forged = new URLSearchParams({
    reference,
    MerchantTradeNo: reference,
    RtnCode: '1',
    kind: 'paid',
    amount: '99000',
  })
  const gateways = ['transfer', 'cod', 'sandbox', 'ecpay', 'newebpay', 'linepay']
  for (const gateway of gateways) {
    const url = `${pathOf(paymentRoutes.notice).replace(':gateway', gateway)}?reference=${reference}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await t.request({ method: 'POST', url, headers, payload: forged.toString() })
    expect(answer.status, gateway).toBe(200)
  }
  await t.app.services.payments.noticesApplied()
  expect(await standing(shop.member)).toBe(before)
  const kept = await t.platform.db.raw(
    'select gateway, verified, says from "paymentNotice" where strpos(body, $1) > 0 order by gateway',
    [reference],
  )
  expect(kept.rows).toEqual(gateways.toSorted().map((gateway) => ({ gateway, verified: false, says: null })))
})

test('ORDER-233 Another firm’s staff, and an analyst of the own, record no money and give none back', async () => {
  const shop = await aByHandShop(t, { price })
  const [open, placed] = [await shop.order(1), await shop.order(1)]
  await shop.receive(placed, 990)
  const before = await standing(shop.member)
  const others: readonly [Member, string][] = [
    [await aFirmWithHours(t), 'notFound'],
    [await t.aMember(shop.member, 'analyst'), 'forbidden'],
  ]
  for (const [{ headers }, name] of others) {
    const body = { received: price }
    const receive = t.call(transferRoutes.receive, { params: { id: open.orderId }, body }, headers)
    expect(await errorNameOf(receive)).toBe(name)
    const refund = { choice: { kind: 'whole' } as const, restock: true, memo: '', paymentId: null }
    const grant = t.call(refundRoutes.grant, { params: { id: placed.orderId }, body: refund }, headers)
    expect(await errorNameOf(grant)).toBe(name)
  }
  expect(await standing(shop.member)).toBe(before)
})
