import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { publicSalesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { trackingRoutes } from '@kaimai/contract/tracking/tracking.routes.ts'
import { viewIdOf } from '@kaimai/contract/tracking/tracking.rules.ts'
import { describe, expect, test } from 'vitest'
import { aSellingPage } from '../../../test/buying.ts'
import { aFirmWithHours } from '../../../test/fixtures.ts'
import { aProduct } from '../../../test/studio.ts'
import { testApp } from '../../../test/test-app.ts'
import { sharedTracking } from '../../../test/tracking-stage.ts'
import { firmRule, networkRules } from './reporting-limits.ts'

const stage = await sharedTracking()
const {
  t,
  advertisers,
  ids,
  useAdvertisers,
  bowlId,
  anEvent,
  agreed,
  baseOf,
  idOf,
  view,
  send,
  read,
  rowsOf,
  setUpForm,
} = stage

describe('what a page receives', () => {
  test('TRACKING-19 A public page names the advertisers of its firm, and begins its events’ ids anew at each view', async () => {
    const { live, form } = await setUpForm()
    await useAdvertisers()
    const sale = await aSellingPage(t, stage.member, [(await aProduct(t, stage.member)).id])
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
    await t.app.services.firms.change(stage.member.firmId, {
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
        attribution: { source: 'ig' },
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

  test('TRACKING-23 Without consent nothing but the facts is stored, and nothing is sent to anybody', async () => {
    const { form } = await setUpForm()
    await useAdvertisers()
    await view(form.customUrl, [anEvent()], { ...agreed, consent: false })
    await t.platform.jobs.idle()
    expect(await rowsOf('advertiserEvent')).toEqual([])
    expect(advertisers.calls).toEqual([])
    expect(JSON.stringify([await rowsOf('pageVisit'), await rowsOf('viewFact')])).not.toMatch(/fb\.1|Phone\/1|203\.0/)
  })

  test('TRACKING-71 A tap on a product is a fact of the merchant’s own: it counts once, and no advertiser hears of it', async () => {
    const { live } = await setUpForm()
    await useAdvertisers()
    const { tracking } = await t.call(roomRoutes.show, { query: { streamId: live.streamId } })
    const events = [anEvent('ClickProduct'), anEvent('ViewContent')]
    for (let time = 0; time < 2; time += 1)
      await t.call(trackingRoutes.liveViewContent, { body: { base: tracking.eventBase, given: agreed, events } })
    await t.platform.jobs.idle()
    expect((await rowsOf('viewFact')).map(({ event }) => event).toSorted()).toEqual(['ClickProduct', 'ViewContent'])
    expect(new Set((await rowsOf('advertiserEvent')).map(({ name }) => name))).toEqual(new Set(['ViewContent']))
    expect(JSON.stringify(advertisers.calls)).not.toContain('ClickProduct')
  })

  test('TRACKING-24 A network that has had its bytes written for one firm is refused, and writes on for another.', async () => {
    const { form } = await setUpForm()
    await t.platform.limits.take(
      `tracking day 127.0.0.1 ${stage.member.firmId}`,
      networkRules.day,
      networkRules.day.limit,
    )
    expect([(await view(form.customUrl, [anEvent()])).status, await rowsOf('viewFact')]).toEqual([429, []])
    stage.member = await aFirmWithHours(t, '另一家')
    const other = await setUpForm()
    expect((await view(other.form.customUrl, [anEvent()])).status).toBe(200)
    expect(await rowsOf('viewFact')).toHaveLength(1)
  })

  test('TRACKING-25 A firm that has had its bytes written is refused more from every network.', async () => {
    const { form } = await setUpForm()
    await t.platform.limits.take(`tracking firm ${stage.member.firmId}`, firmRule, firmRule.limit)
    expect([(await view(form.customUrl, [anEvent()])).status, await rowsOf('viewFact')]).toEqual([429, []])
  })

  test('TRACKING-26 A call larger than any that a page packs is refused, and keeps nothing.', async () => {
    const { form } = await setUpForm()
    const items = Array.from({ length: 20 }, () => ({ id: bowlId, price: 1, quantity: 1 }))
    const large = Array.from({ length: 20 }, () => ({ ...anEvent(), items }))
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

  test('TRACKING-29 Of a suspended firm nothing is stored.', async () => {
    const { form } = await setUpForm()
    await baseOf(form.customUrl)
    await t.app.services.firms.change(stage.member.firmId, { suspendedAt: t.clock.now() })
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
      const before = stage.member
      stage.member = await aFirmWithHours(t, '別家')
      const other = await setUpForm()
      const base = await baseOf(other.form.customUrl)
      stage.member = before
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
    const worded = (more: object) => [{ ...anEvent(), items: [{ ...thing, ...more }] }]
    expect((await view(form.customUrl, worded({ id: '["臺北市",["花生過敏"]]' }))).status).toBe(400)
    expect((await view(form.customUrl, worded({ name: '林佳穎', variant: '0912345678' }))).status).toBe(200)
    expect((await rowsOf('viewFact')).map(({ items }) => items)).toEqual([[thing]])
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
    expect(
      (await t.call(firmRoutes.show, { params: { id: stage.member.firmId } }, stage.member.headers)).trackingRuns,
    ).toBe(true)
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
