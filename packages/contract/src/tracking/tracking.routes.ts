import { z } from 'zod'
import { open } from '../common/access.ts'
import { Nothing } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { ToldEvent, TrackingGiven } from './tracking.schema.ts'

/** Names one visit of a page: made by its browser, kept for the visit alone. */
const Visit = z.string().regex(/^[\w-]{16,64}$/)
const eventsMax = 50
const Events = z.array(ToldEvent).max(eventsMax)
/** Browsers send no more from a page that is left, in bytes: what is larger comes from none. */
const bodyLimit = 64 * 1024

/**
 * What visitors saw and how far they read, told in bulk when they leave (sendBeacon) or every few seconds. Each is
 * idempotent: the same event id counts once, and of depth and time the largest stands.
 */
export const trackingRoutes = defineRoutes('room', {
  liveViewContent: {
    method: 'POST',
    path: '/live/view_content',
    summary: 'What a viewer of a room looked at: raw facts in bulk; with consent they go on to the advertisers.',
    access: open,
    body: z.object({ streamId: z.string().max(40), visit: Visit, given: TrackingGiven, events: Events }),
    answer: Nothing,
    errors: ['notFound', 'tooManyRequests'],
    bodyLimit,
  },
  signupViewContent: {
    method: 'POST',
    path: '/signup/view_content',
    summary: 'What a visitor of a sign-up or sales page looked at: raw facts in bulk.',
    access: open,
    body: z.object({
      page: z.enum(['signup', 'salesPage']),
      customUrl: z.string().max(64),
      visit: Visit,
      given: TrackingGiven,
      events: Events,
    }),
    answer: Nothing,
    errors: ['notFound', 'tooManyRequests'],
    bodyLimit,
  },
  scrollTrack: {
    method: 'POST',
    path: '/signup/scroll_track',
    summary: 'How far a visitor read a sign-up or sales page, and for how long it was seen.',
    access: open,
    body: z.object({
      page: z.enum(['signup', 'salesPage']),
      customUrl: z.string().max(64),
      visit: Visit,
      /** The lowest part that was seen, in hundredths of the page. */
      depth: z.number().int().min(0).max(100),
      /** While the page was in front, in seconds. */
      seconds: z.number().int().min(0).max(86_400),
      given: TrackingGiven,
    }),
    answer: Nothing,
    errors: ['notFound', 'tooManyRequests'],
    bodyLimit,
  },
})
