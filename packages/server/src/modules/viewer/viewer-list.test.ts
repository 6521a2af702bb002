import { liveUserRoutes } from '@kaimai/contract/viewer/viewer.routes.ts'
import { blockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { watchedSeconds } from '@kaimai/contract/live-hours/watched.rules.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aPerson, joinRoom, placeOrder, signUp } from '../../../test/sign-up-people.ts'
import { aForm, aLive, aProduct } from '../../../test/studio.ts'
import { type Member, testApp, type TestApp } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

let t: TestApp
let member: Member
let other: Member
let live: Awaited<ReturnType<typeof aLive>>
let form: Awaited<ReturnType<typeof aForm>>
let product: Awaited<ReturnType<typeof aProduct>>

beforeAll(async () => {
  t = await testApp({ environment: { KAIMAI_SANDBOX: '1' } })
  member = await t.aFirm('器日')
  other = await t.aFirm('別家')
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})
afterAll(() => t.close())
beforeEach(async () => {
  product = await aProduct(t, member)
  live = await aLive(t, member, { minutes: 0, productIds: [product.id] })
  form = await aForm(t, member, [{ liveId: live.id }])
})

const list = (query: object = {}, by = member) =>
  t.call(liveUserRoutes.list, { params: { id: live.id }, query }, by.headers)
const names = async (query: object = {}) => (await list(query)).items.map(({ name }) => name)
const counts = (q?: string) =>
  t.call(liveUserRoutes.counts, { params: { id: live.id }, query: q === undefined ? {} : { q } }, member.headers)
const viewer = async (name: string) => {
  const { key } = await signUp(t, form.customUrl, [live.id], aPerson({ name }))
  const { rows } = await t.platform.db.raw('select id from "liveUser" where "liveId" = $1 and name = $2', [
    live.id,
    name,
  ])
  return { key, id: String(rows[0]?.['id']) }
}
const begin = () => Date.parse(live.beginAt)
/** Seconds since the live's begin. */
const connected = async (liveUserId: string, from: number, to: number) => {
  await t.platform.db.raw(
    `insert into room ("liveId", "firmId", "createdAt") values ($1, $2, $3) on conflict do nothing`,
    [live.id, member.firmId, t.clock.now()],
  )
  await t.platform.db.raw(
    `insert into connection (id, "firmId", "liveId", "liveUserId", node, "openedAt", "lastSeenAt", "closedAt")
     values ($1, $2, $3, $4, 'n', $5, $6, $6)`,
    [newId(), member.firmId, live.id, liveUserId, new Date(begin() + from * 1000), new Date(begin() + to * 1000)],
  )
}
const said = async (liveUserId: string, text: string) => {
  await t.platform.db.raw(
    `with taken as (update room set "lastSeq" = "lastSeq" + 1 where "liveId" = $1 returning "lastSeq")
     insert into "roomEvent" ("liveId", seq, "firmId", "roomMs", kind, payload, "liveUserId", "messageKey", held, "createdAt")
     select $1, "lastSeq", $2, 1000, 'commented', cast($3 as jsonb), $4, $5, false, $6 from taken`,
    [live.id, member.firmId, JSON.stringify({ text }), liveUserId, newId(), t.clock.now()],
  )
}

describe('viewers of a live', () => {
  test('VIEWER-1 Stand with when they came, what they watched, said and bought; two tabs at once count once', async () => {
    const [mei, ming] = [await viewer('小美'), await viewer('阿明')]
    await joinRoom(t, live.streamId, mei.key)
    await connected(mei.id, -30, 40)
    await connected(mei.id, 20, 60)
    await said(mei.id, '想看碗底')
    await said(mei.id, '+1')
    const [variant] = product.variants
    const placed = await placeOrder(t, {
      streamId: live.streamId,
      viewerKey: mei.key,
      variantId: variant?.id ?? '',
      total: product.price,
    })
    expect(placed.status).toBe(200)
    const { items } = await list()
    expect(items.map(({ name }) => name)).toEqual(['小美', '阿明'])
    expect(items[0]).toMatchObject({
      watchedSeconds: 60,
      messages: 2,
      orders: 1,
      orderTotal: product.price,
      lastSeenAt: new Date(begin() + 60_000).toISOString(),
      isOnline: false,
    })
    expect(items[1]).toMatchObject({ id: ming.id, joinedAt: null, lastSeenAt: null, watchedSeconds: 0, orders: 0 })
    expect(await counts()).toMatchObject({ all: 2, came: 1, notCome: 1, ordered: 1, blocked: 0 })
    expect(await names({ ordered: 'yes' })).toEqual(['小美'])
    expect((await list({ ordered: 'yes' })).total).toBe(1)
    expect((await list({ ordered: 'yes', q: '阿明' })).total).toBe(0)
    expect([(await counts('小美')).ordered, (await counts('阿明')).ordered]).toEqual([1, 0])
    expect(await names({ came: 'no' })).toEqual(['阿明'])
    const shown = await t.call(liveUserRoutes.show, { params: { id: mei.id } }, member.headers)
    expect(shown.lastMessages.map(({ text }) => text)).toEqual(['+1', '想看碗底'])
    expect([shown.visits.length, shown.orderList.length]).toEqual([2, 1])
    // The sign-up knows it too, and forgets an order that came to nothing.
    const person = async () =>
      (await t.call(signupUserRoutes.list, { query: { signupId: form.id, q: '小美' } }, member.headers)).items[0]
    await t.platform.jobs.idle()
    expect(await person()).toMatchObject({ cameAt: expect.any(String), orderedAt: expect.any(String) })
    await t.platform.db.raw('update "order" set "heldUntil" = $1 where "liveId" = $2', [t.clock.now(), live.id])
    await t.app.services.orders.expireUnpaidOrders()
    await t.platform.jobs.idle()
    expect(await person()).toMatchObject({ orderedAt: null })
  })

  test('VIEWER-2 Are sorted by each figure, and an unknown sort names the field', async () => {
    const people = [await viewer('甲'), await viewer('乙'), await viewer('丙')]
    for (const [at, { id }] of people.entries()) {
      await connected(id, 0, [20, 60, 40][at] ?? 0)
      for (let n = 0; n < ([2, 0, 1][at] ?? 0); n += 1) await said(id, '好')
    }
    expect(await names({ sort: '-watchedSeconds' })).toEqual(['乙', '丙', '甲'])
    expect(await names({ sort: 'watchedSeconds' })).toEqual(['甲', '丙', '乙'])
    expect(await names({ sort: '-messages' })).toEqual(['甲', '丙', '乙'])
    expect((await names({ sort: '-orders' })).length).toBe(3)
    await expect(list({ sort: 'memo' })).rejects.toMatchObject({ fields: { sort: expect.any(String) } })
  })

  test('VIEWER-7 A page by a figure reaches from those who have it into those who have none, either way, and no one is listed twice', async () => {
    const people = []
    for (const name of ['甲', '乙', '丙', '丁', '戊']) people.push(await viewer(name))
    for (const [at, count] of [1, 3, 0, 2, 0].entries())
      for (let n = 0; n < count; n += 1) await said(people[at]?.id ?? '', '好')
    const pages = async (query: object) => {
      const found: string[] = []
      let cursor: string | undefined
      do {
        const page = await list({ ...query, limit: 2, ...(cursor === undefined ? {} : { cursor }) })
        found.push(...page.items.map(({ name }) => name))
        cursor = page.cursor
      } while (cursor !== undefined)
      return found
    }
    const down = ['乙', '丁', '甲', '戊', '丙']
    expect(await pages({ sort: '-messages' })).toEqual(down)
    expect(await pages({ sort: 'messages' })).toEqual(down.toReversed())
    // Past the end of a part, and narrowed.
    expect(await pages({ sort: '-orders' })).toEqual(['戊', '丁', '丙', '乙', '甲'])
    expect(await pages({ sort: '-messages', came: 'no' })).toEqual(down)
    expect(await pages({ sort: '-messages', q: '甲' })).toEqual(['甲'])
    expect(await pages({ sort: 'messages', ordered: 'yes' })).toEqual([])
    expect(await pages({ sort: '-messages', ordered: 'no' })).toEqual(down)
  })

  test('VIEWER-3 The sum that the list is sorted by is the one rule of watched time, whatever the connections are', async () => {
    const spans = fc.array(fc.tuple(fc.integer({ min: -60, max: 200 }), fc.nat(120)), { minLength: 1, maxLength: 5 })
    const store = async (given: readonly (readonly [number, number])[], by: number) => {
      const one = await viewer(`比較${by}${newId().slice(-6)}`)
      for (const [from, length] of given) await connected(one.id, from, from + length)
      return one.id
    }
    await fc.assert(
      fc.asyncProperty(spans, spans, async (first, second) => {
        await t.platform.db.raw('delete from connection where "liveId" = $1', [live.id])
        const ids = [await store(first, 1), await store(second, 2)]
        const expected = [first, second].map((given) =>
          watchedSeconds(
            given.map(([from, length]) => ({ fromMs: begin() + from * 1000, toMs: begin() + (from + length) * 1000 })),
            begin(),
            Date.parse(live.endAt),
          ),
        )
        // Letters are still on their way to those of the runs before.
        const all = (await list({ sort: '-watchedSeconds', limit: 100 })).items
        const rows = all.filter(({ id }) => ids.includes(id))
        const found = ids.map((id) => rows.find((row) => row.id === id)?.watchedSeconds)
        expect(found).toEqual(expected)
        expect(rows.map((row) => row.watchedSeconds)).toEqual(expected.toSorted((a, b) => b - a))
      }),
      { numRuns: 8 },
    )
  })

  test('VIEWER-4 A memo is kept and logged; without the room’s write nobody notes, without its personal level contacts are redacted', async () => {
    const mei = await viewer('小美')
    const [assistant, analyst] = [await t.aMember(member, 'assistant'), await t.aMember(member, 'analyst')]
    const note = (by: Member) =>
      t.call(liveUserRoutes.changeMemo, { body: { liveUserId: mei.id, memo: '常問尺寸' } }, by.headers)
    expect(await note(assistant)).toEqual({ memo: '常問尺寸' })
    await expect(note(analyst)).rejects.toMatchObject({ errorName: 'forbidden' })
    await expect(note(other)).rejects.toMatchObject({ errorName: 'noData' })
    const [whole] = (await list()).items
    expect(whole).toMatchObject({ memo: '常問尺寸', phone: expect.stringMatching(/^\+886912/) })
    for (const by of [assistant, analyst]) {
      const [row] = (await list({}, by)).items
      expect(row?.phone).not.toContain(whole?.phone.slice(4, 10))
      expect(row?.email).not.toContain('example')
      expect((await list({ q: whole?.phone }, by)).total).toBe(0)
    }
    expect((await list({ q: whole?.phone })).total).toBe(1)
    await expect(list({}, other)).rejects.toMatchObject({ errorName: 'notFound' })
    const { rows } = await t.platform.db.raw(
      `select "actorName" from audit where "firmId" = $1 and action = 'liveUser.memo'`,
      [member.firmId],
    )
    expect(rows.length).toBe(1)
  })

  test('VIEWER-5 Who is blocked is shown, counted and found, in this live and in all', async () => {
    const [mei] = [await viewer('小美'), await viewer('阿明')]
    const block = await t.call(
      blockRoutes.create,
      { body: { liveId: live.id, liveUserId: mei.id, name: '小美', reason: '洗版' } },
      member.headers,
    )
    expect((await list()).items.map(({ name, blocked }) => [name, blocked])).toEqual(
      expect.arrayContaining([
        ['小美', true],
        ['阿明', false],
      ]),
    )
    expect(await names({ blocked: 'yes' })).toEqual(['小美'])
    expect((await counts()).blocked).toBe(1)
    expect(block).toBeDefined()
  })

  test('VIEWER-6 An export holds what the filters find, and is logged', async () => {
    const [mei] = [await viewer('小美'), await viewer('阿明')]
    await joinRoom(t, live.streamId, mei.key)
    const csv = await t.call(
      liveUserRoutes.exportExcel,
      { body: { format: 'csv', liveId: live.id, came: 'yes' } },
      member.headers,
    )
    expect(String(csv)).toContain('小美')
    expect(String(csv)).not.toContain('阿明')
    const { rows } = await t.platform.db.raw(
      `select change from audit where "firmId" = $1 and action = 'liveUser.export'`,
      [member.firmId],
    )
    expect(rows[0]?.['change']).toMatchObject({ rows: 1, format: 'csv' })
  })
})
