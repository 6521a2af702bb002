import { z } from 'zod'
import { firm } from '../common/access.ts'
import { because, common } from '../common/error-text.ts'
import { Id } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { noticeMinutes } from './automatic-letters.rules.ts'

/** The text we bring, no letter at all, or the id of one of the firm's own. */
export const automaticChoices = ['builtIn', 'none'] as const
const Choice = z.union([z.enum(automaticChoices), Id], because(common.wrongChoice))
/** Of a letter that always goes. */
const TextChoice = z.union([z.literal('builtIn'), Id], because(common.wrongChoice))

/** Which letters go by themselves, and with which text. */
export const AutomaticLetters = z.object({
  /** To who is asked whether to keep a seat that others wait for. */
  keepSeat: TextChoice,
  liveNotice: Choice,
  /** Minutes before a session begins: each at most once. */
  liveNoticeMinutes: z
    .array(z.literal([...noticeMinutes], because(common.wrongChoice)))
    .max(noticeMinutes.length)
    .refine((minutes) => new Set(minutes).size === minutes.length, because(common.wrongChoice)),
  liveBegins: Choice,
  orderNotice: Choice,
  paidNotice: Choice,
  /** An hour after a session, to whoever has left things in the cart. */
  cartLeft: Choice,
  /** To who asked for it: a product can be had again. Without it nobody can ask. */
  restocked: Choice,
  /** To who asked for it: the turn of a product has come in its session. Without it nobody can ask. */
  saleBegins: Choice,
  /** To partners: the invitation, a link that is new or has changed, and the way to a new password. */
  partnerInvited: TextChoice,
  partnerLinkChanged: TextChoice,
  partnerPassword: TextChoice,
})
export type AutomaticLetters = z.output<typeof AutomaticLetters>

/** What stands before a firm has chosen. */
export const automaticDefaults: AutomaticLetters = {
  keepSeat: 'builtIn',
  liveNotice: 'builtIn',
  liveNoticeMinutes: [1440, 60],
  liveBegins: 'builtIn',
  orderNotice: 'builtIn',
  paidNotice: 'builtIn',
  cartLeft: 'none',
  restocked: 'builtIn',
  saleBegins: 'builtIn',
  partnerInvited: 'builtIn',
  partnerLinkChanged: 'builtIn',
  partnerPassword: 'builtIn',
}

export const automaticLetterRoutes = defineRoutes('console', {
  show: {
    method: 'GET',
    path: '/letter/automatic',
    summary: 'Which letters go by themselves, and with which text.',
    access: firm('form'),
    answer: AutomaticLetters,
    added: true,
  },
  change: {
    method: 'PUT',
    path: '/letter/automatic',
    summary: 'Chooses which letters go by themselves, and with which text.',
    access: firm('form', 'write'),
    body: AutomaticLetters,
    answer: AutomaticLetters,
    added: true,
  },
})

/** How many people a letter is being written to; who has had it is no part of them once it has gone. */
const Written = z.object({ people: z.number().int() })

const OfSession = z.object({ liveId: Id })

const Count = z.number().int()

/** Letters to the people of a session: when they go, and how far they are. */
export const SessionStep = z.object({
  letterTemplateType: z.number().int(),
  /** Before the begin, at the begin, sent by staff, or when something happens: a sign-up, a move, a cancellation. */
  when: z.enum(['before', 'begin', 'now', 'event']),
  /** Before the begin; 0 for the others. */
  minutes: z.number().int(),
  /** Null: to each person at another time. */
  dueAt: Instant.nullable(),
  /** It is about a time at which the session doesn’t begin any more. */
  isOfEarlierTime: z.boolean(),
  /** tooLate: it was due before it could go, and goes no more. */
  state: z.enum(['planned', 'tooLate', 'sending', 'done']),
  /** People of it. */
  counts: z.object({ waiting: Count, sent: Count, failed: Count, skipped: Count, unknown: Count }),
})
export type SessionStep = z.output<typeof SessionStep>
const OfForm = z.object({ signupId: Id })
const OfOrder = z.object({ orderId: Id })

/** Letters to the people of a session or a form, now. */
export const sessionLetterRoutes = defineRoutes('console', {
  plan: {
    method: 'GET',
    path: '/letter/session_plan',
    summary: 'Which letters go to the people of a session and when, in that order, with how far they are.',
    access: firm('form'),
    query: OfSession,
    answer: z.object({ steps: z.array(SessionStep) }),
    errors: ['noData'],
    added: true,
  },
  liveNotice: {
    method: 'POST',
    path: '/letter/live_notice_letter',
    summary: 'Reminds everybody who has signed up for a session, once for each time that it begins.',
    access: firm('form', 'write'),
    body: OfSession,
    answer: Written,
    errors: ['noData', 'conflict'],
  },
  liveBegins: {
    method: 'POST',
    path: '/letter/live_begin_notice_letter',
    summary: 'Writes to everybody who has signed up that the session runs, once for each time that it begins.',
    access: firm('form', 'write'),
    body: OfSession,
    answer: Written,
    errors: ['noData', 'conflict'],
  },
  signupComplete: {
    method: 'POST',
    path: '/letter/signup_complete_notice_letter',
    summary: 'Sends the confirmation to everybody of a form who has had none, with the link to each session to come.',
    access: firm('form', 'write'),
    body: OfForm,
    answer: Written,
    errors: ['noData'],
  },
  signupNotice: {
    method: 'POST',
    path: '/letter/signup_notice_letter',
    summary: 'Asks everybody of a form who was to keep a seat and has not answered, once for each time of the session.',
    access: firm('form', 'write'),
    body: OfForm,
    answer: Written,
    errors: ['noData'],
  },
})

/** Letters to the buyer of an order, now. */
export const orderLetterRoutes = defineRoutes('console', {
  orderNotice: {
    method: 'POST',
    path: '/letter/order_notice_letter',
    summary: 'Sends the letter about an unpaid order, if it has not gone yet.',
    access: firm('order', 'write'),
    body: OfOrder,
    answer: Written,
    errors: ['notFound', 'conflict'],
  },
  paidNotice: {
    method: 'POST',
    path: '/letter/paid_notice_letter',
    summary: 'Sends the letter about a paid order, if it has not gone yet.',
    access: firm('order', 'write'),
    body: OfOrder,
    answer: Written,
    errors: ['notFound', 'conflict'],
  },
})
