import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type ErrorName, fail, KaimaiError } from '@kaimai/contract/common/error.ts'
import { type Language, languageOf, languages } from '@kaimai/contract/common/language.ts'
import { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { PublicSalesPage } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { hasAdvertiser, trackingFramePath } from '@kaimai/contract/tracking/tracking.rules.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ShortLinks } from '../modules/live/short-links.ts'
import { cookieReader } from '../platform/http/cookie.ts'
import { knownDevice } from '../platform/http/device.ts'
import { originAt } from './firm-host.ts'
import { hasOwnOrigin, originRule } from './page-origin.ts'
import { hasKey, isAudiencePage, type PageAt, pageAt } from './page-paths.ts'
import { pagePolicy, policyOf, withSockets, youtubePolicy } from './page-policy.ts'
import { type RenderPage, WebNotBuilt } from './page-renderer.ts'
import { pageTexts, wordsHtml } from './page-texts.ts'
import type { PublicFiles } from './public-files.ts'
import {
  trackingFrameHtml,
  trackingFramePolicy,
  trackingFrameScript,
  trackingFrameScriptPath,
} from './tracking-frame.ts'

export interface PagesDeps {
  readonly render: RenderPage
  readonly publicSignup: {
    readonly page: (customUrl: string, deviceHash: string | undefined) => Promise<z.input<typeof PublicSignup>>
    readonly contrast: (url: string) => Promise<{ path: string }>
  }
  readonly links: Pick<ShortLinks, 'lead' | 'streamIdOf'>
  readonly sales: { readonly page: (customUrl: string) => Promise<z.input<typeof PublicSalesPage>> }
  readonly room: { readonly show: (streamId: string) => Promise<z.input<typeof PublicRoom>> }
  /** robots.txt, the sitemap, the mark of the tab. */
  readonly publicFiles: PublicFiles
  /** PUBLIC_URL; asked at each request, for it is known only once the server listens. */
  readonly publicUrl: () => string
  /** AUDIENCE_URL, maybe with {firm}. */
  readonly audienceUrl: string | undefined
  /** The console's document; undefined when the web app is not built. */
  readonly consoleHtml: () => Promise<string | undefined>
}

/** Shorter documents gain nothing from it, in characters. */
const minZipped = 1000
const zip = promisify(gzip)

/** What a page is made of, before it is rendered; or where it leads. */
type Prepared =
  | {
      readonly kind: string
      readonly data: unknown
      readonly status: number
      readonly policy?: string
      /** Its firm doesn't want to be found by search engines. */
      readonly isHidden?: boolean
    }
  | { readonly redirect: string }

/** The name of an expected error; anything else is a bug and goes on. */
const errorNameOf = (error: unknown): ErrorName => {
  if (error instanceof KaimaiError) return error.errorName
  throw error
}

const isOneOf = (name: ErrorName, ...names: readonly ErrorName[]) => names.includes(name)

/** As the console's detector asks: the query, the cookie, then what the browser says. */
export const pageLanguage = (request: {
  readonly query: string
  readonly cookie: string | undefined
  readonly accepted: string | undefined
}): Language => {
  const asked = new URLSearchParams(request.query).get('lng') ?? cookieReader(request.cookie)('i18nextLng')
  return languages.find((language) => language === asked) ?? languageOf(asked ?? request.accepted)
}

/**
 * Answers what no route has: audience pages rendered on the server, the console's document for every other page.
 * For `http.setNotFoundHandler`.
 */
export const createPages = (deps: PagesDeps) => {
  const { render, publicSignup, links, sales, room, publicUrl, audienceUrl } = deps

  const signUp = async (customUrl: string, deviceHash: string | undefined): Promise<Prepared> => {
    const kind = 'sign-up'
    try {
      const data = PublicSignup.parse(await publicSignup.page(customUrl, deviceHash))
      return { kind, data, status: 200, isHidden: data.noindex === true }
    } catch (error) {
      const name = errorNameOf(error)
      if (!isOneOf(name, 'notFound', 'noData', 'gone')) throw error
      return { kind, data: { missing: name === 'gone' ? 'gone' : 'notFound' }, status: name === 'gone' ? 410 : 404 }
    }
  }

  const salesPage = async (customUrl: string): Promise<Prepared> => {
    const kind = 'sales-page'
    try {
      const data = PublicSalesPage.parse(await sales.page(customUrl))
      return { kind, data, status: data.state === 'closed' ? 410 : 200, isHidden: data.noindex === true }
    } catch (error) {
      if (!isOneOf(errorNameOf(error), 'notFound', 'noData')) throw error
      return { kind, data: { missing: true }, status: 404 }
    }
  }

  const roomIfAny = async (streamId: string): Promise<PublicRoom | undefined> => {
    try {
      return PublicRoom.parse(await room.show(streamId))
    } catch (error) {
      if (!isOneOf(errorNameOf(error), 'notFound', 'noData', 'gone')) throw error
      return undefined
    }
  }

  /** Of /stream/s/{shortUrl}/expired. */
  const roomByShort = async (shortUrl: string): Promise<PublicRoom | undefined> => {
    const streamId = await links.streamIdOf(shortUrl)
    return streamId === undefined ? undefined : roomIfAny(streamId)
  }

  const roomPage = async ({ view, streamId, userId }: PageAt & { page: 'room' }): Promise<Prepared> => {
    const found = view === 'notFound' ? undefined : await roomIfAny(streamId)
    const shown = found ?? (view === 'expired' ? await roomByShort(streamId) : undefined)
    // A link that ran out says so even when its room is gone; only an unknown room is not found.
    const isFound = shown !== undefined || view === 'expired'
    const data = { room: shown ?? null, userId: isFound ? userId : null, view: isFound ? view : 'notFound' }
    const policy =
      shown !== undefined && shown.youtubeId !== '' ? youtubePolicy(hasAdvertiser(shown.tracking)) : pagePolicy
    const isHidden = shown?.noindex === true
    return { kind: 'room', data, status: isFound ? 200 : 404, policy, isHidden }
  }

  /**
   * A live's short address leads into its room, by the viewer's own link in a browser that opened it before; so does a
   * room's own id. A form's URL leads to the form.
   */
  const short = async (shortUrl: string, device: string | undefined): Promise<Prepared> => {
    const led = await links.lead(shortUrl, device)
    if (led !== undefined) return { redirect: led }
    const shown = pageAt(`/stream/${shortUrl}/anonymous`)
    const found = shown.page === 'room' && shown.view !== 'notFound' ? await roomIfAny(shortUrl) : undefined
    if (found) {
      const to = found.anonymousAllowed || found.signupPath === '' ? `/stream/${shortUrl}/anonymous` : found.signupPath
      return { redirect: to }
    }
    try {
      return { redirect: (await publicSignup.contrast(shortUrl)).path }
    } catch (error) {
      if (!isOneOf(errorNameOf(error), 'notFound', 'noData', 'gone')) throw error
      return { kind: 'room', data: { room: null, userId: null, view: 'notFound' }, status: 404 }
    }
  }

  const prepare = (at: PageAt, request: FastifyRequest): Promise<Prepared> | Prepared => {
    switch (at.page) {
      case 'sign-up':
        return signUp(at.customUrl, knownDevice({ cookie: cookieReader(request.headers.cookie) }))
      case 'sales-page':
        return salesPage(at.customUrl)
      case 'room':
        return roomPage(at)
      case 'short':
        return short(at.shortUrl, knownDevice({ cookie: cookieReader(request.headers.cookie) }))
      case 'order':
        return { kind: 'order', data: { orderKey: at.orderKey }, status: 200 }
      case 'studio-preview':
        return { kind: 'studio-preview', data: {}, status: 200 }
      case 'sandbox-pay':
        return { kind: 'sandbox-pay', data: { token: at.token }, status: 200 }
      case 'console':
      case 'none':
        throw new Error(`${at.page} is no audience page`)
    }
  }

  const originOf = (request: FastifyRequest) => originAt({ host: request.host, publicUrl: publicUrl(), audienceUrl })

  /** As the browser has it, and as it is named where a proxy says another. */
  const hostsOf = (request: FastifyRequest): string[] => [
    request.host,
    new URL(publicUrl()).host,
    new URL(originOf(request)).host,
  ]

  const sendHtml = async (request: FastifyRequest, reply: FastifyReply, status: number, html: string) => {
    void reply
      .status(status)
      .type('text/html; charset=utf-8')
      .header('vary', 'accept-encoding, accept-language, cookie')
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-cache')
    if (!reply.hasHeader('referrer-policy')) void reply.header('referrer-policy', 'strict-origin-when-cross-origin')
    if (html.length < minZipped || !String(request.headers['accept-encoding'] ?? '').includes('gzip')) {
      return reply.send(html)
    }
    return reply.header('content-encoding', 'gzip').send(await zip(html))
  }

  const answerPage = async (at: PageAt, request: FastifyRequest, reply: FastifyReply, language: Language) => {
    if (at.page === 'console') {
      const html = await deps.consoleHtml()
      if (html === undefined) throw new WebNotBuilt()
      return sendHtml(request, reply.header('x-robots-tag', 'noindex'), 200, html)
    }
    const prepared = await prepare(at, request)
    if ('redirect' in prepared) {
      // It may hold somebody's key, and leads elsewhere as the live goes on.
      void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      return reply.redirect(prepared.redirect + new URL(request.url, 'http://x').search, 302)
    }
    const { kind, data, status, policy, isHidden } = prepared
    if (isHidden) void reply.header('x-robots-tag', 'noindex')
    const origin = originOf(request)
    if (policy !== undefined) void reply.header('content-security-policy', withSockets(policy, hostsOf(request)))
    const rendered = await render({ kind, path: request.url, language, data, origin })
    return sendHtml(request, reply, status === 200 ? rendered.status : status, rendered.html)
  }

  /** The frame of advertisers' scripts, only where audience pages have an origin of their own. */
  const answerFrame = (request: FastifyRequest, reply: FastifyReply, path: string, query: string) => {
    const rule = { host: request.host, publicUrl: publicUrl(), audienceUrl, isAudience: true, pathAndQuery: path }
    if (!hasOwnOrigin(rule.publicUrl, audienceUrl) || originRule(rule).verdict !== 'serve') throw fail('notFound')
    void reply.header('cache-control', 'public, max-age=3600').header('referrer-policy', 'no-referrer')
    if (path === trackingFrameScriptPath) {
      return reply.type('text/javascript; charset=utf-8').send(trackingFrameScript)
    }
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', trackingFramePolicy(query))
      .header('x-robots-tag', 'noindex')
      .send(trackingFrameHtml)
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [path = '/', query = ''] = request.url.split('?')
    if (request.method !== 'GET' && request.method !== 'HEAD') throw fail('notFound')
    const file = await deps.publicFiles({ path, host: request.host })
    if (file !== undefined) {
      if (file.maxAgeSeconds) void reply.header('cache-control', `public, max-age=${file.maxAgeSeconds}`)
      return reply.type(file.type).send(file.body)
    }
    if (path === trackingFramePath || path === trackingFrameScriptPath) return answerFrame(request, reply, path, query)
    const at = pageAt(path)
    if (at.page === 'none') {
      if (/^\/api(\/|$)/i.test(path)) throw fail('notFound')
      return reply.status(404).type('text/plain; charset=utf-8').send('Not found\n')
    }
    const language = pageLanguage({
      query,
      cookie: request.headers.cookie,
      accepted: request.headers['accept-language'],
    })
    const rule = originRule({
      host: request.host,
      publicUrl: publicUrl(),
      audienceUrl,
      isAudience: isAudiencePage(at),
      pathAndQuery: request.url,
    })
    void reply.header('content-security-policy', withSockets(policyOf(at, query), hostsOf(request)))
    if (hasKey(at, path)) {
      void reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex')
      void reply.header('cache-control', 'no-store')
    }
    if (rule.verdict === 'redirect') return reply.redirect(rule.to, 302)
    if (rule.verdict === 'refuse') return sendHtml(request, reply, 404, wordsHtml(pageTexts.refused, language))
    try {
      return await answerPage(at, request, reply, language)
    } catch (error) {
      const isBuilt = !(error instanceof WebNotBuilt)
      if (isBuilt) request.log.error({ err: error, requestId: request.id }, 'a page could not be shown')
      const words = isBuilt ? pageTexts.failed : pageTexts.notBuilt
      return sendHtml(request, reply, isBuilt ? 500 : 503, wordsHtml(words, language))
    }
  }
}
