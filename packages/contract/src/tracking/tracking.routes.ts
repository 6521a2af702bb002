import { z } from 'zod'
import { firm, open } from '../common/access.ts'
import { Nothing } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { ReportedEvent, PageViewToken, TrackingContext } from './tracking.schema.ts'

const eventsMax = 50
const reported = {
  /** The base of the page that publishes; firm, page and the events' ids come from it. */
  base: PageViewToken,
  /** The base that the tab's visit began with, maybe on another page of the same firm. */
  firstBase: PageViewToken.optional(),
  given: TrackingContext,
}
const Viewed = z.object({ ...reported, events: z.array(ReportedEvent).max(eventsMax) })
/** A page packs its calls to less, in bytes: what is larger comes from none. */
const bodyLimit = 16 * 1024

/**
 * What visitors saw and how far they read, sent in bulk when they leave (sendBeacon) or every few seconds. Each is
 * idempotent: the same event id counts once, and of depth and time the largest stands.
 */
export const trackingRoutes = defineRoutes('room', {
  liveViewContent: {
    method: 'POST',
    path: '/live/view_content',
    summary: 'What a viewer of a room looked at: raw facts in bulk; with consent they go on to the advertisers.',
    access: open,
    body: Viewed,
    answer: Nothing,
    errors: ['gone', 'tooManyRequests'],
    bodyLimit,
  },
  signupViewContent: {
    method: 'POST',
    path: '/signup/view_content',
    summary: 'What a visitor of a sign-up or sales page looked at: raw facts in bulk.',
    access: open,
    body: Viewed,
    answer: Nothing,
    errors: ['gone', 'tooManyRequests'],
    bodyLimit,
  },
  scrollTrack: {
    method: 'POST',
    path: '/signup/scroll_track',
    summary: 'How far a visitor read a sign-up or sales page, and for how long it was seen.',
    access: open,
    body: z.object({
      ...reported,
      /** The lowest part that was seen, in hundredths of the page. */
      depth: z.number().int().min(0).max(100),
      /** While the page was in front, in seconds. */
      seconds: z.number().int().min(0).max(86_400),
    }),
    answer: Nothing,
    errors: ['gone', 'tooManyRequests'],
    bodyLimit,
  },
})

export const advertiserReportRoutes = defineRoutes('console', {
  days: {
    method: 'GET',
    path: '/tracking/advertiser_days',
    added: true,
    summary: "Events that the firm's pages reported for advertisers on the last seven days, and those above the bound.",
    access: firm('setting'),
    answer: z.object({
      days: z.array(
        z.object({
          /** yyyy-mm-dd in Taipei; newest first. */
          day: z.string(),
          passed: z.number().int(),
          dropped: z.number().int(),
        }),
      ),
    }),
  },
})
