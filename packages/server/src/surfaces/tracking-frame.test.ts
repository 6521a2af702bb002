import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { describe, expect, test } from 'vitest'
import { type PagesDeps } from './pages.ts'
import { noTracking, openSite, shownRoom, viewerKey } from '../../test/page-site.ts'

const tubeRoom: PublicRoom = {
  ...shownRoom,
  platformType: 'youtube',
  youtubeId: 'dQw4w9WgXcQ',
  tracking: { ...noTracking, pixelId: '123456789012345', gtmId: 'GTM-ABC1234' },
}

const site = (overrides: Partial<PagesDeps>) => openSite({ room: { show: async () => tubeRoom }, ...overrides })

describe('the frame of advertisers’ scripts', () => {
  const own = { audienceUrl: 'https://{firm}.live.example' }
  const policyAt = async (overrides: Partial<PagesDeps>, url: string, host: string) => {
    const { statusCode, headers } = await site(overrides).get(url, { host })
    return { status: statusCode, policy: String(headers['content-security-policy'] ?? '') }
  }
  const partOf = (policy: string, name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `))

  test('SURFACES-61 It may load the scripts of the advertisers that it names, and calls go nowhere else', async () => {
    const all = await policyAt(own, '/tracking-frame?page=/f/demo&with=meta.tiktok.gtm', 'www.live.example')
    expect(all.status).toBe(200)
    expect(partOf(all.policy, 'script-src')).toBe(
      "script-src 'self' https://connect.facebook.net https://analytics.tiktok.com https://www.googletagmanager.com",
    )
    expect(partOf(all.policy, 'connect-src')).toContain('https://www.facebook.com')
    expect(partOf(all.policy, 'img-src')).toContain('https://*.google-analytics.com')
    const one = await policyAt(own, '/tracking-frame?with=meta', 'www.live.example')
    expect(one.policy).not.toMatch(/tiktok|google/)
    const strange = await policyAt(own, '/tracking-frame?with=evil.__proto__.constructor', 'www.live.example')
    expect(partOf(strange.policy, 'script-src')).toBe("script-src 'self'")
    expect(partOf(strange.policy, 'connect-src')).toBe("connect-src 'none'")
  })

  test('SURFACES-62 It has no origin of its own and stands in no page but ours, also when it is opened by itself', async () => {
    const { policy } = await policyAt(own, '/tracking-frame', 'www.live.example')
    expect(policy).toContain('sandbox allow-scripts')
    expect(policy).not.toContain('allow-same-origin')
    expect(partOf(policy, 'frame-ancestors')).toBe("frame-ancestors 'self'")
    expect(partOf(policy, 'default-src')).toBe("default-src 'none'")
  })

  test('SURFACES-63 The console’s origin has none, nor has one that both share; no page’s own policy names an advertiser', async () => {
    for (const path of ['/tracking-frame', '/tracking-frame.js']) {
      expect((await policyAt(own, path, 'shop.example')).status, path).toBe(404)
      expect((await policyAt({}, path, 'shop.example')).status, path).toBe(404)
      const shared = { audienceUrl: 'http://shop.example' }
      expect((await policyAt(shared, path, 'shop.example')).status, path).toBe(404)
    }
    const room = await policyAt(own, '/stream/aBcDeF12/anonymous', 'www.live.example')
    expect(room.policy).not.toMatch(/facebook|google/)
    expect(partOf(room.policy, 'frame-src')).toBe("frame-src 'self' https://www.youtube-nocookie.com")
    const pay = await policyAt(own, `/sandbox-pay/${viewerKey}`, 'www.live.example')
    expect(pay.policy).not.toMatch(/facebook|tiktok|google/)
  })

  test('SURFACES-64 What is sent as its script is a script that stands alone', async () => {
    const { body, headers } = await site(own).get('/tracking-frame.js', { host: 'www.live.example' })
    expect(headers['content-type']).toContain('text/javascript')
    // Parses, and names nothing of ours from outside itself.
    expect(() => new Function(body)).not.toThrow()
    expect(body).not.toMatch(/import\(|require\(|__vite/)
  })
})
