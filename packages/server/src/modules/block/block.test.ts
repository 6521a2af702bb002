import { blockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { cartRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aForm, aLive, aProduct } from '../../../test/studio.ts'
import { blockStage } from '../../../test/block-stage.ts'

const t = await sharedApp()
const member = await aFirmWithHours(t, '器日')
const other = await aFirmWithHours(t, '別家')
const stage = await blockStage(t, member)
const { aPerson, aBrowser, signUp, join, nameOf, newest, blockViewer } = stage
let live: Awaited<ReturnType<typeof stage.reopen>>['live']
beforeEach(async () => {
  ;({ live } = await stage.reopen())
})

describe('keeping out', () => {
  test('BLOCK-10 A blocked person comes back neither by the link, nor in another browser, nor without the link', async () => {
    const [mine, another] = [aBrowser(), aBrowser()]
    const person = aPerson()
    const { key } = await signUp(mine, person)
    expect(nameOf(await join(mine, key))).toBe('in')
    const block = await blockViewer(person.name, live.id)
    expect(block).toMatchObject({ state: 'temporary', hasDevice: true, byName: '王小明', reason: '洗版' })
    expect(nameOf(await join(mine, key))).toBe('forbidden')
    expect(nameOf(await join(another, key))).toBe('forbidden')
    expect(nameOf(await join(mine))).toBe('forbidden')
    expect(nameOf(await join(aBrowser()))).toBe('in')
  })

  test('BLOCK-11 An anonymous viewer is known by its browser', async () => {
    const mine = aBrowser()
    await mine(roomRoutes.join, { streamId: live.streamId, name: '匿名甲' })
    await blockViewer('匿名甲', live.id)
    expect(nameOf(await join(mine))).toBe('forbidden')
    const { key } = await signUp(aBrowser(), aPerson())
    expect(nameOf(await join(aBrowser(), key))).toBe('in')
  })

  test.each([
    ['phone', (before: ReturnType<typeof aPerson>) => ({ ...aPerson(), phone: before.phone })],
    ['e-mail', (before: ReturnType<typeof aPerson>) => ({ ...aPerson(), email: before.email.toUpperCase() })],
  ])('BLOCK-12 A new sign-up with the %s of who is blocked answers as ever and gives no seat', async (_, again) => {
    const person = aPerson()
    const { key } = await signUp(aBrowser(), person)
    await join(aBrowser(), key)
    await blockViewer(person.name, null)
    const next = await aLive(t, member, { minutes: 12 })
    const nextForm = await aForm(t, member, [{ liveId: next.id, capacity: 5 }])
    await t.platform.jobs.idle()
    const letters = async () => {
      const { rows } = await t.platform.db.raw('select count(*) as n from "letterRecipient" where "firmId" = $1', [
        member.firmId,
      ])
      return Number(rows[0]?.['n'])
    }
    const before = await letters()
    const refused = await signUp(aBrowser(), again(person), nextForm)
    expect(refused).toMatchObject({ result: 'signedUp', links: [] })
    const seats = await t.platform.db.raw('select count(*) as n from "signupSeat" where "liveId" = $1', [next.id])
    expect(Number(seats.rows[0]?.['n'])).toBe(0)
    await t.platform.jobs.idle()
    expect(await letters()).toBe(before)
  })

  test('BLOCK-13 The browser of a blocked person gets no seat by a new sign-up', async () => {
    const mine = aBrowser()
    const person = aPerson()
    const { key } = await signUp(mine, person)
    await join(mine, key)
    await blockViewer(person.name, null)
    const next = await aLive(t, member, { minutes: 14 })
    const again = await signUp(mine, aPerson(), await aForm(t, member, [{ liveId: next.id }]))
    expect(again).toMatchObject({ result: 'signedUp', links: [] })
  })

  test('BLOCK-14 A phone or an e-mail blocked by hand keeps out a person who never came before; the other firm stays open', async () => {
    const person = aPerson()
    await t.call(
      blockRoutes.create,
      { body: { phone: person.phone, name: '上次退貨', reason: '棄單三次' } },
      member.headers,
    )
    expect((await signUp(aBrowser(), person)).links).toEqual([])
    const theirs = await aLive(t, other, { minutes: 10 })
    const open = await signUp(aBrowser(), person, await aForm(t, other, [{ liveId: theirs.id }]))
    expect(open.links).toHaveLength(1)
    expect((await newest('0912')).state).toBe('permanent')
  })

  test('BLOCK-15 A blocked person can neither fill a cart nor order', async () => {
    const product = await aProduct(t, member)
    const selling = await aLive(t, member, { minutes: 5, productIds: [product.id] })
    const mine = aBrowser()
    const person = aPerson()
    const { key = '' } = await signUp(mine, person, await aForm(t, member, [{ liveId: selling.id }]))
    t.clock.advance(6 * 60_000)
    const variantId = product.variants[0]?.id ?? ''
    const cart = () => mine(cartRoutes.set, { variantId, quantity: 1 }, { 'x-viewer-key': key })
    expect(nameOf(await cart())).toBe('in')
    await blockViewer(person.name, selling.id)
    expect(nameOf(await cart())).toBe('forbidden')
    const order = await mine(
      purchaseRoutes.createOrder,
      {
        streamId: selling.streamId,
        viewerKey: key,
        personal: { fullName: person.name, phone: person.phone, email: person.email },
        delivery: { type: 'self' },
        paymentMethod: 'card',
        expectedTotal: 0,
        invoice: { class: 'member' },
      },
      { 'idempotency-key': 'block-order-1' },
    )
    expect(nameOf(order)).toBe('forbidden')
    t.clock.advance(-6 * 60_000)
  })

  test('BLOCK-16 Cancelling lets back in at once, and undoing that keeps out again', async () => {
    const mine = aBrowser()
    const person = aPerson()
    const { key } = await signUp(mine, person)
    await join(mine, key)
    const { id } = await blockViewer(person.name, live.id)
    expect(nameOf(await join(mine, key))).toBe('forbidden')
    const cancelled = await t.call(blockRoutes.cancel, { params: { id } }, member.headers)
    expect(cancelled).toMatchObject({ state: 'cancelled', cancelledByName: '王小明' })
    expect(nameOf(await join(mine, key))).toBe('in')
    expect((await t.call(blockRoutes.again, { params: { id } }, member.headers)).state).toBe('temporary')
    expect(nameOf(await join(mine, key))).toBe('forbidden')
  })

  test('BLOCK-17 A temporary block leaves the other lives open; made permanent it closes them, and each kind has its own cancelling', async () => {
    const mine = aBrowser()
    const person = aPerson()
    const next = await aLive(t, member, { minutes: 20 })
    const both = await aForm(t, member, [{ liveId: live.id }, { liveId: next.id }])
    const { links } = await signUp(mine, person, both)
    const [here, there] = links.map(({ path }) => path.split('/').at(-1))
    await join(mine, here)
    const viewer = (
      await t.call(blockRoutes.candidates, { query: { q: person.name, liveId: live.id } }, member.headers)
    ).viewers[0]
    const { id } = await t.call(
      blockRoutes.create,
      { body: { liveUserId: viewer?.liveUserId ?? '', liveId: live.id } },
      member.headers,
    )
    expect(nameOf(await join(mine, there, next))).toBe('in')
    await expect(t.call(blockRoutes.cancelPermanent, { params: { id } }, member.headers)).rejects.toMatchObject({
      errorName: 'conflict',
    })
    const permanent = await t.call(blockRoutes.makePermanent, { params: { id } }, member.headers)
    expect(permanent).toMatchObject({
      state: 'permanent',
      liveId: null,
      fromLiveId: live.id,
      permanentByName: '王小明',
    })
    expect(nameOf(await join(mine, there, next))).toBe('forbidden')
    await expect(t.call(blockRoutes.cancel, { params: { id } }, member.headers)).rejects.toMatchObject({
      errorName: 'conflict',
    })
    await t.call(blockRoutes.cancelPermanent, { params: { id } }, member.headers)
    expect(nameOf(await join(mine, there, next))).toBe('in')
  })
})
