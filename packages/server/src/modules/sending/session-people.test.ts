import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { cartRoutes } from '@kaimai/contract/order/order.routes.ts'
import { pathOf } from '@kaimai/contract/common/route.ts'
import { sendingRoutes } from '@kaimai/contract/sending/sending.routes.ts'
import type { SessionGroup } from '@kaimai/contract/sending/session-audience.rules.ts'
import { beforeEach, expect, test } from 'vitest'
import { payOrder, placedIn } from '../../../test/buying.ts'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { aFreeText } from '../../../test/sending.ts'
import { aPerson, joinRoom, placeOrder, signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive, aProduct } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
let member: Member
let live: Awaited<ReturnType<typeof aLive>>
let form: Awaited<ReturnType<typeof aForm>>
let product: Awaited<ReturnType<typeof aProduct>>
let letterTemplateId: string
beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
  product = await aProduct(t, member)
  live = await aLive(t, member, { minutes: 0, productIds: [product.id] })
  form = await aForm(t, member, [{ liveId: live.id }])
  letterTemplateId = await aFreeText(t, member)
})

const audienceOf = (who: SessionGroup, minute?: number, liveId = live.id) => ({
  kind: 'session' as const,
  liveId,
  who,
  ...(minute === undefined ? {} : { minute }),
})
const count = (who: SessionGroup, minute?: number, by = member) =>
  t.call(sendingRoutes.preview, { body: { audience: audienceOf(who, minute), letterTemplateId: null } }, by.headers)
/** Who gets a sending to a group, by address. */
const sentTo = async (who: SessionGroup, minute?: number): Promise<string[]> => {
  if ((await count(who, minute)).people === 0) return []
  const body = { title: '秋窯', letterTemplateId, audience: audienceOf(who, minute), scheduledAt: null }
  const { id } = await t.call(sendingRoutes.create, { body }, member.headers)
  await t.platform.jobs.idle()
  const log = await t.call(letterRoutes.list, { query: { letterId: id } }, member.headers)
  return log.items.map(({ to }) => to.replace('@example.com', '')).toSorted()
}
const person = (name: string) => aPerson({ name, email: `${name}@example.com` })
/** Signs up, and comes where they are to. */
const somebody = async (name: string, comes = true, given = person(name)): Promise<string> => {
  const { key } = await signUp(t, form.customUrl, [live.id], given)
  if (comes) await joinRoom(t, live.streamId, key)
  return key
}
/** Minutes since the live's begin. */
const stood = async (name: string, from: number, to: number) => {
  const at = (minutes: number) => new Date(Date.parse(live.beginAt) + minutes * 60_000)
  await t.platform.db.raw(
    `insert into room ("liveId", "firmId", "createdAt") values ($1, $2, $3) on conflict do nothing`,
    [live.id, member.firmId, t.clock.now()],
  )
  await t.platform.db.raw(
    `insert into connection (id, "firmId", "liveId", "liveUserId", node, "openedAt", "lastSeenAt", "closedAt")
     select $1, $2, $3, id, 'n', $5, $6, $6 from "liveUser" where "liveId" = $3 and name = $4`,
    [newId(), member.firmId, live.id, name, at(from), at(to)],
  )
}
const order = async (viewerKey: string) =>
  placedIn(
    await placeOrder(t, {
      streamId: live.streamId,
      viewerKey,
      variantId: product.variants[0]?.id ?? '',
      total: product.price,
    }),
  )
const fillCart = (viewerKey: string) =>
  t.request({
    method: cartRoutes.set.method,
    url: pathOf(cartRoutes.set),
    headers: { 'content-type': 'application/json', 'x-viewer-key': viewerKey },
    payload: JSON.stringify({ variantId: product.variants[0]?.id, quantity: 1 }),
  })

