import type { TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import { trackingRoutes } from '@kaimai/contract/tracking/tracking.routes.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

interface Sent {
  readonly path: string
  readonly body: unknown
}
let sent: Sent[]
let hide: () => void
let stored: Map<string, string>

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  sent = []
  stored = new Map()
  const document = Object.assign(new EventTarget(), { cookie: '', hidden: false, readyState: 'complete' })
  vi.stubGlobal(
    'document',
    Object.assign(document, { documentElement: { scrollHeight: 2_000 }, querySelector: () => null }),
  )
  vi.stubGlobal('location', new URL('https://live.example/f/demo'))
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('innerHeight', 1_000)
  vi.stubGlobal('scrollY', 0)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  // No beacon: a fetch shows its body at once.
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push({ path, body: JSON.parse(body) })
    return new Response()
  })
  hide = () => page.dispatchEvent(new Event('pagehide'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const base = `${'b'.repeat(22)}.claims.${'s'.repeat(43)}`
const setup = (eventBase = base): TrackingSetup => ({ pixelId: '', tiktokPixelId: '', gtmId: '', eventBase })
const bowl = '01900000-0000-7000-8000-0000000000b0'
const thing = (id = bowl) => ({ id, name: '茶碗', variant: '霧白', price: 1280_00, quantity: 1 })

const open = async (eventBase = base, page: 'signup' | 'live' = 'live') => {
  const [{ beginWith, track }, { trackOfPage }] = await Promise.all([
    import('./tracking.ts'),
    import('./tracking-work.ts'),
  ])
  beginWith(eventBase)
  const place = page === 'live' ? { page, streamId: 'aBcDeF12' } : { page, customUrl: 'demo' }
  return { track, end: trackOfPage(setup(eventBase), place) }
}
const eventsOf = (all: readonly Sent[]) =>
  all.flatMap(({ body }) => trackingRoutes.liveViewContent.body.parse(body).events)

test('AUDIENCE-17 A page reports ids, prices and numbers of its events under its signed base, and no words.', async () => {
  const { track, end } = await open()
  track({ event: 'ViewContent', currency: 'TWD', items: [thing()] })
  track({ event: 'CompleteRegistration', currency: 'TWD', items: [], eventId: 'sign-up' })
  track({ event: 'InitiateCheckout', currency: 'TWD', items: [thing(), thing()] })
  hide()
  expect(sent).toEqual([
    {
      path: '/api/room/live/view_content',
      body: {
        base,
        firstBase: base,
        given: expect.objectContaining({ consent: false, fbp: '', url: '' }),
        events: [
          { event: 'ViewContent', number: 1, currency: 'TWD', items: [{ id: bowl, price: 1280_00, quantity: 1 }] },
          {
            event: 'InitiateCheckout',
            number: 3,
            currency: 'TWD',
            items: [
              { id: bowl, price: 1280_00, quantity: 1 },
              { id: bowl, price: 1280_00, quantity: 1 },
            ],
          },
        ],
      },
    },
  ])
  end()
})

test('AUDIENCE-18 A page with much to report packs calls that the server takes, and loses nothing.', async () => {
  const { track, end } = await open()
  const many = Array.from({ length: 50 }, () => thing())
  for (let count = 0; count < 40; count += 1) track({ event: 'InitiateCheckout', currency: 'TWD', items: many })
  hide()
  const sizes = sent.map(({ body }) => JSON.stringify(body).length)
  expect(Math.max(...sizes)).toBeLessThan(trackingRoutes.liveViewContent.bodyLimit)
  expect(eventsOf(sent).map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  end()
})

test('AUDIENCE-19 A page reports 200 events and no more, and a page without a signed base none.', async () => {
  const { track, end } = await open()
  for (let count = 0; count < 250; count += 1) track({ event: 'ViewContent', currency: 'TWD', items: [thing()] })
  hide()
  expect(eventsOf(sent)).toHaveLength(200)
  end()
  vi.resetModules()
  sent = []
  const preview = await open('')
  preview.track({ event: 'ViewContent', currency: 'TWD', items: [thing()] })
  hide()
  preview.end()
  expect(sent).toEqual([])
})

test('AUDIENCE-20 Further pages of a tab name the base that its visit began with, for a day.', async () => {
  const first = await open()
  first.track({ event: 'ViewContent', currency: 'TWD', items: [thing()] })
  first.end()
  const next = `${'n'.repeat(22)}.claims.${'s'.repeat(43)}`
  const bases = async () => {
    vi.resetModules()
    sent = []
    const page = await open(next)
    page.track({ event: 'ViewContent', currency: 'TWD', items: [thing()] })
    page.end()
    return sent.map(({ body }) => trackingRoutes.liveViewContent.body.parse(body).firstBase)
  }
  expect(await bases()).toEqual([base])
  vi.setSystemTime(Date.now() + 24 * 3_600_000)
  expect(await bases()).toEqual([next])
})
