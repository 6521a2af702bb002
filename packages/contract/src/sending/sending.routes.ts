import { z } from 'zod'
import { firm } from '../common/access.ts'
import { because, common } from '../common/error-text.ts'
import { ById, Id, Line, Nothing } from '../common/fields.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { defineRoutes } from '../common/route.ts'
import { FileCharset, importBodyLimit, SheetSource } from '../common/sheet.ts'
import { Instant, PlannedInstant } from '../common/time.ts'
import { hasBrokenVariable, letterTypes, variablesIn, variablesOfType } from '../letter/letter.rules.ts'
import { smsMaxLength } from '../letter/sms.rules.ts'
import { sendingErrors } from './sending.errors.ts'
import { sendingChannels, sendingLimits, sendingStates } from './sending.rules.ts'
import { sessionGroups, takesMinute } from './session-audience.rules.ts'

/** Larger than any list. */
const bodyLimit = 24 * 1024 * 1024

/** Whom a sending goes to. */
export const SendingAudience = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('list'),
    text: z.string().min(1, because(common.required)).max(sendingLimits.characters, because(common.tooLong)),
    /** Where the people of the list have agreed to be written to. */
    consent: Line(sendingLimits.consent),
  }),
  /** Whoever signed up at a form. */
  z.object({ kind: z.literal('form'), signupId: Id }),
  /** People of a session; the minute counts from its begin, and groups that take none don't need it. */
  z
    .object({
      kind: z.literal('session'),
      liveId: Id,
      who: z.enum(sessionGroups),
      minute: z.number().int().min(1).max(sendingLimits.minute).optional(),
    })
    .refine(({ who, minute }) => minute !== undefined || !takesMinute(who), {
      path: ['minute'],
      error: because(common.required),
    }),
  /** Who was invited to a session, beyond those who signed up for it. */
  z.object({ kind: z.literal('customers'), liveId: Id, consent: Line(sendingLimits.consent) }),
])
export type SendingAudience = z.output<typeof SendingAudience>

const allowed: readonly string[] = variablesOfType(letterTypes.freeText) ?? []
const SmsText = z
  .string()
  .max(smsMaxLength, because(common.tooLong))
  .refine((text) => !hasBrokenVariable(text) && variablesIn(text).every(({ name }) => allowed.includes(name)), {
    error: because(sendingErrors.sendingSmsVariable),
  })
/** What a text message says; who reads English gets the other text where there is one. */
export const SmsTexts = z.object({
  'zh-TW': SmsText.refine((text) => text.trim() !== '', { error: because(common.required) }),
  en: SmsText,
})
export type SmsTexts = z.output<typeof SmsTexts>

/** How it is said: by e-mail what a template says, by text message what is written here. */
const said = {
  channel: z.enum(sendingChannels).default('email'),
  /** Of the type free text. */
  letterTemplateId: Id.nullable().default(null),
  sms: SmsTexts.nullable().default(null),
} as const

const Dropped = z.object({
  noAddress: z.number().int(),
  invalid: z.number().int(),
  duplicate: z.number().int(),
  blocked: z.number().int(),
  optedOut: z.number().int(),
  bounced: z.number().int(),
})

/** A file of people. */
export const SendingList = z.object({
  /** As `audience.text` takes it: a line for each row. */
  text: z.string(),
  rows: z.number().int(),
  source: SheetSource,
})
export type SendingList = z.output<typeof SendingList>

export const SendingPreview = z.object({
  /** Who would get it. */
  people: z.number().int(),
  dropped: Dropped,
  /** Who lacks a value that the template needs, by variable; the addresses are the first five. */
  lacking: z.array(z.object({ variable: z.string(), count: z.number().int(), addresses: z.array(z.string()) })),
  /** Of a text message, in tenths of a point; what is missing is 0 where there are enough, or where none are needed. */
  sms: z
    .object({ tenths: z.number().int(), missingTenths: z.number().int(), mostSegments: z.number().int() })
    .nullable(),
  /** When the first would leave, were it sent now: after the quiet hours. */
  leavesAt: Instant,
})
export type SendingPreview = z.output<typeof SendingPreview>

