import { trackingText } from './tracking-text.rules.ts'
import type { Attribution, OwnEvent, TrackedEvent } from './tracking.schema.ts'

/** The view's id: the part of a page's base that ids of its events begin with. */
export const viewIdOf = (eventBase: string): string => eventBase.split('.')[0] ?? ''

/** Parameters of an address that hold its attribution; all others are cut off before it is published. */
const eventParameters = /^(utm_(source|medium|campaign|term|content)|a|fbclid|ttclid|gclid)$/

/** Letter tools put who they wrote to into a link's parameters: an e-mail address, or a phone number (ids of campaigns
 * are digits too, and no phone numbers). */
const namesSomebody = (text: string): boolean =>
  text.includes('@') || /^(\+\d{8,15}|0\d{8,9}|8869\d{8})$/.test(text.replace(/[\s().-]/g, ''))

/**
 * The address of a page as advertisers may know it: `/order/{key}` and the key of `/stream/{id}/{key}` are cut off, so
 * is every parameter that does not say by what somebody came, or that names somebody. Empty for what is no address.
 */
export const trackableUrl = (href: string): string => {
  if (!URL.canParse(href)) return ''
  const { origin, pathname, searchParams } = new URL(href)
  const [, word = '', first = '', second = ''] = pathname.split('/')
  const section = word.toLowerCase()
  const path =
    section === 'order' || section === 'sandbox-pay'
      ? `/${section}`
      : section === 'stream'
        ? `/stream/${first}${second.toLowerCase() === 'anonymous' ? '/anonymous' : ''}`
        : pathname
  const query = new URLSearchParams(
    [...searchParams].filter(([name, text]) => eventParameters.test(name) && !namesSomebody(text)),
  ).toString()
  return origin + path + (query === '' ? '' : `?${query}`)
}

/** By what somebody came, and which advertiser's click it was. */
export interface Visit {
  readonly attribution: Attribution
  readonly fbclid: string
  readonly ttclid: string
  /** Epoch ms of that visit. */
  readonly atMs: number
}

const longest = { association: 64, word: 200, click: 500 } as const

/** What the parameters of an address say of it; undefined when they say nothing, then an earlier visit counts on. */
export const parseVisit = (search: string, atMs: number): Visit | undefined => {
  const params = new URLSearchParams(search)
  const read = (name: string, max: number) => trackingText((params.get(name) ?? '').trim(), max)
  const word = (name: string) => read(`utm_${name}`, longest.word)
  const attribution = {
    association: read('a', longest.association),
    source: word('source'),
    medium: word('medium'),
    campaign: word('campaign'),
    term: word('term'),
    content: word('content'),
  }
  const [fbclid, ttclid] = [read('fbclid', longest.click), read('ttclid', longest.click)]
  const says = [...Object.values(attribution), fbclid, ttclid].some((text) => text !== '')
  return says ? { attribution, fbclid, ttclid, atMs } : undefined
}

/** Meta's click cookie for a click id, when Meta's script has not made it. */
export const fbcOf = (fbclid: string, atMs: number): string => (fbclid === '' ? '' : `fb.1.${atMs}.${fbclid}`)

/** Whether an event is for the merchant's own figures alone. */
export const isOwnEvent = (event: TrackedEvent | OwnEvent): event is OwnEvent => event === 'ClickProduct'

/** Whether there is any advertiser to ask consent for. */
export const hasAdvertiser = (setup: {
  readonly pixelId: string
  readonly tiktokPixelId: string
  readonly gtmId: string
}): boolean => setup.pixelId !== '' || setup.tiktokPixelId !== '' || setup.gtmId !== ''

/** Where the sandboxed frame is that advertisers' scripts run in, below the audience's origin. */
export const trackingFramePath = '/tracking-frame'
