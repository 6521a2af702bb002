import { fail } from '@kaimai/contract/common/error.ts'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { pino } from 'pino'
import { afterEach } from 'vitest'
import type { z } from 'zod'
import { createHttp } from '../src/platform/http/server.ts'
import type { PageInput } from '../src/surfaces/page-renderer.ts'
import { createPages, type PagesDeps } from '../src/surfaces/pages.ts'
import { createPublicFiles } from '../src/surfaces/public-files.ts'

/** A viewer's key as links carry it. */
export const viewerKey = 'Yk3v-7_Q9xw2Lr5TnB8mZc'
/** An order's key as links carry it. */
export const orderKey = 'q7Vt0cH1sLw5-8NbXzR2m_kD4yGjPfUaEoSiTcWvB3M'

export const noTracking = { pixelId: '', tiktokPixelId: '', gtmId: '', eventBase: 'aBcDeFgHiJ' }

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

export const shownRoom: PublicRoom = {
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
  heartsAllowed: true,
  disclosure: true,
  firm: { name: '器日', imgUrl: '', contactLink: '' },
  signupPath: '/f/demo',
  products: [],
  online: 3,
  tracking: noTracking,
  now: '2026-11-20T12:10:00.000Z',
}

/** The one shop of the site. */
export const shop = { name: '器日', imgUrl: '', contactLink: '', path: '/f/demo' }

const open: { close: () => Promise<unknown> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()))
})

/** The server's pages with one sign-up form (`demo`) and one room; what was rendered, and for which device, is noted. */
export const openSite = (overrides: Partial<PagesDeps> = {}) => {
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
    links: { lead: async () => undefined, streamIdOf: async () => undefined, personal: async () => 'ofViewer' },
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
    orders: {
      authenticate: async () => {
        throw fail('notFound')
      },
      info: async () => {
        throw fail('notFound')
      },
    },
    staffBrowsers: { previewTicket: () => undefined, takeTicket: () => {} },
    secureCookies: false,
    sandbox: { show: async () => ({}) },
    shopFront: async () => shop,
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
    ...overrides,
  })
  http.setNotFoundHandler(pages)
  open.push(http)
  const get = (url: string, headers: Record<string, string> = {}) =>
    http.inject({ method: 'GET', url, headers: { host: 'shop.example', ...headers } })
  return { http, get, rendered, devices }
}
