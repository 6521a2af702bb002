import type { PublicFirms } from '../modules/firm/public-firms.ts'
import { firmLabel, isConsoleHost, originAt } from './firm-host.ts'
import { faviconSvg, robotsOfConsole, robotsText } from './page-words.ts'
import { createSitemap, type SitemapSource } from './sitemap.ts'

/** A small file that search engines and browsers ask every site for. */
export interface PublicFile {
  readonly type: string
  readonly body: string
  /** How long it may be kept; not at all unless said. */
  readonly maxAgeSeconds?: number
}

export interface PublicFilesNeeds {
  /** PUBLIC_URL; known only once the server listens. */
  readonly publicUrl: () => string
  readonly audienceUrl: string | undefined
  readonly firms: PublicFirms
  /** Sign-up forms, sales pages, rooms. */
  readonly sources: readonly SitemapSource[]
  readonly nowMs: () => number
}

const daySeconds = 86_400
const hourSeconds = 3_600
const favicon: PublicFile = { type: 'image/svg+xml', body: faviconSvg, maxAgeSeconds: daySeconds }

const sitemapPath = /^\/sitemap(?:\/([1-9]\d{0,5}))?\.xml$/
/** A list of pages costs a few queries, and strangers may ask for it as often as they like. */
const keepMs = 60_000
const mostKept = 50

/** Answers the file at a path of a host; undefined: there is none. */
export const createPublicFiles = ({ publicUrl, audienceUrl, firms, sources, nowMs }: PublicFilesNeeds) => {
  const kept = new Map<string, { readonly atMs: number; readonly xml: Promise<string | undefined> }>()

  const draw = async (page: number | undefined, asked: Parameters<typeof originAt>[0]): Promise<string | undefined> => {
    const all = await firms.list()
    const name = firmLabel(asked)
    const own = all.filter(({ domain }) => domain !== '' && (domain === name || domain === asked.host))
    // On a host of its own a firm shows its own pages; elsewhere all that there are.
    const shown = own.length > 0 ? own : all
    return createSitemap(page, { origin: originAt(asked), firmIds: shown.map(({ id }) => id), sources })
  }

  const sitemap = (page: number | undefined, asked: Parameters<typeof originAt>[0]): Promise<string | undefined> => {
    const key = `${asked.host} ${page ?? ''}`
    const before = kept.get(key)
    if (before && nowMs() - before.atMs < keepMs) return before.xml
    if (kept.size >= mostKept) kept.clear()
    const xml = draw(page, asked)
    kept.set(key, { atMs: nowMs(), xml })
    xml.catch(() => kept.delete(key))
    return xml
  }

  return async ({ path, host }: { path: string; host: string }): Promise<PublicFile | undefined> => {
    if (path === '/favicon.svg' || path === '/favicon.ico') return favicon
    const asked = { host: host.toLowerCase(), publicUrl: publicUrl(), audienceUrl }
    if (path === '/robots.txt') {
      const body = isConsoleHost(asked) ? robotsOfConsole : `${robotsText}\nSitemap: ${originAt(asked)}/sitemap.xml\n`
      return { type: 'text/plain; charset=utf-8', body }
    }
    const match = sitemapPath.exec(path)
    if (!match || isConsoleHost(asked)) return undefined
    const body = await sitemap(match[1] === undefined ? undefined : Number(match[1]), asked)
    return body === undefined ? undefined : { type: 'application/xml; charset=utf-8', body, maxAgeSeconds: hourSeconds }
  }
}
export type PublicFiles = ReturnType<typeof createPublicFiles>
