import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { publicSalesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { advertiserReportRoutes, trackingRoutes } from '@kaimai/contract/tracking/tracking.routes.ts'
import { viewIdOf } from '@kaimai/contract/tracking/tracking.rules.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Advertisers, startAdvertisers } from '../../../test/advertisers.ts'
import { aPaidForm, aSellingPage, orderPlaces, payOrder, placedIn } from '../../../test/buying.ts'
import { aFirmWithHours } from '../../../test/fixtures.ts'
import { aPerson } from '../../../test/sign-up-people.ts'
import { aForm, aLive, aProduct } from '../../../test/studio.ts'
import { type Member, type TestApp, testApp } from '../../../test/test-app.ts'
import { reportedMax } from './advertiser-outbox.ts'
import { firmRule, networkRules } from './reporting-limits.ts'

let advertisers: Advertisers
let t: TestApp
let member: Member
beforeAll(async () => {
  advertisers = await startAdvertisers()
  t = await testApp({
    environment: { ...advertisers.environment, AUDIENCE_URL: 'https://live.example', KAIMAI_SANDBOX: '1' },
  })
})
beforeEach(async () => {
  member = await aFirmWithHours(t, '器日')
  advertisers.calls.length = 0
  advertisers.answerWith(() => undefined)
})
afterAll(async () => {
  await t.close()
  await advertisers.stop()
})

const ids = { pixelId: '123456789012345', tiktokPixelId: 'C0ABCDEF1234567890', gtmId: 'GTM-ABC1234' }
const useAdvertisers = async () => {
  await t.app.services.firms.change(member.firmId, ids)
  await t.app.services.firmSecrets.put(member.firmId, 'conversionApi', 'meta-token')
  await t.app.services.firmSecrets.put(member.firmId, 'tiktokAccessToken', 'tiktok-token')
}

const bowlId = '01900000-0000-7000-8000-0000000000b0'
let events = 0
const anEvent = (event: 'ViewContent' | 'AddToCart' = 'ViewContent') => {
  events += 1
  return {
    event,
    number: events,
    things: [{ id: bowlId, price: 1280_00, quantity: 1 }],
    currency: 'TWD' as const,
  }
}
const agreed = { consent: true, fbp: 'fb.1.2.3', url: 'https://live.example/f/demo?fbclid=Click1', ttclid: 'E.1' }

/** The base of a form's page, as its visitor has it until the page is drawn again. */
const bases = new Map<string, string>()
const baseOf = async (customUrl: string): Promise<string> => {
  const known = bases.get(customUrl)
  if (known !== undefined) return known
  const { tracking } = await t.call(publicSignupRoutes.page, { query: { customUrl } })
  bases.set(customUrl, tracking.eventBase)
  return tracking.eventBase
}
const idOf = async (customUrl: string, { number }: { number: number }): Promise<string> =>
  `${viewIdOf(await baseOf(customUrl))}.${number}`

const view = async (
  customUrl: string,
  trackingEvent: ReturnType<typeof anEvent>[],
  given: object = {},
  ip = '203.0.113.9',
) => send({ base: await baseOf(customUrl), given, events: trackingEvent }, ip)
const send = (body: object, ip = '203.0.113.9') =>
  t.request({
    method: 'POST',
    url: '/api/room/signup/view_content',
    headers: { 'content-type': 'application/json', 'user-agent': 'Phone/1.0', 'x-forwarded-for': ip },
    payload: JSON.stringify(body),
  })
const read = async (customUrl: string, depth: number, seconds: number, cameBy: object = {}) =>
  t.call(trackingRoutes.scrollTrack, {
    body: { base: await baseOf(customUrl), depth, seconds, given: { cameBy } },
  })
const rowsOf = async (table: string) =>
  (await t.platform.db.raw(`select * from "${table}" where "firmId" = $1 order by 2`, [member.firmId])).rows
const setUpForm = async () => {
  const live = await aLive(t, member)
  const form = await aForm(
    t,
    member,
    [{ liveId: live.id, capacity: null }],
    `form-${events}-${member.firmId.slice(-6)}`,
  )
  return { live, form }
}

describe('what a page receives', () => {
  test('TRACKING-19 A public page names the advertisers of its firm, and begins its events’ ids anew at each view', async () => {
    const { live, form } = await setUpForm()
    await useAdvertisers()
    const sale = await aSellingPage(t, member, [(await aProduct(t, member)).id])
    const first = await t.call(publicSignupRoutes.page, { query: { customUrl: form.customUrl } })
    const second = await t.call(publicSignupRoutes.page, { query: { customUrl: form.customUrl } })
    const room = await t.call(roomRoutes.show, { query: { streamId: live.streamId } })
    const page = await t.call(publicSalesPageRoutes.page, { query: { customUrl: sale.customUrl } })
    for (const { tracking } of [first, second, room, page]) expect(tracking).toMatchObject(ids)
    expect(first.tracking.eventBase).toMatch(/^[\w-]{22}\.[\w-]+\.[\w-]{43}$/)
    expect(second.tracking.eventBase).not.toBe(first.tracking.eventBase)
  })

  test('TRACKING-20 What is no advertiser’s id stands in no page, however it came into the row', async () => {
    const { form } = await setUpForm()
    await t.app.services.firms.change(member.firmId, {
      pixelId: '1);alert(1',
      tiktokPixelId: "X'",
      gtmId: 'GTM-ABC1234',
    })
    const { tracking } = await t.call(publicSignupRoutes.page, { query: { customUrl: form.customUrl } })
    expect(tracking).toMatchObject({ pixelId: '', tiktokPixelId: '', gtmId: 'GTM-ABC1234' })
  })
})

describe('raw facts', () => {
  test('TRACKING-21 Of a visit the deepest and the longest stand, whatever comes later', async () => {
    const { form } = await setUpForm()
    await read(form.customUrl, 40, 30, { source: 'line', association: 'amy' })
    await read(form.customUrl, 20, 12)
    await read(form.customUrl, 85, 41, { source: 'ig' })
    expect(await rowsOf('pageVisit')).toMatchObject([
      {
        page: 'signup',
        pageId: form.id,
        visit: viewIdOf(await baseOf(form.customUrl)),
        depth: 85,
        seconds: 41,
        cameBy: { source: 'ig' },
      },
    ])
  })

  test('TRACKING-22 An event counts once, however often it is sent', async () => {
    const { live, form } = await setUpForm()
    const [one, two] = [anEvent(), anEvent('AddToCart')]
    expect((await view(form.customUrl, [one])).status).toBe(200)
    expect((await view(form.customUrl, [one, two])).status).toBe(200)
    expect((await rowsOf('viewFact')).map(({ event, eventId }) => [event, eventId])).toEqual([
      ['ViewContent', await idOf(form.customUrl, one)],
      ['AddToCart', await idOf(form.customUrl, two)],
    ])
    const { tracking } = await t.call(roomRoutes.show, { query: { streamId: live.streamId } })
    await t.call(trackingRoutes.liveViewContent, {
      body: { base: tracking.eventBase, given: {}, events: [anEvent()] },
    })
    expect((await rowsOf('viewFact')).map(({ page, pageId }) => [page, pageId]).toSorted()).toEqual([
      ['live', live.id],
      ['signup', form.id],
      ['signup', form.id],
    ])
  })

  test('TRACKING-23 Without consent nothing but the facts is kept, and nothing is sent to anybody', async () => {
    const { form } = await setUpForm()
    await useAdvertisers()
    await view(form.customUrl, [anEvent()], { ...agreed, consent: false })
    await t.platform.jobs.idle()
    expect(await rowsOf('advertiserEvent')).toEqual([])
    expect(advertisers.calls).toEqual([])
    expect(JSON.stringify([await rowsOf('pageVisit'), await rowsOf('viewFact')])).not.toMatch(/fb\.1|Phone\/1|203\.0/)
  })

  test('TRACKING-24 A network that has had its bytes written for one firm is refused, and writes on for another.', async () => {
    const { form } = await setUpForm()
    await t.platform.limits.take(`tracking day 127.0.0.1 ${member.firmId}`, networkRules.day, networkRules.day.limit)
    expect([(await view(form.customUrl, [anEvent()])).status, await rowsOf('viewFact')]).toEqual([429, []])
    member = await aFirmWithHours(t, '另一家')
    const other = await setUpForm()
    expect((await view(other.form.customUrl, [anEvent()])).status).toBe(200)
    expect(await rowsOf('viewFact')).toHaveLength(1)
  })

  test('TRACKING-25 A firm that has had its bytes written is refused more from every network.', async () => {
    const { form } = await setUpForm()
    await t.platform.limits.take(`tracking firm ${member.firmId}`, firmRule, firmRule.limit)
    expect([(await view(form.customUrl, [anEvent()])).status, await rowsOf('viewFact')]).toEqual([429, []])
  })

  test('TRACKING-26 A call larger than any that a page packs is refused, and keeps nothing.', async () => {
    const { form } = await setUpForm()
    const things = Array.from({ length: 20 }, () => ({ id: bowlId, price: 1, quantity: 1 }))
    const large = Array.from({ length: 20 }, () => ({ ...anEvent(), things }))
    expect([(await view(form.customUrl, large)).status, await rowsOf('viewFact')]).toEqual([413, []])
  })

  test('TRACKING-27 A base that the server did not sign as it stands keeps nothing.', async () => {
    const { form } = await setUpForm()
    const base = await baseOf(form.customUrl)
    const [id = '', claims = '', signature = ''] = base.split('.')
    const read: unknown[] = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const ofOther = Buffer.from(JSON.stringify([read[0], 'signup', bowlId, ...read.slice(3)])).toString('base64url')
    const forged = [
      `${'x'.repeat(22)}.${claims}.${signature}`,
      `${id}.${ofOther}.${signature}`,
      `${id}.${claims}.${'A'.repeat(43)}`,
    ]
    for (const each of forged) expect((await send({ base: each, given: {}, events: [anEvent()] })).status).toBe(410)
    for (const each of ['', 'aVisitOfAPage', `${base}.`]) {
      expect((await send({ base: each, given: {}, events: [anEvent()] })).status, each).toBe(400)
    }
    expect([await rowsOf('viewFact'), await rowsOf('pageVisit')]).toEqual([[], []])
  })

  test('TRACKING-28 A base that was signed more than 12 hours ago keeps nothing.', async () => {
    const { form } = await setUpForm()
    await baseOf(form.customUrl)
    t.clock.advance(12 * 3_600_000)
    expect((await view(form.customUrl, [anEvent()])).status).toBe(200)
    t.clock.advance(1)
    expect([(await view(form.customUrl, [anEvent()])).status, (await rowsOf('viewFact')).length]).toEqual([410, 1])
  })

  test('TRACKING-29 Of a suspended firm nothing is kept.', async () => {
    const { form } = await setUpForm()
    await baseOf(form.customUrl)
    await t.app.services.firms.change(member.firmId, { suspendedAt: t.clock.now() })
    expect((await view(form.customUrl, [anEvent()])).status).toBe(410)
    await expect(read(form.customUrl, 10, 10)).rejects.toThrow('410')
    expect([await rowsOf('viewFact'), await rowsOf('pageVisit')]).toEqual([[], []])
  })

  test('TRACKING-30 One page counts 200 events, whatever number a caller gives them.', async () => {
    const { form } = await setUpForm()
    for (const number of [0, 201, 1.5]) {
      expect((await view(form.customUrl, [{ ...anEvent(), number }])).status, String(number)).toBe(400)
    }
    expect((await view(form.customUrl, [{ ...anEvent(), number: 200 }])).status).toBe(200)
    expect((await rowsOf('viewFact')).map(({ eventId }) => eventId)).toEqual([
      await idOf(form.customUrl, { number: 200 }),
    ])
  })

  test('TRACKING-31 Pages of one firm are one visit by the base it began with, pages of another are not.', async () => {
    const { live, form } = await setUpForm()
    const first = await baseOf(form.customUrl)
    const room = async () => (await t.call(roomRoutes.show, { query: { streamId: live.streamId } })).tracking.eventBase
    const strange = await (async () => {
      const before = member
      member = await aFirmWithHours(t, '別家')
      const other = await setUpForm()
      const base = await baseOf(other.form.customUrl)
      member = before
      return base
    })()
    const own = await room()
    await send({ base: await room(), firstBase: first, given: {}, events: [] })
    await send({ base: own, firstBase: strange, given: {}, events: [] })
    expect((await rowsOf('pageVisit')).map(({ visit }) => visit).toSorted()).toEqual(
      [viewIdOf(first), viewIdOf(own)].toSorted(),
    )
  })

  test('TRACKING-32 An item is named by an id alone: text in its place is refused, and beside it is not stored.', async () => {
    const { form } = await setUpForm()
    const thing = { id: bowlId, price: 1, quantity: 1 }
    const worded = (more: object) => [{ ...anEvent(), things: [{ ...thing, ...more }] }]
    expect((await view(form.customUrl, worded({ id: '["臺北市",["花生過敏"]]' }))).status).toBe(400)
    expect((await view(form.customUrl, worded({ name: '林佳穎', variant: '0912345678' }))).status).toBe(200)
    expect((await rowsOf('viewFact')).map(({ things }) => things)).toEqual([[thing]])
  })
})

describe('what goes to advertisers’ servers', () => {
  test('TRACKING-33 With consent an event goes to each once, under the id that the browser sends', async () => {
    const { form } = await setUpForm()
    await useAdvertisers()
    const trackingEvent = anEvent()
    await view(form.customUrl, [trackingEvent], agreed)
    await view(form.customUrl, [trackingEvent], agreed)
    await t.platform.jobs.idle()
    expect(advertisers.eventsAt('meta')).toMatchObject([
      {
        event_name: 'ViewContent',
        event_id: await idOf(form.customUrl, trackingEvent),
        event_source_url: 'https://live.example/f/demo?fbclid=Click1',
        user_data: { client_user_agent: 'Phone/1.0', fbp: 'fb.1.2.3', fbc: `fb.1.${t.clock.ms()}.Click1` },
        custom_data: { value: 1280, currency: 'TWD', content_ids: [bowlId] },
      },
    ])
    expect(advertisers.eventsAt('tiktok')).toMatchObject([
      {
        event: 'ViewContent',
        event_id: await idOf(form.customUrl, trackingEvent),
        user: { ttclid: 'E.1' },
        properties: { content_type: 'product' },
      },
    ])
    expect(advertisers.calls.map(({ target, token }) => [target, token]).toSorted()).toEqual([
      ['meta', 'meta-token'],
      ['tiktok', 'tiktok-token'],
    ])
    expect(await rowsOf('advertiserEvent')).toMatchObject([
      { state: 'sent', event: {} },
      { state: 'sent', event: {} },
    ])
  })

  test('TRACKING-34 An event that was published before the consent goes on once it is given', async () => {
    const { form } = await setUpForm()
    await useAdvertisers()
    const trackingEvent = anEvent()
    await view(form.customUrl, [trackingEvent])
    await view(form.customUrl, [trackingEvent], agreed)
    await t.platform.jobs.idle()
    expect(advertisers.eventsAt('meta')).toMatchObject([{ event_id: await idOf(form.customUrl, trackingEvent) }])
    expect((await rowsOf('viewFact')).length).toBe(1)
  })

  test('TRACKING-35 No key of ours is in an address, and no address but our own is passed on', async () => {
    const { live, form } = await setUpForm()
    await useAdvertisers()
    const url = `https://live.example/stream/${live.streamId}/Yk3v-7_Q9xw2Lr5TnB8mZc?utm_source=line&token=x#a`
    await view(form.customUrl, [anEvent()], { ...agreed, url })
    await view(form.customUrl, [anEvent()], { ...agreed, url: 'https://evil.example/f/demo' })
    await t.platform.jobs.idle()
    expect(advertisers.eventsAt('meta').map((event) => event['event_source_url'])).toEqual([
      `https://live.example/stream/${live.streamId}?utm_source=line`,
      `https://live.example/f/${form.customUrl}`,
    ])
  })

  const signUp = async (customUrl: string, liveId: string, tracking: object, person = aPerson()) => {
    const reply = await t.request({
      method: 'POST',
      url: '/api/room/signup/batch',
      headers: { 'content-type': 'application/json', 'user-agent': 'Phone/1.0' },
      payload: JSON.stringify({ customUrl, liveIds: [liveId], ...person, tracking }),
    })
    await t.platform.jobs.idle()
    return (reply.body as { data: { eventId: string } }).data.eventId
  }

  test('TRACKING-36 A sign-up with consent is a CompleteRegistration under its own id, with hashes of who it was', async () => {
    const { live, form } = await setUpForm()
    await useAdvertisers()
    await signUp(form.customUrl, live.id, { consent: false, fbp: 'fb.1.2.3' })
    const person = aPerson({ phone: '0912-345-678', email: 'John_Smith@gmail.com' })
    const eventId = await signUp(form.customUrl, live.id, agreed, person)
    expect(eventId).not.toBe('')
    expect(advertisers.eventsAt('meta')).toMatchObject([
      {
        event_name: 'CompleteRegistration',
        event_id: eventId,
        user_data: {
          em: ['62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'],
          ph: ['cf676475cec2ee7b7591f39bdefe7ef3dca63b14c1cdba3b19ce4219cbda2b09'],
          client_ip_address: '127.0.0.1',
          client_user_agent: 'Phone/1.0',
        },
      },
    ])
    expect(advertisers.eventsAt('tiktok')).toMatchObject([
      {
        event: 'CompleteRegistration',
        event_id: eventId,
        user: { phone: '1315ec4a63ba3d2b8f5db63688770e89a402ee623ef33e4c8c2f36e48f271be0' },
      },
    ])
    const kept = (await t.platform.db.raw('select given from "signupUser" where "firmId" = $1', [member.firmId])).rows
    expect(JSON.stringify(kept.map(({ given }) => (given as { fbp: string }).fbp).toSorted())).toBe('["","fb.1.2.3"]')
  })

  test('TRACKING-37 A paid order is a Purchase under its own id when it is paid, not before; a paid form registers too', async () => {
    const live = await aLive(t, member)
    const form = await aPaidForm(t, member, [{ liveId: live.id }])
    await useAdvertisers()
    const placed = placedIn(await orderPlaces(t, form.customUrl, [live.id], { tracking: agreed }))
    await t.platform.jobs.idle()
    expect(advertisers.calls).toEqual([])
    await payOrder(t, member.firmId, placed.orderId)
    await t.platform.jobs.idle()
    const events = advertisers.eventsAt('meta')
    const purchase = events.find((event) => event['event_name'] === 'Purchase')
    expect(purchase).toMatchObject({
      event_id: placed.orderId,
      user_data: { client_ip_address: '127.0.0.1' },
      custom_data: { value: placed.total / 100, currency: 'TWD', order_id: placed.orderNo },
    })
    expect(events.map((event) => event['event_name']).toSorted()).toEqual(['CompleteRegistration', 'Purchase'])
    expect(advertisers.eventsAt('tiktok')).toHaveLength(2)
  })

  test('TRACKING-38 Above a day’s bound a firm’s page events are dropped and counted, and purchases are sent all the same.', async () => {
    const live = await aLive(t, member)
    const form = await aPaidForm(t, member, [{ liveId: live.id }])
    await useAdvertisers()
    await view(form.customUrl, [anEvent()], agreed)
    await t.platform.db.raw('update "advertiserDay" set reported = $1 where "firmId" = $2', [
      reportedMax - 1,
      member.firmId,
    ])
    await t.platform.jobs.idle()
    advertisers.calls.length = 0
    const three = [anEvent(), anEvent(), anEvent()]
    expect((await view(form.customUrl, three, agreed)).status).toBe(200)
    const placed = placedIn(await orderPlaces(t, form.customUrl, [live.id], { tracking: agreed }))
    await payOrder(t, member.firmId, placed.orderId)
    await t.platform.jobs.idle()
    const names = advertisers.eventsAt('meta').map((event) => event['event_name'])
    expect(names.toSorted()).toEqual(['CompleteRegistration', 'Purchase', 'ViewContent'])
    expect(await rowsOf('viewFact')).toHaveLength(4)
    const { days } = await t.call(advertiserReportRoutes.days, {}, member.headers)
    const day = new Date(t.clock.ms() + 8 * 3_600_000).toISOString().slice(0, 10)
    expect(days).toEqual([{ day, passed: reportedMax, dropped: 2 }])
    const stranger = await t.aFirm('外人')
    expect((await t.call(advertiserReportRoutes.days, {}, stranger.headers)).days).toEqual([])
  })

  test('TRACKING-39 A firm without a key for it sends nothing there', async () => {
    const { form } = await setUpForm()
    await t.app.services.firms.change(member.firmId, ids)
    await t.app.services.firmSecrets.put(member.firmId, 'tiktokAccessToken', 'tiktok-token')
    await view(form.customUrl, [anEvent()], agreed)
    await t.platform.jobs.idle()
    expect(advertisers.calls.map(({ target }) => target)).toEqual(['tiktok'])
  })
})

describe('events that an advertiser refuses', () => {
  const setUp = async (count = 1) => {
    const { form } = await setUpForm()
    await useAdvertisers()
    await t.app.services.firmSecrets.put(member.firmId, 'tiktokAccessToken', '')
    const trackingEvent = Array.from({ length: count }, () => anEvent())
    return { form, trackingEvent, publish: () => view(form.customUrl, trackingEvent, agreed) }
  }
  const due = () => t.platform.jobs.runTick('tracking/due')
  const states = async () => (await rowsOf('advertiserEvent')).map(({ state }) => state)

  test('TRACKING-40 What was not taken is tried again later, each time after a longer wait, and counted once', async () => {
    const { publish } = await setUp()
    advertisers.answerWith(() => ({ status: 503, body: {} }))
    await publish()
    await t.platform.jobs.idle()
    expect([advertisers.calls.length, await states()]).toEqual([1, ['waiting']])
    await due()
    expect(advertisers.calls.length).toBe(1)
    t.clock.advance(30_000)
    await due()
    expect(advertisers.calls.length).toBe(2)
    t.clock.advance(30_000)
    await due()
    expect(advertisers.calls.length).toBe(2)
    advertisers.answerWith(() => undefined)
    t.clock.advance(30_000)
    await due()
    expect([advertisers.calls.length, await states()]).toEqual([3, ['sent']])
  })

  test('TRACKING-41 Purchases are sent before page views that wait', async () => {
    const { publish } = await setUp()
    advertisers.answerWith(() => ({ status: 503, body: {} }))
    await publish()
    await t.platform.jobs.idle()
    const copy = (name: string, eventId: string, later: string) =>
      t.platform.db.raw(`insert into "advertiserEvent"
        select gen_random_uuid(), "firmId", target, ${name}, ${eventId}, at, jsonb_set(event, '{event_id}', to_jsonb(${eventId})),
          state, tries, "nextAt" + interval '${later}', problem
        from "advertiserEvent", generate_series(1, 300) as number where "firmId" = '${member.firmId}' and state = 'waiting' and name = 'ViewContent' limit 300`)
    await copy('name', `'flood.' || number`, '0 s')
    await copy(`'Purchase'`, `'order.' || number`, '9 s')
    advertisers.answerWith(() => undefined)
    advertisers.calls.length = 0
    t.clock.advance(60_000)
    await due()
    const trackingEvent = advertisers.calls.flatMap(({ events: sent }) =>
      sent.map((event) => String(event['event_id'])),
    )
    expect(trackingEvent).toHaveLength(601)
    expect(trackingEvent.slice(0, 300).every((id) => id.startsWith('order.'))).toBe(true)
  })

  test('TRACKING-42 A call holds 50 events at most; of a refused one only the wrong event is given up', async () => {
    const { form, trackingEvent, publish } = await setUp(50)
    const wrong = await idOf(form.customUrl, trackingEvent[7] ?? { number: 0 })
    advertisers.answerWith(({ events: sent }) =>
      sent.some((event) => event['event_id'] === wrong) ? { status: 400, body: { error: { code: 100 } } } : undefined,
    )
    await publish()
    await t.platform.jobs.idle()
    expect(advertisers.calls[0]?.events).toHaveLength(50)
    expect(Math.max(...advertisers.calls.map(({ events: sent }) => sent.length))).toBe(50)
    const all = await rowsOf('advertiserEvent')
    expect(all.filter(({ state }) => state === 'sent')).toHaveLength(49)
    expect(all.filter(({ state }) => state === 'failed').map(({ eventId }) => eventId)).toEqual([wrong])
  })

  test('TRACKING-43 An event of seven days ago is dropped alone; newer ones of the same call go', async () => {
    const { form, trackingEvent, publish } = await setUp()
    advertisers.answerWith(() => ({ status: 503, body: {} }))
    await publish()
    await t.platform.jobs.idle()
    const oldId = await idOf(form.customUrl, trackingEvent[0] ?? { number: 0 })
    t.clock.advance(7 * 86_400_000)
    bases.clear()
    advertisers.calls.length = 0
    advertisers.answerWith(() => undefined)
    const newer = anEvent()
    await view(form.customUrl, [newer], agreed)
    await t.platform.jobs.idle()
    await due()
    const sent = advertisers.eventsAt('meta').map((event) => event['event_id'])
    expect(sent).toEqual([await idOf(form.customUrl, newer)])
    const old = (await rowsOf('advertiserEvent')).find(({ eventId }) => eventId === oldId)
    expect(old).toMatchObject({ state: 'failed', problem: 'too old', event: {} })
  })
})

test('TRACKING-44 A shared origin has no advertiser: no id in a page, nothing sent', async () => {
  const shared = await testApp({ environment: { ...advertisers.environment, KAIMAI_SANDBOX: '1' } })
  try {
    const owner = await shared.aFirm('合用')
    await shared.app.services.firms.change(owner.firmId, ids)
    const show = { params: { id: owner.firmId } }
    // The settings say why the ids that were given do nothing.
    expect((await shared.call(firmRoutes.show, show, owner.headers)).trackingRuns).toBe(false)
    expect((await t.call(firmRoutes.show, { params: { id: member.firmId } }, member.headers)).trackingRuns).toBe(true)
    await shared.app.services.firmSecrets.put(owner.firmId, 'conversionApi', 'meta-token')
    const sale = await aSellingPage(shared, owner, [(await aProduct(shared, owner)).id])
    const { tracking } = await shared.call(publicSalesPageRoutes.page, { query: { customUrl: sale.customUrl } })
    expect(tracking).toMatchObject({ pixelId: '', tiktokPixelId: '', gtmId: '' })
    const body = { base: tracking.eventBase, given: agreed, events: [anEvent()] }
    await shared.call(trackingRoutes.signupViewContent, { body })
    await shared.platform.jobs.idle()
    expect(advertisers.calls).toEqual([])
  } finally {
    await shared.close()
  }
})
