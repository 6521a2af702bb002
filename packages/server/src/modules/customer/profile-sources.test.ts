import { signupOrderRoutes } from '@kaimai/contract/order/signup-order.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { beforeAll, expect, test } from 'vitest'
import {
  aPaidForm,
  aSellingPage,
  orderFromPage,
  orderPlaces,
  payOrder,
  placedIn,
  withKey,
} from '../../../test/buying.ts'
import { sharedApp } from '../../../test/fixtures.ts'
import { aDevice, aProfileShop, home, mei, type ProfileShop, profileOf } from '../../../test/profile-shop.ts'
import { aPerson } from '../../../test/sign-up-people.ts'
import { aLive } from '../../../test/studio.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
let shop: ProfileShop
const member = await t.aFirm('器日')
beforeAll(async () => {
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
  shop = await aProfileShop(t, member)
})

test('CUSTOMER-3 What was saved on a sales page is offered in the rooms of that merchant, in that browser alone', async () => {
  const laptop = aDevice()
  const page = await aSellingPage(t, member, [shop.product.id])
  const lines = [{ variantId: shop.variantId, quantity: 1 }]
  placedIn(await orderFromPage(t, page.customUrl, lines, { expectedTotal: 68_000, personal: mei }, laptop))
  await t.platform.jobs.idle()
  const { key } = await shop.signUp()
  expect(await profileOf(t, key, laptop).show()).toMatchObject({
    locked: false,
    empty: false,
    orders: [],
    personal: { fullName: '王小明', phone: '0912 345 678' },
  })
  expect(await profileOf(t, key, aDevice()).show()).toMatchObject({ empty: true })
})

test('CUSTOMER-4 An anonymous viewer’s belongs to that viewer, and is offered in the next room', async () => {
  const phone = aDevice()
  const { viewerKey } = await t.call(roomRoutes.join, { body: { streamId: shop.live.streamId } }, phone)
  await shop.order(viewerKey, phone)
  expect(await profileOf(t, viewerKey, phone).show()).toMatchObject({ empty: false, orders: [{ totalQuantity: 1 }] })
  expect(await profileOf(t, viewerKey, aDevice()).show()).toMatchObject({ locked: true })
  const next = await aLive(t, member, { minutes: 0 })
  const { viewerKey: nextKey } = await t.call(roomRoutes.join, { body: { streamId: next.streamId } }, phone)
  expect(await profileOf(t, nextKey, phone).show()).toMatchObject({ personal: { fullName: '王小明' }, orders: [] })
})

test('CUSTOMER-5 A paid sign-up saves for its person once there is a seat, keeps the address of before, and is among the orders', async () => {
  const course = await aLive(t, member, { minutes: 600 })
  const second = await aLive(t, member, { minutes: 700 })
  const form = await aPaidForm(t, member, [{ liveId: course.id }, { liveId: second.id }])
  const phone = aDevice()
  const person = aPerson({ name: '王小明' })
  const buy = async (liveId: string, invoice: object) =>
    placedIn(await orderPlaces(t, form.customUrl, [liveId], { ...person, invoice }, phone))
  const placed = await buy(course.id, { class: 'paper' })
  await t.platform.jobs.idle()
  const saved = async () =>
    (await t.platform.db.raw(`select 1 from "shopperProfile" where "ownerKind" = 'signupUser'`)).rows
  expect(await saved()).toEqual([])
  await payOrder(t, member.firmId, placed.orderId)
  const { sessions } = await t.call(signupOrderRoutes.show, {}, withKey(placed))
  const key = sessions[0]?.path.split('/').at(-1) ?? ''
  const mine = profileOf(t, key, phone)
  expect(await mine.show()).toMatchObject({
    locked: false,
    invoice: { class: 'paper' },
    delivery: { type: 'none' },
    personal: { fullName: '王小明', email: person.email },
    orders: [{ orderNo: placed.orderNo, paymentState: 'paid', firstProduct: expect.any(String) }],
  })
  t.clock.advance(1_000)
  await mine.change({ delivery: home })
  t.clock.advance(1_000)
  const again = await buy(second.id, { class: 'donation', loveCode: '919' })
  await payOrder(t, member.firmId, again.orderId)
  const kept = await mine.show()
  expect(kept).toMatchObject({ delivery: home, invoice: { class: 'donation' } })
  expect(kept.orders.map(({ orderNo }) => orderNo)).toEqual([again.orderNo, placed.orderNo])
})

