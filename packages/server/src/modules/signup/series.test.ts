import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aFirmWithHours } from '../../../test/fixtures.ts'
import { aForm, aLive, aProduct } from '../../../test/studio.ts'
import { type Member, type Reply, type TestApp, testApp } from '../../../test/test-app.ts'

let t: TestApp
let member: Member
beforeAll(async () => {
  // 20:00 in Taipei, a Friday.
  t = await testApp({ startAt: '2026-11-20T12:00:00Z' })
})
beforeEach(async () => {
  t.clock.set(new Date('2026-11-20T12:00:00Z'))
  member = await aFirmWithHours(t, '器日')
})
afterAll(() => t.close())

const person = { name: '林佳穎', phone: '0912 345 678', email: 'lin@example.com', consent: true }
const always = { from: null, until: null, except: [] }
const every15 = {
  kind: 'justInTime' as const,
  everyMinutes: 15 as const,
  opensAt: '00:00',
  closesAt: '24:00',
  ...always,
}
const weekly = {
  kind: 'weekly' as const,
  times: [
    { day: 6, at: '20:00' },
    { day: 0, at: '15:00' },
  ],
  ...always,
}

let count = 0
const seriesId = () => {
  count += 1
  return `01980000-0000-4000-8000-${String(count).padStart(12, '0')}`
}

