import type { PublicSalesPage } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { richTextHtml } from '@kaimai/contract/video/rich-text-page.rules.ts'
import fc from 'fast-check'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { timeLeft } from '../../../lib/clock/clock.ts'
import { createPlainTranslator } from '../../../lib/i18n/translator.ts'
import { TextProvider } from '../../../lib/i18n/use-text.tsx'
import { ClosedView } from './closed-view.tsx'
import { SalesView } from './sales-view.tsx'
import { SoonView } from './soon-view.tsx'
import en from './text/en.json' with { type: 'json' }
import zh from './text/zh-TW.json' with { type: 'json' }

const attack = '<img src=x onerror=alert(1)>"\'</script>'
const product = {
  productId: '01900000-0000-7000-8000-000000000001',
  productName: '飯碗',
  description: '手捏',
  unit: '只',
  price: 68000,
  originalPrice: 88000,
  currency: 'TWD' as const,
  imageUrl: '',
  returnException: null,
  left: 3,
  perPersonLimit: null,
  variants: [{ variantId: '01900000-0000-7000-8000-000000000011', name: '', left: 3 }],
}
const sale: PublicSalesPage = {
  customUrl: 'demo',
  state: 'open',
  beginAt: null,
  endAt: null,
  title: '秋窯小鋪',
  lead: '',
  colorToneId: '#94500f',
  posters: [],
  blocks: [],
  products: [product],
  soldOut: false,
  buyable: false,
  action: null,
  tracking: { pixelId: '', tiktokPixelId: '', gtmId: '', eventBase: '' },
  metaTitle: '',
  metaDescription: '',
  metaImage: '',
  firm: { name: '器日', imgUrl: '', contactLink: '', legalName: '', taxId: '', legalAddress: '', legalPhone: '' },
  now: '2026-11-20T12:00:00.000Z',
}

const texts = { 'zh-TW': zh, en } as const
const drawn = (View: typeof SalesView, given: Partial<PublicSalesPage>, language: 'zh-TW' | 'en' = 'zh-TW') =>
  renderToString(
    <TextProvider
      translator={createPlainTranslator(language, { 'sales-page': texts[language] })}
      timeZone="Asia/Taipei"
    >
      <View sale={{ ...sale, ...given }} />
    </TextProvider>,
  )
    // React parts neighbouring texts.
    .replace(/<!-- -->/g, '')

