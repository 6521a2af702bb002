import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import { commentHoldMs, maxCommentHoldMs } from '@kaimai/contract/order/order.rules.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCommenter, whereabouts } from '../../../test/commenting.ts'
import { publicIdOf } from '../../../test/comments-in-memory.ts'
import { shopOpensAt, type Viewer } from '../../../test/commerce-factory.ts'
import { sharedShop } from '../../../test/fixtures.ts'
import { newId } from '../../platform/ids.ts'
import { endOf } from './order-holds.ts'

const { clock, db, shop } = await sharedShop()
const minute = 60_000

beforeEach(() => clock.set(new Date(shopOpensAt)))

/** A live with a bowl (A01, 10 pieces) and an apron (A07) in two kinds, 5 pieces each; the bowl is shown. */
const aTable = async () => {
  const firmId = await shop.aFirm()
  const bowl = await shop.aProduct(firmId, { keyword: 'A01', variants: [{ name: '', stock: 10 }] })
  const variants = ['紅M', '紅XL'].map((name) => ({ name, stock: 5 }))
  const apron = await shop.aProduct(firmId, { keyword: 'A07', variants })
  const live = shop.aLive(firmId, [bowl.id, apron.id])
  const mei = aCommenter(shop, live, [bowl, apron])
  const bowlId = bowl.variants[0]?.id ?? ''
  const [redM = '', redXl = ''] = apron.variants.map(({ id }) => id)
  const by = { firmId, memberId: newId(), actorName: '阿明', ip: '127.0.0.1' }
  return { firmId, bowl, apron, live, mei, bowlId, redM, redXl, by, ofBowl: () => whereabouts(shop, bowlId) }
}
const at = (minutes: number) => clock.set(new Date(shopOpensAt + minutes * minute))
const until = (minutes: number) => shopOpensAt + minutes * minute
const expire = () => shop.orders.byComment.endDue()
const audited = async (firmId: string, action: string) =>
  (await db.raw('select change from audit where "firmId" = $1 and action = $2', [firmId, action])).rows

const setBlocked = (viewer: Viewer, blocked: boolean) => {
  shop.viewerById.set(viewer.id, { ...viewer, blocked })
  return shop.orders.byComment.blockChanged({ firmId: viewer.firmId, liveUserIds: [viewer.id] })
}

