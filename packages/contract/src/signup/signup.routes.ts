import { z } from 'zod'
import { firm, open } from '../common/access.ts'
import { ById, CustomUrl, Id, Line, Nothing, OptionalLine, PictureUrl, Text } from '../common/fields.ts'
import { currencies } from '../common/money.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { Email, PhoneInput } from '../common/phone.ts'
import { because } from '../common/reason.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { liveStatuses } from '../live/live.rules.ts'
import { signupReasons } from './signup.reasons.ts'

/** One session of a form: a live with a title and places. */
export const SessionInfo = z.object({
  liveId: Id,
  title: OptionalLine(80),
  /** Null: no limit. */
  capacity: z.number().int().min(1).max(1_000_000).nullable(),
})

/** A hex tone with at least 4.5:1 on white. */
export const Tone = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .refine((tone) => contrastOnWhite(tone) >= 4.5, because(signupReasons.toneTooLight))

/** WCAG contrast of a hex colour on white. */
export const contrastOnWhite = (tone: string): number => {
  const channel = (from: number) => {
    const value = Number.parseInt(tone.slice(from, from + 2), 16) / 255
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 1.05 / (0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5) + 0.05)
}

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
  published: fields.published.default(false),
})
export type SignupBody = z.output<typeof SignupBody>

export const Signup = z.object({
  ...fields,
  // As stored: what was kept before a rule is still shown.
  posterInfoList: z.array(z.string()),
  metaImage: z.string(),
  id: Id,
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
  signups: z.number().int(),
  nextBeginAt: Instant.nullable(),
  createdAt: Instant,
})
export type SignupRow = z.output<typeof SignupRow>

export const AvailableLive = z.object({
  liveId: Id,
  liveName: z.string(),
  beginAt: Instant,
  endAt: Instant,
  status: z.enum(liveStatuses),
  imageUrl: z.string(),
})

export const signupRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/signup',
    summary: 'Sign-up forms of the firm, newest first.',
    access: firm('form'),
    query: ListQuery,
    answer: pageOf(SignupRow),
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
    summary: 'Lives still open for sign-up.',
    access: firm('form'),
    answer: z.object({ lives: z.array(AvailableLive) }),
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
    summary: 'Changes a form.',
    access: firm('form'),
    params: ById,
    body: SignupBody,
    answer: Signup,
    errors: ['conflict'],
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

export const PublicProduct = z.object({
  productId: Id,
  productName: z.string(),
  price: z.number().int(),
  originalPrice: z.number().int().nullable(),
  currency: z.enum(currencies),
  imageUrl: z.string(),
})

export const PublicSession = z.object({
  liveId: Id,
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
  countyRequired: z.boolean(),
  sessions: z.array(PublicSession),
  products: z.array(PublicProduct),
  now: Instant,
  /** Who this device signed up as before, masked; null for a new one. */
  known: z.object({ name: z.string(), liveIds: z.array(Id) }).nullable(),
})
export type PublicSignup = z.output<typeof PublicSignup>

export const SignUpBody = z.object({
  customUrl: z.string().max(64),
  liveIds: z.array(Id).min(1, because(signupReasons.noSession)).max(20),
  name: OptionalLine(60).min(1, because(signupReasons.fillName)),
  phone: PhoneInput,
  /** ISO country of a number without +; TW by default. */
  phoneCountry: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('TW'),
  email: Email,
  county: OptionalLine(20).default(''),
  consent: z.boolean().refine((given) => given, because(signupReasons.consentMissing)),
  /** IANA zone of the browser, for letters. */
  timeZone: z.string().max(60).default('Asia/Taipei'),
})
export type SignUpBody = z.output<typeof SignUpBody>

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
      links: z.array(z.object({ liveId: Id, path: z.string() })),
    }),
    errors: ['notFound', 'soldOut', 'gone', 'tooManyRequests'],
    idempotency: 'optional',
  },
})
