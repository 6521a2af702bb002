import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { noTracking } from '@kaimai/contract/tracking/tracking.schema.ts'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createPlainTranslator, type TextTree } from '../../../../lib/i18n/translator.ts'
import { TextProvider } from '../../../../lib/i18n/use-text.tsx'
import { audiencePage as live } from '../../room.audience.tsx'
import { audiencePage as over } from '../../room-over.audience.tsx'
import { audiencePage as replay } from '../../room-replay.audience.tsx'
import { audiencePage as waiting } from '../../room-waiting.audience.tsx'
import { anonymousPath, replayPath } from '../entry/room-links.ts'
import { paths } from '../../../../lib/paths/paths.ts'
import type { RoomPageData } from '../entry/page-data.ts'
import en from '../text/en.json' with { type: 'json' }
import zh from '../text/zh-TW.json' with { type: 'json' }
import endedEn from '../ended/text/en.json' with { type: 'json' }
import endedZh from '../ended/text/zh-TW.json' with { type: 'json' }
import replayEn from '../replay/text/en.json' with { type: 'json' }
import replayZh from '../replay/text/zh-TW.json' with { type: 'json' }

const texts: Readonly<Record<'zh-TW' | 'en', TextTree>> = {
  'zh-TW': { ...zh, ...endedZh, ...replayZh },
  en: { ...en, ...endedEn, ...replayEn },
}
const beginAtMs = Date.UTC(2026, 10, 20, 12)
const iso = (ms: number) => new Date(ms).toISOString()

const aRoom = (atMs: number, over: Partial<PublicRoom> = {}): PublicRoom => ({
  streamId: 'room01',
  liveName: '秋窯開窯夜',
  platformType: 'video',
  status: 'scheduled',
  beginAt: iso(beginAtMs),
  endAt: iso(beginAtMs + 3_600_000),
  waitingMinutes: 30,
  replayUntil: null,
  posterUrl: '/media/poster.webp',
  playlistUrl: '/media/live.m3u8',
  replayUrl: '',
  youtubeId: '',
  infoImages: [],
  hostName: '阿月',
  anonymousAllowed: true,
  heartsAllowed: true,
  disclosure: true,
  firm: { name: '器日 ChiRi', imgUrl: '', contactLink: '' },
  signupPath: '/f/autumn',
  products: [
    {
      productId: '00000000-0000-7000-8000-000000000001',
      productName: '霧白手捏飯碗',
      keyword: 'A01',
      description: '',
      unit: '',
      price: 68000,
      originalPrice: 88000,
      priceKind: 'normal',
      prices: {
        price: 68000,
        originalPrice: 88000,
        onSalePrice: null,
        onSaleFrom: null,
        onSaleUntil: null,
        specialOfferPrice: null,
      },
      currency: 'TWD',
      imageUrl: '',
      perPersonLimit: null,
      returnException: null,
      variants: [{ variantId: '00000000-0000-7000-8000-000000000002', name: '', keyword: '', left: 12 }],
      showLeft: true,
    },
  ],
  online: 12,
  tracking: noTracking,
  now: iso(atMs),
  ...over,
})

const pages = { room: live, 'room-waiting': waiting, 'room-over': over, 'room-replay': replay }

/** The page that draws it, as the server's renderer chooses. */
const pageOf = (data: RoomPageData) => {
  const kind = live.kindOf?.(data) ?? ''
  if (!(kind in pages)) throw new Error(`no page ${kind}`)
  return pages[kind as keyof typeof pages]
}

/** The first HTML in a language; a text that is missing fails. */
const render = (data: RoomPageData, language: 'zh-TW' | 'en' = 'zh-TW'): string => {
  const missing: string[] = []
  const translator = createPlainTranslator(language, { room: texts[language] }, (name) => missing.push(name))
  const { View } = pageOf(data)
  const html = renderToString(
    <TextProvider translator={translator} timeZone="Asia/Taipei">
      <View data={data} path="/stream/room01/anonymous" origin="https://shop.example" />
    </TextProvider>,
  )
  expect(missing).toEqual([])
  return html
}
const room = (data: Partial<RoomPageData> & Pick<RoomPageData, 'room'>): RoomPageData => ({
  userId: null,
  view: 'anonymous',
  ...data,
})

test('ROOM-247 The first HTML holds the room as it is at that moment: waiting, on sale, ended', () => {
  const before = render(room({ room: aRoom(beginAtMs - 600_000) }))
  expect(before).toContain('秋窯開窯夜')
  expect(before).toContain('加到行事曆')
  expect(before).toContain('霧白手捏飯碗')
  expect(before).not.toContain('role="log"')
  const live = render(room({ room: aRoom(beginAtMs + 1_000) }))
  expect(live).toContain('開賣中')
  expect(live).toContain('本場為預錄播出')
  expect(live).toContain('role="log"')
  expect(render(room({ room: aRoom(beginAtMs + 3_700_000) }))).toContain('直播已結束')
})

test('ROOM-248 A camera is live and a recording on sale; without disclosure nothing is said of a recording', () => {
  expect(render(room({ room: aRoom(beginAtMs + 1, { platformType: 'camera' }) }))).toContain('直播中')
  expect(render(room({ room: aRoom(beginAtMs + 1, { disclosure: false }) }))).not.toContain('預錄')
})

