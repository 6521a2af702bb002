import { blockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedApp, setOnFirm } from '../../../test/fixtures.ts'
import { aDevice, aProfileShop, home, mei, type ProfileShop, profileOf } from '../../../test/profile-shop.ts'
import { aPerson } from '../../../test/sign-up-people.ts'
import { type Member } from '../../../test/test-app.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
let member: Member
let shop: ProfileShop

beforeEach(async () => {
  member = await aMerchant()
  shop = await aProfileShop(t, member)
})

const aMerchant = async (): Promise<Member> => {
  const owner = await t.aFirm('器日')
  await t.app.services.metering.addHours(owner.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
  return owner
}

const nothing = { locked: false, empty: true, personal: null, delivery: null, invoice: null, orders: [] }
const refused = (errorName: string) => expect.objectContaining({ errorName })

/** Somebody who has bought on a device of theirs. */
const aBuyer = async (given: object = {}) => {
  const phoneA = aDevice()
  const { key, laterKey } = await shop.signUp()
  await shop.order(key, phoneA, given)
  t.clock.advance(1_000)
  return { key, laterKey, phoneA }
}

describe('what is saved', () => {
  test('CUSTOMER-9 An order saves what was filled in, on the device that ordered; without the shopper’s consent nothing is saved', async () => {
    const { key, phoneA } = await aBuyer()
    expect(await profileOf(t, key, phoneA).show()).toMatchObject({
      locked: false,
      empty: false,
      personal: { fullName: '王小明', phone: '0912 345 678', phoneCountry: 'TW', email: 'xiaoming@example.com' },
      delivery: { type: 'self' },
      invoice: { class: 'mobileBarcode', carrier: '/ABC1234' },
      paymentMethod: 'card',
      orders: [{ firstProduct: '霧白飯碗', totalQuantity: 1, total: 68_000, paymentState: 'pending' }],
      redacted: { fullName: '', phone: '', email: '', delivery: '' },
    })
    const other = await aBuyer({ remember: false })
    const kept = await profileOf(t, other.key, other.phoneA).show()
    expect(kept).toMatchObject({ ...nothing, orders: [{ paymentState: 'pending' }] })
  })

  test('CUSTOMER-82 What a person changes of it is kept in its one form, and a nickname is no link', async () => {
    const { key, phoneA } = await aBuyer()
    const mine = profileOf(t, key, phoneA)
    const personal = { fullName: 'A.B.Wang\u200b', phone: '00886912345678', email: '\u202aA.B＠example.com\u202c' }
    const invoice = { class: 'mobileBarcode', carrier: '／abc+12－' }
    expect(await mine.change({ nickname: '小\u2060明', personal, invoice })).toMatchObject({
      nickname: '小明',
      personal: { fullName: 'A.B.Wang', phone: '0912 345 678', email: 'a.b@example.com' },
      invoice: { class: 'mobileBarcode', carrier: '/ABC+12-' },
    })
    await expect(mine.change({ nickname: 'evil.tw' })).rejects.toEqual(refused('invalid'))
  })

  test('CUSTOMER-10 It is the person’s on all of their links; others, and other merchants, have none of it', async () => {
    const { key, laterKey, phoneA } = await aBuyer()
    expect(await profileOf(t, laterKey, phoneA).show()).toMatchObject({
      locked: false,
      personal: { fullName: '王小明' },
    })
    expect(await profileOf(t, laterKey, aDevice()).show()).toMatchObject({ locked: true })
    const stranger = await shop.signUp()
    expect(await profileOf(t, stranger.key, aDevice()).show()).toMatchObject(nothing)
    const theirs = await (await aProfileShop(t, await aMerchant())).signUp(phoneA)
    expect(await profileOf(t, theirs.key, phoneA).show()).toMatchObject(nothing)
    await expect(profileOf(t, `${key}x`, phoneA).show()).rejects.toEqual(refused('forbidden'))
  })

  test('CUSTOMER-11 The device that signed up with that phone is known too', async () => {
    const laptop = aDevice()
    const { key } = await shop.signUp(laptop, aPerson({ phone: mei.phone }))
    await shop.order(key, aDevice())
    expect(await profileOf(t, key, laptop).show()).toMatchObject({ locked: false, personal: { fullName: '王小明' } })
    expect(await profileOf(t, key, aDevice()).show()).toMatchObject({ locked: true })
  })

  test('CUSTOMER-12 What is changed stays changed, what is not named stays, and an error names its field', async () => {
    const { key, phoneA } = await aBuyer()
    const mine = profileOf(t, key, phoneA)
    await mine.change({ nickname: '小明', gender: 'male', delivery: home })
    expect(await mine.show()).toMatchObject({
      nickname: '小明',
      gender: 'male',
      delivery: home,
      personal: { fullName: '王小明' },
    })
    await expect(mine.change({ personal: { ...mei, phone: '0912' } })).rejects.toMatchObject({
      errorName: 'invalid',
      fields: { 'personal.phone': expect.any(String) },
    })
    await expect(mine.change({ delivery: { ...home, address: ' ' } })).rejects.toMatchObject({
      fields: { 'delivery.address': expect.any(String) },
    })
    // The next order brings in its own, and leaves the rest.
    await shop.order(key, phoneA, { personal: { ...mei, fullName: '王大明' } })
    expect(await mine.show()).toMatchObject({
      nickname: '小明',
      personal: { fullName: '王大明' },
      delivery: { type: 'self' },
    })
  })

  test('CUSTOMER-13 It can be written before anything is bought; more than 30 changes a day are refused', async () => {
    const tablet = aDevice()
    const { key } = await shop.signUp()
    const mine = profileOf(t, key, tablet)
    expect(await mine.show()).toMatchObject(nothing)
    expect(await mine.change({ personal: mei })).toMatchObject({ empty: false, personal: { fullName: '王小明' } })
    for (let times = 1; times < 30; times += 1) await mine.change({ nickname: `第 ${times} 次` })
    await expect(mine.change({ nickname: '多一次' })).rejects.toEqual(refused('tooManyRequests'))
  })
})

describe('whoever holds the link alone', () => {
  test('CUSTOMER-20 An order of theirs changes nothing that is saved, opens nothing and is shown no other order', async () => {
    const { key, phoneA } = await aBuyer()
    const thief = aDevice()
    await shop.order(key, thief, { personal: { ...mei, fullName: '小偷', phone: '0987654321' } })
    expect(await profileOf(t, key, thief).show()).toMatchObject({ locked: true, orders: [] })
    expect(await profileOf(t, key, phoneA).show()).toMatchObject({ personal: { fullName: '王小明' } })
    // Who gives the whole phone has given its end.
    const phoneB = aDevice()
    await shop.order(key, phoneB, { personal: { ...mei, fullName: '王明明' } })
    expect(await profileOf(t, key, phoneB).show()).toMatchObject({ locked: false, personal: { fullName: '王明明' } })
  })

  test('CUSTOMER-21 With nothing saved they are shown no order but of their own device or phone', async () => {
    const { key, phoneA } = await aBuyer({ remember: false })
    const thief = profileOf(t, key, aDevice())
    expect(await thief.show()).toMatchObject(nothing)
    expect(await thief.change({ personal: { ...mei, phone: '0987654321' } })).toMatchObject({ orders: [] })
    expect(await profileOf(t, key, phoneA).show()).toMatchObject({ locked: true })
  })

  test('CUSTOMER-22 When the phone becomes another one, devices that were opened by the one before are closed', async () => {
    const laptop = aDevice()
    const { key } = await shop.signUp(laptop, aPerson({ phone: '0911222333' }))
    const thief = profileOf(t, key, aDevice())
    await thief.change({ personal: { ...mei, phone: '0987654321' } })
    await profileOf(t, key, laptop).unlock('321')
    await profileOf(t, key, laptop).change({ personal: { ...mei, phone: '0911222333' } })
    expect(await thief.show()).toMatchObject({ locked: true, redacted: { phone: '0911 *** ***' } })
    await expect(thief.unlock('321')).rejects.toEqual(refused('wrongCredentials'))
  })
})

describe('forgetting', () => {
  test('CUSTOMER-23 Is for every device; orders stay, and the order of before does not bring it back', async () => {
    const { key, laterKey, phoneA } = await aBuyer()
    const phoneB = profileOf(t, key, aDevice())
    await phoneB.unlock('678')
    await profileOf(t, laterKey, phoneA).forget()
    expect(await phoneB.show()).toMatchObject(nothing)
    expect(await profileOf(t, key, phoneA).show()).toMatchObject({ ...nothing, orders: [{ totalQuantity: 1 }] })
    const { rows } = await t.platform.db.raw(
      `select personal from "shopperProfile" where personal::text like '%王小明%' and "savedAt" is null`,
    )
    expect(rows).toEqual([])
    const { rows: orders } = await t.platform.db.raw(
      'select id from "order" order by "createdAt" desc, id desc limit 1',
    )
    const facts = await t.app.services.orders.rememberFacts(member.firmId, String(orders[0]?.['id']))
    await t.app.services.profiles.rememberOrder(member.firmId, { ...facts, signupUserId: null })
    expect(await profileOf(t, key, phoneA).show()).toMatchObject({ empty: true })
    await shop.order(key, phoneA)
    expect(await profileOf(t, key, phoneA).show()).toMatchObject({ empty: false })
  })

  test('CUSTOMER-24 Who signs up again in the same browser is offered what it opened last, until it is forgotten', async () => {
    const { key, phoneA } = await aBuyer()
    const again = await shop.signUp()
    const offered = profileOf(t, again.key, phoneA)
    expect(await offered.show()).toMatchObject({
      locked: false,
      empty: false,
      personal: { fullName: '王小明' },
      orders: [],
    })
    expect(await profileOf(t, again.key, aDevice()).show()).toMatchObject(nothing)
    // The digits of this sign-up's own phone would open it, not those of the other.
    await expect(profileOf(t, again.key, phoneA).unlock('678')).rejects.toEqual(refused('wrongCredentials'))
    await offered.change({ nickname: '阿明' })
    expect(await profileOf(t, key, phoneA).show()).toMatchObject({ nickname: '' })
    await offered.forget()
    expect(await offered.show()).toMatchObject(nothing)
    expect(await profileOf(t, key, phoneA).show()).toMatchObject({ empty: true })
  })
})

describe('beside it', () => {
  test('CUSTOMER-25 Letters are stopped for the person, which the timeline shows; a person who did not sign up has none', async () => {
    const { key, phoneA } = await aBuyer()
    const mine = profileOf(t, key, phoneA)
    expect(await mine.show()).toMatchObject({ isCancelNotice: false })
    expect(await mine.change({ isCancelNotice: true })).toMatchObject({ isCancelNotice: true })
    await mine.change({ isCancelNotice: true })
    const { items } = await t.call(signupUserRoutes.list, { query: { isCancelNotice: 'yes' } }, member.headers)
    expect(items).toHaveLength(1)
    const person = await t.call(signupUserRoutes.show, { params: { id: items[0]?.id ?? '' } }, member.headers)
    expect(person.events.filter(({ kind }) => kind === 'noticesStopped')).toMatchObject([{ actor: '' }])
    expect(await mine.change({ isCancelNotice: false })).toMatchObject({ isCancelNotice: false })
    const guest = aDevice()
    const { viewerKey } = await t.call(roomRoutes.join, { body: { streamId: shop.live.streamId } }, guest)
    expect(await profileOf(t, viewerKey, guest).show()).toMatchObject({ ...nothing, isCancelNotice: null })
  })

  test('CUSTOMER-26 A viewer who is blocked, and one of a merchant who is suspended, get no answer', async () => {
    const person = aPerson()
    const { key } = await shop.signUp({}, person)
    expect(await profileOf(t, key, {}).show()).toMatchObject(nothing)
    await t.call(blockRoutes.create, { body: { email: person.email, reason: '' } }, member.headers)
    await expect(profileOf(t, key, {}).show()).rejects.toEqual(refused('forbidden'))
    const closing = await aMerchant()
    const guest = await (await aProfileShop(t, closing)).signUp()
    await setOnFirm(t, closing.firmId, 'suspendedAt', t.clock.now())
    await expect(profileOf(t, guest.key, {}).show()).rejects.toEqual(refused('notFound'))
  })
})
