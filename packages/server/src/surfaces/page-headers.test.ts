import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { originRule } from './page-origin.ts'
import { hasKey, pageAt } from './page-paths.ts'
import { openSite, orderKey, shownRoom, viewerKey } from '../../test/page-site.ts'

describe('headers', () => {
  test('SURFACES-28 No page runs a script that is not ours', async () => {
    const { get } = openSite()
    for (const path of ['/f/demo', '/f/nobody', '/dashboard', `/order/${orderKey}`]) {
      const policy = String((await get(path)).headers['content-security-policy'])
      expect(policy, path).toContain("script-src 'self';")
      expect(policy, path).toContain("base-uri 'none'; object-src 'none'")
      expect(policy, path).toContain("frame-ancestors 'self'")
    }
  })

  test('SURFACES-29 A page connects to its own hosts alone, by name.', async () => {
    const { http } = openSite()
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
    const framesOf = async (request: Parameters<typeof openSite>[0], path: string) =>
      /frame-src ([^;]+)/.exec(String((await openSite(request).get(path)).headers['content-security-policy']))?.[1]
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
    const { get } = openSite()
    const framedBy = async (path: string) =>
      /frame-ancestors ([^;]+)/.exec(String((await get(path)).headers['content-security-policy']))?.[1]
    expect(await framedBy('/f/demo?embed=1')).toBe('*')
    for (const path of ['/f/demo', '/f/demo?embed=0', '/dashboard?embed=1', `/order/${orderKey}?embed=1`])
      expect(await framedBy(path), path).toBe("'self'")
  })

  test('SURFACES-33 A page with a key in its address sends no referrer', async () => {
    const { get } = openSite()
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
    const { get } = openSite()
    const zipped = await get('/f/demo', { 'accept-encoding': 'gzip, br' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload).toString()).toContain('<title>sign-up</title>')
    expect((await get('/f/demo')).headers['content-encoding']).toBeUndefined()
    expect((await openSite().http.inject({ method: 'HEAD', url: '/f/demo' })).body).toBe('')
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
    const { get, rendered } = openSite({ audienceUrl: 'http://127.0.0.1:3000' })
    expect((await get('/f/demo')).headers.location).toBe('http://127.0.0.1:3000/f/demo')
    const refused = await get('/dashboard', { host: '127.0.0.1:3000' })
    expect([refused.statusCode, refused.body.includes('not-found')]).toEqual([404, true])
    const mistyped = await get('/dashbord')
    expect([mistyped.statusCode, mistyped.body.includes('console')]).toEqual([404, true])
    expect((await get('/f/demo', { host: '127.0.0.1:3000' })).statusCode).toBe(200)
    expect(rendered[1]?.origin).toBe('http://127.0.0.1:3000')
  })
})
