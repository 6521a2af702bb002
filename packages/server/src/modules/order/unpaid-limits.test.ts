import { strangerOrderRates } from '@kaimai/contract/order/unpaid.rules.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  aPaidForm,
  aSellingPage,
  aShopperKey,
  orderFromPage,
  orderPlaces,
  payOrder,
  placedIn,
  stockOf,
} from '../../../test/buying.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import { type Member } from '../../../test/test-app.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
let member: Member

const price = 680_00
let people = 0
/** Somebody whom nobody has seen. */
const aStranger = () => {
  people += 1
  const digits = String(people).padStart(4, '0')
  return { fullName: '林佳穎', phone: `0912${digits}00`, email: `lin${digits}@example.com` }
}
const aFirm = async () => {
  member = await aFirmWithHours(t, '器日')
}
/** A shop of a firm of its own: the network's rate is the firm's. */
const aShop = async (stock: number, given: object = {}) => {
  await aFirm()
  const product = await t.call(
    productRoutes.create,
    { body: { productName: '霧白飯碗', price, variants: [{ name: '', stock }], ...given } as never },
    member.headers,
  )
  const page = await aSellingPage(t, member, [product.id])
  const variantId = product.variants[0]?.id ?? ''
  const order = (quantity: number, more: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    orderFromPage(
      t,
      page.customUrl,
      [{ variantId, quantity }],
      { personal: aStranger(), expectedTotal: quantity * price, ...more },
      headers,
    )
  return { product, page, variantId, order }
}
interface Refusal {
  readonly name: string
  readonly message: string
  readonly fields?: Readonly<Record<string, string>>
}
const errorOf = ({ body }: { body: unknown }) => (body as { error: Refusal }).error
const browser = (name: string) => ({ cookie: `kaimai_device=${name.padEnd(20, '-')}` })

test('ORDER-901 One order holds at most half of a stock unpaid, and the error says how much and where', async () => {
  const { order, variantId } = await aShop(10)
  const message = '「霧白飯碗」付款前最多保留 5 件，付款後就能再買'
  expect(errorOf(await order(6))).toMatchObject({ name: 'conflict', message, fields: { lines: message } })
  const english = await order(6, {}, { 'accept-language': 'en' })
  expect(errorOf(english).message).toBe('You can hold up to 5 of “霧白飯碗” before you pay. Pay for them to order more')
  placedIn(await order(5))
  expect(await stockOf(t, variantId)).toEqual({ stock: 5, sold: 0 })
})

test('ORDER-902 The last piece of a stock can be bought', async () => {
  const { order, variantId } = await aShop(1)
  placedIn(await order(1))
  expect(await stockOf(t, variantId)).toEqual({ stock: 0, sold: 0 })
})

test('ORDER-903 A device holds at most 30 unpaid pieces, under whatever name it orders, and reads which limit it met', async () => {
  const { order, variantId } = await aShop(500)
  const headers = browser('one phone')
  const atOnce = '一筆訂單最多 30 件商品，請減少數量'
  const all = '付款前最多保留 30 件商品，未付款的訂單裡已經有 20 件，請先付款'
  expect(errorOf(await order(500))).toMatchObject({ name: 'conflict' })
  expect(errorOf(await order(31, {}, headers))).toMatchObject({ message: atOnce, fields: { lines: atOnce } })
  placedIn(await order(20, {}, headers))
  expect(errorOf(await order(31, {}, headers)).message).toBe(atOnce)
  expect(errorOf(await order(11, { shopperKey: aShopperKey() }, headers)).message).toBe(all)
  placedIn(await order(10, {}, headers))
  placedIn(await order(11, {}, browser('another phone')))
  expect(await stockOf(t, variantId)).toEqual({ stock: 459, sold: 0 })
})

test('ORDER-904 A device has at most five unpaid orders; one that is paid makes room', async () => {
  const { order } = await aShop(500)
  const headers = browser('a tablet')
  const placed = []
  for (let each = 0; each < 5; each += 1) placed.push(placedIn(await order(1, {}, headers)))
  expect(errorOf(await order(1, {}, headers)).message).toBe('這台裝置還有 5 筆未付款的訂單，請先付款或取消其中一筆')
  await payOrder(t, member.firmId, placed[0]?.orderId ?? '')
  placedIn(await order(1, {}, headers))
})

test('ORDER-905 Orders of one device at once hold no more than its share together', async () => {
  const { order, variantId } = await aShop(10)
  const headers = browser('five taps')
  const replies = await Promise.all(Array.from({ length: 5 }, () => order(3, {}, headers)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await stockOf(t, variantId)).toEqual({ stock: 7, sold: 0 })
})

test('ORDER-906 The limit per person counts the phone of an order over browsers', async () => {
  const { order } = await aShop(50, { perPersonLimit: 1 })
  const { phone, ...rest } = aStranger()
  placedIn(await order(1, { personal: { ...rest, phone } }))
  const again = { ...aStranger(), phone: `+886${phone.slice(1)}` }
  expect(errorOf(await order(1, { personal: again }))).toMatchObject({
    name: 'conflict',
    message: '「霧白飯碗」每人限購 1 件',
    fields: { lines: '「霧白飯碗」每人限購 1 件' },
  })
})

test('ORDER-907 The limit per person counts the e-mail of an order, however it is written', async () => {
  const { order } = await aShop(50, { perPersonLimit: 1 })
  placedIn(await order(1, { personal: { ...aStranger(), email: 'mei.lin@example.com' } }))
  const again = { ...aStranger(), email: ' Mei.Lin@Example.com' }
  expect(errorOf(await order(1, { personal: again })).message).toBe('「霧白飯碗」每人限購 1 件')
})

test('ORDER-908 Five browsers with one phone that order at once buy one piece of a limit of one', async () => {
  const { order, variantId } = await aShop(50, { perPersonLimit: 1 })
  const personal = aStranger()
  const replies = await Promise.all(Array.from({ length: 5 }, (_, at) => order(1, { personal }, browser(`b${at}`))))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await stockOf(t, variantId)).toEqual({ stock: 49, sold: 0 })
})

describe('a network that has placed as many unpaid orders as it may', () => {
  const [{ max, windowMs }] = strangerOrderRates
  const headers = browser('a guest')
  let order: Awaited<ReturnType<typeof aShop>>['order']
  let first: ReturnType<typeof placedIn>
  beforeAll(async () => {
    ;({ order } = await aShop(5_000))
    const live = await aLive(t, member)
    const { customUrl } = await aForm(t, member, [{ liveId: live.id }])
    await signUp(t, customUrl, [live.id], undefined, headers)
    first = placedIn(await order(1))
    for (let each = 1; each < max; each += 1) placedIn(await order(1))
  })

  test('ORDER-910 Whoever signed up in the same browser is not refused for what their network does', async () => {
    expect((await order(1)).status).toBe(429)
    placedIn(await order(1, {}, headers))
  })

  test('ORDER-909 New unpaid orders of strangers from one network have a rate, and orders that are paid do not count', async () => {
    const refused = await order(1)
    expect([refused.status, errorOf(refused).message]).toEqual([
      429,
      '目前未付款的新訂單太多，請過幾分鐘再試；先報名直播就不受這個限制',
    ])
    await payOrder(t, member.firmId, first.orderId)
    placedIn(await order(1))
    expect((await order(1)).status).toBe(429)
    t.clock.advance(windowMs)
    placedIn(await order(1))
  })
})

test('ORDER-911 One browser holds at most half of the places of a paid session unpaid', async () => {
  await aFirm()
  const live = await aLive(t, member)
  const form = await aPaidForm(t, member, [{ liveId: live.id, capacity: 4 }])
  const headers = browser('a ticket tout')
  const place = () => orderPlaces(t, form.customUrl, [live.id], {}, headers)
  placedIn(await place())
  placedIn(await place())
  const message = '這台裝置在付款前最多保留 2 個名額，付款後就能再報名'
  expect(errorOf(await place())).toMatchObject({ name: 'conflict', message, fields: { liveIds: message } })
  placedIn(await orderPlaces(t, form.customUrl, [live.id], {}, browser('somebody else')))
})

test('ORDER-912 The limit per person holds for the product that comes with a place', async () => {
  const { product } = await aShop(50, { perPersonLimit: 1 })
  const [one, two] = [await aLive(t, member), await aLive(t, member)]
  const form = await aPaidForm(t, member, [{ liveId: one.id }, { liveId: two.id }], { productId: product.id })
  const both = await orderPlaces(t, form.customUrl, [one.id, two.id], { delivery: { type: 'self' } })
  expect(errorOf(both)).toMatchObject({
    name: 'conflict',
    fields: { liveIds: expect.stringContaining('每人限購 1 件') },
  })
})
