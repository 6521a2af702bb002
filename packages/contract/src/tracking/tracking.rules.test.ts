import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trackingPatterns } from '../firm/firm.rules.ts'
import { storableContext } from './tracking-payload.rules.ts'
import { ga4Pushes, metaData, tiktokData, valueOf } from './tracking-event.rules.ts'
import { parseVisit, fbcOf, trackableUrl } from './tracking.rules.ts'
import { ReportedEvent, TrackedItem, trackedEvents, TrackingContext } from './tracking.schema.ts'

const bowl = { id: '01900000-0000-7000-8000-0000000000a1', name: '茶碗', variant: '霧白', price: 1280_50, quantity: 2 }
const plate = { id: '01900000-0000-7000-8000-0000000000a2', name: '小碟', variant: '', price: 280_00, quantity: 1 }

test('TRACKING-1 Every advertiser hears of the same things, in whole units', () => {
  const trackingEvent = { event: 'InitiateCheckout', items: [bowl, plate], currency: 'TWD' } as const
  expect(metaData(trackingEvent)).toEqual({
    value: 2841,
    currency: 'TWD',
    content_type: 'product',
    content_ids: [bowl.id, plate.id],
    contents: [
      { id: '01900000-0000-7000-8000-0000000000a1', quantity: 2, item_price: 1280.5 },
      { id: '01900000-0000-7000-8000-0000000000a2', quantity: 1, item_price: 280 },
    ],
    num_items: 3,
  })
  expect(tiktokData(trackingEvent)).toEqual({
    value: 2841,
    currency: 'TWD',
    content_type: 'product',
    contents: [
      { content_id: '01900000-0000-7000-8000-0000000000a1', content_name: '茶碗', price: 1280.5, quantity: 2 },
      { content_id: '01900000-0000-7000-8000-0000000000a2', content_name: '小碟', price: 280, quantity: 1 },
    ],
  })
  expect(metaData({ event: 'CompleteRegistration', items: [plate], currency: 'TWD', value: 0 })).toEqual({
    value: 0,
    currency: 'TWD',
    content_name: '小碟',
  })
})

test('TRACKING-2 GTM gets GA4’s names; what stood in ecommerce before is cleared first', () => {
  const trackingEvent = { event: 'Purchase', items: [bowl], currency: 'TWD', value: 2641_00, orderNo: 'A-1' } as const
  expect(ga4Pushes(trackingEvent, 'order-1')).toEqual([
    { ecommerce: null },
    {
      event: 'purchase',
      event_id: 'order-1',
      ecommerce: {
        transaction_id: 'A-1',
        value: 2641,
        currency: 'TWD',
        items: [
          {
            item_id: '01900000-0000-7000-8000-0000000000a1',
            item_name: '茶碗',
            item_variant: '霧白',
            price: 1280.5,
            quantity: 2,
          },
        ],
      },
    },
  ])
  const names = (['ViewContent', 'AddToCart', 'InitiateCheckout', 'CompleteRegistration'] as const).map(
    (event) => ga4Pushes({ ...trackingEvent, event }, 'id').at(-1)?.['event'],
  )
  expect(names).toEqual(['view_item', 'add_to_cart', 'begin_checkout', 'sign_up'])
})

const key = 'Yk3v-7_Q9xw2Lr5TnB8mZc'

test('TRACKING-3 A published address holds no key and no parameter but those of the attribution', () => {
  const at = (path: string) => trackableUrl(`https://live.example${path}`).replace('https://live.example', '')
  expect(at(`/order/${key}?x=1#top`)).toBe('/order')
  expect(at(`/Order/${key}`)).toBe('/order')
  expect(at(`/sandbox-pay/${key}`)).toBe('/sandbox-pay')
  expect(at(`/stream/aBcDeF12/${key}/replay?fbclid=c`)).toBe('/stream/aBcDeF12?fbclid=c')
  expect(at('/STREAM/aBcDeF12/anonymous')).toBe('/stream/aBcDeF12/anonymous')
  expect(at('/f/demo?utm_source=line&a=amy&email=a@b.tw')).toBe('/f/demo?utm_source=line&a=amy')
  expect(trackableUrl('no address')).toBe('')
})

