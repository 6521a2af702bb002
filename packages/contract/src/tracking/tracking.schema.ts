import { z } from 'zod'
import { Id } from '../common/fields.ts'
import { currencies } from '../common/money.ts'
import { eventsPerViewMax, itemsMax, linkTouchesMax, trackingText } from './tracking-text.rules.ts'

/** Names are Meta's and TikTok's own; GA4's are in tracking.rules.ts. */
export const trackedEvents = [
  'ViewContent',
  'AddToCart',
  'InitiateCheckout',
  'CompleteRegistration',
  'Purchase',
] as const
export type TrackedEvent = (typeof trackedEvents)[number]

/** For the merchant's own figures alone: no advertiser hears of them, with consent or without. */
export const ownEvents = ['ClickProduct'] as const
export type OwnEvent = (typeof ownEvents)[number]

// Tracking data is never a reason to refuse an order or a sign-up: no field shows it, and nobody could fix it.
/** Words, cut to what is kept of them. */
const Words = (max: number) => z.string().overwrite((text) => trackingText(text, max))
/** A cookie or an address of a script's making: whole, or not at all. */
const Whole = (max: number) => z.string().overwrite((text) => (trackingText(text, max) === text ? text : ''))
/** An advertiser's own id of a browser or a click: signs that no address, name or answer is written with. */
const AdvertiserId = (max: number) =>
  z.string().overwrite((text) => (text.length <= max && /^[\w.~-]*$/.test(text) ? text : ''))

/** By what a visitor came: the last touch counts, for 30 days (cookie of the page's own). */
export const Attribution = z.object({
  /** Code of a partner's link (`?a=`); empty: none. */
  association: Words(64).default(''),
  source: Words(200).default(''),
  medium: Words(200).default(''),
  campaign: Words(200).default(''),
  term: Words(200).default(''),
  content: Words(200).default(''),
})
export type Attribution = z.output<typeof Attribution>

/** Clicks of a browser on one partner link, by its own clock. */
export const LinkTouch = z.object({
  /** Code of the link (`?a=`). */
  association: Words(64),
  /** Epoch ms. */
  firstMs: z.number(),
  lastMs: z.number(),
})
export type LinkTouch = z.output<typeof LinkTouch>

/** A visit's name in the facts (`viewIdOf` of the base that it began with): whole, or none. */
const VisitId = z.string().overwrite((text) => (/^[\w-]{22}$/.test(text) ? text : ''))

/**
 * What a browser sends along with a sign-up or an order, so that the server can publish it to advertisers. Without consent
 * nothing but `attribution`, `links` and `visit` is kept.
 */
export const TrackingContext = z.object({
  /** The visitor has agreed to tracking by advertisers. */
  consent: z.boolean().default(false),
  /** Meta's cookies _fbp and _fbc, as they are; empty: none. */
  fbp: AdvertiserId(200).default(''),
  fbc: AdvertiserId(600).default(''),
  /** TikTok's click id and cookie. */
  ttclid: AdvertiserId(600).default(''),
  ttp: AdvertiserId(200).default(''),
  /** Address of the page, without keys. */
  url: Whole(600).default(''),
  attribution: Attribution.prefault({}),
  /** Partner links that the browser came by, the last one last: which of them earns is the server's to say. */
  links: z.array(LinkTouch).max(linkTouchesMax).catch([]).default([]),
  /** The visit that it happened in, for the firm's own figures: no advertiser hears of it. Empty: unknown. */
  visit: VisitId.default(''),
})
export type TrackingContext = z.output<typeof TrackingContext>

/** Public pages whose visits are counted. */
export const countedPages = ['signup', 'salesPage', 'live'] as const
export type CountedPage = (typeof countedPages)[number]

/** A counted page, as the server that draws it knows it. */
export interface PageOfFirm {
  readonly page: CountedPage
  /** Of the form, the sales page or the live. */
  readonly pageId: string
  /** Below the audience's origin. */
  readonly path: string
}

/** What a public page needs to load an advertiser's script; each empty when it is off here. */
export const TrackingSetup = z.object({
  /** Meta's. */
  pixelId: z.string(),
  tiktokPixelId: z.string(),
  gtmId: z.string(),
  /**
   * Made and signed by the server for this view of the page (`PageViewToken`): ids of its events begin with its first part,
   * in the browser and at the server. Empty on pages that send no events.
   */
  eventBase: z.string(),
})
export type TrackingSetup = z.output<typeof TrackingSetup>

/** Of a page that publishes nothing: a preview. */
export const noTracking: TrackingSetup = { pixelId: '', tiktokPixelId: '', gtmId: '', eventBase: '' }

/** A thing that is looked at, put into a cart or bought, as the advertisers' scripts receive it. */
export const TrackedItem = z.object({
  /** Of the product; a form's for the place that it sells. */
  id: Id,
  name: z.string().max(200),
  variant: z.string().max(200).default(''),
  /** Minor units. */
  price: z.number().int().min(0).max(1e12),
  quantity: z.number().int().min(1).max(9999),
})
export type TrackedItem = z.output<typeof TrackedItem>

/** What our own server receives of it: nothing that somebody could write text into. */
export const ReportedItem = TrackedItem.pick({ id: true, price: true, quantity: true })
export type ReportedItem = z.output<typeof ReportedItem>

/** One event of a page, as its browser sends it to our server. */
export const ReportedEvent = z.object({
  event: z.enum(['ViewContent', 'AddToCart', 'InitiateCheckout', ...ownEvents]),
  /** The event's number on its page: its id is the page's base, a dot, and this. */
  number: z.number().int().min(1).max(eventsPerViewMax),
  items: z.array(ReportedItem).max(itemsMax),
  currency: z.enum(currencies),
})
export type ReportedEvent = z.output<typeof ReportedEvent>

/** A page's `eventBase`: the view's id, what it is a view of, and the server's signature of both. */
export const PageViewToken = z
  .string()
  .max(400)
  .regex(/^[\w-]{22}\.[\w-]+\.[\w-]{43}$/)
