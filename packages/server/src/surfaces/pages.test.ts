import { fail } from '@kaimai/contract/common/error.ts'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { deviceHash } from '../platform/http/device.ts'
import { createHttp } from '../platform/http/server.ts'
import { createPageRenderer, type PageInput } from './page-renderer.ts'
import { createPages, type PagesDeps, pageLanguage } from './pages.ts'
import { createPublicFiles } from './public-files.ts'

const viewerKey = 'Yk3v-7_Q9xw2Lr5TnB8mZc'

const noTracking = { pixelId: '', tiktokPixelId: '', gtmId: '', eventBase: 'aBcDeFgHiJ' }

const form = {
  id: '0193b3c0-0000-7000-8000-000000000001',
  customUrl: 'demo',
  firm: {
    name: '器日',
    imgUrl: '',
    contactLink: '',
    legalName: '',
    taxId: '',
    legalAddress: '',
    legalPhone: '',
    isDemo: true,
  },
  colorToneId: '#9c4a24',
  signupTitle: '秋窯開窯夜',
  signupContent: '<p>六十件</p>',
  signupCountdownTitle: '',
  signupSuccessInfo: '',
  signupNotice: '',
  screenTopText: '',
  metaTitle: '',
  metaDescription: '',
  metaImage: '',
  posters: [],
  backgroundImage: '',
  countyRequired: false,
  questions: [],
  paused: false,
  sessions: [],
  products: [],
  now: '2026-11-20T12:00:00.000Z',
  known: null,
  pageType: 'free',
  ticket: null,
  tracking: noTracking,
} satisfies z.input<typeof PublicSignup> & { firm: { isDemo: boolean } }

const shownRoom: PublicRoom = {
  streamId: 'aBcDeF12',
  liveName: '秋窯開窯夜',
  platformType: 'video',
  status: 'live',
  beginAt: '2026-11-20T12:00:00.000Z',
  endAt: '2026-11-20T13:00:00.000Z',
  waitingMinutes: 30,
  replayUntil: null,
  posterUrl: '',
  playlistUrl: '',
  replayUrl: '',
  youtubeId: '',
  infoImages: [],
  hostName: '阿月',
  anonymousAllowed: true,
  disclosure: true,
  firm: { name: '器日', imgUrl: '', contactLink: '' },
  signupPath: '/f/demo',
  products: [],
  online: 3,
  tracking: noTracking,
  now: '2026-11-20T12:10:00.000Z',
}

const open: { close: () => Promise<unknown> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()))
})

const site = (given: Partial<PagesDeps> = {}) => {
  const rendered: PageInput[] = []
  const devices: (string | undefined)[] = []
  const http = createHttp({ log: pino({ level: 'silent' }), trustProxy: [], first: [] })
  const pages = createPages({
    render: (input) => {
      rendered.push(input)
      return { html: `<!doctype html><title>${input.kind}</title>${'x'.repeat(2000)}`, head: '', status: 200 }
    },
    publicSignup: {
      page: async (customUrl, device) => {
        devices.push(device)
        if (customUrl.toLowerCase() === 'closed') throw fail('gone')
        if (customUrl.toLowerCase() !== 'demo') throw fail('notFound')
        return form
      },
      contrast: async (url) => {
        if (url !== 'demo') throw fail('notFound')
        return { path: '/f/demo' }
      },
    },
    links: { lead: async () => undefined, streamIdOf: async () => undefined },
    room: {
      show: async (streamId) => {
        if (streamId !== shownRoom.streamId) throw fail('notFound')
        return shownRoom
      },
    },
    sales: {
      page: async () => {
        throw fail('notFound')
      },
    },
    publicFiles: createPublicFiles({
      publicUrl: () => 'http://shop.example',
      audienceUrl: undefined,
      sources: [],
      nowMs: () => 0,
      firms: { list: async () => [] },
    }),
    publicUrl: () => 'http://shop.example',
    audienceUrl: undefined,
    consoleHtml: async () => '<!doctype html><title>console</title>',
    ...given,
  })
  http.setNotFoundHandler(pages)
  open.push(http)
  const get = (url: string, headers: Record<string, string> = {}) =>
    http.inject({ method: 'GET', url, headers: { host: 'shop.example', ...headers } })
  return { http, get, rendered, devices }
}