test('TRACKING-4 Whatever stands around it, a key never comes through', () => {
  const around = fc.constantFrom('', '/', '/replay', '?a=1', '#x', '/?lng=en')
  const before = fc.constantFrom('/order/', '/ORDER/', '/stream/aBcDeF12/', '/Stream/aBcDeF12/', '/sandbox-pay/')
  fc.assert(
    fc.property(before, fc.stringMatching(/^[\w-]{22,43}$/), around, (path, secret, rest) => {
      expect(trackableUrl(`https://live.example${path}${secret}${rest}`)).not.toContain(secret)
    }),
  )
})

test('TRACKING-5 By what somebody came is read from the address, and an address that says nothing changes nothing', () => {
  expect(parseVisit('?utm_source=line&utm_campaign=%E7%A7%8B&a=amy&fbclid=F1', 7)).toEqual({
    attribution: { association: 'amy', source: 'line', medium: '', campaign: '秋', term: '', content: '' },
    fbclid: 'F1',
    ttclid: '',
    atMs: 7,
  })
  expect(parseVisit('?lng=en&embed=1', 7)).toBeUndefined()
  expect(parseVisit('', 7)).toBeUndefined()
  expect(parseVisit(`?a=${'x'.repeat(500)}`, 7)?.attribution.association).toHaveLength(64)
  expect([fbcOf('F1', 1_795_176_000_000), fbcOf('', 1)]).toEqual(['fb.1.1795176000000.F1', ''])
})

test('TRACKING-6 The value of an event is the sum of its items, unless it is stated', () => {
  const items = fc.array(
    fc.record({
      id: fc.uuid(),
      name: fc.string({ maxLength: 8 }),
      variant: fc.constant(''),
      price: fc.nat(1e9),
      quantity: fc.integer({ min: 1, max: 99 }),
    }),
    { maxLength: 5 },
  )
  fc.assert(
    fc.property(items, fc.option(fc.nat(1e9)), (all, value) => {
      for (const thing of all) expect(TrackedItem.safeParse(thing).success).toBe(true)
      const sum = all.reduce((so, { price, quantity }) => so + price * quantity, 0)
      expect(valueOf({ items: all, value: value ?? undefined })).toBe(value ?? sum)
    }),
  )
})

test('TRACKING-7 Without consent nothing is stored but the attribution', () => {
  const given = TrackingContext.parse({
    fbp: 'fb',
    ttclid: 't',
    url: 'https://x.tw/',
    attribution: { association: 'amy' },
  })
  expect(storableContext(given)).toEqual(TrackingContext.parse({ attribution: { association: 'amy' } }))
  expect(storableContext({ ...given, consent: true })).toMatchObject({ fbp: 'fb', ttclid: 't' })
})

test('TRACKING-8 Ids of advertisers are digits, or capitals and digits, and nothing else', () => {
  for (const text of ["1');alert(1)//", '<script>', 'GTM-abc', '12345'])
    for (const pattern of Object.values(trackingPatterns)) expect(pattern.test(text), text).toBe(false)
})

test('TRACKING-9 What an address or a script brought never keeps an order from being read, whatever it is', () => {
  const cut = `${'x'.repeat(199)}😀`
  expect(parseVisit(`?utm_source=${encodeURIComponent(cut)}&a=%00&utm_term=a%00b`, 7)?.attribution).toMatchObject({
    source: 'x'.repeat(199),
    association: '',
    term: 'ab',
  })
  expect(TrackingContext.parse({ ttp: 'x'.repeat(201), fbc: 'y'.repeat(601), url: 'https://x.tw/\0' })).toMatchObject({
    ttp: '',
    fbc: '',
    url: '',
  })
  const text = fc.string({ unit: 'binary', maxLength: 900 })
  const attribution = fc.record({ association: text, source: text, campaign: text })
  fc.assert(
    fc.property(fc.record({ fbp: text, fbc: text, ttclid: text, ttp: text, url: text, attribution }), (given) => {
      const kept = TrackingContext.parse(given)
      for (const word of [...Object.values(kept), ...Object.values(kept.attribution)])
        if (typeof word === 'string') expect(word.isWellFormed() && !word.includes('\0')).toBe(true)
      expect(kept.attribution.source.length).toBeLessThanOrEqual(200)
    }),
  )
})

