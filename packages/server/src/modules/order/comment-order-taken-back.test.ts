import { commentHoldMs } from '@kaimai/contract/order/order.rules.ts'
import { replyWithinMs } from '@kaimai/contract/order/comment-order-reply.rules.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCommenter, whereabouts } from '../../../test/commenting.ts'
import { orderBody, shopOpensAt } from '../../../test/commerce-factory.ts'
import { sharedShop } from '../../../test/fixtures.ts'

const { clock, shop } = await sharedShop()

beforeEach(() => clock.set(new Date(shopOpensAt + 60_000)))

/** A bowl (A01, 10 pieces) is shown; an apron (A07) comes in three kinds, 5 pieces each. */
const aTable = async () => {
  const firmId = await shop.aFirm()
  const bowl = await shop.aProduct(firmId, { keyword: 'A01', variants: [{ name: '', stock: 10 }] })
  const apron = await shop.aProduct(firmId, {
    keyword: 'A07',
    variants: ['紅M', '紅XL', '白M'].map((name) => ({ name, stock: 5 })),
  })
  const live = shop.aLive(firmId, [bowl.id, apron.id])
  const mei = aCommenter(shop, live, [bowl, apron])
  const [redM = '', redXl = '', whiteM = ''] = apron.variants.map(({ id }) => id)
  const answerTo = (of: number) => mei.answers().findLast(({ answer }) => answer.of === of)?.answer
  return { firmId, bowl, apron, live, mei, bowlId: bowl.variants[0]?.id ?? '', redM, redXl, whiteM, answerTo }
}

describe('an earlier confirmation', () => {
  test('ORDER-170 Cancelling takes back every earlier confirmation of the same pieces, also in the queue of the staff', async () => {
    const { mei, firmId, live, bowlId, answerTo } = await aTable()
    const [one, two] = [await mei.order('+1'), await mei.order('A01+2')]
    const other = await mei.order('A07紅M+1')
    const cancelled = await mei.order('取消')
    expect(cancelled).toMatchObject({ outcome: 'lowered', lines: [{ variantId: bowlId, asked: -3, holds: 0 }] })
    expect(answerTo(one.of)).toMatchObject({ outcome: 'lowered', heldUntilMs: null, lines: [{ asked: 1, holds: 0 }] })
    expect(answerTo(two.of)).toMatchObject({ outcome: 'lowered', heldUntilMs: null, lines: [{ asked: 3, holds: 0 }] })
    expect(answerTo(other.of)).toEqual(other)
    const { items } = await shop.orders.byComment.list(firmId, { liveId: live.id, limit: 10 })
    expect(items.map(({ seq, outcome }) => [seq, outcome])).toEqual([
      [cancelled.of, 'lowered'],
      [other.of, 'held'],
      [two.of, 'lowered'],
      [one.of, 'lowered'],
    ])
    expect((await shop.orders.byComment.ordersOf(firmId, live.id, [one.of])).get(one.of)).toMatchObject({
      outcome: 'lowered',
      heldUntilMs: null,
    })
  })

  test('ORDER-171 Of several products in one comment only what is no longer held is taken back', async () => {
    const { mei, answerTo, bowlId, redM } = await aTable()
    const both = await mei.order('A01+1 A07紅M+2')
    await mei.order('取消')
    expect(answerTo(both.of)).toMatchObject({
      outcome: 'held',
      heldUntilMs: both.heldUntilMs,
      lines: [
        { variantId: bowlId, asked: 1, holds: 0 },
        { variantId: redM, asked: 2, holds: 2 },
      ],
    })
    await mei.order('A07取消')
    expect(answerTo(both.of)).toMatchObject({ outcome: 'lowered', heldUntilMs: null })
  })

  test('ORDER-172 Fewer pieces by a comment leave it; none, by comment or in the cart, take it back', async () => {
    const { mei, answerTo, bowlId, redM } = await aTable()
    const bowls = await mei.order('+3')
    await mei.order('A01-1')
    expect(answerTo(bowls.of)).toEqual(bowls)
    await mei.order('A01-2')
    expect(answerTo(bowls.of)).toMatchObject({ outcome: 'lowered', lines: [{ asked: 3, holds: 0 }] })
    const aprons = await mei.order('A07紅M+2')
    await mei.set(redM, 1)
    expect(answerTo(aprons.of)).toEqual(aprons)
    await mei.set(redM, 0)
    await expect.poll(() => answerTo(aprons.of)).toMatchObject({ outcome: 'lowered', lines: [{ asked: 2, holds: 0 }] })
    expect(await whereabouts(shop, bowlId)).toMatchObject({ stock: 10, held: 0 })
  })

  test('ORDER-173 When the time of a hold is over, its newest comment says so, and those before it confirm nothing any more', async () => {
    const { mei, answerTo } = await aTable()
    const [one, two] = [await mei.order('+1'), await mei.order('A01+2')]
    clock.advance(commentHoldMs)
    await shop.orders.byComment.endDue()
    const over = { outcome: 'lowered', heldUntilMs: null }
    expect(answerTo(two.of)).toMatchObject({ ...over, lines: [{ asked: 0, holds: 0 }] })
    expect(answerTo(one.of)).toMatchObject({ ...over, lines: [{ asked: 1, holds: 0 }] })
  })

  test('ORDER-174 What was bought is not taken back by cancelling what was held afterwards', async () => {
    const { mei, answerTo, live, bowl } = await aTable()
    const bought = await mei.order('+1')
    clock.advance(1_000)
    await shop.orders.place(orderBody(live, mei.viewer, [{ price: bowl.price, quantity: 1 }]))
    clock.advance(4_000)
    const later = await mei.order('A01+2')
    await mei.order('取消')
    expect(answerTo(bought.of)).toEqual(bought)
    expect(answerTo(later.of)).toMatchObject({ outcome: 'lowered' })
  })
})

