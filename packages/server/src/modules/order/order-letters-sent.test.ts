import {
  automaticDefaults,
  automaticLetterRoutes,
  orderLetterRoutes,
} from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { aSellingPage, orderFromPage, payOrder, placedIn } from '../../../test/buying.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { templateBody } from '../../../test/letter-template.ts'
import { lettersTo } from '../../../test/letters.ts'
import { aRefundByHand } from '../../../test/refunding.ts'
import { aPerson } from '../../../test/sign-up-people.ts'
import { aProduct } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
let member: Member
beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
})

const choose = (part: object) =>
  t.call(automaticLetterRoutes.change, { body: { ...automaticDefaults, ...part } }, member.headers)
const anOrder = async () => {
  const product = await aProduct(t, member, { stock: 10 })
  const page = await aSellingPage(t, member, [product.id])
  const variantId = product.variants[0]?.id ?? ''
  const { email } = aPerson()
  const given = { expectedTotal: 68000, personal: { fullName: '林佳穎', phone: '0912345678', email } }
  const { orderId } = placedIn(await orderFromPage(t, page.customUrl, [{ variantId, quantity: 1 }], given))
  await t.platform.jobs.idle()
  return { orderId, email }
}
const orderTemplate = () => ({
  ...templateBody('訂單信', letterTypes.orderNotice),
  contents: {
    'zh-TW': { subject: '我們的信 {{orderNo}}', blocks: [{ kind: 'heading' as const, text: '{{paymentNote}}' }] },
    en: { subject: 'Our own {{orderNo}}', blocks: [{ kind: 'heading' as const, text: '{{paymentNote}}' }] },
  },
})
const send = (name: 'orderNotice' | 'paidNotice', orderId: string, headers = member.headers) =>
  t.call(orderLetterRoutes[name], { body: { orderId } }, headers)
const sendsLogged = async () =>
  (await t.platform.db.raw(`select action from audit where "firmId" = $1 and action = 'letter.send'`, [member.firmId]))
    .rows.length

test('ORDER-1210 Letters about orders say what the firm has chosen, and none goes where it chose none', async () => {
  const template = await t.call(letterTemplateRoutes.create, { body: orderTemplate() }, member.headers)
  await choose({ orderNotice: template.id, paidNotice: 'none' })
  const { orderId, email } = await anOrder()
  await payOrder(t, member.firmId, orderId)
  const letters = await lettersTo(t, email)
  expect(letters.map(({ type }) => type)).toEqual([letterTypes.orderNotice])
  expect(letters[0]?.subject).toContain('我們的信')
})

test('ORDER-1211 What is no text of the firm for that letter is refused at its field, and changes nothing', async () => {
  const template = await t.call(letterTemplateRoutes.create, { body: orderTemplate() }, member.headers)
  const other = await t.aFirm()
  await expect(choose({ paidNotice: template.id })).rejects.toMatchObject({
    errorName: 'invalid',
    fields: { paidNotice: expect.any(String) },
  })
  await expect(
    t.call(automaticLetterRoutes.change, { body: { ...automaticDefaults, orderNotice: template.id } }, other.headers),
  ).rejects.toMatchObject({ errorName: 'invalid' })
  await expect(choose({ liveNoticeMinutes: [60, 60] })).rejects.toMatchObject({ errorName: 'invalid' })
  await expect(choose({ liveNoticeMinutes: [30] })).rejects.toMatchObject({ errorName: 'invalid' })
  expect(await t.call(automaticLetterRoutes.show, {}, member.headers)).toEqual(automaticDefaults)
})

test('ORDER-1212 Staff sends the letters of an order that have not gone, each once, and each press stands in the log', async () => {
  await choose({ orderNotice: 'none', paidNotice: 'none' })
  const { orderId, email } = await anOrder()
  expect(await lettersTo(t, email)).toEqual([])
  await expect(send('paidNotice', orderId)).rejects.toMatchObject({ errorName: 'conflict' })
  expect(await send('orderNotice', orderId)).toEqual({ people: 1 })
  expect(await send('orderNotice', orderId)).toEqual({ people: 0 })
  await payOrder(t, member.firmId, orderId)
  expect(await send('paidNotice', orderId)).toEqual({ people: 1 })
  await expect(send('orderNotice', orderId)).rejects.toMatchObject({ errorName: 'conflict' })
  const other = await t.aFirm()
  await expect(send('paidNotice', orderId, other.headers)).rejects.toMatchObject({ errorName: 'notFound' })
  const types = (await lettersTo(t, email)).map(({ type }) => type)
  expect(types).toEqual([letterTypes.orderNotice, letterTypes.paidNotice])
  expect(await sendsLogged()).toBe(3)
})

test('ORDER-1213 A refund writes to its buyer once, with how much goes back', async () => {
  const { orderId, email } = await anOrder()
  await aRefundByHand(t, member, orderId)
  const letters = await lettersTo(t, email, ({ type }) => type === letterTypes.refundNotice)
  expect(letters).toHaveLength(1)
  expect(letters[0]?.text).toContain('680')
  expect(letters[0]?.state).toBe('sent')
})
