import { automaticDefaults, automaticLetterRoutes } from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import {
  productDemandRoutes,
  type ProductReminderKind,
  productReminderRoutes,
} from '@kaimai/contract/order/product-reminder.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { beforeEach, expect, test } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { lettersTo } from '../../../test/letters.ts'
import { loggedInAgain } from '../../../test/login.ts'
import { placeOrder, signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive, aProduct } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { productRemindersTick } from './product-reminders.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
const minuteMs = 60_000
let member: Member
beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
})

const press = (key: string, productId: string, on = true, kind: ProductReminderKind = 'stock') =>
  t.call(productReminderRoutes.set, { body: { productId, kind, on } }, { 'x-viewer-key': key })
const demand = async () => (await t.call(productDemandRoutes.list, {}, member.headers)).products
const restock = (id: string, value: number) =>
  t.call(productRoutes.changeMany, { body: { ids: [id], stock: { by: 'add', value } } }, member.headers)
const tick = async () => {
  await t.platform.jobs.runTick(productRemindersTick)
  await t.platform.jobs.idle()
}
/** The clock stands so many minutes after an instant. */
const at = async (instant: string, minutes: number) => {
  t.clock.advance(Date.parse(instant) + minutes * minuteMs - t.clock.ms())
  member = await loggedInAgain(t, member)
}
const about = async (email: string, wanted: number) =>
  (await lettersTo(t, email, ({ type }) => type === wanted)).map(({ state }) => state)

/** A live that waits, with one product and people who signed up. */
const aRoom = async ({ people = 2, stock = 1 } = {}) => {
  const product = await aProduct(t, member, { stock })
  const live = await aLive(t, member, { minutes: 60, productIds: [product.id] })
  const form = await aForm(t, member, [{ liveId: live.id }])
  const viewers = []
  for (let count = 0; count < people; count += 1) viewers.push(await signUp(t, form.customUrl, [live.id]))
  await t.platform.jobs.idle()
  return { live, product, variantId: product.variants[0]?.id ?? '', viewers }
}
/** The live runs, and the first of its people has bought the last piece. */
const aSoldOutRoom = async (people = 3) => {
  const room = await aRoom({ people })
  await at(room.live.beginAt, 1)
  const [buyer, ...others] = room.viewers
  const { variantId } = room
  await placeOrder(t, { streamId: room.live.streamId, viewerKey: buyer?.key ?? '', variantId, total: 68000 })
  return { ...room, others }
}

test('ORDER-1230 Who asks for it at a sold-out product gets one letter when it can be had again, and staff sees how many wait', async () => {
  const { product, live, others } = await aSoldOutRoom()
  const [first, second] = others
  for (const { key } of others) await press(key, product.id)
  // Again, or from another device, is the same.
  expect(await press(first?.key ?? '', product.id)).toEqual({
    byLetter: ['stock', 'shown'],
    waiting: [{ productId: product.id, kind: 'stock' }],
  })
  expect(await demand()).toEqual([{ productId: product.id, people: 2 }])
  await tick()
  expect(await about(first?.person.email ?? '', letterTypes.restocked)).toEqual([])
  await restock(product.id, 5)
  for (const _ of [1, 2]) await tick()
  for (const viewer of [first, second])
    expect(await about(viewer?.person.email ?? '', letterTypes.restocked)).toEqual(['sent'])
  const [letter] = await lettersTo(t, first?.person.email ?? '', ({ type }) => type === letterTypes.restocked)
  expect(letter?.subject).toContain('霧白飯碗')
  expect(letter?.text).toContain(`/stream/${live.streamId}/${first?.key}`)
  expect(await demand()).toEqual([])
})

