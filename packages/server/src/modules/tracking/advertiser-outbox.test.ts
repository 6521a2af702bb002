import { advertiserReportRoutes } from '@kaimai/contract/tracking/tracking.routes.ts'
import { describe, expect, test } from 'vitest'
import { aPaidForm, orderPlaces, payOrder, placedIn } from '../../../test/buying.ts'
import { aPerson } from '../../../test/sign-up-people.ts'
import { aLive } from '../../../test/studio.ts'
import { sharedTracking } from '../../../test/tracking-stage.ts'
import { reportedMax } from './advertiser-outbox.ts'

const stage = await sharedTracking()
const { t, advertisers, ids, useAdvertisers, bowlId, anEvent, agreed, idOf, view, rowsOf, setUpForm } = stage

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
    const kept = (await t.platform.db.raw('select given from "signupUser" where "firmId" = $1', [stage.member.firmId]))
      .rows
    expect(JSON.stringify(kept.map(({ given }) => (given as { fbp: string }).fbp).toSorted())).toBe('["","fb.1.2.3"]')
  })

  test('TRACKING-37 A paid order is a Purchase under its own id when it is paid, not before; a paid form registers too', async () => {
    const live = await aLive(t, stage.member)
    const form = await aPaidForm(t, stage.member, [{ liveId: live.id }])
    await useAdvertisers()
    const placed = placedIn(await orderPlaces(t, form.customUrl, [live.id], { tracking: agreed }))
    await t.platform.jobs.idle()
    expect(advertisers.calls).toEqual([])
    await payOrder(t, stage.member.firmId, placed.orderId)
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
    const live = await aLive(t, stage.member)
    const form = await aPaidForm(t, stage.member, [{ liveId: live.id }])
    await useAdvertisers()
    await view(form.customUrl, [anEvent()], agreed)
    await t.platform.db.raw('update "advertiserDay" set reported = $1 where "firmId" = $2', [
      reportedMax - 1,
      stage.member.firmId,
    ])
    await t.platform.jobs.idle()
    advertisers.calls.length = 0
    const three = [anEvent(), anEvent(), anEvent()]
    expect((await view(form.customUrl, three, agreed)).status).toBe(200)
    const placed = placedIn(await orderPlaces(t, form.customUrl, [live.id], { tracking: agreed }))
    await payOrder(t, stage.member.firmId, placed.orderId)
    await t.platform.jobs.idle()
    const names = advertisers.eventsAt('meta').map((event) => event['event_name'])
    expect(names.toSorted()).toEqual(['CompleteRegistration', 'Purchase', 'ViewContent'])
    expect(await rowsOf('viewFact')).toHaveLength(4)
    const { days } = await t.call(advertiserReportRoutes.days, {}, stage.member.headers)
    const day = new Date(t.clock.ms() + 8 * 3_600_000).toISOString().slice(0, 10)
    expect(days).toEqual([{ day, passed: reportedMax, dropped: 2 }])
    const stranger = await t.aFirm('外人')
    expect((await t.call(advertiserReportRoutes.days, {}, stranger.headers)).days).toEqual([])
  })

  test('TRACKING-39 A firm without a key for it sends nothing there', async () => {
    const { form } = await setUpForm()
    await t.app.services.firms.change(stage.member.firmId, ids)
    await t.app.services.firmSecrets.put(stage.member.firmId, 'tiktokAccessToken', 'tiktok-token')
    await view(form.customUrl, [anEvent()], agreed)
    await t.platform.jobs.idle()
    expect(advertisers.calls.map(({ target }) => target)).toEqual(['tiktok'])
  })
})
