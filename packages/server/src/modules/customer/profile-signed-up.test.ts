import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aDevice, aProfileShop, type ProfileShop, profileOf } from '../../../test/profile-shop.ts'
import { aPerson } from '../../../test/sign-up-people.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
let shop: ProfileShop

beforeEach(async () => {
  shop = await aProfileShop(t, await aFirmWithHours(t, '器日'))
})

const refused = (errorName: string) => expect.objectContaining({ errorName })
const person = () => aPerson({ name: '陳佳穎', phone: '0912345678', email: 'chen@example.com' })
const given = {
  locked: false,
  fullName: '陳佳穎',
  phone: '0912 345 678',
  phoneCountry: 'TW',
  email: 'chen@example.com',
}

/** Somebody who signed up on a device and has bought nothing. */
const aGuest = async () => {
  const phoneA = aDevice()
  const { key, laterKey } = await shop.signUp(phoneA, person())
  return { key, laterKey, phoneA }
}

test('CUSTOMER-27 The device that signed up reads what it gave, on every link of that person, until something is saved', async () => {
  const { key, laterKey, phoneA } = await aGuest()
  for (const link of [key, laterKey])
    expect(await profileOf(t, link, phoneA).show()).toMatchObject({ locked: false, personal: null, signedUp: given })
  await shop.order(key, phoneA)
  expect(await profileOf(t, key, phoneA).show()).toMatchObject({ signedUp: null, personal: { fullName: '王小明' } })
})

test('CUSTOMER-28 A link that was passed on shows neither the phone nor the e-mail of the sign-up', async () => {
  const { key } = await aGuest()
  for (const device of [aDevice(), {}]) {
    const shown = await profileOf(t, key, device).show()
    expect(shown.signedUp?.locked).toBe(true)
    expect(JSON.stringify(shown)).not.toMatch(/345 ?678|佳穎|chen@/)
  }
})

test('CUSTOMER-29 The last three digits of the phone open the sign-up on that device alone; wrong ones are counted', async () => {
  const { key } = await aGuest()
  const phoneB = profileOf(t, key, aDevice())
  await expect(phoneB.unlock('000')).rejects.toEqual(refused('wrongCredentials'))
  expect(await phoneB.show()).toMatchObject({ triesLeft: 4, signedUp: { locked: true } })
  expect(await phoneB.unlock('678')).toMatchObject({ signedUp: given, orders: [] })
  expect(await phoneB.show()).toMatchObject({ signedUp: given })
  expect(await profileOf(t, key, aDevice()).show()).toMatchObject({ signedUp: { locked: true } })
})

test('CUSTOMER-30 Five wrong guesses close the sign-up on that device, whatever is guessed then', async () => {
  const { key } = await aGuest()
  const phoneB = profileOf(t, key, aDevice())
  for (let times = 0; times < 5; times += 1)
    await expect(phoneB.unlock('000')).rejects.toEqual(refused('wrongCredentials'))
  await expect(phoneB.unlock('678')).rejects.toEqual(refused('tooManyRequests'))
})

test('CUSTOMER-31 Who writes a nickname with somebody’s link is shown nothing of the sign-up for it', async () => {
  const { key, phoneA } = await aGuest()
  const stranger = profileOf(t, key, aDevice())
  expect(await stranger.change({ nickname: '阿明' })).toMatchObject({ signedUp: { locked: true } })
  expect(await profileOf(t, key, phoneA).show()).toMatchObject({ signedUp: given })
})

test('CUSTOMER-32 Who did not sign up has no sign-up, and nothing that digits could open', async () => {
  const guest = aDevice()
  const { viewerKey } = await t.call(roomRoutes.join, { body: { streamId: shop.live.streamId } }, guest)
  expect(await profileOf(t, viewerKey, guest).show()).toMatchObject({ signedUp: null })
  await expect(profileOf(t, viewerKey, guest).unlock('678')).rejects.toEqual(refused('noData'))
})
