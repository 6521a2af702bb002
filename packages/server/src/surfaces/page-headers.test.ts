import { gunzipSync } from 'node:zlib'
import { fail } from '@kaimai/contract/common/error.ts'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { createHttp } from '../platform/http/server.ts'
import { originRule } from './page-origin.ts'
import { hasKey, pageAt } from './page-paths.ts'
import { type PageInput } from './page-renderer.ts'
import { createPages, type PagesDeps } from './pages.ts'
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
