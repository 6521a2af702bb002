import { z } from 'zod'
import { firm } from '../common/access.ts'
import { editedFrom, EditVersion } from '../common/edit-version.ts'
import { ById, CustomUrl, Id, Line, Nothing, OptionalLine, PictureUrl, Text } from '../common/fields.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { RichTextField } from '../common/rich-text.schema.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { Tone } from '../common/tone.ts'
import { AvailableLive, TemplateLive } from './signup-offer.ts'
import {
  EmailLetterChoice,
  PageType,
  QuestionList,
  ReminderChoice,
  SeriesInfo,
  SessionInfo,
  SmsLetterChoice,
  TicketInfo,
} from './signup-parts.ts'

export { contrastOnWhite, Tone } from '../common/tone.ts'

const fields = {
  pageType: PageType,
  signupName: Line(80),
  customUrl: CustomUrl,
  colorToneId: Tone,
  signupTitle: Line(40),
  signupContent: RichTextField(4000),
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
  /** A running session can be watched before the sign-up; of a free form. */
  peek: z.boolean(),
  sessionInfoList: z.array(SessionInfo).max(50),
  seriesList: z.array(SeriesInfo).max(10),
  questionList: QuestionList,
  /** Behind the page on wide screens. */
  backgroundImage: PictureUrl,
  emailLetterTemplate: EmailLetterChoice,
  smsLetterTemplate: SmsLetterChoice,
  /** With which text people of this form are reminded, where the firm reminds at all. */
  liveNoticeTemplate: ReminderChoice,
  liveBeginsTemplate: ReminderChoice,
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
  peek: fields.peek.default(true),
  seriesList: fields.seriesList.default([]),
  questionList: fields.questionList.default([]),
  backgroundImage: fields.backgroundImage.default(''),
  emailLetterTemplate: fields.emailLetterTemplate.default('builtIn'),
  smsLetterTemplate: fields.smsLetterTemplate.default('none'),
  liveNoticeTemplate: fields.liveNoticeTemplate.default('firm'),
  liveBeginsTemplate: fields.liveBeginsTemplate.default('firm'),
  ticketInfo: fields.ticketInfo.default({ ticketName: '', price: 0, productId: null }),
  published: fields.published.default(false),
})
export type SignupBody = z.output<typeof SignupBody>

export const Signup = z.object({
  ...fields,
  // As stored: what was stored before a rule is still shown.
  signupContent: z.string(),
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