test('ORDER-1231 Nothing is kept for what can be had, for who has no address, and of what is taken back', async () => {
  const { product, live, others } = await aSoldOutRoom()
  const key = others[0]?.key ?? ''
  await press(key, product.id)
  expect(await press(key, product.id, false)).toEqual({ byLetter: ['stock', 'shown'], waiting: [] })
  const { viewerKey } = await t.call(roomRoutes.join, { body: { streamId: live.streamId } })
  expect(await press(viewerKey, product.id)).toEqual({ byLetter: [], waiting: [] })
  await restock(product.id, 1)
  expect(await press(key, product.id)).toEqual({ byLetter: ['stock', 'shown'], waiting: [] })
  expect(await demand()).toEqual([])
})

test('ORDER-1232 Who asks while waiting gets one letter once the turn of the product has come', async () => {
  const { product, live, viewers } = await aRoom()
  const [asked, other] = viewers
  await press(asked?.key ?? '', product.id, true, 'shown')
  expect(await t.call(productReminderRoutes.show, {}, { 'x-viewer-key': asked?.key ?? '' })).toEqual({
    byLetter: ['stock', 'shown'],
    waiting: [{ productId: product.id, kind: 'shown' }],
  })
  // Its card shows after twenty seconds.
  await at(live.beginAt, 0.2)
  await tick()
  expect(await about(asked?.person.email ?? '', letterTypes.saleBegins)).toEqual([])
  await at(live.beginAt, 0.5)
  for (const _ of [1, 2]) await tick()
  expect(await about(asked?.person.email ?? '', letterTypes.saleBegins)).toEqual(['sent'])
  expect(await about(other?.person.email ?? '', letterTypes.saleBegins)).toEqual([])
})

test('ORDER-1233 A product of another live can’t be waited for, nor with a key that opens nothing', async () => {
  const { viewers } = await aRoom({ people: 1 })
  const elsewhere = await aProduct(t, member)
  await expect(press(viewers[0]?.key ?? '', elsewhere.id)).rejects.toMatchObject({ errorName: 'noData' })
  await expect(press('nobody-holds-this-key-here', elsewhere.id)).rejects.toMatchObject({ errorName: 'forbidden' })
})

test('ORDER-1234 What comes back once nothing can be bought in the room any more is written about to nobody, and nobody waits for it', async () => {
  const { product, live, others } = await aSoldOutRoom()
  const { key = '', person } = others[0] ?? {}
  await press(key, product.id)
  await at(live.endAt, 25 * 60)
  await tick()
  expect(await demand()).toEqual([{ productId: product.id, people: 1 }])
  await restock(product.id, 5)
  await tick()
  expect(await about(person?.email ?? '', letterTypes.restocked)).toEqual([])
  expect(await demand()).toEqual([])
})

test('ORDER-1235 Of another firm nobody sees who waits', async () => {
  const { product, others } = await aSoldOutRoom()
  await press(others[0]?.key ?? '', product.id)
  const other = await t.aFirm()
  expect(await t.call(productDemandRoutes.list, {}, other.headers)).toEqual({ products: [] })
})

test('ORDER-1236 The letter about a product says what the firm has written; one that the firm has off is promised to nobody', async () => {
  const content = { subject: '{{productName}} 回來了', blocks: [{ kind: 'heading' as const, text: '{{firmName}}' }] }
  const body = {
    letterTemplateName: '補貨',
    letterTemplateType: letterTypes.restocked,
    contents: { 'zh-TW': content, en: content },
  }
  const { id } = await t.call(letterTemplateRoutes.create, { body }, member.headers)
  const chosen = { ...automaticDefaults, restocked: id, saleBegins: 'none' }
  await t.call(automaticLetterRoutes.change, { body: chosen }, member.headers)
  const { product, others } = await aSoldOutRoom()
  const { key = '', person } = others[0] ?? {}
  expect(await press(key, product.id, true, 'shown')).toEqual({ byLetter: ['stock'], waiting: [] })
  await press(key, product.id)
  await restock(product.id, 5)
  await tick()
  const [letter] = await lettersTo(t, person?.email ?? '', ({ type }) => type === letterTypes.restocked)
  expect(letter?.subject).toBe('霧白飯碗 回來了')
})
