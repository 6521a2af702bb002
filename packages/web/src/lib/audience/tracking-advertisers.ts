import { ga4Pushes, metaData, type PublishedEvent, tiktokData } from '@kaimai/contract/tracking/tracking-event.rules.ts'
import { trackableUrl, trackingFramePath } from '@kaimai/contract/tracking/tracking.rules.ts'
import type { TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import { cookieOf, writeCookie } from './visit.ts'
import { consentState } from './consent.ts'

/** Cookies of Meta, TikTok and Google; no other one is shown to their scripts or taken from them. */
const ofAdvertisers = /^(_fb[pc]|_tt\w{0,30}|ttcsid\w{0,40}|_ga\w{0,40}|_gid|_gcl_\w{1,20})$/
/** Signs of one value: Meta's click cookie is the longest. */
const longest = 600
/**
 * Cookies, and signs of all of them: each goes along with every call to this host, and too many of them would close it
 * to this browser, whichever merchant's script has set them.
 */
const max = { cookies: 20, signs: 4_000 } as const

const nameOf = (cookie: string): string => cookie.split('=')[0] ?? ''

/** Of all cookies of the page ('name=value; …') those that are advertisers'. */
export const advertiserCookies = (all: string): string[] =>
  all.split('; ').filter((each) => ofAdvertisers.test(nameOf(each)))

/** What is kept of a cookie that an advertiser's script sets, beside those there are; undefined: nothing. */
export const cookieToKeep = (
  text: string,
  all: string,
): { readonly name: string; readonly value: string } | undefined => {
  const [, name = '', value = ''] = /^\s*([^=;\s]+)=([^;]*)/.exec(text) ?? []
  if (!ofAdvertisers.test(name) || value.length > longest) return undefined
  const others = advertiserCookies(all).filter((each) => nameOf(each) !== name)
  const signs = others.reduce((sum, { length }) => sum + length, name.length + value.length)
  return others.length < max.cookies && signs <= max.signs ? { name, value } : undefined
}

const cookieDays = 90

const keepCookie = (text: string): void => {
  const cookie = cookieToKeep(text, document.cookie)
  if (cookie && cookieOf(cookie.name) !== cookie.value) writeCookie(cookie.name, cookie.value, cookieDays)
}

/** The frame's address is what advertisers see as the page's: it names the page, without any key. */
const frameUrl = (setup: TrackingSetup): string => {
  const page = new URL(trackableUrl(location.href))
  const own = new URL(trackingFramePath, location.origin)
  own.searchParams.set('page', page.pathname)
  for (const [name, value] of page.searchParams) own.searchParams.set(name, value)
  own.searchParams.set(
    'with',
    [setup.pixelId && 'meta', setup.tiktokPixelId && 'tiktok', setup.gtmId && 'gtm'].filter(Boolean).join('.'),
  )
  return own.pathname + own.search
}

/** An event as the frame gets it: in each script's own terms. */
const wordsOf = ({ trackingEvent, eventId }: PublishedEvent) => ({
  event: trackingEvent.event,
  eventId,
  meta: metaData(trackingEvent),
  tiktok: tiktokData(trackingEvent),
  gtm: ga4Pushes(trackingEvent, eventId),
})

/**
 * Runs the advertisers' scripts of a page in a sandboxed frame: they cannot read the page, its address, which may hold
 * somebody's key, or what is typed into it. Their cookies stand at the page, so that they know a browser again.
 */
export const startAdvertisers = (setup: TrackingSetup) => {
  const frame = document.createElement('iframe')
  frame.src = frameUrl(setup)
  frame.hidden = true
  frame.title = 'ads'
  frame.setAttribute('aria-hidden', 'true')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.referrerPolicy = 'no-referrer'
  frame.tabIndex = -1
  const waiting: unknown[] = []
  let isReady = false
  // A sandboxed frame has no origin to name; the window is the frame's own.
  const post = (message: unknown) => frame.contentWindow?.postMessage(message, '*')
  const onMessage = ({ source, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || typeof data !== 'object' || data === null || !('say' in data)) return
    if (data.say === 'cookie' && 'text' in data && typeof data.text === 'string') keepCookie(data.text)
    if (data.say !== 'ready' || isReady) return
    isReady = true
    const { pixelId, tiktokPixelId, gtmId } = setup
    post({ say: 'start', pixelId, tiktokPixelId, gtmId, cookies: advertiserCookies(document.cookie) })
    for (const message of waiting.splice(0)) post(message)
  }
  addEventListener('message', onMessage)
  document.body.append(frame)
  return {
    send: (published: PublishedEvent): void => {
      const message = { say: 'event', ...wordsOf(published) }
      if (isReady) post(message)
      else waiting.push(message)
    },
    /** Ends them, and forgets what they knew the browser by. */
    stop: (): void => {
      removeEventListener('message', onMessage)
      frame.remove()
      if (consentState.get().answer === 'no')
        for (const cookie of advertiserCookies(document.cookie)) writeCookie(cookie.split('=')[0] ?? '', '', 0)
    },
  }
}