/** A published form with one series. */
const aSeries = async (
  given: { rule?: typeof every15 | typeof weekly; capacity?: number | null; productIds?: string[] } = {},
) => {
  const template = await aLive(t, member, { publish: false, productIds: given.productIds ?? [] })
  const id = seriesId()
  const form = await t.call(
    signupRoutes.create,
    {
      body: {
        signupName: '隨到隨看',
        customUrl: `series-${count}`,
        signupTitle: '秋窯開窯夜',
        sessionInfoList: [],
        seriesList: [
          { id, title: '', templateLiveId: template.id, capacity: given.capacity ?? null, rule: given.rule ?? every15 },
        ],
        published: true,
      },
    },
    member.headers,
  )
  return { form, id, template }
}
const pageOf = (customUrl: string) => t.call(publicSignupRoutes.page, { query: { customUrl } })
const send = async (body: object): Promise<Reply> =>
  t.request({
    method: 'POST',
    url: '/api/room/signup/batch',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
const dataOf = (reply: Reply) =>
  (reply.body as { data: { result: string; links: { liveId: string; key: string; path: string }[] } }).data
const errorOf = (reply: Reply) => (reply.body as { error?: { code: number; message: string } }).error
const livesOf = async (id: string) =>
  (await t.platform.db.raw('select id, "beginAt" from live where "seriesId" = $1 order by "beginAt"', [id])).rows

describe('series', () => {
  test('SIGNUP-20 A page offers the next slots of a series, with the products of the live they copy', async () => {
    const product = await aProduct(t, member)
    const { form, id } = await aSeries({ productIds: [product.id], capacity: 30 })
    const page = await pageOf(form.customUrl)
    expect(page.sessions.map(({ beginAt, state, left, liveId }) => [beginAt, state, left, liveId])).toEqual([
      ['2026-11-20T12:15:00.000Z', 'open', 30, null],
      ['2026-11-20T12:30:00.000Z', 'open', 30, null],
      ['2026-11-20T12:45:00.000Z', 'open', 30, null],
    ])
    expect(page.sessions[0]).toMatchObject({ key: `${id}@2026-11-20T12:15:00.000Z`, seriesId: id, title: '秋窯開窯夜' })
    expect(page.products.map(({ productId }) => productId)).toEqual([product.id])
    expect(await livesOf(id)).toEqual([])
  })

  test('SIGNUP-21 The first sign-up for a slot makes its live, the next ones share it, and a capacity is each slot’s', async () => {
    const { form, id } = await aSeries({ capacity: 2 })
    const slots = [{ seriesId: id, beginAt: '2026-11-20T12:30:00Z' }]
    const first = dataOf(await send({ customUrl: form.customUrl, slots, ...person }))
    expect(first.links[0]?.path).toMatch(/^\/stream\/[\w]+\/[\w-]{22,}$/)
    const second = await send({
      customUrl: form.customUrl,
      slots,
      ...person,
      phone: '0987654321',
      email: 'b@example.com',
    })
    expect(dataOf(second).links[0]?.liveId).toBe(first.links[0]?.liveId)
    const third = await send({
      customUrl: form.customUrl,
      slots,
      ...person,
      phone: '0987654322',
      email: 'c@example.com',
    })
    expect(errorOf(third)?.code).toBe(10)
    expect((await livesOf(id)).length).toBe(1)
    const page = await pageOf(form.customUrl)
    expect(page.sessions.map(({ left, state }) => [left, state])).toEqual([
      [2, 'open'],
      [0, 'full'],
      [2, 'open'],
    ])
    const letters = async () => {
      await t.platform.jobs.idle()
      const { items } = await t.call(letterRoutes.list, { query: {} }, member.headers)
      return items.map(({ to, state }) => [to, state]).toSorted()
    }
    await expect.poll(letters).toEqual([
      ['b@example.com', 'sent'],
      ['lin@example.com', 'sent'],
    ])
  })

  test('SIGNUP-22 Twelve people at once for a new slot make one live, and all have a seat in it', async () => {
    const { form, id } = await aSeries()
    const slots = [{ seriesId: id, beginAt: '2026-11-20T12:15:00Z' }]
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        send({
          customUrl: form.customUrl,
          slots,
          ...person,
          phone: `09120000${String(index).padStart(2, '0')}`,
          email: `p${index}@example.com`,
        }),
      ),
    )
    expect(replies.map((reply) => dataOf(reply).result)).toEqual(Array.from({ length: 12 }, () => 'signedUp'))
    const lives = await livesOf(id)
    expect(lives.length).toBe(1)
    const seats = await t.platform.db.raw('select 1 from "signupSeat" where "liveId" = $1', [lives[0]?.['id']])
    expect(seats.rows.length).toBe(12)
  })

  test('SIGNUP-23 The live of a slot asked for twice at once, even by different forms’ hands, is made once', async () => {
    const { id, template } = await aSeries()
    const { lives } = t.app.services
    const [found] = await lives.slotTemplates(member.firmId, [template.id])
    if (!found) throw new Error('no template')
    const beginAtMs = Date.parse('2026-11-20T13:00:00Z')
    const made = await Promise.all(
      Array.from({ length: 4 }, () =>
        t.platform.db.transaction((tx) =>
          lives.makeSlot(tx, member.firmId, { seriesId: id, template: found, beginAtMs }),
        ),
      ),
    )
    expect(new Set(made.map((live) => live.id)).size).toBe(1)
    expect(made[0]).toMatchObject({ beginAtMs, endAtMs: beginAtMs + found.lengthMs })
  })

  test('SIGNUP-24 Without live hours no slot is offered: the page says so, and a sign-up is refused with an error text', async () => {
    const { form, id } = await aSeries()
    await t.platform.db.raw('delete from "liveHoursLedger" where "firmId" = $1', [member.firmId])
    const page = await pageOf(form.customUrl)
    expect([page.sessions, page.paused]).toEqual([[], true])
    const reply = await send({
      customUrl: form.customUrl,
      slots: [{ seriesId: id, beginAt: '2026-11-20T12:15:00Z' }],
      ...person,
    })
    expect([reply.status, errorOf(reply)?.message]).toEqual([410, '這個時段目前無法報名，請選擇其他場次'])
    expect((await t.call(signupRoutes.availableLives, {}, member.headers)).hoursLeft).toBe(false)
  })

  test('SIGNUP-25 A time that the rule does not have, or that is over, is refused; one just begun may still be had', async () => {
    const { form, id } = await aSeries()
    const ask = (beginAt: string, phone = person.phone) =>
      send({ customUrl: form.customUrl, slots: [{ seriesId: id, beginAt }], ...person, phone })
    expect((await ask('2026-11-20T12:16:00Z')).status).toBe(410)
    expect((await ask('2027-11-20T12:15:00Z')).status).toBe(410)
    expect((await ask('2026-11-20T11:45:00Z')).status).toBe(410)
    expect(
      (
        await send({
          customUrl: form.customUrl,
          slots: [{ seriesId: seriesId(), beginAt: '2026-11-20T12:15:00Z' }],
          ...person,
        })
      ).status,
    ).toBe(400)
    expect(await livesOf(id)).toEqual([])
    t.clock.advance(15 * 60_000 + 60_000)
    expect((await ask('2026-11-20T12:15:00Z')).status).toBe(200)
  })

  test('SIGNUP-26 A weekly series offers its next four times, and one that runs may be joined', async () => {
    const { form, id } = await aSeries({ rule: weekly })
    const begins = async () => (await pageOf(form.customUrl)).sessions.map(({ beginAt }) => beginAt)
    expect((await begins()).slice(0, 3)).toEqual([
      '2026-11-21T12:00:00.000Z',
      '2026-11-22T07:00:00.000Z',
      '2026-11-28T12:00:00.000Z',
    ])
    expect((await begins()).length).toBe(4)
    const ask = (change: object = {}) =>
      send({
        customUrl: form.customUrl,
        slots: [{ seriesId: id, beginAt: '2026-11-21T12:00:00Z' }],
        ...person,
        ...change,
      })
    expect((await ask()).status).toBe(200)
    t.clock.advance(24 * 3600_000 + 90_000)
    const [running] = (await pageOf(form.customUrl)).sessions
    expect(running).toMatchObject({ beginAt: '2026-11-21T12:00:00.000Z', state: 'live' })
    expect((await ask({ phone: '0987654321', email: 'b@example.com' })).status).toBe(200)
  })

  test('SIGNUP-27 A changed series keeps its lives; a removed one ends, and who has a seat still sees it', async () => {
    const { form, id, template } = await aSeries({ capacity: 5 })
    const slots = [{ seriesId: id, beginAt: '2026-11-20T12:15:00Z' }]
    const made = await send({ customUrl: form.customUrl, slots, ...person })
    const cookie = String(made.headers['set-cookie']).split(';')[0] ?? ''
    const { id: _, version: ___, createdAt: __, ...body } = form
    const change = (seriesList: typeof form.seriesList) =>
      t.call(signupRoutes.change, { params: { id: form.id }, body: { ...body, seriesList } }, member.headers)
    const [series] = form.seriesList
    if (!series) throw new Error('no series')
    await change([{ ...series, capacity: 1 }])
    expect((await pageOf(form.customUrl)).sessions[0]).toMatchObject({ left: 0, state: 'full' })
    const live = await aLive(t, member)
    await t.call(
      signupRoutes.change,
      {
        params: { id: form.id },
        body: { ...body, seriesList: [], sessionInfoList: [{ liveId: live.id, title: '', capacity: null }] },
      },
      member.headers,
    )
    expect((await pageOf(form.customUrl)).sessions.map(({ liveId }) => liveId)).toEqual([live.id])
    const own = await t.request({
      method: 'GET',
      url: `/api/room/signup?customUrl=${form.customUrl}`,
      headers: { cookie },
    })
    const { sessions } = (own.body as { data: { sessions: { key: string }[] } }).data
    expect(sessions.map(({ key }) => key)).toContain(`${id}@2026-11-20T12:15:00.000Z`)
    expect((await livesOf(id)).length).toBe(1)
    expect(template.id).toBeDefined()
  })

  test('SIGNUP-28 A series of another form, or a live that is no template, is refused at its field', async () => {
    const { id, template } = await aSeries()
    const body = (series: object) => ({
      signupName: 'x',
      customUrl: `other-${count}`,
      signupTitle: 'x',
      sessionInfoList: [],
      seriesList: [{ id, title: '', templateLiveId: template.id, capacity: null, rule: every15, ...series }],
    })
    await expect(t.call(signupRoutes.create, { body: body({}) }, member.headers)).rejects.toMatchObject({
      fields: { 'seriesList.0.id': expect.any(String) },
    })
    const other = await t.aFirm()
    await t.app.services.metering.addHours(other.firmId, { kind: 'topUp', key: 'x', seconds: 3600 })
    const theirs = await aLive(t, other)
    await expect(
      t.call(signupRoutes.create, { body: body({ id: seriesId(), templateLiveId: theirs.id }) }, member.headers),
    ).rejects.toMatchObject({ fields: { 'seriesList.0.templateLiveId': expect.any(String) } })
    expect(
      (await t.call(signupRoutes.availableLives, {}, member.headers)).templates.map(({ liveId }) => liveId),
    ).toEqual([template.id])
  })

  test('SIGNUP-29 Lives of slots are not offered as sessions of a form', async () => {
    const { form, id } = await aSeries()
    await send({ customUrl: form.customUrl, slots: [{ seriesId: id, beginAt: '2026-11-20T12:15:00Z' }], ...person })
    const live = await aLive(t, member)
    const { lives } = await t.call(signupRoutes.availableLives, {}, member.headers)
    expect(lives.map(({ liveId }) => liveId)).toEqual([live.id])
    t.clock.advance(1000)
    await aForm(t, member, [{ liveId: live.id }])
    const { items } = await t.call(signupRoutes.list, { query: {} }, member.headers)
    expect(items.map(({ sessions, series }) => [sessions, series])).toEqual([
      [1, 0],
      [0, 1],
    ])
    expect(items[1]?.nextBeginAt).toBe('2026-11-20T12:15:00.000Z')
  })
})