describe('the end of a hold', () => {
  test('ORDER-62 More renews it, but never beyond 30 minutes after its begin; fewer renews nothing', async () => {
    const { mei, ofBowl } = await aTable()
    expect(await mei.order('+1')).toMatchObject({ heldUntilMs: until(15) })
    at(5)
    expect(await mei.order('A01+2')).toMatchObject({ heldUntilMs: until(20) })
    at(10)
    expect(await mei.order('A01-1')).toMatchObject({ outcome: 'lowered', heldUntilMs: until(20) })
    at(19)
    expect(await mei.order('A01 +1')).toMatchObject({ heldUntilMs: until(30) })
    at(29)
    expect(await mei.order('A01x1')).toMatchObject({ outcome: 'held', heldUntilMs: until(30) })
    expect(await ofBowl()).toMatchObject({ stock: 6, held: 4 })
    at(30)
    await expire()
    expect(await ofBowl()).toMatchObject({ stock: 10, held: 0 })
    expect(await mei.order('+1')).toMatchObject({ outcome: 'held', heldUntilMs: until(45) })
  })

  test('ORDER-63 Whatever is said every minute from opening to end, the pieces are on sale after every half an hour', async () => {
    const { mei, ofBowl } = await aTable()
    let free = 0
    for (let now = 0; now <= 60; now += 1) {
      at(now)
      await expire()
      if ((await ofBowl()).stock === 10) free += 1
      mei.say(now % 3 === 2 ? 'A01-1' : 'A01+1')
      await mei.carryOut()
    }
    expect(free).toBe(3)
  })

  test('ORDER-64 Of several lines the answer states the end that comes first, and a line that is short keeps its own', async () => {
    const { mei, redM } = await aTable()
    await mei.order('A01+1')
    at(10)
    expect(await mei.order('A07紅M+1')).toMatchObject({ heldUntilMs: until(25) })
    at(12)
    expect(await mei.order('A07紅M+1 A01+99')).toMatchObject({
      outcome: 'unpaidLimit',
      heldUntilMs: until(15),
      lines: [{ variantId: redM }, { short: true, holds: 1 }],
    })
    const present = { heldUntilMs: until(15), createdAtMs: until(0) }
    const before = { productId: '', cart: 1, held: 1 }
    expect(endOf({ before, held: 2 }, present, new Date(until(99)))).toEqual(new Date(shopOpensAt + maxCommentHoldMs))
    expect(endOf({ before, held: 1 }, present, new Date(until(99)))).toEqual(new Date(shopOpensAt + commentHoldMs))
  })

  test('ORDER-65 A viewer who is blocked loses every hold at once, and a block that is lifted brings nothing back', async () => {
    const { mei, live, bowl, ofBowl, redM } = await aTable()
    const { of } = await mei.order('+4')
    await mei.order('A07紅M+2')
    const ann = aCommenter(shop, live, [bowl])
    await ann.order('+1')
    await shop.orders.byComment.blockChanged({ firmId: live.firmId, liveUserIds: [ann.viewer.id, newId()] })
    expect(await ofBowl()).toMatchObject({ held: 5 })
    // Said before the block, and not carried out yet.
    mei.say('A01+3')
    await setBlocked(mei.viewer, true)
    await setBlocked(mei.viewer, true)
    expect(await ofBowl()).toMatchObject({ stock: 9, held: 1 })
    expect(await whereabouts(shop, redM)).toMatchObject({ stock: 5, held: 0 })
    const found = mei.answers().filter(({ answer }) => answer.of === of)
    expect(found.map(({ answer }) => answer.outcome)).toEqual(['held', 'lowered'])
    await mei.carryOut()
    expect(mei.last()).toMatchObject({ outcome: 'nothing', heldUntilMs: null })
    expect((await mei.cart()).lines).toMatchObject([
      { quantity: 4, held: 0 },
      { quantity: 2, held: 0 },
    ])
    await setBlocked(mei.viewer, false)
    expect(await ofBowl()).toMatchObject({ stock: 9, held: 1 })
    expect(await mei.order('+1')).toMatchObject({ outcome: 'held' })
  })

  test('ORDER-66 A block that comes while orders are carried out leaves nothing held', async () => {
    const { mei, ofBowl } = await aTable()
    for (let count = 0; count < 5; count += 1) mei.say(`A01+${count + 1}`)
    await Promise.all([mei.carryOut(), setBlocked(mei.viewer, true), mei.carryOut()])
    expect(await ofBowl()).toMatchObject({ stock: 10, held: 0 })
  })

  test('ORDER-67 The staff puts back on sale what a viewer holds; it is on record, and that viewer is notified', async () => {
    const { mei, firmId, live, by, ofBowl, bowlId } = await aTable()
    const { release } = shop.orders.byComment
    const userId = publicIdOf(mei.viewer.id)
    expect(await release(by, { liveId: live.id, userId })).toBe(0)
    expect(await audited(firmId, 'order.release')).toHaveLength(0)
    const { of } = await mei.order('+4')
    const both = await Promise.all([release(by, { liveId: live.id, userId }), release(by, { liveId: live.id, userId })])
    expect(both.sort()).toEqual([0, 4])
    expect(await ofBowl()).toMatchObject({ stock: 10, held: 0 })
    expect(mei.last()).toMatchObject({
      of,
      outcome: 'lowered',
      lines: [{ variantId: bowlId, asked: 0, holds: 0 }],
      heldUntilMs: null,
    })
    expect(await audited(firmId, 'order.release')).toMatchObject([{ change: { userId, quantity: 4 } }])
    await mei.order('A01+1')
    const strangers = { ...by, firmId: await shop.aFirm() }
    await expect(release(strangers, { liveId: live.id, userId })).rejects.toMatchObject({ errorName: 'noData' })
    await expect(release(by, { liveId: live.id, userId: 'nobody' })).rejects.toMatchObject({ errorName: 'noData' })
    expect(await ofBowl()).toMatchObject({ held: 1 })
  })

  test('ORDER-68 Nothing is held before the live begins, however late it is carried out; the viewer hears to come back', async () => {
    const { mei, ofBowl, live } = await aTable()
    at(-1)
    expect(await mei.order('+1')).toMatchObject({ outcome: 'notYet', lines: [], heldUntilMs: null })
    expect(await mei.order('A07+1')).toMatchObject({ outcome: 'notYet', question: null })
    expect(await mei.order('A01-1')).toMatchObject({ outcome: 'nothing' })
    expect(await mei.order('A99+1')).toMatchObject({ outcome: 'noSuchKeyword' })
    mei.say('A01+5')
    at(0)
    await mei.carryOut()
    expect(mei.last()).toMatchObject({ outcome: 'notYet' })
    expect(await ofBowl()).toMatchObject({ stock: 10, held: 0 })
    expect(await shop.orders.byComment.waitingIn(live.firmId, [live.id])).toEqual(new Map())
    expect(await mei.order('+1')).toMatchObject({ outcome: 'held' })
  })
})

