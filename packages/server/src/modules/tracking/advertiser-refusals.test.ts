import { publicSignupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { viewIdOf } from '@kaimai/contract/tracking/tracking.rules.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Advertisers, startAdvertisers } from '../../../test/advertisers.ts'
import { aFirmWithHours } from '../../../test/fixtures.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import { type Member, type TestApp, testApp } from '../../../test/test-app.ts'

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
