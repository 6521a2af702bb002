import { gunzipSync } from 'node:zlib'
import { fail } from '@kaimai/contract/common/error.ts'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import type { PublicSignup } from '@kaimai/contract/signup/signup.routes.ts'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { deviceHash } from '../platform/http/device.ts'
import { createHttp } from '../platform/http/server.ts'
import { originRule } from './page-origin.ts'
import { hasKey, pageAt } from './page-paths.ts'
import { createPageRenderer, type PageInput } from './page-renderer.ts'
import { createPages, pageLanguage, type PagesDeps } from './pages.ts'
import { createPublicFiles } from './public-files.ts'

const viewerKey = 'Yk3v-7_Q9xw2Lr5TnB8mZc'
const orderKey = 'q7Vt0cH1sLw5-8NbXzR2m_kD4yGjPfUaEoSiTcWvB3M'

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
      ...{ publicUrl: () => 'http://shop.example', audienceUrl: undefined, sources: [], nowMs: () => 0 },
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

describe('addresses', () => {
  test('SURFACES-16 The spec’s addresses lead to their page in any case; ids and keys keep theirs', () => {
    for (const word of ['sign-up', 'register', 'front-form', 'f', 'F', 'Front-Form']) {
      expect(pageAt(`/${word}/Demo-1`), word).toEqual({ page: 'sign-up', customUrl: 'Demo-1' })
    }
    const room = (view: string, userId: string | null = null) => ({ page: 'room', view, streamId: 'aBcDeF12', userId })
    expect(pageAt(`/Stream/aBcDeF12/${viewerKey}`)).toEqual(room('room', viewerKey))
    expect(pageAt(`/stream/aBcDeF12/${viewerKey}/`)).toEqual(room('room', viewerKey))
    expect(pageAt(`/STREAM/aBcDeF12/${viewerKey}/REPLAY`)).toEqual(room('replay', viewerKey))
    expect(pageAt('/stream/aBcDeF12/Anonymous')).toEqual(room('anonymous'))
    expect(pageAt('/stream/aBcDeF12/Expired')).toEqual(room('expired'))
    expect(pageAt('/stream/S/aBcDeF12/expired')).toEqual(room('expired'))
    expect(pageAt('/stream/aBcDeF12')).toEqual({ page: 'short', shortUrl: 'aBcDeF12' })
    expect(pageAt(`/Order/${orderKey}`)).toEqual({ page: 'order', orderKey })
    expect(pageAt(`/sandbox-pay/${viewerKey}`)).toEqual({ page: 'sandbox-pay', token: viewerKey })
  })

  test('SURFACES-17 What is no room’s id or key is not found, without a look-up', () => {
    for (const path of ['/stream/a b/expired', '/stream/aBcDeF12/short', '/stream/..%2f..%2fetc/anonymous']) {
      expect(pageAt(path), path).toMatchObject({ page: 'room', view: 'notFound' })
    }
  })

  test('SURFACES-18 Every other address is the console’s, and /register alone is', () => {
    for (const path of [
      '/',
      '/register',
      '/f',
      '/f/',
      '/dashboard',
      '/Manage-product',
      '/manage-form/edit/free/1',
      '/order',
      '/order/short',
      '/s',
      '/s/demo/more',
      '/f/demo/more',
      '/stream',
      `/stream/aBcDeF12/${viewerKey}/other`,
      '/stream/a/b/c/d',
      '/%E0%A4%A',
    ]) {
      expect(pageAt(path), path).toEqual({ page: 'console' })
    }
  })

  test('SURFACES-19 Calls and files are never answered with a page', async () => {
    const { get } = site()
    for (const path of ['/assets/old-1a2b.js', '/media/x', '/feed.xml', '/wp-login.php']) {
      const answer = await get(path)
      expect([answer.statusCode, answer.headers['content-type']], path).toEqual([404, 'text/plain; charset=utf-8'])
    }
    const call = await get('/api/nothing')
    expect([call.statusCode, call.json().error.code]).toEqual([404, 5])
    const posted = await site().http.inject({ method: 'POST', url: '/f/demo' })
    expect([posted.statusCode, posted.json().error.code]).toEqual([404, 5])
  })

  test('SURFACES-20 Robots and the mark of the tab are there', async () => {
    const { get } = site()
    expect((await get('/robots.txt')).body).toContain('Disallow: /stream/')
    expect((await get('/favicon.svg')).headers['content-type']).toBe('image/svg+xml')
    expect((await get('/favicon.ico')).statusCode).toBe(200)
  })
})

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

