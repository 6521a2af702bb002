import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { aDevice, aProfileShop, home, mei, type ProfileShop, profileOf } from '../../../test/profile-shop.ts'
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

const refused = (errorName: string) => expect.objectContaining({ errorName })

/** Somebody who has bought on a device of theirs. */
const aBuyer = async (given: object = {}) => {
  const phoneA = aDevice()
  const { key, laterKey } = await shop.signUp()
  await shop.order(key, phoneA, given)
  t.clock.advance(1_000)
  return { key, laterKey, phoneA }
}

describe('on another device', () => {
  test('CUSTOMER-14 No answer of a locked profile holds anything of it, and no order', async () => {
    const { key, phoneA } = await aBuyer()
    await profileOf(t, key, phoneA).change({ nickname: '小明君', gender: 'male', delivery: home })
    const strange = profileOf(t, key, aDevice())
    const answers: unknown[] = [await strange.show()]
    for (const request of [
      () => strange.unlock('000'),
      () => strange.change({ nickname: 'x' }),
      () => strange.forget(),
    ])
      answers.push(await request().catch((error: unknown) => String(error)))
    answers.push(await profileOf(t, key, {}).show())
    expect(answers[0]).toMatchObject({
      locked: true,
      triesLeft: 5,
      nickname: '',
      gender: '',
      orders: [],
      isCancelNotice: null,
      personal: null,
      delivery: null,
      invoice: null,
      paymentMethod: '',
      redacted: { fullName: '王○明', phone: '0912 *** ***', email: 'x***@***.com', delivery: '臺北市大安區 ***' },
    })
    const shown = JSON.stringify(answers)
    for (const secret of [
      '王小明',
      '小明君',
      '345678',
      '345 678',
      '678',
      'xiaoming',
      '仁愛路',
      '106',
      'ABC1234',
      '/order/',
    ])
      expect(shown).not.toContain(secret)
  })

  test('CUSTOMER-15 While it is locked nothing is changed or forgotten', async () => {
    const { key, phoneA } = await aBuyer()
    const strange = profileOf(t, key, aDevice())
    await expect(strange.change({ personal: { ...mei, fullName: '別人' } })).rejects.toEqual(refused('forbidden'))
    await expect(strange.change({ isCancelNotice: true })).rejects.toEqual(refused('forbidden'))
    await expect(strange.forget()).rejects.toEqual(refused('forbidden'))
    expect(await profileOf(t, key, phoneA).show()).toMatchObject({
      personal: { fullName: '王小明' },
      isCancelNotice: false,
    })
  })

  test('CUSTOMER-16 The last three digits of the phone open it there, with the orders', async () => {
    const { key } = await aBuyer()
    const phoneB = profileOf(t, key, aDevice())
    await expect(phoneB.unlock('12')).rejects.toEqual(refused('invalid'))
    expect(await phoneB.unlock('678')).toMatchObject({
      locked: false,
      personal: { fullName: '王小明' },
      orders: [{ totalQuantity: 1 }],
    })
    expect(await phoneB.show()).toMatchObject({ locked: false })
    const { viewerKey } = await t.call(roomRoutes.join, { body: { streamId: shop.live.streamId } }, aDevice())
    await expect(profileOf(t, viewerKey, aDevice()).unlock('678')).rejects.toEqual(refused('noData'))
  })

  test('CUSTOMER-17 Five wrong guesses close it on that device for a day, whatever is guessed then', async () => {
    const { key } = await aBuyer()
    const phoneB = profileOf(t, key, aDevice())
    for (let left = 4; left >= 0; left -= 1) {
      await expect(phoneB.unlock('000')).rejects.toEqual(refused('wrongCredentials'))
      expect(await phoneB.show()).toMatchObject({ locked: true, triesLeft: left })
    }
    await expect(phoneB.unlock('678')).rejects.toEqual(refused('tooManyRequests'))
    expect(await profileOf(t, key, aDevice()).show()).toMatchObject({ triesLeft: 5 })
    t.clock.advance(24 * 60 * 60_000 + 1)
    expect(await phoneB.unlock('678')).toMatchObject({ locked: false })
  })

  test('CUSTOMER-18 Who throws cookies away has 20 guesses a day and 60 in 30 days in all', async () => {
    const { key, phoneA } = await aBuyer()
    const guess = (device: object = {}) => profileOf(t, key, device).unlock('000')
    for (let day = 0; day < 3; day += 1) {
      for (let times = 0; times < 20; times += 1) await expect(guess()).rejects.toEqual(refused('wrongCredentials'))
      await expect(guess()).rejects.toEqual(refused('tooManyRequests'))
      t.clock.advance(25 * 60 * 60_000)
    }
    await expect(guess(aDevice())).rejects.toEqual(refused('tooManyRequests'))
    expect(await profileOf(t, key, aDevice()).show()).toMatchObject({ triesLeft: 0 })
    expect(await profileOf(t, key, phoneA).show()).toMatchObject({ locked: false })
    t.clock.advance(30 * 24 * 60 * 60_000)
    await t.platform.jobs.runTick('customer/sweep-tries')
    expect(await profileOf(t, key, aDevice()).unlock('678')).toMatchObject({ locked: false })
  })

  test('CUSTOMER-19 Guesses sent at once count one by one', async () => {
    const { key } = await aBuyer()
    const phoneB = profileOf(t, key, aDevice())
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        phoneB.unlock(String(100 + at)).catch((error: { errorName: string }) => error.errorName),
      ),
    )
    expect(answers.filter((answer) => answer === 'wrongCredentials')).toHaveLength(5)
    expect(answers.filter((answer) => answer === 'tooManyRequests')).toHaveLength(7)
  })
})
