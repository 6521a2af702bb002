import { orderRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { publicSalesPageRoutes, salesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { describe, expect, test } from 'vitest'
import { firstChoices } from '../../../test/payment-settings.ts'
import {
  aSellingPage,
  aShopperKey,
  infoOf,
  orderFromPage,
  payOrder,
  placedIn,
  shownToStaff,
  stockOf,
  withKey,
} from '../../../test/buying.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aLive, aProduct, inMinutes } from '../../../test/studio.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
const member = await aFirmWithHours(t, '器日')

const price = 680_00
const aShop = async (stock = 10, given: object = {}) => {
  const product = await t.call(
    productRoutes.create,
    { body: { productName: '霧白飯碗', price, variants: [{ name: '', stock }], ...given } as never },
    member.headers,
  )
  const page = await aSellingPage(t, member, [product.id])
  return { product, page, variantId: product.variants[0]?.id ?? '' }
}
const errorOf = ({ body }: { body: unknown }) => (body as { error: { name: string; message: string } }).error
const visit = (customUrl: string) => t.call(publicSalesPageRoutes.page, { query: { customUrl } })

describe('an order from a sales page', () => {
  test('ORDER-86 Holds the stock at the price of the page, belongs to no live, and is found by its key', async () => {
    const { page, variantId } = await aShop()
    const given = { expectedTotal: 2 * price, memo: '請包兩層' }
    const placed = placedIn(await orderFromPage(t, page.customUrl, [{ variantId, quantity: 2 }], given))
    expect(placed.total).toBe(2 * price)
    expect(await stockOf(t, variantId)).toEqual({ stock: 8, sold: 0 })
    expect(await infoOf(t, placed)).toMatchObject({
      id: placed.orderId,
      source: 'salesPage',
      sourceName: '秋窯小鋪',
      roomPath: `/s/${page.customUrl}`,
      sessions: [],
      messages: [],
      paymentState: 'pending',
      paymentMethods: firstChoices,
      tracking: { pixelId: '', tiktokPixelId: '', gtmId: '' },
      lines: [{ variantId, quantity: 2, price, amount: 2 * price }],
    })
    // Who pays before the letter about the order is written gets only the one about the payment.
    await t.platform.jobs.idle()
    await payOrder(t, member.firmId, placed.orderId)
    expect(await stockOf(t, variantId)).toEqual({ stock: 8, sold: 2 })
    const paid = await infoOf(t, placed)
    expect([paid.paymentState, paid.paymentMethods]).toEqual(['paid', []])
    const { rows } = await t.platform.db.raw('select 1 from "letterRecipient" where key like $1', [
      `order:${placed.orderId}:%`,
    ])
    expect(rows).toHaveLength(2)
  })

  test('ORDER-87 Only a page that is open sells, and only what stands on it', async () => {
    const { page, variantId, product } = await aShop()
    const other = await aProduct(t, member)
    const one = (customUrl: string, id = variantId) =>
      orderFromPage(t, customUrl, [{ variantId: id, quantity: 1 }], { expectedTotal: price })
    expect(errorOf(await one(page.customUrl, other.variants[0]?.id)).name).toBe('soldOut')
    const draft = await aSellingPage(t, member, [product.id], { published: false })
    expect(errorOf(await one(draft.customUrl)).name).toBe('notFound')
    expect(errorOf(await one('no-such-page')).name).toBe('notFound')
    const later = await aSellingPage(t, member, [product.id], { beginAt: inMinutes(t, 60) })
    expect(errorOf(await one(later.customUrl)).name).toBe('gone')
    await t.call(salesPageRoutes.remove, { params: { id: page.id } }, member.headers)
    expect(errorOf(await one(page.customUrl)).name).toBe('notFound')
    expect(await stockOf(t, variantId)).toEqual({ stock: 10, sold: 0 })
  })

  test('ORDER-88 Another total, too large a quantity, or more than one person may have are refused by name', async () => {
    const { page, variantId } = await aShop(8, { perPersonLimit: 2 })
    const shopperKey = aShopperKey()
    const ask = (quantity: number, given: object = {}) =>
      orderFromPage(t, page.customUrl, [{ variantId, quantity }], {
        shopperKey,
        expectedTotal: quantity * price,
        ...given,
      })
    expect(errorOf(await ask(1, { expectedTotal: 1 })).name).toBe('conflict')
    expect(errorOf(await ask(9))).toMatchObject({ name: 'soldOut', message: '「霧白飯碗」只剩 8 件' })
    expect(errorOf(await ask(3)).message).toBe('「霧白飯碗」每人限購 2 件')
    placedIn(await ask(2))
    expect(errorOf(await ask(1)).message).toBe('「霧白飯碗」每人限購 2 件')
    const other = { fullName: '陳以安', phone: '0987654321', email: 'chen@example.com' }
    placedIn(await ask(1, { shopperKey: aShopperKey(), personal: other }))
    expect(errorOf(await ask(1, { lines: [], expectedTotal: 0 })).message).toBe('購物車是空的')
    // The same variant twice is one line.
    const twice = {
      lines: [
        { variantId, quantity: 1 },
        { variantId, quantity: 1 },
      ],
      shopperKey: aShopperKey(),
      personal: { fullName: '王小明', phone: '0922333444', email: 'wang@example.com' },
    }
    const merged = placedIn(await ask(2, twice))
    expect((await infoOf(t, merged)).lines).toHaveLength(1)
  })

  test('ORDER-89 The same call is the same order, another body under its key is refused', async () => {
    const { page, variantId } = await aShop()
    const headers = { 'idempotency-key': newId() }
    const given = { expectedTotal: price, shopperKey: aShopperKey() }
    const ask = (quantity: number) => orderFromPage(t, page.customUrl, [{ variantId, quantity }], given, headers)
    const [one, two] = [placedIn(await ask(1)), placedIn(await ask(1))]
    expect(two).toEqual(one)
    expect((await ask(2)).status).toBe(409)
    expect(await stockOf(t, variantId)).toEqual({ stock: 9, sold: 0 })
  })

  test('ORDER-90 One browser has at most five unpaid orders', async () => {
    const { page, variantId } = await aShop()
    const given = { expectedTotal: price, shopperKey: aShopperKey() }
    const ask = () => orderFromPage(t, page.customUrl, [{ variantId, quantity: 1 }], given)
    const all = await Promise.all(Array.from({ length: 8 }, ask))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(errorOf(await ask()).message).toContain('5 筆未付款')
  })

  test('ORDER-91 The last of a stock is sold once, however many ask at once', async () => {
    const { page, variantId } = await aShop(7)
    const ask = () => orderFromPage(t, page.customUrl, [{ variantId, quantity: 1 }], { expectedTotal: price })
    const all = await Promise.all(Array.from({ length: 30 }, ask))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(7)
    expect(all.filter(({ status }) => status >= 500)).toEqual([])
    expect(await stockOf(t, variantId)).toEqual({ stock: 0, sold: 0 })
  })

  test('ORDER-92 The page says what can be bought of it, and whether it can be paid', async () => {
    const { page, variantId } = await aShop(3, { perPersonLimit: 2 })
    expect(await visit(page.customUrl)).toMatchObject({
      buyable: true,
      products: [{ perPersonLimit: 2, left: 3, variants: [{ variantId, name: '', left: 3 }] }],
      tracking: { pixelId: '' },
    })
    const methods = { query: { customUrl: page.customUrl } }
    expect((await t.call(purchaseRoutes.paymentMethods, methods)).methods).toEqual(firstChoices)
    expect((await t.call(purchaseRoutes.deliveryMethods, methods)).methods).toHaveLength(4)
    const both = { customUrl: page.customUrl, streamId: 'x' }
    await expect(t.call(purchaseRoutes.paymentMethods, { query: both })).rejects.toMatchObject({ errorName: 'invalid' })
    const { product } = await aShop()
    const later = await aSellingPage(t, member, [product.id], { beginAt: inMinutes(t, 60) })
    expect((await visit(later.customUrl)).buyable).toBe(false)
  })

  test('ORDER-93 Nobody begins to pay a merchant that is suspended', async () => {
    const closed = await t.aFirm('停業')
    const product = await aProduct(t, closed)
    const page = await aSellingPage(t, closed, [product.id])
    const lines = [{ variantId: product.variants[0]?.id ?? '', quantity: 1 }]
    const placed = placedIn(await orderFromPage(t, page.customUrl, lines, { expectedTotal: price }))
    const begin = () => t.call(purchaseRoutes.createPayment, { body: { method: 'card' } }, withKey(placed))
    expect((await begin()).step).toEqual({ kind: 'visit', url: expect.stringMatching(/^\/sandbox-pay\//) })
    await t.app.services.suspension.suspend(closed.firmId, 'test')
    await expect(begin()).rejects.toMatchObject({ errorName: 'gone' })
  })

  test('ORDER-94 One address orders 600 times in ten minutes from pages, and its letters end sooner', async () => {
    const { page, variantId } = await aShop(2_000)
    const owner = 'somebody-else@example.com'
    const personal = { fullName: '林佳穎', phone: '0912345678', email: owner }
    const ask = () => orderFromPage(t, page.customUrl, [{ variantId, quantity: 1 }], { expectedTotal: price, personal })
    for (let times = 0; times < 24; times += 1) placedIn(await ask())
    await t.platform.jobs.idle()
    const { rows } = await t.platform.db.raw(
      'select count(*)::int as n from "letterRecipient" where "toAddress" = $1',
      [owner],
    )
    expect(rows).toEqual([{ n: 20 }])
    // As if it had asked on: the limit counts takes by address.
    for (let times = 0; times < 600; times += 1)
      await t.platform.limits.take('page-order:127.0.0.1', { limit: 600, windowMs: 600_000 })
    const refused = await ask()
    expect([refused.status, errorOf(refused).name]).toEqual([429, 'tooManyRequests'])
    await t.platform.limits.reset('page-order:127.0.0.1')
  })
})

describe('orders of all sources', () => {
  test('ORDER-95 Staff see where an order comes from, and narrow the list by it; a removed page keeps its name', async () => {
    const { page, variantId } = await aShop()
    const placed = placedIn(
      await orderFromPage(t, page.customUrl, [{ variantId, quantity: 1 }], { expectedTotal: price }),
    )
    await t.call(salesPageRoutes.remove, { params: { id: page.id } }, member.headers)
    const list = (source: 'room' | 'salesPage' | 'signup') =>
      t.call(orderRoutes.list, { query: { source, q: placed.orderNo } }, member.headers)
    expect((await list('salesPage')).items).toMatchObject([{ source: 'salesPage', sourceName: '秋窯小鋪' }])
    expect((await list('room')).items).toEqual([])
    expect(await shownToStaff(t, member, placed.orderId)).toMatchObject({ source: 'salesPage', sourceName: '秋窯小鋪' })
    expect((await infoOf(t, placed)).roomPath).toBe('')
  })

  test('ORDER-96 What a browser sent along is stored with the order, without consent only its attribution', async () => {
    const { page, variantId } = await aShop()
    const tracking = {
      consent: true,
      fbp: 'fb.1.1.2',
      ttclid: 'tt',
      url: 'https://x/s/a',
      attribution: { association: 'mei' },
    }
    const facts = async (given: object) => {
      const order = { expectedTotal: price, remember: true, tracking: given }
      const { orderId } = placedIn(await orderFromPage(t, page.customUrl, [{ variantId, quantity: 1 }], order))
      return orderId
    }
    const { orders } = t.app.services
    expect(await orders.trackingFacts(member.firmId, await facts(tracking))).toMatchObject({
      source: 'salesPage',
      sourceId: page.id,
      total: price,
      phone: '+886912345678',
      lines: [{ productName: '霧白飯碗', quantity: 1, price }],
      given: { consent: true, fbp: 'fb.1.1.2', attribution: { association: 'mei' } },
    })
    const orderId = await facts({ ...tracking, consent: false })
    const { given } = await orders.trackingFacts(member.firmId, orderId)
    expect(given).toMatchObject({ consent: false, fbp: '', ttclid: '', url: '', attribution: { association: 'mei' } })
    expect(await orders.rememberFacts(member.firmId, orderId)).toMatchObject({
      remember: true,
      source: 'salesPage',
      liveUserId: null,
      personal: { fullName: '林佳穎', phone: '+886912345678' },
      deviceHash: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  test('ORDER-97 A paid order publishes its purchase once; an unpaid one never', async () => {
    const { page, variantId } = await aShop()
    const placed = placedIn(
      await orderFromPage(t, page.customUrl, [{ variantId, quantity: 1 }], { expectedTotal: price }),
    )
    const publishPurchase = async () => (await t.call(purchaseRoutes.gtmTrigger, {}, withKey(placed))).tell
    expect(await publishPurchase()).toBe(false)
    await payOrder(t, member.firmId, placed.orderId)
    expect((await Promise.all([publishPurchase(), publishPurchase(), publishPurchase()])).filter(Boolean)).toHaveLength(
      1,
    )
    expect(await publishPurchase()).toBe(false)
  })

  test('ORDER-98 The invoice’s number is shown by its end alone', async () => {
    const { page, variantId } = await aShop()
    const textOf = async (invoice: object) => {
      const given = { expectedTotal: price, invoice }
      const placed = placedIn(await orderFromPage(t, page.customUrl, [{ variantId, quantity: 1 }], given))
      return (await infoOf(t, placed)).invoiceText
    }
    expect(await textOf({ class: 'mobileBarcode', carrier: '/ABC1234' })).toBe('•••••234')
    expect(await textOf({ class: 'company', taxId: '04595257', title: '' })).toBe('•••••257')
    expect(await textOf({ class: 'donation', loveCode: '168' })).toBe('168')
    expect(await textOf({ class: 'member' })).toBe('')
  })

  test('ORDER-99 An order from a page says nothing in a room that sells the same', async () => {
    const { page, variantId, product } = await aShop()
    const live = await aLive(t, member, { minutes: 0, productIds: [product.id] })
    placedIn(await orderFromPage(t, page.customUrl, [{ variantId, quantity: 1 }], { expectedTotal: price }))
    await t.platform.jobs.idle()
    const { rows } = await t.platform.db.raw(`select 1 from "roomEvent" where "liveId" = $1 and kind = 'sold'`, [
      live.id,
    ])
    expect(rows).toEqual([])
  })
})
