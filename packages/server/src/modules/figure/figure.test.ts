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
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { payOrder } from '../../../test/refunding.ts'
import { aPerson } from '../../../test/sign-up-people.ts'
import { aForm, aLive, aProduct, aVideo } from '../../../test/studio.ts'
import { type Member, WireError } from '../../../test/test-app.ts'
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
const fieldsOf = async (call: Promise<unknown>) =>
  call.then(
    () => ({}),
    (error: unknown) => (error instanceof WireError ? error.fields : String(error)),
  )

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

test('FIGURE-34 Days are those of Taipei: what is paid a second before midnight is of the day before', async () => {
  t.clock.set(new Date('2027-01-02T04:00:00Z'))
  const owner = await aFirmWithHours(t)
  for (const [at, dollars] of [
    ['2026-12-31T15:59:59Z', 100],
    ['2026-12-31T16:00:00Z', 200],
    ['2027-01-01T15:59:59Z', 400],
    ['2027-01-01T16:00:00Z', 800],
  ] as const)
    await writeFact(t.platform.db, owner.firmId, {
      kind: 'paid',
      sourceId: at,
      at: new Date(at),
      amount: dollars * 100,
    })
  const shown = await figuresOf(t, owner, { from: '2026-12-31', to: '2027-01-02' })
  expect(shown.salesReportChart.map(({ day, paid }) => [day, paid])).toEqual([
    ['2026-12-31', 100_00],
    ['2027-01-01', 600_00],
    ['2027-01-02', 800_00],
  ])
  expect(shown.days).toEqual({ from: '2026-12-31', to: '2027-01-02' })
  const december = await figuresOf(t, owner, { from: '2026-12-01', to: '2026-12-31' })
  expect(december.money).toMatchObject([{ paid: 100_00 }])
})

test('FIGURE-35 Who comes on three days is one person of the three', async () => {
  const shop = await aShop()
  const { owner, form } = shop
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => name.repeat(22))
  const today = t.clock.ms()
  for (const [daysAgo, visits] of [
    [2, [a, b, c]],
    [1, [a, b, c]],
    [0, [a, b, c, d]],
  ] as const)
    for (const visit of visits)
      await writeFact(t.platform.db, owner.firmId, {
        kind: 'visited',
        sourceId: `signup ${form.id} ${visit ?? ''} ${daysAgo}`,
        at: new Date(today - daysAgo * 24 * 60 * minuteMs),
        visit: visit ?? null,
      })
  const day = (daysAgo: number) =>
    new Date(today - daysAgo * 24 * 60 * minuteMs + 8 * 60 * minuteMs).toISOString().slice(0, 10)
  const visited = async (from: number, to: number) =>
    stepsOf(await figuresOf(t, owner, { from: day(from), to: day(to) }))[0]
  expect([await visited(2, 2), await visited(1, 1), await visited(0, 0), await visited(2, 0)]).toEqual([3, 3, 4, 4])
})

test('FIGURE-36 Days to come, backward days and 400 of them are refused in words; a live or firm of others is not there', async () => {
  const shop = await aShop()
  const other = await aFirmWithHours(t, '別家')
  const ask = (query: object, headers = shop.owner.headers) => t.call(figureRoutes.dashboard, { query }, headers)
  expect(await fieldsOf(ask({ from: '2199-01-01', to: '2199-01-02' }))).toEqual({
    from: '這段日期還沒到，還沒有數據',
  })
  const english = { ...shop.owner.headers, 'accept-language': 'en' }
  expect(await fieldsOf(ask({ from: '2025-01-01', to: '2026-02-05' }, english))).toEqual({
    to: 'Choose at most 366 days',
  })
  expect(await fieldsOf(ask({ from: '2026-01-02', to: '2026-01-01' }))).toEqual({ to: '結束日期不能早於開始日期' })
  expect(await errorNameOf(ask({ liveId: shop.live.id }, other.headers))).toBe('notFound')
  expect(await errorNameOf(ask({ liveId: newId() }))).toBe('notFound')
  expect(await errorNameOf(ask({ firmId: other.firmId }))).toBe('notFound')
  const assistant = await t.aMember(shop.owner, 'assistant')
  expect(await errorNameOf(ask({}, assistant.headers))).toBe('forbidden')
  const analyst = await t.aMember(shop.owner, 'analyst')
  expect((await ask({}, analyst.headers)).hasFigures).toBe(false)
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

test('FIGURE-41 The hours of days are what lives were charged on them, in Taipei', async () => {
  const { owner, live } = await aShop()
  const ask = (liveHoursBegin: string, liveHoursEnd: string) =>
    t.call(figureRoutes.liveHours, { query: { liveHoursBegin, liveHoursEnd } }, owner.headers)
  for (const [period, seconds, at] of [
    ['one', 3_600, '2026-11-20T15:59:59Z'],
    ['two', 61, '2026-11-20T16:00:00Z'],
  ] as const)
    await t.platform.db.raw(
      `insert into "liveHoursLedger" (id, "firmId", "liveId", period, seconds, kind, "createdAt")
       values ($1, $2, $3, $4, $5, 'charge', $6)`,
      [newId(), owner.firmId, live.id, period, -seconds, new Date(at)],
    )
  expect(await ask('2026-11-20', '2026-11-20')).toEqual({ liveHours: '01:00:00', seconds: 3_600 })
  expect(await ask('2026-11-20', '2026-11-21')).toEqual({ liveHours: '01:01:01', seconds: 3_661 })
  expect(await fieldsOf(ask('2026-11-21', '2026-11-20'))).toEqual({ liveHoursEnd: '結束日期不能早於開始日期' })
  // No hours of days that are still to come is no fact.
  const toCome = { liveHoursBegin: '這段日期還沒到，還沒有數據' }
  expect(await fieldsOf(ask('2199-01-01', '2199-01-01'))).toEqual(toCome)
})
