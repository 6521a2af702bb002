import { z } from 'zod'
import { currencies } from '../common/money.ts'
import { toldText } from './told-text.rules.ts'

/** Names are Meta's and TikTok's own; GA4's are in tracking.rules.ts. */
export const trackedEvents = [
  'ViewContent',
  'AddToCart',
  'InitiateCheckout',
  'CompleteRegistration',
  'Purchase',
] as const
export type TrackedEvent = (typeof trackedEvents)[number]

// What is told on the side is never a reason to refuse an order or a sign-up: no field shows it, and nobody could mend it.
/** Words, cut to what is kept of them. */
const Words = (max: number) => z.string().overwrite((text) => toldText(text, max))
/** A cookie or an address of a script's making: whole, or not at all. */
const Whole = (max: number) => z.string().overwrite((text) => (toldText(text, max) === text ? text : ''))

/** By what a visitor came: the last touch counts, for 30 days (cookie of the page's own). */
export const CameBy = z.object({
  /** Code of a partner's link (`?a=`); empty: none. */
  association: Words(64).default(''),
  source: Words(200).default(''),
  medium: Words(200).default(''),
  campaign: Words(200).default(''),
  term: Words(200).default(''),
  content: Words(200).default(''),
})
export type CameBy = z.output<typeof CameBy>

/**
 * What a browser gives along with a sign-up or an order, so that the server can tell advertisers of it. Without consent
 * nothing but `cameBy` is kept.
 */
export const TrackingGiven = z.object({
  /** The visitor has agreed to tracking by advertisers. */
  consent: z.boolean().default(false),
  /** Meta's cookies _fbp and _fbc, as they are; empty: none. */
  fbp: Whole(200).default(''),
  fbc: Whole(600).default(''),
  /** TikTok's click id and cookie. */
  ttclid: Whole(600).default(''),
  ttp: Whole(200).default(''),
  /** Address of the page, without keys. */
  url: Whole(600).default(''),
  cameBy: CameBy.prefault({}),
})
export type TrackingGiven = z.output<typeof TrackingGiven>

/** What a public page needs to load an advertiser's script; each empty when it is off here. */
export const TrackingSetup = z.object({
  /** Meta's. */
  pixelId: z.string(),
  tiktokPixelId: z.string(),
  gtmId: z.string(),
  /** Made by the server for this view of the page: ids of its events begin with it, in the browser and at the server. */
  eventBase: z.string(),
})
export type TrackingSetup = z.output<typeof TrackingSetup>

/** Of a page that tells nobody anything: a preview. */
export const noTracking: TrackingSetup = { pixelId: '', tiktokPixelId: '', gtmId: '', eventBase: '' }

/** A thing that is looked at, put into a cart or bought. */
export const TrackedThing = z.object({
  /** Of the product. */
  id: z.string().max(64),
  name: z.string().max(200),
  variant: z.string().max(200).default(''),
  /** Minor units. */
  price: z.number().int().min(0).max(1e12),
  quantity: z.number().int().min(1).max(9999),
})
export type TrackedThing = z.output<typeof TrackedThing>

/** One event of a page, as its browser tells it to the server and to the advertisers' scripts alike. */
export const ToldEvent = z.object({
  event: z.enum(['ViewContent', 'AddToCart', 'InitiateCheckout']),
  /** The page's eventBase, a dot, and a number of its own. */
  eventId: z.string().regex(/^[\w-]{8,64}\.\d{1,6}$/),
  things: z.array(TrackedThing).max(50),
  currency: z.enum(currencies),
})
export type ToldEvent = z.output<typeof ToldEvent>
