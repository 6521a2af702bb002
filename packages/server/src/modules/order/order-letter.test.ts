import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { expect, test } from 'vitest'
import { aPaidForm, aSellingPage, orderFromPage, orderPlaces, payOrder, placedIn } from '../../../test/buying.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { lettersTo } from '../../../test/letters.ts'
import { aPerson } from '../../../test/sign-up-people.ts'
import { aLive, aProduct } from '../../../test/studio.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
const english = { 'accept-language': 'en' }

test('ORDER-1143 A buyer gets the letters of an order in the language of the page it was placed on', async () => {
  const member = await aFirmWithHours(t, '器日')
  const product = await aProduct(t, member, { stock: 100 })
  const page = await aSellingPage(t, member, [product.id])
  const variantId = product.variants[0]?.id ?? ''
  const buy = async (email: string, headers: Record<string, string>) => {
    const personal = { fullName: 'Amy Lin', phone: '0912345678', email }
    const given = { expectedTotal: 68000, personal }
    const { orderId } = placedIn(await orderFromPage(t, page.customUrl, [{ variantId, quantity: 1 }], given, headers))
    await t.platform.jobs.idle()
    await payOrder(t, member.firmId, orderId)
    return lettersTo(t, email)
  }
  expect(await buy('amy@example.com', english)).toMatchObject([
    { type: letterTypes.orderNotice, language: 'en', text: expect.stringContaining('Please pay before the deadline') },
    { type: letterTypes.paidNotice, language: 'en', subject: expect.stringContaining('Payment received') },
  ])
  expect(await buy('mei@example.com', {})).toMatchObject([
    { type: letterTypes.orderNotice, language: 'zh-TW', text: expect.stringContaining('請在期限內完成付款') },
    { type: letterTypes.paidNotice, language: 'zh-TW', subject: expect.stringContaining('付款完成') },
  ])
})

test('ORDER-1144 Who pays for a place in English gets its letter in English too', async () => {
  const member = await aFirmWithHours(t, '器日')
  const live = await aLive(t, member, { minutes: 600 })
  const form = await aPaidForm(t, member, [{ liveId: live.id }])
  const person = aPerson({ name: 'Amy Lin' })
  const { orderId } = placedIn(await orderPlaces(t, form.customUrl, [live.id], person, english))
  await t.platform.jobs.idle()
  await payOrder(t, member.firmId, orderId)
  const letters = await lettersTo(t, person.email)
  expect(letters.map(({ type, language }) => [type, language]).toSorted()).toEqual([
    [letterTypes.signupComplete, 'en'],
    [letterTypes.orderNotice, 'en'],
    [letterTypes.paidNotice, 'en'],
  ])
})
