import { automaticDefaults, automaticLetterRoutes } from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { letterTemplateRoutes } from '@kaimai/contract/letter-template/letter-template.routes.ts'
import { optOutRoutes } from '@kaimai/contract/opt-out/opt-out.routes.ts'
import { cartRoutes } from '@kaimai/contract/order/order.routes.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { lettersTo } from '../../../test/letters.ts'
import { loggedInAgain } from '../../../test/login.ts'
import { aPerson, placeOrder, signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive, aProduct } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import type { MailLetter } from '../../platform/ports/mail.ts'
import { cartLettersTick } from './cart-letters.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
const minuteMs = 60_000
const dayMs = 1440 * minuteMs
let member: Member
beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
})

const switchOn = () =>
  t.call(automaticLetterRoutes.change, { body: { ...automaticDefaults, cartLeft: 'builtIn' } }, member.headers)
/** Minutes until it is next so late in Taipei. */
const until = (hour: number): number => {
  const ofDay = (t.clock.ms() + 8 * 60 * minuteMs) % dayMs
  return Math.ceil(((hour * 60 * minuteMs - ofDay + dayMs) % dayMs) / minuteMs) || 1440
}
/** The clock stands so many minutes after an instant, and what is due by then has been sent. */
const after = async (instant: string, minutes: number) => {
  t.clock.advance(Date.parse(instant) + minutes * minuteMs - t.clock.ms())
  await t.platform.jobs.runTick(cartLettersTick)
  await t.platform.jobs.idle()
  await t.platform.jobs.runTick('letters-due')
  await t.platform.jobs.idle()
  member = await loggedInAgain(t, member)
}
const fill = (key: string, variantId: string, quantity = 1) =>
  t.call(cartRoutes.set, { body: { variantId, quantity } }, { 'x-viewer-key': key })

/** A live that runs, at that hour of Taipei, with people who signed up for it. */
const aRunningLive = async (hour: number, { people = 1, stock = 10 } = {}) => {
  const product = await aProduct(t, member, { stock })
  const live = await aLive(t, member, { minutes: until(hour), productIds: [product.id] })
  const form = await aForm(t, member, [{ liveId: live.id }])
  const viewers = []
  for (let count = 0; count < people; count += 1) viewers.push(await signUp(t, form.customUrl, [live.id]))
  await t.platform.jobs.idle()
  t.clock.advance(Date.parse(live.beginAt) + minuteMs - t.clock.ms())
  member = await loggedInAgain(t, member)
  const variantId = product.variants[0]?.id ?? ''
  return { live, form, variantId, viewers }
}
const statesOf = async (email: string) =>
  (await lettersTo(t, email, ({ type }) => type === letterTypes.cartLeft)).map(({ state }) => state)

test('ORDER-1220 An hour after a live whoever left things in the cart is written to once; who ordered, emptied it or wants no letters is not', async () => {
  await switchOn()
  const { live, variantId, viewers } = await aRunningLive(10, { people: 4 })
  const [left, bought, emptied, none] = viewers
  for (const viewer of [left, emptied]) await fill(viewer?.key ?? '', variantId, 2)
  await fill(emptied?.key ?? '', variantId, 0)
  await placeOrder(t, { streamId: live.streamId, viewerKey: bought?.key ?? '', variantId, total: 68000 })
  // What is put in the cart after an order is none that was forgotten.
  await fill(bought?.key ?? '', variantId)
  await after(live.endAt, 59)
  expect(await statesOf(left?.person.email ?? '')).toEqual([])
  for (const minutes of [60, 61, 90]) await after(live.endAt, minutes)
  expect(await statesOf(left?.person.email ?? '')).toEqual(['sent'])
  for (const viewer of [bought, emptied, none]) expect(await statesOf(viewer?.person.email ?? '')).toEqual([])
  const [letter] = await lettersTo(t, left?.person.email ?? '', ({ type }) => type === letterTypes.cartLeft)
  expect(letter?.text).toContain('霧白飯碗 × 2')
  expect(letter?.text).toContain(`/stream/${live.streamId}/${left?.key}`)
})

test('ORDER-1221 Until a firm switches it on nothing is written about carts', async () => {
  const { live, variantId, viewers } = await aRunningLive(10)
  await fill(viewers[0]?.key ?? '', variantId)
  await after(live.endAt, 60)
  expect(await statesOf(viewers[0]?.person.email ?? '')).toEqual([])
})

test('ORDER-1222 Between 21:00 and 09:00 in Taipei it waits; who has ordered by the morning gets none (letters.md 8)', async () => {
  await switchOn()
  const { live, variantId, viewers } = await aRunningLive(20, { people: 2 })
  const [left, bought] = viewers
  for (const viewer of viewers) await fill(viewer.key, variantId)
  await after(live.endAt, 60)
  for (const { person } of viewers) expect(await statesOf(person.email)).toEqual(['queued'])
  await placeOrder(t, { streamId: live.streamId, viewerKey: bought?.key ?? '', variantId, total: 68000 })
  const morning = new Date(t.clock.ms() + until(9) * minuteMs).toISOString()
  await after(morning, -1)
  expect(await statesOf(left?.person.email ?? '')).toEqual(['queued'])
  await after(morning, 1)
  expect(await statesOf(left?.person.email ?? '')).toEqual(['sent'])
  expect(await statesOf(bought?.person.email ?? '')).toEqual(['skipped'])
})

