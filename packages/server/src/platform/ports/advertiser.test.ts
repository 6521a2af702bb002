import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Advertisers, metaTaken, startAdvertisers } from '../../../test/advertisers.ts'
import {
  type Advertiser,
  type AdvertiserFact,
  createAdvertisers,
  normalEmail,
  phoneDigits,
  sha256,
} from './advertiser.ts'

const fact: AdvertiserFact = {
  name: 'Purchase',
  eventId: 'order-1',
  atMs: Date.parse('2026-11-20T12:00:00.700Z'),
  url: 'https://live.example/order',
  person: {
    email: ' John_Smith@gmail.com ',
    phone: '+886912345678',
    externalId: '',
    ip: '203.0.113.7',
    userAgent: 'Mozilla/5.0',
    fbp: 'fb.1.1700000000000.1234567890',
    fbc: 'fb.1.1700000000000.IwAR0',
    ttclid: 'E.C.P.1',
    ttp: 'ttp-1',
  },
  data: { meta: { value: 1280, currency: 'TWD' }, tiktok: { value: 1280, currency: 'TWD', content_type: 'product' } },
}
const account = { pixelId: '123456789012345', token: 'secret token/1' }
const emailHash = '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'

let servers: Advertisers
let [meta, tiktok]: Advertiser[] = []
beforeAll(async () => {
  servers = await startAdvertisers()
  const { META_GRAPH_URL, TIKTOK_EVENTS_URL } = servers.environment
  ;[meta, tiktok] = createAdvertisers({ metaGraphUrl: META_GRAPH_URL, tiktokEventsUrl: TIKTOK_EVENTS_URL })
})
beforeEach(() => {
  servers.calls.length = 0
  servers.answerWith(() => undefined)
})
afterAll(() => servers.stop())

describe('what is sent of a person', () => {
  test('PORTS-1 Addresses and numbers are made normal and hashed: the published vectors', () => {
    expect(sha256(normalEmail('John_Smith@gmail.com'))).toBe(emailHash)
    expect(sha256(phoneDigits('+1 (650)555-1212'))).toBe(
      'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176',
    )
    expect(phoneDigits('0912-345-678')).toBe('886912345678')
    expect(sha256(phoneDigits('0912-345-678'))).toBe('cf676475cec2ee7b7591f39bdefe7ef3dca63b14c1cdba3b19ce4219cbda2b09')
    expect(sha256(`+${phoneDigits('+886912345678')}`)).toBe(
      '1315ec4a63ba3d2b8f5db63688770e89a402ee623ef33e4c8c2f36e48f271be0',
    )
    expect(phoneDigits('')).toBe('')
  })

  test('PORTS-2 Meta gets the event as it documents it; cookies, address and browser are not hashed', async () => {
    const event = meta?.eventOf(fact)
    expect(event).toEqual({
      event_name: 'Purchase',
      event_time: 1_795_176_000,
      event_id: 'order-1',
      action_source: 'website',
      event_source_url: 'https://live.example/order',
      user_data: {
        em: [emailHash],
        ph: ['cf676475cec2ee7b7591f39bdefe7ef3dca63b14c1cdba3b19ce4219cbda2b09'],
        client_ip_address: '203.0.113.7',
        client_user_agent: 'Mozilla/5.0',
        fbp: 'fb.1.1700000000000.1234567890',
        fbc: 'fb.1.1700000000000.IwAR0',
      },
      custom_data: { value: 1280, currency: 'TWD' },
    })
    expect(await meta?.send(account, [event ?? {}])).toEqual({ taken: true })
    expect(servers.calls).toMatchObject([
      { path: '/graph/v25.0/123456789012345/events', token: 'secret token/1', events: [{ event_id: 'order-1' }] },
    ])
  })

  test('PORTS-3 TikTok gets the event as it documents it, the number hashed with its plus', async () => {
    const event = tiktok?.eventOf(fact)
    expect(event).toEqual({
      event: 'Purchase',
      event_time: 1_795_176_000,
      event_id: 'order-1',
      user: {
        email: emailHash,
        phone: '1315ec4a63ba3d2b8f5db63688770e89a402ee623ef33e4c8c2f36e48f271be0',
        ttclid: 'E.C.P.1',
        ttp: 'ttp-1',
        ip: '203.0.113.7',
        user_agent: 'Mozilla/5.0',
      },
      properties: { value: 1280, currency: 'TWD', content_type: 'product' },
      page: { url: 'https://live.example/order' },
    })
    expect(await tiktok?.send(account, [event ?? {}])).toEqual({ taken: true })
    expect(servers.calls[0]).toMatchObject({
      token: 'secret token/1',
      body: { event_source: 'web', event_source_id: '123456789012345' },
    })
  })

  test('PORTS-4 What is not known of a person is left out', () => {
    const nobody = {
      email: '',
      phone: '',
      externalId: '',
      ip: '',
      userAgent: '',
      fbp: '',
      fbc: '',
      ttclid: '',
      ttp: '',
    }
    expect(meta?.eventOf({ ...fact, person: nobody })['user_data']).toEqual({})
    expect(tiktok?.eventOf({ ...fact, person: nobody })['user']).toEqual({})
  })
})

describe('what they answer', () => {
  test('PORTS-5 Only a success in words counts: a status alone is none', async () => {
    servers.answerWith(({ target }) => ({ status: 200, body: target === 'meta' ? {} : { code: 40_100 } }))
    expect(await meta?.send(account, [{}])).toMatchObject({ taken: false, permanent: false })
    expect(await tiktok?.send(account, [{}])).toMatchObject({ taken: false, permanent: false })
    servers.answerWith(() => metaTaken(0))
    expect(await meta?.send(account, [{}])).toMatchObject({ taken: false })
  })

  test('PORTS-6 A wrong event is refused for good; a refused key, a busy server and no answer pass', async () => {
    servers.answerWith(({ target }) => ({
      status: 400,
      body: target === 'meta' ? { error: { code: 100, message: 'x' } } : { code: 40_002 },
    }))
    expect(await meta?.send(account, [{}])).toMatchObject({ permanent: true })
    expect(await tiktok?.send(account, [{}])).toMatchObject({ permanent: true })
    servers.answerWith(() => ({ status: 400, body: { error: { code: 190 } } }))
    expect(await meta?.send(account, [{}])).toMatchObject({
      taken: false,
      permanent: false,
      reason: 'status 400, code 190',
    })
    const [away] = createAdvertisers({ metaGraphUrl: 'http://127.0.0.1:1/v25.0', tiktokEventsUrl: undefined })
    const answer = await away?.send(account, [{}])
    expect(answer).toMatchObject({ taken: false, permanent: false })
    expect(JSON.stringify(answer)).not.toContain('secret')
  })

  test('PORTS-7 An advertiser whose address is off is not there', () => {
    expect(createAdvertisers({ metaGraphUrl: undefined, tiktokEventsUrl: undefined })).toEqual([])
  })
})
