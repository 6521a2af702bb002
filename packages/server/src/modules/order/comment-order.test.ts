import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import { commentHoldMs, doubleTapMs } from '@kaimai/contract/order/order.rules.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCommenter, whereabouts } from '../../../test/commenting.ts'
import { aSmallShop, orderBody, shopOpensAt } from '../../../test/commerce-factory.ts'
import { sharedShop } from '../../../test/fixtures.ts'
import { newId } from '../../platform/ids.ts'
import type { ProductInput } from '../product/product.service.ts'

const { clock, db, shop } = await sharedShop()
const laterMs = 60_000

beforeEach(() => clock.set(new Date(shopOpensAt + laterMs)))

const aBowl = async (stock = 10, given: Partial<ProductInput> = {}) => {
  const small = await aSmallShop(shop, stock, { keyword: 'A01', ...given })
  return { ...small, of: () => whereabouts(shop, small.variantId), mei: aCommenter(shop, small.live, [small.product]) }
}

/** One product in three variants, 5 pieces each. */
const anApron = async (given: Partial<ProductInput> = {}) => {
  const firmId = await shop.aFirm()
  const product = await shop.aProduct(firmId, {
    keyword: 'A07',
    variants: ['紅M', '紅XL', '白M'].map((name) => ({ name, stock: 5 })),
    ...given,
  })
  const live = shop.aLive(firmId, [product.id])
  const [redM = '', redXl = '', whiteM = ''] = product.variants.map(({ id }) => id)
  return { firmId, product, live, redM, redXl, whiteM, mei: aCommenter(shop, live, [product]) }
}

const until = (ms: number) => shopOpensAt + laterMs + ms
const actor = (firmId: string) => ({ firmId, memberId: newId(), actorName: '阿明', ip: '127.0.0.1' })

