import type { PublicFirms } from '../modules/firm/public-firms.ts'
import { firmLabel, isConsoleHost, originAt } from './firm-host.ts'
import { audienceOrigin } from './page-origin.ts'
import { faviconSvg, robotsOfConsole, robotsText } from './page-texts.ts'
import { createSitemap, type SitemapSource } from './sitemap.ts'

/** A small file that search engines and browsers ask every site for. */
export interface PublicFile {
  readonly type: string
  readonly body: string
  /** How long it may be kept; not at all unless said. */
  readonly maxAgeSeconds?: number
}

export interface PublicFilesDeps {
  /** PUBLIC_URL; known only once the server listens. */
  readonly publicUrl: () => string
  readonly audienceUrl: string | undefined
  readonly firms: Pick<PublicFirms, 'list'>
  /** Sign-up forms, sales pages, rooms. */
  readonly sources: readonly SitemapSource[]
  readonly nowMs: () => number
}

const daySeconds = 86_400
const hourSeconds = 3_600
const favicon: PublicFile = { type: 'image/svg+xml', body: faviconSvg, maxAgeSeconds: daySeconds }

const sitemapPath = /^\/sitemap(?:\/([1-9]\d{0,5}))?\.xml$/
/** A list of pages costs a few queries, and strangers may ask for it as often as they like, by any host and number. */
const keepMs = 60_000
const maxStored = 50

type Asked = Parameters<typeof originAt>[0]

/** Asks once, and is asked again only after a failure. */
const once = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let asked: Promise<T> | undefined
  return () => {
    asked ??= ask().catch((error: unknown) => {
      asked = undefined
      throw error
    })
    return asked
  }
}

/** What is listed under one origin: counted once, each file of it drawn once. */
const createShelf = (origin: string, firmIds: readonly string[], listed: readonly SitemapSource[]) => {
  const sources = listed.map(({ count, list }) => ({ count: once(() => count(firmIds)), list }))
  const drawn = new Map<number | undefined, () => Promise<string | undefined>>()
  return async (page: number | undefined): Promise<string | undefined> => {
    const before = drawn.get(page)
    if (before) return before()
    const draw = once(() => createSitemap(page, { origin, firmIds, sources }))
    drawn.set(page, draw)
    const xml = await draw()
    // Numbers beyond the last file are without end.
    if (xml === undefined) drawn.delete(page)
    return xml
  }
}

/** Answers the file at a path of a host; undefined: there is none. */
export const createPublicFiles = ({ publicUrl, audienceUrl, firms, sources, nowMs }: PublicFilesDeps) => {
  const listing = () => ({
    atMs: nowMs(),
    firms: once(firms.list),
    shelves: new Map<string, ReturnType<typeof createShelf>>(),
  })
  let current = listing()

  const sitemap = async (page: number | undefined, asked: Asked): Promise<string | undefined> => {
    if (nowMs() - current.atMs >= keepMs) current = listing()
    const { shelves } = current
    const all = await current.firms()
    const name = firmLabel(asked)
    const own = all.filter(({ domain }) => domain !== '' && (domain === name || domain === asked.host))
    // On a host of its own a firm shows its own pages; elsewhere, whatever host is named, all that there are.
    const isOwn = own.length > 0
    const origin = isOwn ? originAt(asked) : audienceOrigin(publicUrl(), audienceUrl)
    const key = isOwn ? asked.host : ''
    const before = shelves.get(key)
    if (before) return before(page)
    if (shelves.size >= maxStored) shelves.clear()
    const shelf = createShelf(
      origin,
      (isOwn ? own : all).map(({ id }) => id),
      sources,
    )
    shelves.set(key, shelf)
    return shelf(page)
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
