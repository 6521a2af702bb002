import { blockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { orderRoutes } from '@kaimai/contract/order/order.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aCourse,
  errorOf,
  infoOf,
  type Placed,
  payOrder,
  placedIn,
  shownToStaff,
  takenIn,
  ticketPrice,
} from '../../../test/buying.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aPerson } from '../../../test/sign-up-people.ts'
import { aLive } from '../../../test/studio.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
const start = new Date('2026-11-20T12:00:00Z')
const member = await aFirmWithHours(t, '器日')
beforeEach(() => t.clock.set(start))

const course = (capacity: number | null = null, fields: object = {}) => aCourse(t, member, capacity, { ...fields })
const pay = (placed: Placed) => payOrder(t, member.firmId, placed.orderId)

describe('people of paid sign-ups', () => {
  test('ORDER-108 Who shares a phone with somebody of the form sits in a seat of their own, and is flagged', async () => {
    const { form, order } = await course()
    const other = await aLive(t, member, { minutes: 900 })
    const person = aPerson()
    await pay(placedIn(await order(person)))
    expect((await order({ phone: person.phone })).status).toBe(409)
    await t.platform.db.raw(
      `insert into "signupSession" ("signupId", "liveId", "firmId", position, title, taken)
       values ($1, $2, $3, 1, '加場', 0)`,
      [form.id, other.id, member.firmId],
    )
    const shares = placedIn(await order({ phone: person.phone, liveIds: [other.id] }))
    await pay(shares)
    const { rows } = await t.platform.db.raw(
      'select name, flagged from "signupUser" where "signupId" = $1 order by "createdAt", id',
      [form.id],
    )
    expect(rows.map(({ flagged }) => flagged)).toEqual([false, true])
    expect(rows[0]?.['name']).not.toBe(rows[1]?.['name'])
  })

  test('ORDER-109 A blocked person is not charged', async () => {
    const { live, order } = await course()
    const person = aPerson()
    const body = { email: person.email, reason: '洗版', liveId: null }
    await t.call(blockRoutes.create, { body }, member.headers)
    expect(errorOf(await order(person))).toMatchObject({
      name: 'conflict',
      message: expect.stringContaining('主辦單位'),
    })
    expect(await takenIn(t, live.id)).toBe(0)
  })

  test('ORDER-110 Staff see its sessions, find it by source, and its links only with the right to personal data', async () => {
    const { order } = await course()
    const placed = placedIn(await order())
    await pay(placed)
    const { items } = await t.call(orderRoutes.list, { query: { source: 'signup', q: placed.orderNo } }, member.headers)
    expect(items).toMatchObject([{ source: 'signup', sourceName: '一日陶藝課', firstProduct: '早鳥票' }])
    expect((await shownToStaff(t, member, placed.orderId)).sessions).toMatchObject([
      { path: expect.stringMatching(/^\/stream/) },
    ])
    const host = await t.aMember(member, 'host')
    expect((await shownToStaff(t, host, placed.orderId)).sessions).toMatchObject([{ path: '' }])
  })

  test('ORDER-111 The same call is the same order and takes one place', async () => {
    const { live, order } = await course()
    const person = aPerson()
    const headers = { 'idempotency-key': newId() }
    const one = placedIn(await order(person, headers))
    expect(placedIn(await order(person, headers))).toEqual(one)
    expect(await takenIn(t, live.id)).toBe(1)
    const twin = await Promise.all([
      order(person, { 'idempotency-key': 'twin-twin-twin' }),
      order(person, { 'idempotency-key': 'twin-twin-twin' }),
    ])
    expect(new Set(twin.filter(({ status }) => status === 200).map((reply) => placedIn(reply).orderId)).size).toBe(1)
    expect(await takenIn(t, live.id)).toBe(2)
  })

  test('ORDER-112 A session taken out and put back keeps the places that orders hold', async () => {
    const { live, form, order } = await course(1)
    placedIn(await order())
    const { id, createdAt: _, version: __, ...body } = form
    const another = await aLive(t, member, { minutes: 900 })
    const others = [{ liveId: another.id, title: '', capacity: null }]
    for (const sessionInfoList of [others, [...others, ...form.sessionInfoList]])
      await t.call(signupRoutes.change, { params: { id }, body: { ...body, sessionInfoList } }, member.headers)
    expect(await takenIn(t, live.id)).toBe(1)
    expect(errorOf(await order()).name).toBe('soldOut')
  })

  test('ORDER-113 A paid place is an order of its person; moved to another session, the order shows that one', async () => {
    const { form, live, order } = await course()
    const other = await aLive(t, member, { minutes: 900 })
    const placed = placedIn(await order())
    await pay(placed)
    const { items } = await t.call(
      signupUserRoutes.list,
      { query: { signupId: form.id, ordered: 'yes' } },
      member.headers,
    )
    const [person] = items
    expect(items).toHaveLength(1)
    const id = person?.id ?? ''
    const show = () => t.call(signupUserRoutes.show, { params: { id } }, member.headers)
    expect((await show()).orders).toMatchObject([{ id: placed.orderId, orderNo: placed.orderNo, total: ticketPrice }])
    const { id: _, version: ___, createdAt: __, ...body } = form
    const sessionInfoList = [...form.sessionInfoList, { liveId: other.id, title: '週日場', capacity: null }]
    await t.call(signupRoutes.change, { params: { id: form.id }, body: { ...body, sessionInfoList } }, member.headers)
    const move = { signupUserIds: [id], fromLiveId: live.id, toLiveId: other.id }
    await t.call(signupUserRoutes.move, { body: move }, member.headers)
    const { sessions } = await infoOf(t, placed)
    expect(sessions).toMatchObject([{ title: '週日場', path: expect.stringContaining(`/stream/${other.streamId}/`) }])
    expect([await takenIn(t, live.id), await takenIn(t, other.id)]).toEqual([0, 1])
  })
})
