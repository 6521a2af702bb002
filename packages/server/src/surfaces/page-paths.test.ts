import { fail } from '@kaimai/contract/common/error.ts'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { createHttp } from '../platform/http/server.ts'
import { pageAt } from './page-paths.ts'
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
