import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PageHead } from '../../lib/audience/audience-page.ts'
import { preloadPicture } from '../../lib/audience/preload-picture.ts'
import { structuredEvent, structuredProduct } from '../../lib/audience/structured-data.ts'
import { headHtml } from './document.ts'
import { sharingTags } from './sharing-tags.ts'

const input = { kind: 'sign-up', path: '/f/a', language: 'zh-TW', data: {}, origin: 'https://kaimai.tw' } as const
const assets = { entry: '/assets/main.js', entryParts: [], scripts: [], styles: [] }
const picture = '/media/image/iabcdefghij0123456789-1600x900.webp'
const tagsOf = (head: Partial<PageHead>, given: { path?: string; language?: 'zh-TW' | 'en' } = {}) =>
  sharingTags({ ...input, ...given }, { title: '秋日餐桌', ...head })

test('APP-5 A kept picture goes into cards as a JPEG of 1280 pixels with its size and its words', () => {
  const tags = tagsOf({ image: picture, imageAlt: '一桌秋色' })
  expect(tags).toContain(`<meta property="og:image" content="https://kaimai.tw${picture}/1280.jpg">`)
  expect(tags).toContain('<meta property="og:image:width" content="1280">')
  expect(tags).toContain('<meta property="og:image:height" content="720">')
  expect(tags).toContain('<meta property="og:image:alt" content="一桌秋色">')
  expect(tags).toContain('<meta name="twitter:card" content="summary_large_image">')
  expect(tagsOf({}).join()).not.toContain('og:image')
})

test('APP-6 A description is one line of at most 160 characters, whole ones', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (description) => {
      const [tag] = tagsOf({ description }).filter((each) => each.startsWith('<meta name="description"'))
      const text = /content="(.*)">$/s.exec(tag ?? '')?.[1]?.replace(/&(amp|lt|gt|quot|#39);/g, 'x') ?? ''
      expect([...text].length).toBeLessThanOrEqual(160)
      expect(text).not.toMatch(/\s\s|\n/)
    }),
  ))

test('APP-7 A page has one address, and one for each language', () => {
  const tags = tagsOf({ canonical: '/f/a' }, { path: '/f/a?utm_source=line' })
  expect(tags).toContain('<link rel="canonical" href="https://kaimai.tw/f/a">')
  expect(tags).toContain('<link rel="alternate" hreflang="zh-TW" href="https://kaimai.tw/f/a?lng=zh-TW">')
  expect(tags).toContain('<link rel="alternate" hreflang="en" href="https://kaimai.tw/f/a?lng=en">')
  expect(tags).toContain('<link rel="alternate" hreflang="x-default" href="https://kaimai.tw/f/a">')
  const english = tagsOf({ canonical: '/f/a' }, { path: '/f/a?lng=en', language: 'en' })
  expect(english).toContain('<link rel="canonical" href="https://kaimai.tw/f/a?lng=en">')
  expect(tagsOf({ canonical: '/f/a', noindex: true }).join()).not.toContain('hreflang')
})

test('APP-8 The browser’s tab shows the firm’s logo, and ours without one', () => {
  expect(tagsOf({ icon: picture })).toContain(
    `<link rel="icon" href="${picture}/icon.png" type="image/png" sizes="192x192">`,
  )
  expect(tagsOf({ icon: picture })).toContain(`<link rel="apple-touch-icon" href="${picture}/icon.png">`)
  expect(tagsOf({ icon: '' })).toContain('<link rel="icon" href="/favicon.svg" type="image/svg+xml">')
})

test('APP-9 Search engines read events and products as data, with whole addresses, and no word leaves it', () => {
  const attack = '</script><script>alert(1)</script>'
  const offer = { price: 68_000, currency: 'TWD', isLeft: true } as const
  const structured = [
    structuredEvent({
      name: attack,
      beginAt: '2026-11-20T12:00:00Z',
      endAt: '2026-11-20T13:00:00Z',
      path: '/f/a',
      picture,
      firmName: '器日',
      offer: { ...offer, price: 0 },
    }),
    structuredProduct({ name: '飯碗', description: '手捏', picture, path: '/s/a', offer }),
  ]
  const head = headHtml(input, { title: 'a', structured }, assets)
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head) ?? []
  const read = JSON.parse(json)
  expect(read['@context']).toBe('https://schema.org')
  expect(read['@graph'][0]).toMatchObject({
    '@type': 'Event',
    name: attack,
    location: { url: 'https://kaimai.tw/f/a' },
    image: [`https://kaimai.tw${picture}/1280.jpg`],
    offers: { price: '0.00', priceCurrency: 'TWD' },
  })
  expect(read['@graph'][1]).toMatchObject({
    '@type': 'Product',
    offers: { price: '680.00', url: 'https://kaimai.tw/s/a' },
  })
})

test('APP-10 The first picture is asked for once, in the width that its place takes, before the styles', () => {
  const head = headHtml(
    input,
    { title: 'a', preload: preloadPicture(picture, '100vw') },
    { ...assets, styles: [{ href: '/assets/main.css', css: 'a{color:red}' }] },
  )
  const [preload = ''] = head.split('\n').filter((line) => line.includes('preload'))
  expect(preload).toContain('as="image" type="image/avif" imagesrcset="')
  expect(preload).toContain(`${picture}/1920.avif 1600w" imagesizes="100vw" fetchpriority="high"`)
  expect(preload).not.toContain('href')
  expect(head.indexOf('preload')).toBeLessThan(head.indexOf('<style>'))
  expect(preloadPicture('', '100vw')).toEqual([])
  expect(preloadPicture('https://x.tw/a.jpg', '100vw')).toEqual([{ href: 'https://x.tw/a.jpg', as: 'image' }])
})

test('APP-11 Styles stand in the document, and their files are named without being loaded', () => {
  const styles = [{ href: '/assets/main.css', css: 'a::before{content:"</style>"}' }, { href: '/assets/dev.css' }]
  const head = headHtml(input, { title: 'a' }, { ...assets, styles })
  expect(head).toContain('<style>a::before{content:"<\\/style>"}</style>')
  expect(head).toContain('<link rel="stylesheet" href="/assets/main.css" disabled>')
  expect(head).toContain('<link rel="stylesheet" href="/assets/dev.css">')
})