describe('an order by comment', () => {
  test('ORDER-44 An order by comment takes its quantity off sale for 15 minutes and puts it into the cart; more renews all of it', async () => {
    const { mei, of, product, variantId } = await aBowl()
    const lines = (asked: number, holds: number) => [{ productId: product.id, variantId, asked, holds }]
    expect(await mei.order('+1')).toMatchObject({
      outcome: 'held',
      lines: lines(1, 1),
      heldUntilMs: until(commentHoldMs),
      question: null,
      left: 0,
    })
    expect(await of()).toEqual({ stock: 9, held: 1, ordered: 0, sold: 0 })
    clock.advance(5 * 60_000)
    expect(await mei.order('A01+2')).toMatchObject({ lines: lines(2, 3), heldUntilMs: until(20 * 60_000) })
    const { lines: inCart, subtotal } = await mei.cart()
    expect(inCart).toMatchObject([
      { quantity: 3, held: 3, left: 10, heldUntil: new Date(until(20 * 60_000)).toISOString() },
    ])
    expect(subtotal).toBe(3 * product.price)
  })

  test('ORDER-45 A line that is short is not held in part, the others are, and what is left is said', async () => {
    const firmId = await shop.aFirm()
    const bowl = await shop.aProduct(firmId, { keyword: 'A01', variants: [{ name: '', stock: 5 }] })
    const mug = await shop.aProduct(firmId, { keyword: 'B02', variants: [{ name: '', stock: 1 }] })
    const mei = aCommenter(shop, shop.aLive(firmId, [bowl.id, mug.id]), [bowl, mug])
    const [a = '', b = ''] = [bowl.variants[0]?.id, mug.variants[0]?.id]
    expect(await mei.order('B02+2')).toMatchObject({ outcome: 'soldOut', left: 1, heldUntilMs: null })
    expect(await mei.order('A01+1 B02+2')).toMatchObject({
      outcome: 'soldOut',
      left: 1,
      heldUntilMs: until(commentHoldMs),
      lines: [
        { variantId: a, asked: 1, holds: 1 },
        { variantId: b, asked: 2, holds: 0, short: true },
      ],
    })
    expect((await mei.order('A01+1 B02+1')).lines).toEqual([
      { productId: bowl.id, variantId: a, asked: 1, holds: 2 },
      { productId: mug.id, variantId: b, asked: 1, holds: 1 },
    ])
    expect(await whereabouts(shop, b)).toMatchObject({ stock: 0, held: 1 })
  })

  test('ORDER-46 The limit per person counts orders, holds and the cart, over all variants', async () => {
    const { mei, product, redM, redXl, live } = await anApron({ perPersonLimit: 4 })
    await mei.order('紅M+1')
    await shop.orders.place(orderBody(live, mei.viewer, [{ price: product.price, quantity: 1 }]))
    await mei.set(redXl, 1)
    expect(await mei.order('白M+3')).toMatchObject({ outcome: 'overLimit', left: 2, heldUntilMs: null })
    expect(await mei.order('紅M+2')).toMatchObject({ outcome: 'held' })
    expect(await mei.order('紅XL+1')).toMatchObject({ outcome: 'held' })
    expect(await mei.order('紅XL+2')).toMatchObject({ outcome: 'overLimit', left: 0 })
    expect(await whereabouts(shop, redM)).toEqual({ stock: 2, held: 2, ordered: 1, sold: 0 })
    expect((await mei.cart()).lines.map(({ quantity }) => quantity).sort()).toEqual([1, 2])
  })

  test('ORDER-47 Pieces that lie in the cart already become held, they do not double', async () => {
    const { mei, of, variantId } = await aBowl()
    await mei.set(variantId, 2)
    await mei.order('+1')
    expect((await mei.cart()).lines).toMatchObject([{ quantity: 2, held: 1 }])
    await mei.order('A01+2')
    expect((await mei.cart()).lines).toMatchObject([{ quantity: 3, held: 3 }])
    expect(await of()).toMatchObject({ stock: 7, held: 3 })
  })

  test('ORDER-48 Fewer, and none: pieces go back on sale and out of the cart; of nothing nothing is taken', async () => {
    const { mei, product, redM, redXl } = await anApron()
    await mei.order('紅M+3')
    await mei.order('紅XL+1')
    expect(await mei.order('A07紅M-1')).toMatchObject({
      outcome: 'lowered',
      lines: [{ variantId: redM, asked: -1, holds: 2 }],
      heldUntilMs: until(commentHoldMs),
    })
    expect((await mei.order('A07取消')).lines).toEqual([
      { productId: product.id, variantId: redM, asked: -2, holds: 0 },
      { productId: product.id, variantId: redXl, asked: -1, holds: 0 },
    ])
    expect(await mei.cart()).toMatchObject({ lines: [], totalQuantity: 0 })
    expect(await whereabouts(shop, redM)).toMatchObject({ stock: 5, held: 0 })
    expect(await mei.order('不要了')).toMatchObject({ outcome: 'nothing', lines: [], heldUntilMs: null })
    expect(await mei.order('A07紅M-2')).toMatchObject({ outcome: 'nothing', lines: [] })
  })

  test('ORDER-49 An equal comment within 3 seconds is a double tap: answered as the first, nothing more is held', async () => {
    const { mei, of } = await aBowl()
    const first = await mei.order('+1')
    clock.advance(doubleTapMs)
    const second = await mei.order('＋1 ')
    expect(second).toEqual({ ...first, of: first.of + 1 })
    expect(await of()).toMatchObject({ held: 1 })
    clock.advance(1)
    await mei.order('+1')
    expect(await of()).toMatchObject({ held: 2 })
  })

  test('ORDER-50 What was never an order is kindly answered and holds nothing', async () => {
    const { mei, of } = await aBowl()
    expect(await mei.order('+0')).toMatchObject({ outcome: 'nothing' })
    expect(await mei.order('+100000')).toMatchObject({ outcome: 'tooMany' })
    expect(await mei.order('A99+1')).toMatchObject({ outcome: 'noSuchKeyword', said: 'A99', left: 0 })
    expect(await of()).toMatchObject({ stock: 10, held: 0 })
  })

  test('ORDER-51 Only what the live sells and is on sale can be held', async () => {
    const { mei, product, firmId, live } = await aBowl()
    const other = await shop.aProduct(firmId, { keyword: 'B02' })
    const both = aCommenter(shop, live, [product, other])
    expect(await both.order('B02+1')).toMatchObject({ outcome: 'soldOut', left: 0 })
    await shop.products.change(firmId, product.id, { ...product, offSale: true })
    expect(await mei.order('+1')).toMatchObject({ outcome: 'soldOut', left: 0 })
  })

  test('ORDER-52 Orders count from the begin of the live to its end, and a hold ends 15 minutes after that', async () => {
    const { mei, of, live } = await aBowl()
    clock.set(new Date(live.beginAtMs - 30 * 60_000 - 1))
    expect(await mei.order('+1')).toMatchObject({ outcome: 'nothing' })
    clock.set(new Date(live.beginAtMs - 1))
    expect(await mei.order('A01 +1')).toMatchObject({ outcome: 'notYet' })
    clock.set(new Date(live.endAtMs - 2))
    expect(await mei.order('A01x1')).toMatchObject({ outcome: 'held' })
    clock.set(new Date(live.endAtMs - 1))
    mei.say('+2')
    // Its node died; another one carries it out.
    clock.advance(60_000)
    await mei.carryOut()
    expect(mei.last()).toMatchObject({ outcome: 'held', heldUntilMs: live.endAtMs + commentHoldMs })
    expect(await mei.order('+1')).toMatchObject({ outcome: 'nothing' })
    expect(await mei.order('-1')).toMatchObject({ outcome: 'lowered' })
    expect(await of()).toMatchObject({ held: 2 })
  })
})