test('ROOM-249 A link that ran out leads back to the sign-up; with no session left, all have ended', () => {
  const ended = aRoom(beginAtMs + 9_000_000)
  const expired = render(room({ room: ended, view: 'expired' }), 'en')
  expect(expired).toContain('The live stream has ended')
  expect(expired).toContain('href="/f/autumn"')
  expect(render(room({ room: { ...ended, signupPath: '' }, view: 'expired' }), 'en')).toContain(
    'All live stream have ended',
  )
  expect(render(room({ room: null, view: 'expired' }), 'en')).toContain('All live stream have ended')
})

test('ROOM-784 The end page of a live without a replay says that there is none, in either language; of one with a replay it doesn’t', () => {
  const ended = { status: 'ended' as const }
  const without = room({ room: aRoom(beginAtMs + 3_700_000, ended) })
  expect(render(without, 'zh-TW')).toContain('這場沒有重播。')
  expect(render(without, 'en')).toContain('There’s no replay of this live.')
  const withReplay = aRoom(beginAtMs + 3_700_000, {
    ...ended,
    replayUrl: '/media/replay.m3u8',
    replayUntil: iso(beginAtMs + 9_000_000),
  })
  expect(render(room({ room: withReplay }), 'en')).not.toContain('There’s no replay')
})

test('ROOM-785 A personal link that was replaced says so and leads to the form, before its room opens too, and plays nothing', () => {
  for (const atMs of [beginAtMs - 9_000_000, beginAtMs + 60_000]) {
    const data = room({ room: aRoom(atMs), view: 'replaced', userId: null })
    const html = render(data, 'zh-TW')
    expect(html).toContain('這個專屬連結已經不能使用')
    expect(html).toContain('href="/f/autumn"')
    expect(render(data, 'en')).toContain('This personal link doesn’t work')
  }
})

test('ROOM-250 A personal link is kept out of search engines and its page is no one else’s', () => {
  const t = () => () => ''
  const input = { kind: 'room', path: '/', language: 'zh-TW', origin: 'https://shop.example', t } as const
  const own = live.head({ ...input, data: room({ room: aRoom(beginAtMs), userId: 'k', view: 'room' }) })
  expect(own.noindex).toBe(true)
  const open = live.head({ ...input, data: room({ room: aRoom(beginAtMs) }) })
  expect(open).toMatchObject({ noindex: false, image: '/media/poster.webp', title: '秋窯開窯夜｜器日 ChiRi' })
})

test('ROOM-251 Each face of a room is drawn by the page that brings its code, and the links stand as in the table of paths', () => {
  const kind = (data: RoomPageData) => live.kindOf?.(data)
  expect(kind(room({ room: aRoom(beginAtMs + 1) }))).toBe('room')
  expect(kind(room({ room: aRoom(beginAtMs - 60_000) }))).toBe('room-waiting')
  expect(kind(room({ room: aRoom(beginAtMs - 9_000_000) }))).toBe('room-waiting')
  expect(kind(room({ room: aRoom(beginAtMs + 3_700_000) }))).toBe('room-over')
  expect(kind(room({ room: aRoom(beginAtMs, { status: 'cancelled' }) }))).toBe('room-over')
  const ended = aRoom(beginAtMs + 3_700_000, { replayUrl: '/media/replay.m3u8' })
  expect(kind(room({ room: ended, view: 'replay' }))).toBe('room-replay')
  expect(kind(room({ room: null, view: 'expired' }))).toBe('room-over')
  expect(anonymousPath('room01')).toBe(paths.streamAnonymous({ paramStreamId: 'room01' }))
  expect(replayPath('room01')).toBe(paths.streamReplay({ paramStreamId: 'room01', userId: 'anonymous' }))
  expect(replayPath('room01', 'a-b')).toBe(paths.streamReplay({ paramStreamId: 'room01', userId: 'a-b' }))
})

const sourceFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

test('ROOM-252 Every text that the room asks for by name is there, in both languages', () => {
  const asked = sourceFiles(join(import.meta.dirname, '..')).flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    const isLate = source.includes('withTexts(lateTexts')
    return [...source.matchAll(/\bt\(\s*'([\w.]+)'(?! in )/g)].map(([, key = '']) => ({ file, key, isLate }))
  })
  expect(asked.length).toBeGreaterThan(80)
  for (const language of ['zh-TW', 'en'] as const) {
    const missing: string[] = []
    /** Beside those of the page: what a late part brings. */
    const textsBeside = (file: string, isLate: boolean): TextTree => {
      const own = join(isLate ? import.meta.dirname : join(file, '..'), 'text', `${language}.json`)
      return existsSync(own) ? JSON.parse(readFileSync(own, 'utf8')) : {}
    }
    for (const { file, key, isLate } of asked) {
      const room = { ...texts[language], ...textsBeside(file, isLate) }
      createPlainTranslator(language, { room }, (name) => missing.push(name)).text('room', key, { count: 2 })
    }
    expect(missing).toEqual([])
  }
})
