import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { createPlainTranslator } from '../../../lib/i18n/translator.ts'
import { TextProvider } from '../../../lib/i18n/use-text.tsx'
import { pageHead } from './page-head.ts'
import { SignUpPage } from './sign-up-page.tsx'
import english from './text/en.json' with { type: 'json' }
import chinese from './text/zh-TW.json' with { type: 'json' }

const now = Date.parse('2026-11-20T12:15:00Z')
const session = (key: string, minutes: number, change: Partial<PublicSignup['sessions'][number]> = {}) => ({
  key,
  liveId: key,
  seriesId: null,
  title: `場次 ${key}`,
  beginAt: new Date(now + minutes * 60_000).toISOString(),
  endAt: new Date(now + (minutes + 60) * 60_000).toISOString(),
  left: null,
  state: 'open' as const,
  ...change,
})

const page: PublicSignup = {
  id: 'form',
  customUrl: 'kiln',
  pageType: 'free',
  ticket: null,
  tracking: { pixelId: '', tiktokPixelId: '', gtmId: '', eventBase: '' },
  firm: {
    name: '器日',
    imgUrl: '',
    contactLink: 'https://shop.example/contact',
    legalName: '器日工作室有限公司',
    taxId: '04595252',
    legalAddress: '新北市鶯歌區',
    legalPhone: '02-2678-0315',
  },
  colorToneId: '#9c4a24',
  signupTitle: '秋窯開窯夜',
  signupContent: '<p>阿月花了四十天。</p>',
  signupCountdownTitle: '',
  signupSuccessInfo: '',
  signupNotice: '直播結束一年後刪除。',
  screenTopText: '',
  metaTitle: '',
  metaDescription: '',
  metaImage: '',
  posters: [],
  backgroundImage: '',
  countyRequired: false,
  questions: [],
  sessions: [session('a', 60), session('b', 1500)],
  paused: false,
  products: [],
  now: new Date(now).toISOString(),
  known: null,
}
const ticket: NonNullable<PublicSignup['ticket']> = {
  name: '線上手捏課',
  price: 68_000,
  currency: 'TWD',
  product: null,
  needsDelivery: false,
  left: null,
  payable: true,
}
const paid: PublicSignup = { ...page, pageType: 'order', ticket }

const translatorOf = (language: 'zh-TW' | 'en') =>
  createPlainTranslator(language, { signup: language === 'en' ? english : chinese })
const shown = (data: PublicSignup, language: 'zh-TW' | 'en' = 'zh-TW') =>
  renderToString(
    <TextProvider translator={translatorOf(language)} timeZone="Asia/Taipei">
      <SignUpPage data={data} />
    </TextProvider>,
  ).replaceAll('<!-- -->', '')

const contact = 'https://shop.example/contact'

describe('the page as the server draws it', () => {
  test('SIGNUP-98 A paid form names its price at the button and what it is for', () => {
    const html = shown(paid)
    expect(html).toContain('付款報名 NT$680')
    expect(html).toContain('線上手捏課')
    expect(shown(paid, 'en')).toContain('Sign up and pay NT$680')
    expect(html.match(/type="(submit|button)"[^>]*>[^<]*付款報名/g)?.length).toBe(1)
  })

  const closed: readonly [string, PublicSignup, string][] = [
    [
      'all sessions are full',
      { ...page, sessions: [session('a', 60, { state: 'full', left: 0 })] },
      '每個場次都額滿了',
    ],
    ['it is over', { ...page, sessions: [session('a', -120, { state: 'over' })] }, '直播已結束'],
    [
      'all of it is over',
      { ...page, sessions: [session('a', -200, { state: 'over' }), session('b', -120, { state: 'over' })] },
      '所有直播場次都已結束',
    ],
    ['it is paused', { ...page, sessions: [], paused: true }, '目前沒有可以報名的場次'],
    ['what comes with it is sold out', { ...paid, ticket: { ...ticket, left: 0 } }, '這次的名額已售完'],
    ['it cannot be paid for', { ...paid, ticket: { ...ticket, payable: false } }, '暫時無法線上付款'],
  ]
  test.each(closed)('SIGNUP-99 When %s it says so, offers the shop, and asks for nothing', (_, data, words) => {
    const html = shown(data)
    expect(html).toContain(words)
    expect(html).toContain(contact)
    expect(html).not.toContain('name="email"')
    expect(html).not.toContain('免費報名')
    expect(shown(data, 'en')).toMatch(/href="https:\/\/shop\.example\/contact"/)
  })

  test('SIGNUP-100 The legal notice says who collects, which data, how long, which rights; the shop’s own words stay', () => {
    const html = shown({ ...page, countyRequired: true })
    for (const words of [
      '器日工作室有限公司、統一編號 04595252、新北市鶯歌區、客服 02-2678-0315',
      '姓名、手機、Email、居住縣市、報名與觀看紀錄',
      '刪除您的資料',
      '無法完成報名',
      '直播結束一年後刪除。',
    ])
      expect(html).toContain(words)
    expect(shown(paid)).toContain('訂單、收件與發票資料')
    expect(html).not.toContain('訂單、收件與發票資料')
  })

  test('SIGNUP-101 Places left are shown when they are few, and a session just ahead says in how many minutes', () => {
    const html = shown({ ...page, sessions: [session('a', 12, { left: 3 }), session('b', 300, { left: 50 })] })
    expect(html).toContain('剩 3 個名額')
    expect(html).not.toContain('剩 50 個名額')
    expect(html).toContain('12 分鐘後開播')
  })

  test('SIGNUP-102 Many sessions are folded, the soonest stand open', () => {
    const many = Array.from({ length: 9 }, (_, index) => session(String(index), 60 + index * 60))
    const html = shown({ ...page, sessions: many })
    expect(html).toContain('看其他 5 個場次')
    expect(html.match(/type="radio"/g)?.length).toBe(9)
  })

  test('SIGNUP-103 Chats and search engines learn of the sessions, their price and whether there is a place', () => {
    const t = translatorOf('zh-TW')
    const head = pageHead(
      {
        ...paid,
        sessions: [session('a', 60), session('b', 120, { state: 'full' }), session('c', -200, { state: 'over' })],
      },
      (key, values) => t.text('signup', key, values),
    )
    expect(head).toMatchObject({ title: '秋窯開窯夜｜器日', description: '阿月花了四十天。', canonical: '/f/kiln' })
    expect(head.structured?.map(({ name, offers }) => [name, offers])).toMatchObject([
      ['秋窯開窯夜｜場次 a', { price: '680.00', availability: 'https://schema.org/InStock' }],
      ['秋窯開窯夜｜場次 b', { price: '680.00', availability: 'https://schema.org/SoldOut' }],
    ])
  })
})
