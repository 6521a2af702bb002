import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { fail } from '@kaimai/contract/common/error.ts'
import { withoutTrailingPunctuation } from '@kaimai/contract/common/page-address.rules.ts'
import { type Language, languageOf, languages } from '@kaimai/contract/common/language.ts'
import { trackingFramePath } from '@kaimai/contract/tracking/tracking.rules.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StaffBrowsers } from '../modules/auth/staff-browser.ts'
import { cookieReader, cookieText } from '../platform/http/cookie.ts'
import { knownDevice } from '../platform/http/device.ts'
import { isConsoleHost, originAt } from './firm-host.ts'
import { createPageContent, type PageContentDeps } from './page-content.ts'
import { hasOwnOrigin, originRule } from './page-origin.ts'
import { hasKey, isAudiencePage, type PageAt, pageAt } from './page-paths.ts'
import { policyOf, withSockets } from './page-policy.ts'
import { type RenderPage, WebNotBuilt } from './page-renderer.ts'
import { pageTexts, wordsHtml } from './page-texts.ts'
import type { PublicFiles } from './public-files.ts'
import {
  trackingFrameHtml,
  trackingFramePolicy,
  trackingFrameScript,
  trackingFrameScriptPath,
} from './tracking-frame.ts'

export interface PagesDeps extends PageContentDeps {
  readonly render: RenderPage
  /** robots.txt, the sitemap, the mark of the tab. */
  readonly publicFiles: PublicFiles
  readonly staffBrowsers: Pick<StaffBrowsers, 'previewTicket' | 'takeTicket'>
  readonly secureCookies: boolean
  /** PUBLIC_URL; asked at each request, for it is known only once the server listens. */
  readonly publicUrl: () => string
  /** AUDIENCE_URL, maybe with {firm}. */
  readonly audienceUrl: string | undefined
  /** The console's document; undefined when the web app is not built. */
  readonly consoleHtml: () => Promise<string | undefined>
}

/** In the address of a room, between the console's host and the room's. */
const previewParam = 'preview'
/** Shorter documents gain nothing from it, in characters. */
const minZipped = 1000
const zip = promisify(gzip)

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
  const { render, publicUrl, audienceUrl } = deps
  const contentOf = createPageContent(deps)

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

  const answerConsole = async (request: FastifyRequest, reply: FastifyReply, status: number) => {
    const html = await deps.consoleHtml()
    if (html === undefined) throw new WebNotBuilt()
    return sendHtml(request, reply.header('x-robots-tag', 'noindex'), status, html)
  }

  /** The room that a page shows to who has no link of their own; undefined: another page, or a person's own. */
  const openRoomAt = async (at: PageAt): Promise<string | undefined> => {
    if (at.page === 'short') return deps.links.streamIdOf(at.shortUrl)
    return at.page === 'room' && at.userId === null ? at.streamId : undefined
  }

  /** A colleague goes on to the room's host as what they are: a preview, which neither counts nor costs hours. */
  const withPreview = async (to: string, at: PageAt, request: FastifyRequest): Promise<string> => {
    const streamId = await openRoomAt(at)
    const cookie = cookieReader(request.headers.cookie)
    const ticket = streamId === undefined ? undefined : deps.staffBrowsers.previewTicket({ cookie }, streamId)
    if (ticket === undefined) return to
    const url = new URL(to)
    url.searchParams.set(previewParam, ticket)
    return url.href
  }

  /** Takes a preview's ticket in and leads to the room without it: an address that is handed on makes nobody a preview. */
  const takePreview = async (at: PageAt, request: FastifyRequest, reply: FastifyReply) => {
    const url = new URL(request.url, 'http://x')
    const ticket = url.searchParams.get(previewParam)
    const streamId = ticket === null ? undefined : await openRoomAt(at)
    if (ticket === null || streamId === undefined) return undefined
    const setCookie = (name: string, value: string, cookie: { maxAgeSeconds: number; path?: string }) =>
      void reply.header('set-cookie', cookieText(name, value, { ...cookie, secure: deps.secureCookies }))
    deps.staffBrowsers.takeTicket({ setCookie }, streamId, ticket)
    url.searchParams.delete(previewParam)
    void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    return reply.redirect(url.pathname + url.search, 302)
  }

  /** It may hold somebody's key, and leads elsewhere as the live goes on. */
  const lead = (request: FastifyRequest, reply: FastifyReply, to: string) => {
    void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    return reply.redirect(to + new URL(request.url, 'http://x').search, 302)
  }

  const answerPage = async (at: PageAt, request: FastifyRequest, reply: FastifyReply, language: Language) => {
    if (at.page === 'console') return answerConsole(request, reply, 200)
    const deviceHash = knownDevice({ cookie: cookieReader(request.headers.cookie) })
    const prepared = await contentOf(at, {
      host: request.host,
      deviceHash,
      hasConsole: !hasOwnOrigin(publicUrl(), audienceUrl),
    })
    if ('redirect' in prepared) return lead(request, reply, prepared.redirect)
    const { kind, data, status, noScript, policy, isHidden, testMode = false } = prepared
    if (isHidden) void reply.header('x-robots-tag', 'noindex')
    const origin = originOf(request)
    if (policy !== undefined) void reply.header('content-security-policy', withSockets(policy, hostsOf(request)))
    const rendered = await render({ kind, path: request.url, language, data, origin, noScript, testMode })
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
    const asked = pageAt(path)
    const isForPerson = String(request.headers.accept ?? '').includes('text/html')
    if (asked.page === 'none' || (asked.page === 'file' && !isForPerson)) {
      if (/^\/api(\/|$)/i.test(path)) throw fail('notFound')
      return reply.status(404).type('text/plain; charset=utf-8').send('Not found\n')
    }
    const cleaned = withoutTrailingPunctuation(path)
    if (cleaned !== path) return lead(request, reply, cleaned)
    const language = pageLanguage({
      query,
      cookie: request.headers.cookie,
      accepted: request.headers['accept-language'],
    })
    const rule = originRule({
      host: request.host,
      publicUrl: publicUrl(),
      audienceUrl,
      isAudience: isAudiencePage(asked),
      pathAndQuery: request.url,
    })
    const isConsole = isConsoleHost({ host: request.host, publicUrl: publicUrl(), audienceUrl })
    // On its own host the console says itself what it hasn't; elsewhere it isn't there.
    const isOff = rule.verdict === 'refuse' || asked.page === 'file'
    const at: PageAt = isOff && !isConsole ? { page: 'wrong', what: 'page' } : asked
    void reply.header('content-security-policy', withSockets(policyOf(at, query), hostsOf(request)))
    if (hasKey(at, path)) {
      void reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex')
      void reply.header('cache-control', 'no-store')
    }
    try {
      if (isConsole && (at.page === 'wrong' || at.page === 'file')) return await answerConsole(request, reply, 404)
      if (rule.verdict === 'redirect') {
        const to = await withPreview(rule.to, at, request)
        if (to !== rule.to) void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
        return reply.redirect(to, 302)
      }
      const led = await takePreview(at, request, reply)
      if (led !== undefined) return led
      return await answerPage(at, request, reply, language)
    } catch (error) {
      const isBuilt = !(error instanceof WebNotBuilt)
      if (isBuilt) request.log.error({ err: error, requestId: request.id }, 'a page could not be shown')
      const words = isBuilt ? pageTexts.failed : pageTexts.notBuilt
      return sendHtml(request, reply, isBuilt ? 500 : 503, wordsHtml(words, language))
    }
  }
}