test('ORDER-1223 It holds the link and the headers to opt out with one click, and goes to nobody who has', async () => {
  const letters: MailLetter[] = []
  const spy = vi.spyOn(t.platform.mail, 'send').mockImplementation(async (letter) => {
    letters.push(letter)
    return { outcome: 'handed', reference: letter.id }
  })
  onTestFinished(() => spy.mockRestore())
  await switchOn()
  const { live, variantId, viewers } = await aRunningLive(10, { people: 2 })
  const [left, optedOut] = viewers
  for (const viewer of viewers) await fill(viewer.key, variantId)
  const email = optedOut?.person.email ?? ''
  await t.call(optOutRoutes.create, { body: { contact: email, note: '來電' } }, member.headers)
  await after(live.endAt, 60)
  expect(await statesOf(email)).toEqual(['skipped'])
  const [letter] = letters.filter(({ subject }) => subject.includes('購物車'))
  expect(letter?.to).toBe(left?.person.email)
  expect(letter?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  expect(letter?.html).toContain('取消訂閱')
})

test('ORDER-1224 Nothing is written about what is sold out by then, nor once the live was over for longer than a day', async () => {
  await switchOn()
  const soldOut = await aRunningLive(10, { people: 2, stock: 1 })
  const [late, quick] = soldOut.viewers
  await fill(late?.key ?? '', soldOut.variantId)
  const { live, variantId } = soldOut
  await placeOrder(t, { streamId: live.streamId, viewerKey: quick?.key ?? '', variantId, total: 68000 })
  await after(live.endAt, 60)
  expect(await statesOf(late?.person.email ?? '')).toEqual([])
  const old = await aRunningLive(10)
  await fill(old.viewers[0]?.key ?? '', old.variantId)
  await after(old.live.endAt, 25 * 60)
  expect(await statesOf(old.viewers[0]?.person.email ?? '')).toEqual([])
})

test('ORDER-1225 Work that breaks off is taken up where it stood: nobody is left out, nobody is written to twice', async () => {
  await switchOn()
  const { live, variantId, viewers } = await aRunningLive(10, { people: 3 })
  for (const viewer of viewers) await fill(viewer.key, variantId)
  await after(live.endAt, 60)
  // As a process leaves it that died before it wrote that it was done.
  for (const place of ['null', `(select min(id::text)::uuid from "liveUser" where "liveId" = $1)`]) {
    await t.platform.db.raw(
      `update "cartLetter" set "doneAt" = null, "lastLiveUserId" = ${place} where "liveId" = $1`,
      [live.id],
    )
    await after(live.endAt, 61)
    for (const { person } of viewers) expect(await statesOf(person.email)).toEqual(['sent'])
  }
})

test('ORDER-1226 Who wants no letters of the form gets none about a cart either', async () => {
  await switchOn()
  const { live, form, variantId } = await aRunningLive(10, { people: 0 })
  const { key, person } = await signUp(t, form.customUrl, [live.id], aPerson())
  await fill(key, variantId)
  await t.platform.db.raw(`update "signupUser" set "isCancelNotice" = true where email = $1`, [person.email])
  await after(live.endAt, 60)
  expect(await statesOf(person.email)).toEqual([])
})

test('ORDER-1228 The letter about a cart says what the firm has written, and none goes once the firm has it off', async () => {
  const content = {
    subject: '{{cartItems}} 還在等您',
    blocks: [{ kind: 'heading' as const, text: '{{sessionTitle}}' }],
  }
  const body = {
    letterTemplateName: '購物車',
    letterTemplateType: letterTypes.cartLeft,
    contents: { 'zh-TW': content, en: content },
  }
  const { id } = await t.call(letterTemplateRoutes.create, { body }, member.headers)
  const choose = (cartLeft: string) =>
    t.call(automaticLetterRoutes.change, { body: { ...automaticDefaults, cartLeft } }, member.headers)
  await choose(id)
  const own = await aRunningLive(10)
  await fill(own.viewers[0]?.key ?? '', own.variantId)
  await after(own.live.endAt, 60)
  const [letter] = await lettersTo(t, own.viewers[0]?.person.email ?? '', ({ type }) => type === letterTypes.cartLeft)
  expect(letter?.subject).toBe('霧白飯碗 × 1 還在等您')

  await choose('none')
  const off = await aRunningLive(10)
  await fill(off.viewers[0]?.key ?? '', off.variantId)
  await after(off.live.endAt, 60)
  expect(await statesOf(off.viewers[0]?.person.email ?? '')).toEqual([])
})