const somebody = fc.record({
  answer: fc.string({ unit: 'grapheme', minLength: 6, maxLength: 40 }).map((text) => `答${text}`),
  phone: fc.stringMatching(/^09\d{8}$/),
  email: fc.stringMatching(/^[a-z]{6,12}@[a-z]{4,8}\.tw$/),
  key: fc.stringMatching(/^[\w-]{43}$/),
})

test('TRACKING-10 No event holds an id that a page made up of what somebody answered, at any advertiser.', () => {
  const event = fc.constantFrom(...trackedEvents)
  fc.assert(
    fc.property(event, somebody, (name, { answer, phone, email, key: secret }) => {
      const made = [answer, phone, email, secret, `2026-11-20 ${JSON.stringify([answer, phone])}`]
      const items = [...made.map((id) => ({ ...bowl, id })), bowl]
      const trackingEvent = { event: name, items, currency: 'TWD' } as const
      const all = JSON.stringify([
        metaData(trackingEvent),
        tiktokData(trackingEvent),
        ga4Pushes(trackingEvent, 'base.1'),
      ])
      for (const text of made) expect(all).not.toContain(JSON.stringify(text).slice(1, -1))
      // Meta's two lists, TikTok's and GA4's; TikTok alone receives with a registration what it was for.
      expect(all.split(bowl.id).length - 1).toBe(name === 'CompleteRegistration' ? 1 : 4)
    }),
  )
})

test('TRACKING-11 What a browser may report holds ids and numbers alone, whatever else it sends.', () => {
  fc.assert(
    fc.property(somebody, ({ answer, phone, email, key: secret }) => {
      const event = { event: 'InitiateCheckout', number: 1, currency: 'TWD' }
      for (const id of [answer, phone, email, secret]) {
        expect(ReportedEvent.safeParse({ ...event, items: [{ ...bowl, id }] }).success).toBe(false)
      }
      const worded = { ...bowl, name: answer, variant: phone, note: email, key: secret }
      expect(ReportedEvent.parse({ ...event, items: [worded], memo: answer })).toEqual({
        ...event,
        items: [{ id: bowl.id, price: bowl.price, quantity: bowl.quantity }],
      })
    }),
  )
})

test('TRACKING-12 A published address names nobody:a parameter with an e-mail address or a phone number is left out.', () => {
  const parameter = fc.constantFrom('utm_source', 'utm_content', 'utm_term', 'a', 'fbclid')
  const typed = fc.constantFrom('0912-345-678', '+886 912 345 678', '886912345678', '(02) 2345-6789')
  fc.assert(
    fc.property(parameter, somebody, typed, (name, { phone, email }, number) => {
      for (const text of [phone, email, number]) {
        const search = new URLSearchParams({ [name]: text, utm_campaign: '120210000000000000' })
        expect(trackableUrl(`https://live.example/f/demo?${search}`)).toBe(
          'https://live.example/f/demo?utm_campaign=120210000000000000',
        )
      }
    }),
  )
})

test('TRACKING-13 An advertiser’s cookie that holds anything but an id is not taken.', () => {
  fc.assert(
    fc.property(somebody, ({ answer, email }) => {
      const given = TrackingContext.parse({ consent: true, fbp: email, fbc: answer, ttclid: email, ttp: answer })
      expect(given).toMatchObject({ fbp: '', fbc: '', ttclid: '', ttp: '' })
    }),
  )
  const own = {
    fbp: 'fb.1.1700000000000.42',
    fbc: 'fb.1.1700000000000.IwAR0_x-y',
    ttclid: 'E.C.P.a_b-1',
    ttp: '2aB-c_d',
  }
  expect(TrackingContext.parse(own)).toMatchObject(own)
})
