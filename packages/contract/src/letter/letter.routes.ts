import { z } from 'zod'
import { firm, gateway } from '../common/access.ts'
import { because } from '../common/error-text.ts'
import { ById, Id, OptionalLine } from '../common/fields.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { defineRoutes, raw } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { letterErrors } from './letter.errors.ts'
import { letterHistory } from './letter-event.rules.ts'
import { recipientStates } from './letter.rules.ts'
import { isContact, readContact } from './sms.rules.ts'

/** One letter to one person, as the log lists it; the address is empty without the right to personal data. */
export const LetterRow = z.object({
  id: Id,
  letterTemplateType: z.number().int(),
  channel: z.enum(['email', 'sms']),
  toName: z.string(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(recipientStates),
  transport: z.string(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
})
export type LetterRow = z.output<typeof LetterRow>

export const Letter = LetterRow.extend({
  /** Sanitised HTML, as sent. */
  html: z.string(),
  text: z.string(),
  problem: z.string(),
  /** What happened to it when, the earliest first. */
  history: z.array(
    z.object({
      what: z.enum(letterHistory),
      at: Instant,
      /** So often one after the other, for the same reason; `at` is the last time. */
      count: z.number().int(),
      /** Why, in the words of the mail server or ours; empty: nothing is known, or nothing went wrong. */
      problem: z.string(),
    }),
  ),
})

/** Letters that wait because the firm has written to too many new addresses within the hour. */
export const HeldLetters = z.object({
  count: z.number().int(),
  /** Since when the first of them has waited; null: none waits. */
  since: Instant.nullable(),
  /** Letters to new addresses that go within an hour. */
  anHour: z.number().int(),
})
export type HeldLetters = z.output<typeof HeldLetters>

/** What a firm sets of its text messages. */
const smsFields = {
  /** Stands in each text message as 【brand】; empty: the firm's name. */
  smsBrand: OptionalLine(20).regex(/^[^【】]*$/, because(letterErrors.smsBrandWrong)),
  /** Hosts and phone numbers that are registered with the carriers and may stand in text messages. */
  smsRegistered: z
    .array(z.string().max(200).refine(isContact, because(letterErrors.smsContactWrong)).overwrite(readContact))
    .max(50),
} as const

export const LetterSettingChange = z.object(smsFields)

/** How a firm's letters leave, and what comes back of them. */
export const LetterSetting = z.object({
  smsBrand: z.string(),
  smsRegistered: z.array(z.string()),
  mailTransport: z.string(),
  smsTransport: z.string(),
  /** Whether the provider tells us what became of letters. */
  webhook: z.boolean(),
  /** Where it tells us. */
  webhookUrl: z.string(),
  /** When it last did, with a signature that is right. */
  lastNoticeAt: Instant.nullable(),
})
export type LetterSetting = z.output<typeof LetterSetting>

/** What somebody found out about a letter of which nobody knows whether it left. */
export const LetterVerdict = z.object({
  /** False: it is sent once more. */
  arrived: z.boolean(),
})

const OfFirm = z.object({ firmId: Id })

export const letterRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/letter',
    summary:
      'Letters of the firm, one to each person, newest first; the outbox where no transport is set. Those of one sending by `letterId`.',
    access: firm('form'),
    query: ListQuery.extend({
      letterTemplateType: z.coerce.number().int().optional(),
      /** Of one sending: its people. */
      letterId: Id.optional(),
    }),
    answer: pageOf(LetterRow),
  },
  held: {
    method: 'GET',
    path: '/letter/held',
    summary: 'How many letters to new addresses wait, and since when.',
    access: firm('form'),
    answer: HeldLetters,
    added: true,
  },
  setting: {
    method: 'GET',
    path: '/letter/setting',
    summary: 'How letters leave, the brand and registered contacts of text messages, and the webhook.',
    access: firm('setting'),
    answer: LetterSetting,
    added: true,
  },
  changeSetting: {
    method: 'PUT',
    path: '/letter/setting',
    summary: 'Sets the brand of text messages and the hosts and phone numbers that may stand in them.',
    access: firm('setting'),
    body: LetterSettingChange,
    answer: LetterSetting,
    added: true,
  },
  enableWebhook: {
    method: 'PUT',
    path: '/letter/enable_webhook',
    summary: 'Has Surenotify tell us what becomes of letters: delivered, opened, clicked, bounced.',
    access: firm('setting'),
    body: OfFirm,
    answer: LetterSetting,
    errors: ['noData', 'conflict'],
  },
  disableWebhook: {
    method: 'PUT',
    path: '/letter/disable_webhook',
    summary: 'Surenotify tells us no more; what it says all the same changes nothing.',
    access: firm('setting'),
    body: OfFirm,
    answer: LetterSetting,
    errors: ['noData', 'conflict'],
  },
  notice: {
    method: 'POST',
    path: '/letter/notice/:firmId',
    summary:
      'What Surenotify says of a letter, by its signature; always on record, doubled or late it changes nothing.',
    access: gateway,
    params: OfFirm,
    textBody: true,
    answer: raw('text/plain'),
    bodyLimit: 64 * 1024,
    errors: ['notFound', 'forbidden'],
    added: true,
  },
  show: {
    method: 'GET',
    path: '/letter/:id',
    summary: 'One letter as it was sent to its person, by the id that `GET /letter` lists it with.',
    access: firm('form', 'personal'),
    params: ById,
    answer: Letter,
  },
  settle: {
    method: 'POST',
    path: '/letter/:id/settle',
    summary: 'Says that a letter of which nobody knows whether it left has arrived, or sends it once more.',
    access: firm('form', 'write'),
    params: ById,
    body: LetterVerdict,
    answer: z.object({ id: Id, state: z.enum(recipientStates) }),
    errors: ['noData', 'conflict'],
    added: true,
  },
})