describe('the public page', () => {
  test('SALES-PAGE-600 A page that has only a title and products has no empty section, and shows its only product in full', () => {
    const page = drawn(SalesView, {
      buyable: true,
      blocks: [
        { kind: 'text', id: 'a', heading: '為什麼值得', text: ' ' },
        { kind: 'questions', id: 'b', heading: '', items: [{ question: '', answer: '' }] },
        { kind: 'contact', id: 'c', heading: '找我們', text: '', label: '', link: '' },
      ],
      products: [{ ...product, imageUrl: '/media/image/ia.webp' }],
    })
    for (const empty of ['為什麼值得', '常見問題', '找我們']) expect(page).not.toContain(empty)
    expect(page).toContain('<article')
    // Its picture stands at the top of a page without pictures of its own.
    expect(page.match(/\/media\/image\/ia\.webp/g)?.length).toBeGreaterThan(1)
    expect(page).toContain('立即購買 NT$680')
  })

  test('SALES-PAGE-27 Whatever a merchant types stays words on the page', () => {
    const page = drawn(SalesView, {
      title: attack,
      lead: attack,
      blocks: [
        { kind: 'text', id: 'a', heading: attack, text: richTextHtml(`${attack}\n\n- ${attack}`) },
        {
          kind: 'product',
          id: 'b',
          product: { ...product, productName: attack, description: richTextHtml(attack) },
          note: '',
        },
        { kind: 'questions', id: 'c', heading: attack, items: [{ question: attack, answer: attack }] },
        { kind: 'contact', id: 'd', heading: attack, text: attack, label: attack, link: 'https://line.me/x' },
        { kind: 'picture', id: 'e', url: '/media/image/ia.webp', caption: attack },
      ],
    })
    expect(page).not.toContain('<img src=x')
    expect(page).not.toContain('<script')
    expect(page.match(/&lt;img src=x/g)?.length).toBeGreaterThan(10)
  })

  test('SALES-PAGE-28 A page says truly what is left: few, sold out, and each variant of it', () => {
    expect(drawn(SalesView, {})).toContain('只剩 3 件')
    expect(drawn(SalesView, { products: [{ ...product, left: 1 }] }, 'en')).toContain('Only 1 left')
    expect(drawn(SalesView, { products: [{ ...product, left: 20 }] })).toContain('現貨 20 件')
    const kinds = [
      { variantId: '01900000-0000-7000-8000-000000000012', name: '紅 M', left: 2 },
      { variantId: '01900000-0000-7000-8000-000000000013', name: '白 L', left: 0 },
    ]
    const card = drawn(SalesView, {
      blocks: [{ kind: 'product', id: 'a', product: { ...product, left: 0, variants: kinds }, note: '' }],
      soldOut: true,
      action: { kind: 'contact', href: 'https://line.me/x', beginAt: null },
    })
    expect(card).toContain('已售完')
    expect(card).toContain('詢問補貨')
    expect(card).toMatch(/白 L<span[^>]*>已售完/)
    expect(card).not.toMatch(/紅 M<span/)
  })

  test('SALES-PAGE-29 What the law lets be sold without a right of return says so before one buys', () => {
    const cake = { ...product, returnException: 'perishable' } as const
    expect(drawn(SalesView, { products: [cake] })).toContain('不適用 7 天鑑賞期')
    expect(drawn(SalesView, { products: [cake] }, 'en')).toContain('return right doesn’t apply')
    expect(drawn(SalesView, {})).not.toContain('鑑賞期')
  })

  test('SALES-PAGE-30 The one button says where it leads, and there is none where nothing can be bought', () => {
    const beginAt = '2026-11-21T12:00:00.000Z'
    expect(drawn(SalesView, {})).not.toContain('href="/stream')
    expect(drawn(SalesView, { action: { kind: 'room', href: '/stream/a/anonymous', beginAt } })).toMatch(
      /href="\/stream\/a\/anonymous"[^>]*>進直播間購買/,
    )
    expect(drawn(SalesView, { action: { kind: 'signup', href: '/f/a', beginAt } })).toContain(
      '免費報名・11/21（六）20:00',
    )
    const begun = { kind: 'signup', href: '/f/a', beginAt: '2026-11-20T11:00:00.000Z' } as const
    expect(drawn(SalesView, { action: begun })).toContain('報名進直播間購買')
  })

  test('SALES-PAGE-31 A countdown stands until its time, then its words, and goes without any', () => {
    const countdown = { kind: 'countdown' as const, id: 'a', heading: '早鳥到', until: '2026-11-20T12:00:10.000Z' }
    expect(drawn(SalesView, { blocks: [{ ...countdown, after: '' }] })).toContain('>10<')
    const over = { ...countdown, until: sale.now }
    expect(drawn(SalesView, { blocks: [{ ...over, after: '早鳥已截止' }] })).toContain('早鳥已截止')
    expect(drawn(SalesView, { blocks: [{ ...over, after: '' }] })).not.toContain('早鳥到')
  })

  test('SALES-PAGE-32 Before its time a page says when it opens, after it what to do next, in both languages', () => {
    const beginAt = '2026-11-21T12:00:00.000Z'
    expect(drawn(SoonView, { state: 'scheduled', beginAt })).toContain('11/21（六）20:00 開賣')
    expect(drawn(SoonView, { state: 'scheduled', beginAt }, 'en')).toContain('On sale Sat, 11/21, 20:00')
    const action = { kind: 'signup', href: '/f/next', beginAt } as const
    expect(drawn(ClosedView, { state: 'closed', action })).toMatch(/href="\/f\/next"[^>]*>報名下一場直播/)
    expect(drawn(ClosedView, { state: 'closed' }, 'en')).toContain('This sale has ended')
  })

  test('SALES-PAGE-33 Where it is sold on the page, each product has its button and the bar says what comes of it', () => {
    const page = drawn(SalesView, { buyable: true })
    expect(page).toMatch(/aria-label="加入購物車：飯碗"/)
    expect(page).toContain('立即購買 NT$680')
    const kinds = [
      { variantId: '01900000-0000-7000-8000-000000000012', name: '紅 M', left: 2 },
      { variantId: '01900000-0000-7000-8000-000000000013', name: '白 L', left: 0 },
    ]
    const variantless = '01900000-0000-7000-8000-000000000003'
    const shirt = { ...product, variants: kinds, perPersonLimit: 2 }
    const card = drawn(SalesView, {
      buyable: true,
      blocks: [{ kind: 'product', id: 'a', product: shirt, note: '' }],
      products: [],
    })
    expect(card).toContain('每人限購 2 件')
    expect(card).toContain('選購商品')
    expect(card.match(/type="radio"/g)).toHaveLength(2)
    expect(
      drawn(SalesView, { buyable: true, products: [shirt, { ...product, productId: variantless }] }, 'en'),
    ).toContain('Choose: 飯碗')
  })

  test('SALES-PAGE-34 Sold out, or not to be bought here, it is as it was: elsewhere, or not at all', () => {
    const action = { kind: 'contact', href: 'https://line.me/x', beginAt: null } as const
    const soldOut = drawn(SalesView, { buyable: true, soldOut: true, action, products: [{ ...product, left: 0 }] })
    expect(soldOut).toContain('詢問補貨')
    expect(soldOut).not.toContain('加入購物車')
    expect(drawn(SalesView, { action })).not.toContain('加入購物車')
  })

  test('SALES-PAGE-35 While a live sells these products, a quiet line beside buying leads there', () => {
    const action = { kind: 'room', href: '/stream/a/anonymous', beginAt: sale.now } as const
    const page = drawn(SalesView, { buyable: true, action })
    expect(page).toMatch(/href="\/stream\/a\/anonymous"[^>]*>直播正在開賣/)
    expect(page).toContain('立即購買 NT$680')
  })
})

test('SALES-PAGE-12 A countdown’s parts add up to the time left, never below nought', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 0, max: 1e12 }), (until, now) => {
      const { days, hours, minutes, seconds } = timeLeft(until, now)
      expect(days * 86_400 + hours * 3600 + minutes * 60 + seconds).toBe(Math.max(0, Math.ceil((until - now) / 1000)))
      expect(hours < 24 && minutes < 60 && seconds < 60).toBe(true)
    }),
  ))
