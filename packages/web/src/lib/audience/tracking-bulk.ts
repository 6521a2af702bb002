import { pathOf, type Route } from '@kaimai/contract/common/route.ts'
import { trackingRoutes } from '@kaimai/contract/tracking/tracking.routes.ts'
import { firstBaseKey, trackingContext } from './tracking.ts'

/** The server takes it for the beginning of a visit as long. */
const visitMs = 24 * 3_600_000

/**
 * The base of the page that the tab's visit began with, over reloads and further pages; nothing that outlives the tab.
 * The server knows by it that several pages are one visit.
 */
const firstBase = (eventBase: string): string => {
  try {
    const [known = '', since] = (sessionStorage.getItem(firstBaseKey) ?? '').split(' ')
    if (known !== '' && Date.now() - Number(since) < visitMs) return known
    sessionStorage.setItem(firstBaseKey, `${eventBase} ${Date.now()}`)
  } catch {
    // A browser that keeps nothing has a visit per page.
  }
  return eventBase
}

/** What every call to our server says of the page that makes it. */
export const reportOf = (eventBase: string) => ({
  base: eventBase,
  firstBase: firstBase(eventBase),
  given: trackingContext(),
})

/** Hands a body to the browser to send whenever it can, also after the page is gone; what fails is given up. */
export const sendBulk = (route: Route, body: object): void => {
  try {
    const text = JSON.stringify(body)
    const path = pathOf(route)
    if (navigator.sendBeacon?.(path, new Blob([text], { type: 'application/json' }))) return
    const headers = { 'content-type': 'application/json' }
    fetch(path, { method: 'POST', body: text, headers, keepalive: true }).catch(() => {})
  } catch {
    // Figures are never worth an error on the page.
  }
}

/** Runs when the page is left or put away; apps' browsers say one of the two at best. The answer ends it. */
export const leave = (run: () => void): (() => void) => {
  const onHidden = () => document.hidden && run()
  document.addEventListener('visibilitychange', onHidden)
  addEventListener('pagehide', run)
  return () => {
    document.removeEventListener('visibilitychange', onHidden)
    removeEventListener('pagehide', run)
  }
}

const lookEveryMs = 1_000
/** Seconds between two events while somebody reads on. */
const announceEverySeconds = 10

/** The lowest part of the page that is in sight, in hundredths. */
const depthNow = (): number => {
  const { scrollHeight } = document.documentElement
  return scrollHeight === 0 ? 0 : Math.min(100, Math.round(((scrollY + innerHeight) / scrollHeight) * 100))
}

/** Publishes how far a page was read and how long it was in front. The answer ends it. */
export const watchReading = (eventBase: string): (() => void) => {
  let [depth, seconds, logDepth, announcedSeconds] = [0, 0, -1, -1]
  const send = () => {
    if (depth === logDepth && seconds === announcedSeconds) return
    logDepth = depth
    announcedSeconds = seconds
    sendBulk(trackingRoutes.scrollTrack, { ...reportOf(eventBase), depth, seconds })
  }
  const timer = setInterval(() => {
    if (document.hidden) return
    seconds += 1
    depth = Math.max(depth, depthNow())
    // The first look is sent early, so that a visit counts even where leaving is never reported.
    if (seconds === 1 || (depth > logDepth && seconds % announceEverySeconds === 0)) send()
  }, lookEveryMs)
  const unleave = leave(send)
  return () => {
    clearInterval(timer)
    unleave()
    send()
  }
}