describe('an unclear order', () => {
  test('ORDER-53 Waits, holding nothing, until its viewer has chosen; of two choices one counts', async () => {
    const { mei, product, live, redM, redXl, whiteM } = await anApron()
    const asked = await mei.order('紅+2')
    expect(asked).toMatchObject({
      outcome: 'unclear',
      question: { productId: product.id, quantity: 2, choices: [redM, redXl] },
      lines: [],
    })
    await aCommenter(shop, live, [product]).choose(asked.of, redM)
    await mei.choose(asked.of, newId())
    expect(await whereabouts(shop, redM)).toMatchObject({ stock: 5, held: 0 })
    await Promise.all([mei.choose(asked.of, redXl, 2), mei.choose(asked.of, whiteM, 2)])
    const answered = mei.answers().filter(({ answer }) => answer.outcome === 'held')
    expect(answered).toHaveLength(1)
    expect(answered[0]).toMatchObject({ number: 2, answer: { of: asked.of, question: null } })
    const [xl, white] = [await whereabouts(shop, redXl), await whereabouts(shop, whiteM)]
    expect(xl.held + white.held).toBe(2)
    await mei.choose(asked.of, redM)
    expect(await whereabouts(shop, redM)).toMatchObject({ held: 0 })
  })

  test('ORDER-54 A double tap of one is answered with it', async () => {
    const { mei, redM } = await anApron()
    const first = await mei.order('紅+1')
    const second = await mei.order('紅+1')
    expect(second.question).toEqual(first.question)
    await mei.choose(second.of, redM)
    const held = mei.answers().filter(({ answer }) => answer.outcome === 'held')
    expect(held.map(({ answer }) => answer.of).sort()).toEqual([first.of, second.of])
    expect(await whereabouts(shop, redM)).toMatchObject({ held: 1 })
  })

  test('ORDER-55 The staff chooses for its viewer, or says that it is no order; once, with its name', async () => {
    const { mei, firmId, live, redM } = await anApron()
    const by = actor(firmId)
    const [one, two] = [await mei.order('紅+9'), await mei.order('紅+1')]
    const { settle, list } = shop.orders.byComment
    const choice = { variantId: redM, quantity: 9 }
    await expect(settle(by, { liveId: live.id, seq: one.of, choice })).rejects.toMatchObject({ errorName: 'conflict' })
    expect((await list(firmId, { liveId: live.id, waits: 'yes', limit: 10 })).total).toBe(2)
    const settled = await Promise.allSettled([
      settle(by, { liveId: live.id, seq: one.of, choice: { variantId: redM, quantity: 3 } }),
      settle(by, { liveId: live.id, seq: one.of, choice: null }),
    ])
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(settle(by, { liveId: live.id, seq: one.of, choice: null })).rejects.toMatchObject({
      errorName: 'conflict',
      reason: orderErrors.alreadySettled,
    })
    expect(await settle(by, { liveId: live.id, seq: two.of, choice: null })).toMatchObject({ outcome: 'dismissed' })
    expect(mei.last()).toMatchObject({ of: two.of, outcome: 'dismissed', question: null })
    const { items } = await list(firmId, { liveId: live.id, limit: 10 })
    expect(items).toMatchObject([
      { seq: two.of, outcome: 'dismissed', waits: false, byName: '阿明', text: '紅+1' },
      { seq: one.of, waits: false, byName: '阿明', text: '紅+9' },
    ])
    const { rows } = await db.raw(`select action from audit where "firmId" = $1 and action = 'order.settle'`, [firmId])
    expect(rows).toHaveLength(2)
    await expect(
      settle(actor(await shop.aFirm()), { liveId: live.id, seq: two.of, choice: null }),
    ).rejects.toMatchObject({
      errorName: 'noData',
    })
  })

  test('ORDER-56 What was taken out of the list meanwhile can no longer be chosen', async () => {
    const { mei, product, redM } = await anApron()
    const { of } = await mei.order('紅+1')
    shop.comments.unlisted.add(product.id)
    await mei.choose(of, redM)
    expect(mei.last()).toMatchObject({ of, outcome: 'soldOut', left: 0 })
    expect(await whereabouts(shop, redM)).toMatchObject({ stock: 5, held: 0 })
  })
})