describe('headers', () => {
  test('SURFACES-28 No page runs a script that is not ours', async () => {
    const { get } = site()
    for (const path of ['/f/demo', '/f/nobody', '/dashboard', `/order/${orderKey}`]) {
      const policy = String((await get(path)).headers['content-security-policy'])
      expect(policy, path).toContain("script-src 'self';")
      expect(policy, path).toContain("base-uri 'none'; object-src 'none'")
      expect(policy, path).toContain("frame-ancestors 'self'")
    }
  })

  test('SURFACES-29 A page connects to its own hosts alone, by name.', async () => {
    const { http } = site()
    const connectsOf = async (path: string, host: string) =>
      /connect-src ([^;]+)/.exec(
        String((await http.inject({ method: 'GET', url: path, headers: { host } })).headers['content-security-policy']),
      )?.[1]
    for (const path of ['/stream/aBcDeF12/anonymous', '/live/1/control', '/f/demo'])
      expect(await connectsOf(path, 'kaimai.test:3000'), path).toBe(
        "'self' ws://kaimai.test:3000 wss://kaimai.test:3000 ws://shop.example wss://shop.example",
      )
    expect(await connectsOf('/f/demo', 'evil.test; script-src *')).toBe("'self' ws://shop.example wss://shop.example")
  })

  test('SURFACES-30 Only a room that plays YouTube may hold a frame of another site: YouTube’s own', async () => {
    const framesOf = async (given: Parameters<typeof site>[0], path: string) =>
      /frame-src ([^;]+)/.exec(String((await site(given).get(path)).headers['content-security-policy']))?.[1]
    const tube = { room: { show: async () => ({ ...shownRoom, youtubeId: 'dQw4w9WgXcQ' }) } }
    expect(await framesOf(tube, '/stream/aBcDeF12/anonymous')).toBe('https://www.youtube-nocookie.com')
    for (const path of ['/stream/aBcDeF12/anonymous', '/f/demo', '/dashboard', `/order/${orderKey}`])
      expect(await framesOf({}, path), path).toBe("'self'")
  })

  test('SURFACES-31 A replay has an anonymous link too', () => {
    const at = pageAt('/stream/aBcDeF12/anonymous/replay')
    expect(at).toMatchObject({ page: 'room', view: 'replay', streamId: 'aBcDeF12', userId: null })
    expect(hasKey(at, '/stream/aBcDeF12/anonymous/replay')).toBe(false)
  })

  test('SURFACES-32 A form may stand in another site’s frame only with ?embed=1, and nothing else ever', async () => {
    const { get } = site()
    const framedBy = async (path: string) =>
      /frame-ancestors ([^;]+)/.exec(String((await get(path)).headers['content-security-policy']))?.[1]
    expect(await framedBy('/f/demo?embed=1')).toBe('*')
    for (const path of ['/f/demo', '/f/demo?embed=0', '/dashboard?embed=1', `/order/${orderKey}?embed=1`])
      expect(await framedBy(path), path).toBe("'self'")
  })

  test('SURFACES-33 A page with a key in its address sends no referrer', async () => {
    const { get } = site()
    const secret = [
      `/order/${orderKey}`,
      `/sandbox-pay/${viewerKey}`,
      `/stream/aBcDeF12/${viewerKey}`,
      '/auth/reset/t0ken',
      '/auth/invitation/t0ken',
      '/auth/confirm-email/t0ken',
    ]
    for (const path of secret) {
      const { headers } = await get(path)
      expect([headers['referrer-policy'], headers['x-robots-tag'], headers['cache-control']], path).toEqual([
        'no-referrer',
        'noindex',
        'no-store',
      ])
    }
    for (const path of ['/f/demo', '/stream/aBcDeF12/anonymous']) {
      expect(hasKey(pageAt(path), path)).toBe(false)
      expect((await get(path)).headers['x-robots-tag'], path).toBeUndefined()
    }
  })

  test('SURFACES-34 Documents are compressed for browsers that take it', async () => {
    const { get } = site()
    const zipped = await get('/f/demo', { 'accept-encoding': 'gzip, br' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload).toString()).toContain('<title>sign-up</title>')
    expect((await get('/f/demo')).headers['content-encoding']).toBeUndefined()
    expect((await site().http.inject({ method: 'HEAD', url: '/f/demo' })).body).toBe('')
  })
})

describe('two origins', () => {
  const rule = (host: string, isAudience: boolean, audienceUrl: string | undefined = 'https://live.example') =>
    originRule({ host, publicUrl: 'https://shop.example', audienceUrl, isAudience, pathAndQuery: '/f/demo?a=1' })
  const serve = { verdict: 'serve' }

  test('SURFACES-35 Audience pages move to their origin, the console stays on its own', () => {
    expect(rule('live.example', true)).toEqual(serve)
    expect(rule('shop.example', false)).toEqual(serve)
    expect(rule('shop.example', true)).toEqual({ verdict: 'redirect', to: 'https://live.example/f/demo?a=1' })
    expect(rule('live.example', false)).toEqual({ verdict: 'refuse' })
  })

  test('SURFACES-36 A firm’s own domain is an audience origin, however the host is spelled', () => {
    expect(rule('chiri.example', true)).toEqual(serve)
    expect(rule('chiri.example', false)).toEqual({ verdict: 'refuse' })
    expect(rule('SHOP.example:443', false)).toEqual(serve)
    expect(rule('bad host', false)).toEqual({ verdict: 'refuse' })
    expect(rule('shop.example', true, 'https://{firm}.live.example')).toEqual({
      verdict: 'redirect',
      to: 'https://www.live.example/f/demo?a=1',
    })
  })

  test('SURFACES-37 With one origin, or two names of the same, everything is served', () => {
    const one = { host: 'x', publicUrl: 'https://shop.example', pathAndQuery: '/' }
    for (const isAudience of [true, false]) {
      expect(originRule({ ...one, audienceUrl: undefined, isAudience })).toEqual(serve)
      expect(rule('shop.example', isAudience, 'https://shop.example:443')).toEqual(serve)
    }
  })

  test('SURFACES-38 The pages keep to it', async () => {
    const { get, rendered } = site({ audienceUrl: 'http://127.0.0.1:3000' })
    expect((await get('/f/demo')).headers.location).toBe('http://127.0.0.1:3000/f/demo')
    const refused = await get('/dashboard', { host: '127.0.0.1:3000' })
    expect([refused.statusCode, refused.body.includes('console')]).toEqual([404, false])
    expect((await get('/f/demo', { host: '127.0.0.1:3000' })).statusCode).toBe(200)
    expect(rendered[0]?.origin).toBe('http://127.0.0.1:3000')
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
