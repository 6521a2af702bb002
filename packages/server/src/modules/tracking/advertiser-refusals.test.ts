import { describe, expect, test } from 'vitest'
import { sharedTracking } from '../../../test/tracking-stage.ts'

const stage = await sharedTracking()
const { t, advertisers, useAdvertisers, anEvent, agreed, bases, idOf, view, rowsOf, setUpForm } = stage

describe('events that an advertiser refuses', () => {
  const setUp = async (count = 1) => {
    const { form } = await setUpForm()
    await useAdvertisers()
    await t.app.services.firmSecrets.put(stage.member.firmId, 'tiktokAccessToken', '')
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
        from "advertiserEvent", generate_series(1, 300) as number where "firmId" = '${stage.member.firmId}' and state = 'waiting' and name = 'ViewContent' limit 300`)
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
