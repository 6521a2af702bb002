import { languages } from '@kaimai/contract/common/language.ts'

export interface SitemapEntry {
  /** From the root. */
  readonly path: string
  /** Undefined: not known. */
  readonly changedAt?: Date
}

/** One kind of page that search engines should find; only what is open to everybody. */
export interface SitemapSource {
  readonly count: (firmIds: readonly string[]) => Promise<number>
  readonly list: (firmIds: readonly string[], limit: number, offset: number) => Promise<readonly SitemapEntry[]>
}

/** The protocol's limit of addresses in one file. */
export const sitemapPageSize = 50_000

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char)

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const entryXml = (origin: string, { path, changedAt }: SitemapEntry): string => {
  const loc = escapeXml(origin + path)
  const lastmod = changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`
  const alternate = (hreflang: string, href: string) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`
  const alternates = languages.map((language) => alternate(language, `${loc}?lng=${language}`)).join('')
  return `<url><loc>${loc}</loc>${lastmod}${alternates}${alternate('x-default', loc)}</url>`
}

const urlsetXml = (origin: string, entries: readonly SitemapEntry[]): string =>
  `${head}<urlset ${space} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.map((entry) => `${entryXml(origin, entry)}\n`).join('')}</urlset>\n`

const indexXml = (origin: string, pages: number): string => {
  const lines = Array.from(
    { length: pages },
    (_, at) => `<sitemap><loc>${origin}/sitemap/${at + 1}.xml</loc></sitemap>\n`,
  )
  return `${head}<sitemapindex ${space}>\n${lines.join('')}</sitemapindex>\n`
}

export interface SitemapDeps {
  readonly origin: string
  readonly firmIds: readonly string[]
  readonly sources: readonly SitemapSource[]
  readonly pageSize?: number
}

/**
 * /sitemap.xml (`page` undefined) and /sitemap/{page}.xml, pages from 1: the first is the list itself while it fits into
 * one file. Undefined for a page that there is not.
 */
export const createSitemap = async (page: number | undefined, deps: SitemapDeps): Promise<string | undefined> => {
  const { origin, firmIds, sources, pageSize = sitemapPageSize } = deps
  const counts = await Promise.all(sources.map((source) => source.count(firmIds)))
  const total = counts.reduce((sum, count) => sum + count, 0)
  const pages = Math.max(1, Math.ceil(total / pageSize))
  if (page === undefined && pages > 1) return indexXml(origin, pages)
  if (page !== undefined && (page < 1 || page > pages)) return undefined
  const entries: SitemapEntry[] = []
  let skip = ((page ?? 1) - 1) * pageSize
  for (const [at, source] of sources.entries()) {
    const here = counts[at] ?? 0
    const room = pageSize - entries.length
    if (room > 0 && skip < here) entries.push(...(await source.list(firmIds, room, skip)))
    skip = Math.max(0, skip - here)
  }
  return urlsetXml(origin, entries)
}