test('CUSTOMER-6 An order whose browser is not known is kept, and opens by its phone alone', async () => {
  const { key } = await shop.signUp()
  const order = { liveUserId: '', signupUserId: null, shopperId: '', source: 'room' as const }
  const viewer = await t.app.services.liveUsers.byKey(key)
  await t.app.services.profiles.rememberOrder(member.firmId, {
    ...order,
    liveUserId: viewer?.id ?? '',
    shopperId: viewer?.id ?? '',
    deviceHash: '',
    remember: true,
    personal: { fullName: '王小明', phone: '+886912345678', email: 'x@example.com' },
    delivery: home,
    invoice: { class: 'member' },
    paymentMethod: 'card',
    createdAt: t.clock.now(),
  })
  expect(await profileOf(t, key, {}).show()).toMatchObject({ locked: true })
  expect(await profileOf(t, key, aDevice()).unlock('678')).toMatchObject({ locked: false, delivery: home })
})

test('CUSTOMER-7 Who had the link and wrote first sees nothing of what its owner gives later', async () => {
  const [own, stranger] = [aDevice(), aDevice()]
  const ordered = await shop.signUp(own, aPerson({ phone: mei.phone }))
  await profileOf(t, ordered.key, stranger).change({ nickname: '路人' })
  t.clock.advance(1_000)
  await shop.order(ordered.key, own)
  expect(await profileOf(t, ordered.key, own).show()).toMatchObject({ locked: false, personal: { fullName: '王小明' } })
  expect(await profileOf(t, ordered.key, stranger).show()).toMatchObject({ locked: true, personal: null, orders: [] })
  const changed = await shop.signUp(own, aPerson({ phone: '0912345679' }))
  await profileOf(t, changed.key, stranger).change({ gender: 'other' })
  t.clock.advance(1_000)
  await profileOf(t, changed.key, own).change({ delivery: home })
  expect(await profileOf(t, changed.key, stranger).show()).toMatchObject({ locked: true, delivery: null })
  expect(await profileOf(t, changed.key, stranger).unlock('679')).toMatchObject({ locked: false, delivery: home })
})

test('CUSTOMER-8 Who knows phone and e-mail of somebody buys a place of their own, and sees nothing that is saved', async () => {
  const [first, second] = [await aLive(t, member, { minutes: 600 }), await aLive(t, member, { minutes: 900 })]
  const form = await aPaidForm(t, member, [{ liveId: first.id }, { liveId: second.id }])
  const person = aPerson()
  const buy = async (liveId: string, device: object) => {
    const placed = placedIn(await orderPlaces(t, form.customUrl, [liveId], person, { ...device }))
    await payOrder(t, member.firmId, placed.orderId)
    const { sessions } = await t.call(signupOrderRoutes.show, {}, withKey(placed))
    t.clock.advance(1_000)
    return sessions[0]?.path.split('/').at(-1) ?? ''
  }
  const [owner, stranger] = [aDevice(), aDevice()]
  const own = await buy(first.id, owner)
  await profileOf(t, own, owner).change({ delivery: home })
  const bought = await buy(second.id, stranger)
  const seen = await profileOf(t, bought, stranger).show()
  expect([seen.delivery, seen.orders.length]).toEqual([{ type: 'none' }, 1])
  expect(await profileOf(t, own, owner).show()).toMatchObject({ delivery: home, orders: [{}] })
  const { rows } = await t.platform.db.raw(
    'select flagged from "signupUser" where "signupId" = $1 order by "createdAt", id',
    [form.id],
  )
  expect(rows.map(({ flagged }) => flagged)).toEqual([false, true])
})