test('SENDING-210 People of a session are chosen by whether they came, what is in their cart, and what became of their orders', async () => {
  await somebody('away', false)
  await somebody('looker')
  await fillCart(await somebody('filler'))
  await order(await somebody('waiting'))
  const { orderId } = await order(await somebody('buyer'))
  await payOrder(t, member.firmId, orderId)
  expect(await sentTo('all')).toEqual(['away', 'buyer', 'filler', 'looker', 'waiting'])
  expect(await sentTo('came')).toEqual(['buyer', 'filler', 'looker', 'waiting'])
  expect(await sentTo('notCame')).toEqual(['away'])
  expect(await sentTo('bought')).toEqual(['buyer'])
  expect(await sentTo('notBought')).toEqual(['filler', 'looker', 'waiting'])
  expect(await sentTo('inCart')).toEqual(['filler'])
  expect(await sentTo('unpaid')).toEqual(['waiting'])
  await t.platform.db.raw('update "order" set "heldUntil" = $1 where "liveId" = $2', [t.clock.now(), live.id])
  await t.app.services.orders.expireUnpaidOrders()
  expect(await sentTo('unpaid')).toEqual(['waiting'])
})

test('SENDING-211 Who left before a minute, and who stayed for so long: two tabs count once, and time before the begin not at all', async () => {
  for (const name of ['early', 'tabs', 'late', 'nowhere']) await somebody(name)
  await stood('early', -5, 1)
  await stood('tabs', 0, 2)
  await stood('tabs', 1, 2)
  await stood('late', 0, 1)
  await stood('late', 2, 3)
  expect(await sentTo('leftBefore', 1)).toEqual([])
  expect(await sentTo('leftBefore', 2)).toEqual(['early'])
  expect(await sentTo('leftBefore', 3)).toEqual(['early', 'tabs'])
  expect(await sentTo('stayed', 1)).toEqual(['early', 'late', 'tabs'])
  expect(await sentTo('stayed', 2)).toEqual(['late', 'tabs'])
  expect(await sentTo('stayed', 3)).toEqual([])
})

test('SENDING-212 A guest who typed another person’s address is reached as the order says, or not at all', async () => {
  const mei = person('mei')
  await somebody('mei', false, mei)
  const guest = await somebody('guest', true, { ...mei, name: 'guest' })
  expect(await sentTo('came')).toEqual([])
  expect((await count('came')).dropped.noAddress).toBe(1)
  const { orderId } = await order(guest)
  await payOrder(t, member.firmId, orderId)
  expect(await sentTo('bought')).toEqual(['lin'])
  expect(await sentTo('notCame')).toEqual(['mei'])
})

test('SENDING-213 One mail box that signed up twice is not asked why it did not come when it did', async () => {
  const second = await aForm(t, member, [{ liveId: live.id }])
  await somebody('twice')
  await signUp(t, second.customUrl, [live.id], person('twice'))
  expect(await sentTo('notCame')).toEqual([])
  expect(await sentTo('came')).toEqual(['twice'])
  expect((await count('all')).dropped.duplicate).toBe(1)
})

test('SENDING-735 Who asked for no more letters with one of two sign-ups gets none for the other, and is counted as opted out once', async () => {
  const second = await aForm(t, member, [{ liveId: live.id }])
  await somebody('twice')
  await signUp(t, second.customUrl, [live.id], person('twice'))
  await somebody('other')
  await t.platform.db.raw('update "signupUser" set "isCancelNotice" = true where "signupId" = $1', [second.id])
  expect(await sentTo('all')).toEqual(['other'])
  expect((await count('all')).dropped).toMatchObject({ optedOut: 1, duplicate: 1 })
})

test('SENDING-214 A group that needs a minute is refused without one, and another firm reaches nobody', async () => {
  await somebody('looker')
  expect(await errorNameOf(count('stayed'))).toBe('invalid')
  expect(await errorNameOf(count('leftBefore', 0))).toBe('invalid')
  const other = await aFirmWithHours(t, '別家')
  expect((await count('came', undefined, other)).people).toBe(0)
})

test('SENDING-215 A sending says which people of its session it went to', async () => {
  await somebody('looker')
  await stood('looker', 0, 2)
  const body = { title: '秋窯', letterTemplateId, audience: audienceOf('stayed', 2), scheduledAt: null }
  const { id } = await t.call(sendingRoutes.create, { body }, member.headers)
  const shown = await t.call(sendingRoutes.show, { params: { id } }, member.headers)
  expect(shown).toMatchObject({ audience: 'session', who: 'stayed', minute: 2 })
})
