import { describe, expect, test } from 'vitest'
import { deviceHash } from '../platform/http/device.ts'
import { createPageRenderer } from './page-renderer.ts'
import { pageLanguage } from './pages.ts'
import { openSite, orderKey, shop, shownRoom, viewerKey } from '../../test/page-site.ts'

describe('pages', () => {
  test('SURFACES-21 A page is rendered with its data, address, origin and language', async () => {
    const { get, rendered } = openSite()
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
    const { get, rendered } = openSite()
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

  test('SURFACES-24 What is not there answers 404 with a shop’s page that knows what was looked for', async () => {
    const { get, rendered } = openSite()
    const paths = {
      '/f/Nobody': 'form',
      '/f/closed': 'form',
      '/s/nobody': 'salesPage',
      [`/stream/unknown1/${viewerKey}`]: 'room',
      '/stream/nobody': 'room',
      [`/order/${orderKey}`]: 'order',
      '/order/short': 'order',
      '/nowhere': 'page',
      '/s/a/b': 'salesPage',
    }
    for (const path of Object.keys(paths)) {
      const answer = await get(path)
      expect([answer.statusCode, answer.headers['x-robots-tag']], path).toEqual([404, 'noindex'])
    }
    expect(rendered.map(({ kind }) => kind)).toEqual(Object.keys(paths).map(() => 'not-found'))
    expect(rendered.map(({ data }) => data)).toEqual(
      Object.values(paths).map((what, at) => ({
        what,
        customUrl: ['nobody', 'closed'][at] ?? '',
        shop,
        hasConsole: true,
      })),
    )
  })

  test('SURFACES-80 A file’s address is answered with the shop’s page only to a person who opened it', async () => {
    const { get } = openSite()
    expect((await get('/old.html', { accept: 'text/html,*/*' })).headers['content-type']).toContain('text/html')
    expect((await get('/old.html', { accept: 'image/*' })).headers['content-type']).toContain('text/plain')
  })

  test('SURFACES-81 A pasted link leads on without the punctuation behind it, and keeps its query', async () => {
    const { get } = openSite()
    const led = async (path: string) => (await get(path)).headers.location
    expect(await led('/f/demo，?from=line')).toBe('/f/demo?from=line')
    expect(await led('/f/demo%EF%BC%8C')).toBe('/f/demo')
    expect(await led('/stream/aBcDeF12/anonymous)。')).toBe('/stream/aBcDeF12/anonymous')
    expect(await led('//evil.example。')).toBeUndefined()
    const order = await get(`/order/${orderKey}.`)
    expect([order.headers.location, order.headers['referrer-policy']]).toEqual([`/order/${orderKey}`, 'no-referrer'])
  })

  test('SURFACES-25 Nothing that the contract does not list reaches a page', async () => {
    const { get, rendered } = openSite()
    await get('/f/demo')
    expect(JSON.stringify(rendered[0]?.data)).not.toContain('isDemo')
  })

  test('SURFACES-26 A GET sets no cookie, and the device is known by its own', async () => {
    const { get, devices } = openSite()
    const first = await get('/f/demo')
    expect(first.headers['set-cookie']).toBeUndefined()
    const device = 'a'.repeat(27)
    await get('/f/demo', { cookie: `kaimai_device=${device}` })
    const hash = deviceHash({ cookie: () => device, setCookie: () => {} })
    expect(devices).toEqual([undefined, hash])
  })

  test('SURFACES-27 A short address leads to its form or into its room', async () => {
    const { get } = openSite()
    const led = async (path: string) => (await get(path)).headers.location
    expect(await led('/stream/demo?lng=en')).toBe('/f/demo?lng=en')
    expect(await led('/stream/aBcDeF12')).toBe('/stream/aBcDeF12/anonymous')
    const closed = openSite({ room: { show: async () => ({ ...shownRoom, anonymousAllowed: false }) } })
    expect((await closed.get('/stream/aBcDeF12')).headers.location).toBe('/f/demo')
  })
})

describe('without a build', () => {
  test('SURFACES-39 A missing build is answered with a text', async () => {
    const render = createPageRenderer('/nowhere/render.js')
    const { get } = openSite({ render, consoleHtml: async () => undefined })
    for (const path of ['/f/demo', '/dashboard']) {
      const answer = await get(path)
      expect([answer.statusCode, answer.body.includes('npm run build')], path).toEqual([503, true])
    }
  })

  test('SURFACES-40 A page that fails says so without revealing why', async () => {
    const { get } = openSite({
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

describe('a personal link that was replaced', () => {
  const replaced = (personal: 'ofNobody' | { key: string }, room: Partial<typeof shownRoom> = {}) =>
    openSite({
      links: { lead: async () => undefined, streamIdOf: async () => undefined, personal: async () => personal },
      room: { show: async () => ({ ...shownRoom, ...room }) },
    })
  const path = `/stream/${shownRoom.streamId}/${viewerKey}`

  test('SURFACES-780 A link that is nobody’s any more leads to a word and the form, before its room opens as while it runs; after the end to what all see', async () => {
    for (const [status, view] of [
      ['scheduled', 'replaced'],
      ['live', 'replaced'],
      ['ended', 'anonymous'],
    ] as const) {
      const { get, rendered } = replaced('ofNobody', { status })
      expect((await get(path)).statusCode, status).toBe(200)
      expect(rendered[0]?.data, status).toMatchObject({ view, userId: null })
      expect(JSON.stringify(rendered[0]?.data), status).not.toContain(viewerKey)
    }
  })

  test('SURFACES-781 Who signed up in this browser is led on by the newer link, into the replay too', async () => {
    const { get } = replaced({ key: 'a-newer-key-of-the-same-one' })
    const to = `/stream/${shownRoom.streamId}/a-newer-key-of-the-same-one`
    expect((await get(`${path}?lng=en`)).headers.location).toBe(`${to}?lng=en`)
    const answer = await get(`${path}/replay`)
    expect([answer.headers.location, answer.headers['cache-control']]).toEqual([`${to}/replay`, 'no-store'])
  })
})
