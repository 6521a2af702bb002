import { expect, test } from 'vitest'
import { firmLabel, originAt } from './firm-host.ts'
import { createPublicFiles } from './public-files.ts'
import { createSitemap, type SitemapSource } from './sitemap.ts'

const pathsOf = (xml: string | undefined): string[] =>
  [...(xml ?? '').matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => path ?? '')

/** So many pages of each of the firms, named by the firm. */
const source = (kind: string, each: number, asked = { counts: 0, lists: 0 }): SitemapSource => {
  const all = (firmIds: readonly string[]) =>
    firmIds.flatMap((firm) => Array.from({ length: each }, (_, at) => ({ path: `/${kind}/${firm}-${at}` })))
  return {
    count: async (firmIds) => {
      asked.counts += 1
      return all(firmIds).length
    },
    list: async (firmIds, limit, offset) => {
      asked.lists += 1
      return all(firmIds).slice(offset, offset + limit)
    },
  }
}
const firms = [
  { id: 'one', domain: 'autumn' },
  { id: 'two', domain: 'shop.example' },
  { id: 'three', domain: '' },
]

const site = (audienceUrl: string | undefined, moved = { nowMs: 0, reads: 0, counts: 0, lists: 0 }) => {
  const files = createPublicFiles({
    publicUrl: () => 'https://kaimai.tw',
    audienceUrl,
    sources: [source('f', 2, moved), source('s', 1, moved)],
    nowMs: () => moved.nowMs,
    firms: {
      list: async () => {
        moved.reads += 1
        return firms
      },
    },
  })
  return async (host: string, path: string) => (await files({ host, path }))?.body
}

test('SURFACES-45 Robots.txt names the sitemap by its whole address, and keeps search engines off the console', async () => {
  expect(await site(undefined)('kaimai.tw', '/robots.txt')).toContain('\nSitemap: https://kaimai.tw/sitemap.xml\n')
  const own = site('https://live.kaimai.tw')
  expect(await own('live.kaimai.tw', '/robots.txt')).toContain('\nSitemap: https://live.kaimai.tw/sitemap.xml\n')
  expect(await own('kaimai.tw', '/robots.txt')).toBe('User-agent: *\nDisallow: /\n')
  expect(await own('kaimai.tw', '/sitemap.xml')).toBeUndefined()
})

test('SURFACES-46 The sitemap lists every page with its languages', async () => {
  const xml = await site(undefined)('kaimai.tw', '/sitemap.xml')
  expect(pathsOf(xml)).toEqual(
    ['one', 'two', 'three']
      .flatMap((firm) => [`/f/${firm}-0`, `/f/${firm}-1`])
      .concat('/s/one-0', '/s/two-0', '/s/three-0'),
  )
  expect(xml).toContain('<xhtml:link rel="alternate" hreflang="en" href="https://kaimai.tw/f/one-0?lng=en"/>')
})

test('SURFACES-47 A host of a firm’s own lists that firm alone, by that host', async () => {
  const asked = site('https://{firm}.live.tw')
  expect(await asked('autumn.live.tw', '/sitemap.xml')).toContain('<loc>https://autumn.live.tw/f/one-0</loc>')
  expect(pathsOf(await asked('autumn.live.tw', '/sitemap.xml'))).toEqual(['/f/one-0', '/f/one-1', '/s/one-0'])
  expect(pathsOf(await asked('www.live.tw', '/sitemap.xml'))).toHaveLength(9)
  expect(pathsOf(await asked('shop.example', '/sitemap.xml'))).toEqual(['/f/two-0', '/f/two-1', '/s/two-0'])
})

test('SURFACES-48 What does not fit into one file stands in several, each page once', async () => {
  const deps = { origin: 'https://a.tw', firmIds: ['x', 'y'], sources: [source('f', 4), source('s', 3)], pageSize: 5 }
  const index = await createSitemap(undefined, deps)
  expect(pathsOf(index)).toEqual(['/sitemap/1.xml', '/sitemap/2.xml', '/sitemap/3.xml'])
  const pages = await Promise.all([1, 2, 3].map((page) => createSitemap(page, deps)))
  const paths = pages.map(pathsOf)
  expect(paths.map(({ length }) => length)).toEqual([5, 5, 4])
  expect(new Set(paths.flat()).size).toBe(14)
  expect(await createSitemap(4, deps)).toBeUndefined()
  expect(pathsOf(await createSitemap(undefined, { ...deps, pageSize: 14 }))).toHaveLength(14)
})

test('SURFACES-49 The last change stands where it is known, and no address breaks the file', async () => {
  const list = async () => [{ path: '/s/a&b<c>', changedAt: new Date('2026-11-20T12:00:00Z') }]
  const xml = await createSitemap(undefined, {
    origin: 'https://a.tw',
    firmIds: ['x'],
    sources: [{ count: async () => 1, list }],
  })
  expect(xml).toContain('<loc>https://a.tw/s/a&amp;b&lt;c&gt;</loc><lastmod>2026-11-20T12:00:00.000Z</lastmod>')
})

test('SURFACES-50 The list is read once a minute, however often it is asked for', async () => {
  const moved = { nowMs: 0, reads: 0, counts: 0, lists: 0 }
  const asked = site(undefined, moved)
  for (let tries = 0; tries < 5; tries += 1) await asked('kaimai.tw', '/sitemap.xml')
  expect(moved.reads).toBe(1)
  moved.nowMs = 60_000
  await asked('kaimai.tw', '/sitemap.xml')
  expect(moved.reads).toBe(2)
})

test('SURFACES-51 Hosts that nobody has and numbers without end share one list, by the shared address', async () => {
  const moved = { nowMs: 0, reads: 0, counts: 0, lists: 0 }
  const asked = site('https://{firm}.live.tw', moved)
  const all = await asked('www.live.tw', '/sitemap.xml')
  for (let tries = 0; tries < 200; tries += 1) {
    expect(await asked(`made-up-${tries}.live.tw`, '/sitemap.xml')).toBe(all)
    expect(await asked(`made-up-${tries}.example`, '/sitemap.xml')).toBe(all)
    expect(await asked('www.live.tw', `/sitemap/${tries + 2}.xml`)).toBeUndefined()
  }
  expect(all).toContain('<loc>https://www.live.tw/f/one-0</loc>')
  expect(moved).toEqual({ nowMs: 0, reads: 1, counts: 2, lists: 2 })
})

test('SURFACES-52 Only a host of AUDIENCE_URL’s own form names a firm', () => {
  const given = { publicUrl: 'https://kaimai.tw', audienceUrl: 'https://{firm}.live.tw:8443' }
  expect(originAt({ ...given, host: 'autumn.live.tw:8443' })).toBe('https://autumn.live.tw:8443')
  for (const host of [
    'a.b.live.tw:8443',
    'live.tw:8443',
    '.live.tw:8443',
    'evil.tw',
    'autumn.live.tw',
    '-a.live.tw:8443',
  ])
    expect([host, firmLabel({ ...given, host })]).toEqual([host, undefined])
  expect(originAt({ ...given, host: 'evil.tw' })).toBe('https://www.live.tw:8443')
})