describe('pages', () => {
  test('SURFACES-21 A page is rendered with its data, address, origin and language', async () => {
    const { get, rendered } = site()
    const answer = await get('/F/Demo?from=line', { 'accept-language': 'en-GB' })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(rendered[0]).toMatchObject({
      kind: 'sign-up',
      path: '/F/Demo?from=line',
      language: 'en',
      origin: 'http://shop.example',
      data: { customUrl: 'demo', signupTitle: '秋窯開窯夜' },
    })
  })

  test('SURFACES-22 The language asked in the address wins, then the cookie, then the browser', () => {
    const asked = { query: 'lng=en', cookie: 'i18nextLng=zh-TW', accepted: 'zh-TW' }
    expect(pageLanguage(asked)).toBe('en')
    expect(pageLanguage({ ...asked, query: '' })).toBe('zh-TW')
    expect(pageLanguage({ query: '', cookie: 'a=b; i18nextLng=en', accepted: 'zh-TW' })).toBe('en')
    expect(pageLanguage({ query: '', cookie: undefined, accepted: 'en-US,en;q=0.9' })).toBe('en')
    expect(pageLanguage({ query: 'lng=fr', cookie: undefined, accepted: 'en' })).toBe('zh-TW')
    expect(pageLanguage({ query: '', cookie: undefined, accepted: undefined })).toBe('zh-TW')
  })

  test('SURFACES-23 A room’s page holds its look and whose link it is', async () => {
    const { get, rendered } = site()
    await get(`/stream/aBcDeF12/${viewerKey}`)
    await get('/stream/aBcDeF12/anonymous')
    await get(`/stream/aBcDeF12/${viewerKey}/replay`)
    await get('/stream/gone1234/expired')
    expect(rendered.map(({ kind, data }) => ({ kind, data }))).toEqual([
      { kind: 'room', data: { room: shownRoom, userId: viewerKey, view: 'room' } },
      { kind: 'room', data: { room: shownRoom, userId: null, view: 'anonymous' } },
      { kind: 'room', data: { room: shownRoom, userId: viewerKey, view: 'replay' } },
      { kind: 'room', data: { room: null, userId: null, view: 'expired' } },
    ])
  })

  test('SURFACES-24 What is not there answers 404 with a real page, a closed form 410', async () => {
    const { get, rendered } = site()
    const statuses = []
    for (const path of ['/f/nobody', '/f/closed', `/stream/unknown1/${viewerKey}`, '/stream/nobody']) {
      statuses.push((await get(path)).statusCode)
    }
    expect(statuses).toEqual([404, 410, 404, 404])
    expect(rendered.map(({ data }) => data)).toEqual([
      { missing: 'notFound' },
      { missing: 'gone' },
      { room: null, userId: null, view: 'notFound' },
      { room: null, userId: null, view: 'notFound' },
    ])
  })

  test('SURFACES-25 Nothing that the contract does not list reaches a page', async () => {
    const { get, rendered } = site()
    await get('/f/demo')
    expect(JSON.stringify(rendered[0]?.data)).not.toContain('isDemo')
  })

  test('SURFACES-26 A GET sets no cookie, and the device is known by its own', async () => {
    const { get, devices } = site()
    const first = await get('/f/demo')
    expect(first.headers['set-cookie']).toBeUndefined()
    const device = 'a'.repeat(27)
    await get('/f/demo', { cookie: `kaimai_device=${device}` })
    const hash = deviceHash({ cookie: () => device, setCookie: () => {} })
    expect(devices).toEqual([undefined, hash])
  })

  test('SURFACES-27 A short address leads to its form or into its room', async () => {
    const { get } = site()
    const led = async (path: string) => (await get(path)).headers.location
    expect(await led('/stream/demo?lng=en')).toBe('/f/demo?lng=en')
    expect(await led('/stream/aBcDeF12')).toBe('/stream/aBcDeF12/anonymous')
    const closed = site({ room: { show: async () => ({ ...shownRoom, anonymousAllowed: false }) } })
    expect((await closed.get('/stream/aBcDeF12')).headers.location).toBe('/f/demo')
  })
})

describe('without a build', () => {
  test('SURFACES-39 A missing build is answered with a text', async () => {
    const render = createPageRenderer('/nowhere/render.js')
    const { get } = site({ render, consoleHtml: async () => undefined })
    for (const path of ['/f/demo', '/dashboard']) {
      const answer = await get(path)
      expect([answer.statusCode, answer.body.includes('npm run build')], path).toEqual([503, true])
    }
  })

  test('SURFACES-40 A page that fails says so without revealing why', async () => {
    const { get } = site({
      render: () => {
        throw new Error('inner secret')
      },
    })
    const answer = await get('/f/demo', { 'accept-language': 'en' })
    expect(answer.statusCode).toBe(500)
    expect(answer.body).toContain('Something went wrong on our side')
    expect(answer.body).not.toContain('secret')
  })
})
