import { ga4Pushes, metaData, type PublishedEvent, tiktokData } from '@kaimai/contract/tracking/tracking-event.rules.ts'
import { trackableUrl, trackingFramePath } from '@kaimai/contract/tracking/tracking.rules.ts'
import type { TrackingSetup } from '@kaimai/contract/tracking/tracking.schema.ts'
import { advertiserCookies, cookieToKeep } from './advertiser-cookies.ts'
import { cookieOf, writeCookie } from './visit.ts'
import { consentState } from './consent.ts'

const cookieDays = 90

const keepCookie = (text: string): void => {
  const kept = cookieToKeep(text, document.cookie)
  if (kept && cookieOf(kept.name) !== kept.value) writeCookie(kept.name, kept.value, cookieDays)
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
