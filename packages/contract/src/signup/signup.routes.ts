import { z } from 'zod'
import { firm, open } from '../common/access.ts'
import { editedFrom, EditVersion } from '../common/edit-version.ts'
import { ById, CustomUrl, Id, Line, Nothing, OptionalLine, PictureUrl, Text } from '../common/fields.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { currencies } from '../common/money.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { Tone } from '../common/tone.ts'
import { TrackingSetup } from '../tracking/tracking.schema.ts'
import { questionKinds } from './question.rules.ts'
import { AvailableLive, PublicProduct, TemplateLive } from './signup-offer.ts'
import {
  emailLetterChoices,
  QuestionList,
  SeriesInfo,
  SessionInfo,
  smsLetterChoices,
  TicketInfo,
} from './signup-parts.ts'
import { SignUpBody } from './public-signup.schema.ts'

export { contrastOnWhite, Tone } from '../common/tone.ts'
export { SignUpBody } from './public-signup.schema.ts'

const fields = {
  pageType: z.enum(['free', 'order']),
  signupName: Line(80),
  customUrl: CustomUrl,
  colorToneId: Tone,
  signupTitle: Line(40),
  signupContent: Text(4000),
  signupCountdownTitle: OptionalLine(40),
  signupSuccessInfo: Text(1000),
  signupNotice: Text(1000),
  screenTopText: OptionalLine(60),
  metaTitle: OptionalLine(80),
  metaDescription: OptionalLine(200),
  orderNoPrefix: z
    .string()
    .trim()
    .regex(/^[A-Z0-9]{0,6}$/),
  /** Stored picture URLs. */
  posterInfoList: z.array(PictureUrl).max(8),
  metaImage: PictureUrl,
  /** Asks for the county too. */
  countyRequired: z.boolean(),
  sessionInfoList: z.array(SessionInfo).max(50),
  seriesList: z.array(SeriesInfo).max(10),
  questionList: QuestionList,
  /** Behind the page on wide screens. */
  backgroundImage: PictureUrl,
  emailLetterTemplate: z.enum(emailLetterChoices),
  smsLetterTemplate: z.enum(smsLetterChoices),
  /** Of a paid form. */
  ticketInfo: TicketInfo,
  published: z.boolean(),
}

export const SignupBody = z.object({
  ...fields,
  pageType: fields.pageType.default('free'),
  colorToneId: fields.colorToneId.default('#94500f'),
  signupContent: fields.signupContent.default(''),
  signupCountdownTitle: fields.signupCountdownTitle.default(''),
  signupSuccessInfo: fields.signupSuccessInfo.default(''),
  signupNotice: fields.signupNotice.default(''),
  screenTopText: fields.screenTopText.default(''),
  metaTitle: fields.metaTitle.default(''),
  metaDescription: fields.metaDescription.default(''),
  orderNoPrefix: fields.orderNoPrefix.default(''),
  posterInfoList: fields.posterInfoList.default([]),
  metaImage: fields.metaImage.default(''),
  countyRequired: fields.countyRequired.default(false),
  seriesList: fields.seriesList.default([]),
  questionList: fields.questionList.default([]),
  backgroundImage: fields.backgroundImage.default(''),
  emailLetterTemplate: fields.emailLetterTemplate.default('builtIn'),
  smsLetterTemplate: fields.smsLetterTemplate.default('none'),
  ticketInfo: fields.ticketInfo.default({ ticketName: '', price: 0, productId: null }),
  published: fields.published.default(false),
})
export type SignupBody = z.output<typeof SignupBody>

export const Signup = z.object({
  ...fields,
  // As stored: what was stored before a rule is still shown.
  posterInfoList: z.array(z.string()),
  metaImage: z.string(),
  backgroundImage: z.string(),
  id: Id,
  version: EditVersion,
  createdAt: Instant,
})
export type Signup = z.output<typeof Signup>

export const SignupRow = z.object({
  id: Id,
  signupName: z.string(),
  pageType: fields.pageType,
  customUrl: z.string(),
  posterUrl: z.string(),
  published: z.boolean(),
  sessions: z.number().int(),
  series: z.number().int(),
  signups: z.number().int(),
  nextBeginAt: Instant.nullable(),
  createdAt: Instant,
})
export type SignupRow = z.output<typeof SignupRow>

export const formStates = ['published', 'draft'] as const
export const CustomUrlState = z.enum(['free', 'taken', 'wrong'])

export const signupRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/signup',
    summary: 'Sign-up forms of the firm, newest first; sorted by createdAt, signupName or signups.',
    access: firm('form'),
    query: ListQuery.extend({ status: z.enum(formStates).optional(), pageType: fields.pageType.optional() }),
    answer: pageOf(SignupRow),
  },
  counts: {
    method: 'GET',
    path: '/signup/signup_counts',
    added: true,
    summary: 'How many forms there are in each state.',
    access: firm('form'),
    answer: z.object({ all: z.number().int(), published: z.number().int(), draft: z.number().int() }),
  },
  checkCustomUrl: {
    method: 'GET',
    path: '/signup/check_custom_url',
    added: true,
    summary: 'Whether a form (the one of `id`, if given) may have this custom URL.',
    access: firm('form'),
    query: z.object({ customUrl: z.string().max(100), id: Id.optional() }),
    answer: z.object({ state: CustomUrlState }),
  },
  create: {
    method: 'POST',
    path: '/signup',
    summary: 'Makes a sign-up form.',
    access: firm('form'),
    body: SignupBody,
    answer: Signup,
    errors: ['conflict'],
    idempotency: 'optional',
  },
  availableLives: {
    method: 'GET',
    path: '/signup/signup_available_live_list',
    summary:
      'Lives still open for sign-up, lives that a series can copy, and whether there are live hours for its slots.',
    access: firm('form'),
    answer: z.object({
      lives: z.array(AvailableLive),
      templates: z.array(TemplateLive),
      hoursLeft: z.boolean(),
      /** A way to be paid is set: needed by paid forms. */
      payable: z.boolean(),
    }),
  },
  show: {
    method: 'GET',
    path: '/signup/:id',
    summary: 'One form.',
    access: firm('form'),
    params: ById,
    answer: Signup,
  },
  change: {
    method: 'PUT',
    path: '/signup/:id',
    summary: 'Changes a form. With `version`, `conflict` when somebody changed it since.',
    access: firm('form'),
    params: ById,
    body: SignupBody.extend(editedFrom),
    answer: Signup,
    errors: ['conflict'],
  },
  setPublished: {
    method: 'PUT',
    path: '/signup/:id/published',
    added: true,
    summary: 'Publishes a form as it is saved, or takes its page down.',
    access: firm('form'),
    params: ById,
    body: z.object({ published: z.boolean() }),
    answer: Nothing,
  },
  remove: {
    method: 'DELETE',
    path: '/signup/:id',
    summary: 'Closes a form for good; sign-ups stay.',
    access: firm('form'),
    params: ById,
    answer: Nothing,
  },
})

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
})

/** What the public page shows. */
export const PublicSignup = z.object({
  id: Id,
  customUrl: z.string(),
  pageType: fields.pageType,
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
  /** Plain paragraphs or sanitised HTML. */
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
  /** Who this device signed up as before, masked; null for a new one. */
  known: z.object({ name: z.string(), liveIds: z.array(Id) }).nullable(),
})
export type PublicSignup = z.output<typeof PublicSignup>

/** What became of a place that its holder was asked about. */
export const PlaceAnswer = z.object({ state: z.enum(['kept', 'released', 'full', 'over']) })
export type PlaceAnswer = z.output<typeof PlaceAnswer>

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
