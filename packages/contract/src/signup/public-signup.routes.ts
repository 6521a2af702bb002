import { z } from 'zod'
import { open } from '../common/access.ts'
import { Id, Nothing } from '../common/fields.ts'
import { currencies } from '../common/money.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { TrackingSetup } from '../tracking/tracking.schema.ts'
import { SignUpBody } from './public-signup.schema.ts'
import { questionKinds } from './question.rules.ts'
import { PublicProduct } from './signup-offer.ts'
import { PageType } from './signup-parts.ts'

export const PublicSession = z.object({
  /** The same for the same session, whether a slot's live is made yet or not. */
  key: z.string(),
  /** Null: a slot of a series whose live is made at its first sign-up. */
  liveId: Id.nullable(),
  seriesId: Id.nullable(),
  title: z.string(),
  beginAt: Instant,
  endAt: Instant,
  /** Places left; null: no limit. */
  left: z.number().int().nullable(),
  state: z.enum(['open', 'live', 'full', 'over']),
  /** It runs, and can be watched before the sign-up (mayPeek in peek.rules.ts). */
  peek: z.literal(true).optional(),
})

/** What the public page shows. */
export const PublicSignup = z.object({
  id: Id,
  customUrl: z.string(),
  pageType: PageType,
  /** What a paid form sells: a place, maybe with a product; null for a free one. */
  ticket: z
    .object({
      name: z.string(),
      /** Minor units, for each session that is chosen; the product comes with each. */
      price: z.number().int(),
      currency: z.enum(currencies),
      product: PublicProduct.nullable(),
      /** A product comes with it, so it must be delivered somewhere. */
      needsDelivery: z.boolean(),
      /** Pieces of the product left; null: without a product. */
      left: z.number().int().nullable(),
      /** A way to pay is set. */
      payable: z.boolean(),
    })
    .nullable(),
  tracking: TrackingSetup,
  /** Its firm doesn't want search engines to find the page. */
  noindex: z.literal(true).optional(),
  /** Its shop is in test mode: nothing that is bought there is charged. */
  testMode: z.literal(true).optional(),
  firm: z.object({
    name: z.string(),
    imgUrl: z.string(),
    contactLink: z.string(),
    legalName: z.string(),
    taxId: z.string(),
    legalAddress: z.string(),
    legalPhone: z.string(),
  }),
  colorToneId: z.string(),
  signupTitle: z.string(),
  /** HTML of the few tags of a rich text, as the page shows it. */
  signupContent: z.string(),
  signupCountdownTitle: z.string(),
  signupSuccessInfo: z.string(),
  signupNotice: z.string(),
  screenTopText: z.string(),
  metaTitle: z.string(),
  metaDescription: z.string(),
  metaImage: z.string(),
  posters: z.array(z.string()),
  backgroundImage: z.string(),
  countyRequired: z.boolean(),
  questions: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(questionKinds),
      label: z.string(),
      required: z.boolean(),
      options: z.array(z.string()),
    }),
  ),
  sessions: z.array(PublicSession),
  /** There are slots, but none can be offered at the moment. */
  paused: z.boolean(),
  products: z.array(PublicProduct),
  now: Instant,
  /** Who this device signed up as before, redacted; null for a new one. */
  known: z.object({ name: z.string(), liveIds: z.array(Id) }).nullable(),
})
export type PublicSignup = z.output<typeof PublicSignup>

/** What became of a place that its holder was asked about. */
export const PlaceAnswer = z.object({ state: z.enum(['kept', 'released', 'full', 'over']) })
export type PlaceAnswer = z.output<typeof PlaceAnswer>

/** A running live for who has not signed up: what a window shows, nothing of who is inside or what they say. */
export const Peek = z.object({
  playlistUrl: z.string(),
  /** Its picture is higher than wide. */
  tall: z.boolean(),
  beginAt: Instant,
  endAt: Instant,
  online: z.number().int(),
  /** `online` counts simulated viewers too; said only where the firm discloses. */
  simulated: z.literal(true).optional(),
  /** Whether it is said that the broadcast is prerecorded. */
  disclosure: z.boolean(),
  now: Instant,
})
export type Peek = z.output<typeof Peek>

/** The live-room service's calls for visitors of a form. */
export const publicSignupRoutes = defineRoutes('room', {
  page: {
    method: 'GET',
    path: '/signup',
    summary: 'The public page of a form by its custom URL.',
    access: open,
    query: z.object({ customUrl: z.string().max(64) }),
    answer: PublicSignup,
    errors: ['notFound', 'gone'],
  },
  seen: {
    method: 'POST',
    path: '/signup/seen',
    summary:
      'A form stands open in the browser that signed up, or a personal link was opened: a sign of life for the seats.',
    access: open,
    body: z.object({ customUrl: z.string().max(64).optional(), viewerKey: z.string().max(64).optional() }),
    answer: Nothing,
    added: true,
  },
  keepPlace: {
    method: 'POST',
    path: '/signup/keep_place',
    summary:
      "The letter's link to keep a place of a full form; `again` takes one once more where it was released meanwhile.",
    access: open,
    body: z.object({ key: z.string().max(200), again: z.boolean().default(false) }),
    answer: PlaceAnswer,
    errors: ['notFound', 'tooManyRequests'],
    added: true,
  },
  peek: {
    method: 'POST',
    path: '/signup/peek',
    summary:
      'Opens a running session of a form for who has not signed up: where its picture is. Counted beside the viewers.',
    access: open,
    body: z.object({ customUrl: z.string().max(64), key: z.string().max(200) }),
    answer: Peek,
    errors: ['notFound', 'gone'],
    added: true,
  },
  contrast: {
    method: 'GET',
    path: '/signup/contrast',
    summary: 'Where a short or custom URL leads.',
    access: open,
    query: z.object({ url: z.string().max(64) }),
    answer: z.object({ path: z.string() }),
    errors: ['notFound'],
  },
  signUp: {
    method: 'POST',
    path: '/signup/batch',
    summary:
      'Signs a visitor up for one or more sessions. Someone known from another device changes nothing and gets the link by letter only.',
    access: open,
    body: SignUpBody,
    answer: z.object({
      result: z.enum(['signedUp', 'updated', 'alreadySelected']),
      /** Personal links, one per session; empty where they went by letter only. */
      links: z.array(z.object({ liveId: Id, key: z.string(), path: z.string() })),
      /** Id of the sign-up for the page's own events; empty when it changed nothing. */
      eventId: z.string(),
    }),
    errors: ['notFound', 'soldOut', 'gone', 'tooManyRequests'],
    idempotency: 'optional',
  },
})
