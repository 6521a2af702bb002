import { z } from 'zod'
import { firm } from '../common/access.ts'
import { because, common } from '../common/error-text.ts'
import { Id } from '../common/fields.ts'
import { defineRoutes } from '../common/route.ts'
import { noticeMinutes } from './automatic-letters.rules.ts'

/** The text we bring, no letter at all, or the id of one of the firm's own. */
export const automaticChoices = ['builtIn', 'none'] as const
const Choice = z.union([z.enum(automaticChoices), Id], because(common.wrongChoice))

/** Which letters go by themselves, and with which text. */
export const AutomaticLetters = z.object({
  liveNotice: Choice,
  /** Minutes before a session begins: each at most once. */
  liveNoticeMinutes: z
    .array(z.literal([...noticeMinutes], because(common.wrongChoice)))
    .max(noticeMinutes.length)
    .refine((minutes) => new Set(minutes).size === minutes.length, because(common.wrongChoice)),
  liveBegins: Choice,
  orderNotice: Choice,
  paidNotice: Choice,
})
export type AutomaticLetters = z.output<typeof AutomaticLetters>

/** What stands before a firm has chosen. */
export const automaticDefaults: AutomaticLetters = {
  liveNotice: 'builtIn',
  liveNoticeMinutes: [1440, 60],
  liveBegins: 'builtIn',
  orderNotice: 'builtIn',
  paidNotice: 'builtIn',
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
const OfForm = z.object({ signupId: Id })
const OfOrder = z.object({ orderId: Id })

/** Letters to the people of a session or a form, now. */
export const sessionLetterRoutes = defineRoutes('console', {
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