describe('words after an open question', () => {
  test('ORDER-175 A number asks the open question again for that many, and holds nothing of what is shown', async () => {
    const { mei, apron, bowlId, redM, answerTo } = await aTable()
    const asked = await mei.order('A07+1')
    for (const [words, quantity] of [
      ['我要兩個', 2],
      ['3個', 3],
    ] as const) {
      mei.say(words)
      await mei.carryOut()
      expect(answerTo(asked.of)).toMatchObject({ outcome: 'unclear', question: { productId: apron.id, quantity } })
    }
    await mei.choose(asked.of, redM, 3)
    expect(answerTo(asked.of)).toMatchObject({ outcome: 'held', lines: [{ variantId: redM, asked: 3, holds: 3 }] })
    expect(await whereabouts(shop, bowlId)).toMatchObject({ held: 0 })
    // Nothing is open any more.
    expect(await mei.order('我要兩個')).toMatchObject({ outcome: 'held', lines: [{ variantId: bowlId, holds: 2 }] })
  })

  test('ORDER-176 A variant decides it, one that fits several narrows it down', async () => {
    const { mei, redM, redXl, whiteM, answerTo, firmId, live } = await aTable()
    const asked = await mei.order('A07+2')
    mei.say('紅的')
    await mei.carryOut()
    expect(answerTo(asked.of)).toMatchObject({ outcome: 'unclear', question: { quantity: 2, choices: [redM, redXl] } })
    mei.say('M 的')
    await mei.carryOut()
    expect(answerTo(asked.of)).toMatchObject({
      outcome: 'held',
      question: null,
      lines: [{ variantId: redM, holds: 2 }],
    })
    const again = await mei.order('A07+1')
    mei.say('白的三件')
    await mei.carryOut()
    expect(answerTo(again.of)).toMatchObject({ outcome: 'held', lines: [{ variantId: whiteM, holds: 3 }] })
    // One line of the queue for each order.
    expect((await shop.orders.byComment.list(firmId, { liveId: live.id, limit: 10 })).items).toHaveLength(2)
  })

  test('ORDER-177 Without an open question of the own, or long after one, the words mean what they always mean', async () => {
    const { mei, live, bowl, apron, bowlId } = await aTable()
    const ann = aCommenter(shop, live, [bowl, apron])
    await ann.order('A07+1')
    mei.say('兩個')
    await mei.carryOut()
    expect(mei.answers()).toEqual([])
    expect(await mei.order('我要兩個')).toMatchObject({ outcome: 'held', lines: [{ variantId: bowlId }] })
    clock.advance(replyWithinMs + 1)
    expect(await ann.order('我要兩個')).toMatchObject({ outcome: 'held', lines: [{ variantId: bowlId }] })
  })
})
