import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { trackingRoutes } from '@kaimai/contract/tracking/tracking.routes.ts'
import { viewIdOf } from '@kaimai/contract/tracking/tracking.rules.ts'
import { afterAll, beforeEach } from 'vitest'
import { startAdvertisers } from './advertisers.ts'
import { aFirmWithHours, sharedApp } from './fixtures.ts'
import { aForm, aLive } from './studio.ts'
import type { Member } from './test-app.ts'

/** An app that a file's tests share, with advertisers that answer, a new firm a test, and a browser that sends events. */
export const sharedTracking = async () => {
  const advertisers = await startAdvertisers()
  afterAll(() => advertisers.stop())
  const t = await sharedApp({
    environment: { ...advertisers.environment, AUDIENCE_URL: 'https://live.example', KAIMAI_SANDBOX: '1' },
  })
  let member: Member
  beforeEach(async () => {
    member = await aFirmWithHours(t, '器日')
    advertisers.calls.length = 0
    advertisers.answerWith(() => undefined)
  })

  const ids = { pixelId: '123456789012345', tiktokPixelId: 'C0ABCDEF1234567890', gtmId: 'GTM-ABC1234' }
  const useAdvertisers = async () => {
    await t.app.services.firms.change(member.firmId, ids)
    await t.app.services.firmSecrets.put(member.firmId, 'conversionApi', 'meta-token')
    await t.app.services.firmSecrets.put(member.firmId, 'tiktokAccessToken', 'tiktok-token')
  }

  const bowlId = '01900000-0000-7000-8000-0000000000b0'
  let events = 0
  const anEvent = (event: 'ViewContent' | 'AddToCart' | 'ClickProduct' = 'ViewContent') => {
    events += 1
    return {
      event,
      number: events,
      items: [{ id: bowlId, price: 1280_00, quantity: 1 }],
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
  const read = async (customUrl: string, depth: number, seconds: number, attribution: object = {}) =>
    t.call(trackingRoutes.scrollTrack, {
      body: { base: await baseOf(customUrl), depth, seconds, given: { attribution } },
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

  return {
    t,
    advertisers,
    /** The owner of the firm that the steps are done for: a new one in each test. */
    get member(): Member {
      return member
    },
    /** The firm that further steps of a test are done for. */
    set member(next: Member) {
      member = next
    },
    ids,
    useAdvertisers,
    bowlId,
    anEvent,
    agreed,
    bases,
    baseOf,
    idOf,
    view,
    send,
    read,
    rowsOf,
    setUpForm,
  }
}
