import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { cartRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { transferRoutes } from '@kaimai/contract/payment/transfer.routes.ts'
import { refundPaymentRoutes, refundRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import type { RefundChoice } from '@kaimai/contract/refund/refund.schema.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { trackingRoutes } from '@kaimai/contract/tracking/tracking.routes.ts'
import { viewIdOf } from '@kaimai/contract/tracking/tracking.rules.ts'
import { expect, test } from 'vitest'
import { arrive } from '../../../test/control-room.ts'
import { figuresOf, writeFact } from '../../../test/figure-stage.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { payOrder } from '../../../test/refunding.ts'
import { aPerson } from '../../../test/sign-up-people.ts'
import { aForm, aLive, aProduct, aVideo } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
const price = 680_00
const minuteMs = 60_000

/** A room of 30 minutes that begins in ten, which sells a bowl and a mug by bank transfer. */
const aShop = async () => {
  const owner = await aFirmWithHours(t, '器日')
  const offered = { offered: true, least: null, most: null, holdMinutes: null } as const
  const body = {
    transfer: { bankCode: '822', account: '012345678901', holder: '小器有限公司' },
    paymentMethods: [
      { ...offered, method: 'transfer' as const, gateway: 'transfer' as const, fee: 0 },
      { ...offered, method: 'card' as const, gateway: 'sandbox' as const, fee: 0 },
    ],
  }
  await t.call(firmRoutes.change, { params: { id: owner.firmId }, body }, owner.headers)
  const [bowl, mug] = [await aProduct(t, owner, { price }), await aProduct(t, owner, { price: 200_00, name: '馬克杯' })]
  const videoId = await aVideo(t, owner, 30)
  const live = await aLive(t, owner, { minutes: 10, videoId, productIds: [bowl.id, mug.id] })
  const form = await aForm(t, owner, [{ liveId: live.id }])
  return { owner, live, form, bowl, mug }
}
type Shop = Awaited<ReturnType<typeof aShop>>

/** Opens the sign-up page in a tab of its own and reads it for a while; the name of the visit. */
const look = async ({ form }: Shop, attribution: object = {}): Promise<string> => {
  const { tracking } = await t.call(publicSignupRoutes.page, { query: { customUrl: form.customUrl } })
  const given = { attribution }
  await t.call(trackingRoutes.scrollTrack, { body: { base: tracking.eventBase, depth: 40, seconds: 5, given } })
  return viewIdOf(tracking.eventBase)
}

const signUp = async ({ form, live }: Shop, visit: string, attribution: object = {}) => {
  const body = { customUrl: form.customUrl, liveIds: [live.id], ...aPerson(), tracking: { visit, attribution } }
  const { links } = await t.call(publicSignupRoutes.signUp, { body }, { cookie: `kaimai_device=${newId()}` })
  const viewerKey = links[0]?.path.split('/').at(-1) ?? ''
  const user = await t.app.services.liveUsers.byViewerKey(live.streamId, viewerKey)
  return { viewerKey, liveUserId: user?.id ?? '' }
}
type Viewer = Awaited<ReturnType<typeof signUp>>

/** In the room from now on for so many minutes. */
const stay = async ({ owner, live }: Shop, { liveUserId }: Viewer, minutes: number): Promise<void> => {
  const { connections } = t.app.services.rooms.parts
  const viewing = { firmId: owner.firmId, liveId: live.id, liveUserId }
  await arrive(t, viewing)
  await connections.flush()
  t.clock.advance(minutes * minuteMs)
  connections.gone(viewing)
  await connections.flush()
}

const variantOf = ({ variants }: Shop['bowl']): string => variants[0]?.id ?? ''

const order = async ({ live, bowl, mug }: Shop, { viewerKey }: Viewer, paymentMethod: 'transfer' | 'card') => {
  for (const [product, quantity] of [
    [bowl, 2],
    [mug, 1],
  ] as const)
    await t.call(cartRoutes.set, { body: { variantId: variantOf(product), quantity } }, { 'x-viewer-key': viewerKey })
  const placed = await t.call(purchaseRoutes.createOrder, {
    body: {
      streamId: live.streamId,
      viewerKey,
      personal: { fullName: '王小明', phone: '0912345678', email: 'ming@example.com' },
      delivery: { type: 'self' },
      invoice: { class: 'member' },
      paymentMethod,
      expectedTotal: 2 * price + 200_00,
    },
  })
  await t.platform.jobs.idle()
  return placed
}

const receive = ({ headers }: Member, orderId: string) =>
  t.call(transferRoutes.receive, { params: { id: orderId }, body: { received: 2 * price + 200_00 } }, headers)

const refund = async ({ headers }: Member, orderId: string, choice: RefundChoice): Promise<void> => {
  const body = { choice, restock: false, memo: '', paymentId: null }
  const { grant } = await t.call(refundRoutes.grant, { params: { id: orderId }, body }, headers)
  await t.call(refundPaymentRoutes.refundPayment, { body: { ...body, grant } }, { 'idempotency-key': newId() })
}

const stepsOf = ({ funnel }: { readonly funnel: readonly { readonly persons: number }[] }) =>
  funnel.map(({ persons }) => persons)

test('FIGURE-30 Of who looks, signs up, comes, stays and pays each is one person on every step, and the money stands at the second of the order', async () => {
  const shop = await aShop()
  const { owner, live, bowl, mug } = shop
  await look(shop)
  const visit = await look(shop, { association: 'amy' })
  await look(shop)
  const buyer = await signUp(shop, visit, { association: 'amy' })
  const guest = await signUp(shop, await look(shop))
  t.clock.set(new Date(Date.parse(live.beginAt) + 2 * minuteMs))
  await stay(shop, guest, 1)
  const { orderId } = await order(shop, buyer, 'transfer')
  await stay(shop, buyer, 6)
  await receive(owner, orderId)
  const shown = await figuresOf(t, owner, { liveId: live.id })
  expect(stepsOf(shown)).toEqual([4, 2, 2, 1, 1, 1, 1, 1])
  expect(shown).toMatchObject({
    liveWatchTimes: 4,
    liveSignupTimes: 2,
    associationSignupTimes: 1,
    liveJoinTimes: 2,
    associationJoinTimes: 1,
    money: [{ currency: 'TWD', orders: 1, payments: 1, paid: 2 * price + 200_00, refunded: 0 }],
    associationRecommendChartList: [{ association: 'amy', signedUp: 1, joined: 1 }],
    otherSales: { paid: 0, refunded: 0 },
    live: { status: 'live', isRemoved: false },
  })
  expect(shown.products.map(({ productId, pieces, paid, carted }) => [productId, pieces, paid, carted])).toEqual([
    [bowl.id, 2, 2 * price, 1],
    [mug.id, 1, 200_00, 1],
  ])
  const sold = shown.salesReportChart.filter(({ paid }) => paid > 0)
  expect(sold.map(({ second, paid, day }) => [second, paid, day])).toEqual([[3 * 60, 2 * price + 200_00, null]])
  const online = shown.concurrentOnlineChart.filter(({ real }) => real > 0).map(({ second }) => second)
  expect([online[0], online.at(-1)]).toEqual([2 * 60, 9 * 60 - 15])
})

test('FIGURE-31 Who is in the room of a running live has stayed until now', async () => {
  const shop = await aShop()
  const viewer = await signUp(shop, await look(shop))
  t.clock.set(new Date(Date.parse(shop.live.beginAt)))
  const { connections } = t.app.services.rooms.parts
  const viewing = { firmId: shop.owner.firmId, liveId: shop.live.id, liveUserId: viewer.liveUserId }
  await arrive(t, viewing)
  await connections.flush()
  const stayed = async () => stepsOf(await figuresOf(t, shop.owner, { liveId: shop.live.id }))[3]
  expect(await stayed()).toBe(0)
  t.clock.advance(5 * minuteMs)
  expect(await stayed()).toBe(1)
  connections.gone(viewing)
  await connections.flush()
})

test('FIGURE-32 Play money and rehearsed rooms never enter a figure', async () => {
  const shop = await aShop()
  const viewer = await signUp(shop, await look(shop))
  t.clock.set(new Date(Date.parse(shop.live.beginAt)))
  const { orderId } = await order(shop, viewer, 'card')
  await payOrder(t, shop.owner, orderId)
  const shown = await figuresOf(t, shop.owner, { liveId: shop.live.id })
  expect(stepsOf(shown)).toEqual([1, 1, 1, 1, 1, 0, 0, 0])
  expect(shown.money).toMatchObject([{ orders: 0, payments: 0, paid: 0 }])
})

test('FIGURE-33 A refund of pieces is of their product, one of an amount of none, and an order that went back whole is not kept', async () => {
  const shop = await aShop()
  const { owner, live, mug } = shop
  const viewer = await signUp(shop, await look(shop))
  t.clock.set(new Date(Date.parse(live.beginAt)))
  const { orderId } = await order(shop, viewer, 'transfer')
  await receive(owner, orderId)
  const fees = { deliveryFee: false, paymentFee: false }
  await refund(owner, orderId, { kind: 'lines', lines: [{ place: 1, quantity: 1 }], ...fees })
  await refund(owner, orderId, { kind: 'amount', amount: 100_00 })
  const shown = await figuresOf(t, owner, { liveId: live.id })
  expect(shown.products.find(({ productId }) => productId === mug.id)).toMatchObject({ refunded: 200_00, paid: 200_00 })
  expect(shown.otherSales).toEqual({ paid: 0, refunded: 100_00 })
  expect(stepsOf(shown).slice(5)).toEqual([1, 1, 1])
  await refund(owner, orderId, { kind: 'whole' })
  const gone = await figuresOf(t, owner, { liveId: live.id })
  expect(stepsOf(gone).slice(5)).toEqual([1, 1, 0])
  expect(gone.money).toMatchObject([{ paid: 2 * price + 200_00, refunded: 2 * price + 200_00 }])
})

test('FIGURE-423 Behind what a product sold and gave back stand the payments and refunds with its pieces at their price, and they add up', async () => {
  const shop = await aShop()
  const { owner, live, bowl, mug } = shop
  const viewer = await signUp(shop, await look(shop))
  t.clock.set(new Date(Date.parse(live.beginAt)))
  const { orderId } = await order(shop, viewer, 'transfer')
  await receive(owner, orderId)
  await refund(owner, orderId, {
    kind: 'lines',
    lines: [{ place: 1, quantity: 1 }],
    deliveryFee: false,
    paymentFee: false,
  })
  await refund(owner, orderId, { kind: 'amount', amount: 100_00 })
  const { products } = await figuresOf(t, owner, { liveId: live.id })
  const rowsOf = async (figure: 'payments' | 'refunds', productId: string) => {
    const query = { figure, productId, liveId: live.id }
    const { rows, total } = await t.call(figureRoutes.rows, { query }, owner.headers)
    expect(total).toBe(rows.length)
    return rows.map(({ amount, pieces, name }) => [amount, pieces, name])
  }
  const figuresOfProduct = ({ id }: { readonly id: string }) => products.find(({ productId }) => productId === id)
  expect(figuresOfProduct(bowl)).toMatchObject({ pieces: 2, paid: 2 * price, refunded: 0 })
  expect(await rowsOf('payments', bowl.id)).toEqual([[2 * price, 2, '王小明']])
  expect(await rowsOf('refunds', bowl.id)).toEqual([])
  expect(figuresOfProduct(mug)).toMatchObject({ pieces: 1, paid: 200_00, refunded: 200_00 })
  expect(await rowsOf('payments', mug.id)).toEqual([[200_00, 1, '王小明']])
  expect(await rowsOf('refunds', mug.id)).toEqual([[200_00, 1, '王小明']])
  expect(await rowsOf('payments', newId())).toEqual([])
  const query = { figure: 'refunds', productId: mug.id, liveId: live.id, format: 'csv' } as const
  const file = String(await t.call(figureRoutes.exportRows, { query }, owner.headers)).replace('\uFEFF', '')
  const [head, line] = file.split('\r\n')
  expect(head).toBe('時間,訂單編號,姓名,件數,金額,幣別,聯盟連結')
  expect(line?.split(',').slice(2, 6)).toEqual(['王小明', '1', '200', 'TWD'])
})

test('FIGURE-37 A live that was cancelled or deleted keeps its figures, and says so', async () => {
  const shop = await aShop()
  await signUp(shop, await look(shop))
  await t.call(liveRoutes.remove, { params: { id: shop.live.id } }, shop.owner.headers)
  const cancelled = await figuresOf(t, shop.owner, { liveId: shop.live.id })
  expect(cancelled.live).toMatchObject({ status: 'cancelled', isRemoved: false })
  await t.platform.db.raw('update live set "removedAt" = $2 where id = $1', [shop.live.id, t.clock.now()])
  const deleted = await figuresOf(t, shop.owner, { liveId: shop.live.id })
  expect(deleted.live).toMatchObject({ isRemoved: true })
  expect(stepsOf(deleted).slice(0, 2)).toEqual([1, 1])
  // What was published can only be cancelled: of what a merchant deletes by themselves, a draft, nothing has happened.
  const draft = await aLive(t, shop.owner, { minutes: 60, publish: false })
  await t.call(liveRoutes.remove, { params: { id: draft.id } }, shop.owner.headers)
  const removed = await figuresOf(t, shop.owner, { liveId: draft.id })
  expect(removed.live).toMatchObject({ isRemoved: true })
  expect(new Set(stepsOf(removed))).toEqual(new Set([0]))
})

test('FIGURE-38 Simulated viewers and comments stand beside the real ones where they are asked for, and nowhere else', async () => {
  const shop = await aShop()
  await t.platform.db.raw(`update live set script = cast($2 as jsonb) where id = $1`, [
    shop.live.id,
    JSON.stringify([
      { id: 'a', atMs: 0, kind: 'audience', count: 120 },
      { id: 'c', atMs: 20_000, kind: 'comment', name: '模擬', imgUrl: '', text: '好看' },
    ]),
  ])
  t.app.services.liveReader.forget({ liveId: shop.live.id, streamId: shop.live.streamId })
  t.clock.set(new Date(Date.parse(shop.live.beginAt) + minuteMs))
  const both = await figuresOf(t, shop.owner, { liveId: shop.live.id, realDataStatus: '0' })
  expect(both.concurrentOnlineChart[0]).toEqual({ second: 0, real: 0, simulated: 120 })
  expect(both.commentPeriodChart.map(({ simulated }) => simulated)).toEqual([0, 1, 0, 0, 0])
  const real = await figuresOf(t, shop.owner, { liveId: shop.live.id })
  expect(real.concurrentOnlineChart[0]).toEqual({ second: 0, real: 0, simulated: 0 })
  expect(stepsOf(both)).toEqual(stepsOf(real))
})

test('FIGURE-39 A product that a browser invented is in no table', async () => {
  const shop = await aShop()
  const { owner, bowl, live } = shop
  for (const productId of [bowl.id, newId()])
    await writeFact(t.platform.db, owner.firmId, {
      kind: 'clicked',
      sourceId: productId,
      at: t.clock.now(),
      liveId: live.id,
      offsetMs: 0,
      visit: 'v'.repeat(22),
      productId,
    })
  const { products } = await figuresOf(t, owner, { liveId: live.id })
  expect(products.map(({ productId, clicked }) => [productId, clicked])).toEqual([[bowl.id, 1]])
})

test('FIGURE-40 Of an erased person only the money and the order stay, before a recount and after it', async () => {
  const shop = await aShop()
  const { owner, live, form } = shop
  const viewer = await signUp(shop, await look(shop))
  t.clock.set(new Date(Date.parse(live.beginAt)))
  const { orderId } = await order(shop, viewer, 'transfer')
  await receive(owner, orderId)
  await stay(shop, viewer, 6)
  const { rows } = await t.platform.db.raw('select id from "signupUser" where "signupId" = $1', [form.id])
  const signupUserId = String(rows[0]?.['id'])
  // In another tab the same person looks again, and adds something to what they signed up with.
  const again = await look(shop)
  const act = { at: t.clock.now(), liveId: live.id, offsetMs: 0, visit: again }
  await writeFact(t.platform.db, owner.firmId, { ...act, kind: 'carted', sourceId: newId(), signupUserId })
  expect(stepsOf(await figuresOf(t, owner, { liveId: live.id }))).toEqual([1, 1, 1, 1, 1, 1, 1, 1])
  await t.call(signupUserRoutes.erase, { body: { signupUserId } }, owner.headers)
  const after = await figuresOf(t, owner, { liveId: live.id })
  // Both visits are nobody's again, and the order stands for a buyer.
  expect(stepsOf(after)).toEqual([3, 1, 1, 1, 1, 1, 1, 1])
  const names = 'select name from "figureName" where name = $1 or "firmId" = $2 and key <> person'
  expect((await t.platform.db.raw(names, [signupUserId, owner.firmId])).rows).toEqual([])
  const stale = `select 1 from "figureCell" cell join "figureChange" now using ("firmId", "placeId", day)
    where "firmId" = $1 and cell.version < now.version`
  expect((await t.platform.db.raw(stale, [owner.firmId])).rows).toEqual([])
  expect(after.money).toMatchObject([{ paid: 2 * price + 200_00 }])
  await t.app.services.figures.recount(owner.firmId)
  expect(await figuresOf(t, owner, { liveId: live.id })).toEqual(after)
})