describe('a comment that is clear in part', () => {
  test('ORDER-69 What is clear is held at once, beside the question; the choice comes to it', async () => {
    const { mei, bowlId, redM, redXl, apron, ofBowl } = await aTable()
    const asked = await mei.order('A01+2 A07+1')
    expect(asked).toMatchObject({
      outcome: 'unclear',
      lines: [{ variantId: bowlId, asked: 2, holds: 2 }],
      heldUntilMs: until(15),
      question: { productId: apron.id, quantity: 1, choices: [redM, redXl] },
    })
    expect(await ofBowl()).toMatchObject({ stock: 8, held: 2 })
    at(1)
    await mei.choose(asked.of, redXl)
    expect(mei.last()).toMatchObject({
      of: asked.of,
      outcome: 'held',
      lines: [
        { variantId: bowlId, holds: 2 },
        { variantId: redXl, holds: 1 },
      ],
      heldUntilMs: until(15),
      question: null,
    })
    expect(await ofBowl()).toMatchObject({ held: 2 })
  })

  test('ORDER-70 The question stays when what was clear ends or is short, and dismissing it takes nothing away', async () => {
    const { mei, live, by, bowlId, ofBowl, redM } = await aTable()
    const { settle } = shop.orders.byComment
    expect(await mei.order('A01+11 A07+1')).toMatchObject({
      outcome: 'unclear',
      lines: [{ variantId: bowlId, holds: 0, short: true }],
      heldUntilMs: null,
      left: 0,
    })
    const one = await mei.order('A01+1 A07+1')
    at(15)
    await expire()
    expect(mei.last()).toMatchObject({ of: one.of, outcome: 'unclear', lines: [{ holds: 0 }], heldUntilMs: null })
    await mei.choose(one.of, redM)
    expect(mei.last()).toMatchObject({ of: one.of, outcome: 'held', question: null, heldUntilMs: until(30) })
    const two = await mei.order('A01+2 A07+1')
    const answer = await settle(by, { liveId: live.id, seq: two.of, choice: null })
    expect(answer).toMatchObject({ outcome: 'held', lines: [{ variantId: bowlId, holds: 2 }], question: null })
    expect(await ofBowl()).toMatchObject({ held: 2 })
  })

  test('ORDER-71 Colleagues are notified once who has settled an order; the viewer who chooses is no colleague', async () => {
    const { mei, live, by, redM } = await aTable()
    const { settle } = shop.orders.byComment
    const [one, two, three] = [await mei.order('A07+1'), await mei.order('A07+2'), await mei.order('A07x1')]
    await settle(by, { liveId: live.id, seq: one.of, choice: null })
    await settle(by, { liveId: live.id, seq: two.of, choice: { variantId: redM, quantity: 2 } })
    await mei.choose(three.of, redM)
    await expect(settle(by, { liveId: live.id, seq: one.of, choice: null })).rejects.toMatchObject({
      reason: orderErrors.alreadySettled,
    })
    expect(shop.comments.settled.filter(({ of }) => [one.of, two.of, three.of].includes(of))).toEqual([
      { by: '阿明', of: one.of, outcome: 'dismissed' },
      { by: '阿明', of: two.of, outcome: 'held' },
    ])
  })
})