export const Sending = z.object({
  id: Id,
  title: z.string(),
  channel: z.enum(sendingChannels),
  audience: z.enum(['list', 'form', 'session', 'customers']),
  /** Of a session: which of its people. Null: of none, or from before groups were kept. */
  who: z.enum(sessionGroups).nullable(),
  minute: z.number().int().nullable(),
  /** Of a list, or of invited people; else empty. */
  consent: z.string(),
  people: z.number().int(),
  dropped: Dropped,
  state: z.enum(sendingStates),
  /** Null: as soon as it was made. */
  scheduledAt: Instant.nullable(),
  stoppedAt: Instant.nullable(),
  createdAt: Instant,
  /** How many of its people are how far. */
  counts: z.object({
    waiting: z.number().int(),
    sent: z.number().int(),
    failed: z.number().int(),
    skipped: z.number().int(),
    /** Nobody can say whether these left; they are not sent again by themselves. */
    unknown: z.number().int(),
    /** Of those that failed, the ones that can go again: nothing says that their address takes no letters. */
    resendable: z.number().int(),
  }),
})
export type Sending = z.output<typeof Sending>

export const SendingBody = z
  .object({
    title: Line(sendingLimits.title),
    ...said,
    audience: SendingAudience,
    /** Null: now. */
    scheduledAt: PlannedInstant.nullable(),
  })
  .refine(({ channel, letterTemplateId }) => channel !== 'email' || letterTemplateId !== null, {
    path: ['letterTemplateId'],
    error: because(common.required),
  })
  .refine(({ channel, sms }) => channel !== 'sms' || sms !== null, {
    path: ['sms', 'zh-TW'],
    error: because(common.required),
  })
export type SendingBody = z.output<typeof SendingBody>

/** Letters that a merchant sends to an audience. */
export const sendingRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/sending',
    summary: 'Sendings, the newest first, with how far each is.',
    access: firm('form'),
    query: ListQuery.pick({ cursor: true, limit: true }),
    answer: pageOf(Sending),
    added: true,
  },
  preview: {
    method: 'POST',
    path: '/sending/preview',
    summary: 'Counts an audience: who would get a letter, who not and why, and who lacks a value. Sends nothing.',
    access: firm('form', 'personal'),
    body: z.object({ audience: SendingAudience, ...said }),
    answer: SendingPreview,
    bodyLimit,
    added: true,
  },
  readList: {
    method: 'POST',
    path: '/sending/list',
    summary:
      'Reads a list from a CSV or Excel file with columns for e-mail or phone, name and language. Keeps and sends nothing.',
    access: firm('form', 'personal'),
    body: FileCharset.extend({ channel: z.enum(sendingChannels).default('email') }),
    files: ['file'],
    bodyLimit: importBodyLimit,
    answer: SendingList,
    errors: ['tooLarge'],
    added: true,
  },
  show: {
    method: 'GET',
    path: '/sending/:id',
    summary: 'One sending; its people are the letters of `GET /letter` with its id as `letterId`.',
    access: firm('form'),
    params: ById,
    answer: Sending,
    errors: ['noData'],
    added: true,
  },
  create: {
    method: 'POST',
    path: '/letter',
    summary:
      'Sends a template, or a text message, to an audience, now or at a time. Marketing waits from 21:00 to 09:00 in Taipei; points of text messages are reserved before any leaves.',
    access: firm('form', 'write'),
    body: SendingBody,
    answer: Sending,
    errors: ['balanceTooLow'],
    idempotency: 'optional',
    bodyLimit,
  },
  resend: {
    method: 'POST',
    path: '/sending/:id/resend',
    summary:
      'Sends again to those whose letter failed, for points where it is a text message; to nobody whom it has reached, or may have. Again is as well.',
    access: firm('form', 'write'),
    params: ById,
    answer: Sending,
    errors: ['noData', 'conflict', 'balanceTooLow'],
    added: true,
  },
  stop: {
    method: 'DELETE',
    path: '/letter/:id',
    summary:
      'Stops a sending, by the id that `POST /letter` answered and `GET /sending` lists: what was not handed over goes no more. Again is as well.',
    access: firm('form', 'write'),
    params: ById,
    answer: Nothing,
    errors: ['noData'],
  },
})
