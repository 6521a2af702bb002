import { expect, test } from 'vitest'
import { openSite } from '../../test/page-site.ts'

const path = '/partner/0193b3c0-0000-7000-8000-0000000000aa'

test('SURFACES-840 A partner’s page is a document of its own: no console, no script of others, no search engine, no store', async () => {
  const { get, rendered } = openSite()
  const answer = await get(path)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).not.toContain('<title>console</title>')
  expect(rendered.map(({ kind, data }) => ({ kind, data }))).toEqual([
    { kind: 'partner', data: { partnerId: '0193b3c0-0000-7000-8000-0000000000aa' } },
  ])
  expect(String(answer.headers['content-security-policy'])).toContain("script-src 'self';")
  expect(String(answer.headers['content-security-policy'])).toContain("frame-ancestors 'self'")
  expect(answer.headers).toMatchObject({
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  expect(answer.headers['set-cookie']).toBeUndefined()
})

test('SURFACES-841 It stands on the audience’s origin alone where there is one; the console’s host leads there', async () => {
  const { get, rendered } = openSite({ audienceUrl: 'http://127.0.0.1:3000' })
  const led = await get(`${path}?lng=en`)
  expect([led.statusCode, led.headers.location]).toEqual([302, `http://127.0.0.1:3000${path}?lng=en`])
  expect(rendered).toEqual([])
  expect((await get(path, { host: '127.0.0.1:3000' })).statusCode).toBe(200)
})

test('SURFACES-842 What can be no partner’s id is a wrong address, and search engines are sent away from all of them', async () => {
  const { get, rendered } = openSite()
  for (const wrong of ['/partner', '/partner/7', `${path}/more`]) expect((await get(wrong)).statusCode, wrong).toBe(404)
  expect(rendered.map(({ kind }) => kind)).toEqual(['not-found', 'not-found', 'not-found'])
  expect((await get('/robots.txt')).body).toContain('Disallow: /partner/')
})
