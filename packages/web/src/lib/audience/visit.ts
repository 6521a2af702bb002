import { withLink } from '@kaimai/contract/tracking/link-touch.rules.ts'
import { parseVisit, type Visit } from '@kaimai/contract/tracking/tracking.rules.ts'
import type { LinkTouch } from '@kaimai/contract/tracking/tracking.schema.ts'

const cookieName = 'kaimai_visit'
const retentionDays = 30
const linksCookieName = 'kaimai_links'
/** A partner link may count for up to a year: how long is the server's to say. */
const linksRetentionDays = 365
/** Browsers refuse longer cookies, in bytes. */
const longestCookie = 3_800

/** The value of a cookie as it stands; empty without it. */
export const cookieOf = (name: string): string => {
  const found = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`))
  return found?.slice(name.length + 1) ?? ''
}

export const writeCookie = (name: string, value: string, days: number): void => {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${name}=${value}; path=/; max-age=${days * 86_400}; samesite=lax${secure}`
}

const nothing: Visit = {
  attribution: { association: '', source: '', medium: '', campaign: '', term: '', content: '' },
  fbclid: '',
  ttclid: '',
  atMs: 0,
}

const stored = (): Visit => {
  try {
    const read: unknown = JSON.parse(decodeURIComponent(cookieOf(cookieName)))
    if (typeof read !== 'object' || read === null) return nothing
    const text = (key: string, from: object = read) => {
      const value = key in from ? from[key as keyof typeof from] : ''
      return typeof value === 'string' ? value : ''
    }
    const by = 'attribution' in read && typeof read.attribution === 'object' ? (read.attribution ?? {}) : {}
    return {
      attribution: {
        association: text('association', by),
        source: text('source', by),
        medium: text('medium', by),
        campaign: text('campaign', by),
        term: text('term', by),
        content: text('content', by),
      },
      fbclid: text('fbclid'),
      ttclid: text('ttclid'),
      atMs: 'atMs' in read && typeof read.atMs === 'number' ? read.atMs : 0,
    }
  } catch {
    return nothing
  }
}

/** Partner links that this browser came by, the last one last. */
export const currentLinks = (): readonly LinkTouch[] => {
  try {
    const read: unknown = JSON.parse(decodeURIComponent(cookieOf(linksCookieName)))
    if (!Array.isArray(read)) return []
    return read.flatMap((each: unknown) => {
      if (!Array.isArray(each)) return []
      const [association, firstMs, lastMs]: unknown[] = each
      const isLink = typeof association === 'string' && typeof firstMs === 'number' && typeof lastMs === 'number'
      return isLink ? [{ association, firstMs, lastMs }] : []
    })
  } catch {
    return []
  }
}

const rememberLink = (association: string, atMs: number): void => {
  const links = withLink(currentLinks(), association, atMs)
  const text = JSON.stringify(links.map(({ association: code, firstMs, lastMs }) => [code, firstMs, lastMs]))
  writeCookie(linksCookieName, encodeURIComponent(text), linksRetentionDays)
}

/** By what the visitor came: this address if it says so, else the last one that did, for 30 days. */
export const currentVisit = (): Visit => {
  const now = parseVisit(location.search, Date.now())
  if (!now) return stored()
  const { attribution: by } = now
  if (by.association !== '') rememberLink(by.association, now.atMs)
  const fits = [now, { ...now, attribution: { ...by, term: '', content: '' } }]
    .map((each) => encodeURIComponent(JSON.stringify(each)))
    .find((text) => text.length < longestCookie)
  if (fits !== undefined) writeCookie(cookieName, fits, retentionDays)
  return now
}
