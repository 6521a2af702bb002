import { isDay } from '../common/taipei.ts'
import { z } from 'zod'
import { Id, Line, OptionalLine } from '../common/fields.ts'
import { Amount } from '../common/money.ts'
import { because, common, type ErrorText } from '../common/error-text.ts'
import { hasOptions, questionKinds, questionLimits } from './question.rules.ts'
import { minutesOf, slotSteps } from './series.rules.ts'
import { signupErrors } from './signup.errors.ts'

/** A form is free, or each place of it is an order. */
export const PageType = z.enum(['free', 'order'])

/** Places of a session, or of each slot of a series; null: no limit. */
const Capacity = z.number().int().min(1).max(1_000_000).nullable()

/** One session of a form: a live with a title and places. */
export const SessionInfo = z.object({ liveId: Id, title: OptionalLine(80), capacity: Capacity })
export type SessionInfo = z.output<typeof SessionInfo>

/** A question of the form's own. */
export const Question = z
  .object({
    /** Made by the editor, unique in the form. */
    id: z.string().regex(/^[\w-]{1,40}$/, because(common.wrongFormat)),
    kind: z.enum(questionKinds),
    label: Line(questionLimits.label),
    required: z.boolean(),
    options: z.array(Line(questionLimits.option)).max(questionLimits.options),
  })
  .superRefine(({ kind, options }, context) => {
    if (!hasOptions(kind)) return
    if (options.length < 2)
      context.addIssue({ code: 'custom', path: ['options'], message: because(signupErrors.twoOptions) })
    options.forEach((option, index) => {
      if (options.indexOf(option) < index)
        context.addIssue({ code: 'custom', path: ['options', index], message: because(signupErrors.optionTwice) })
    })
  })
export type Question = z.output<typeof Question>

export const QuestionList = z
  .array(Question)
  .max(questionLimits.questions)
  .superRefine((questions, context) => {
    questions.forEach(({ id }, index) => {
      if (questions.findIndex((each) => each.id === id) < index)
        context.addIssue({ code: 'custom', path: [index, 'id'], message: because(common.wrongChoice) })
    })
  })

/** A time of day, HH:MM. */
const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, because(common.wrongTime))
const Day = z.string().refine(isDay, because(common.wrongTime))
const period = { from: Day.nullable(), until: Day.nullable(), except: z.array(Day).max(100) }

export const SeriesRule = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('weekly'),
      times: z
        .array(z.object({ day: z.number().int().min(0).max(6), at: Time }))
        .min(1, because(signupErrors.noTime))
        .max(50),
      ...period,
    }),
    z.object({
      kind: z.literal('justInTime'),
      everyMinutes: z.literal([...slotSteps]),
      opensAt: Time,
      closesAt: z.string().regex(/^(?:([01]\d|2[0-3]):[0-5]\d|24:00)$/, because(common.wrongTime)),
      ...period,
    }),
  ])
  .superRefine((rule, context) => {
    if (rule.kind === 'justInTime' && minutesOf(rule.closesAt) <= minutesOf(rule.opensAt))
      context.addIssue({ code: 'custom', path: ['closesAt'], message: because(signupErrors.closesBeforeOpens) })
    if (rule.from !== null && rule.until !== null && rule.until < rule.from)
      context.addIssue({ code: 'custom', path: ['until'], message: because(signupErrors.untilBeforeFrom) })
  })

/** Slots that come again and again: a rule, and the live that each slot's own is a copy of. */
export const SeriesInfo = z.object({
  id: Id,
  /** Empty: the name of the live. */
  title: OptionalLine(80),
  templateLiveId: Id,
  capacity: Capacity,
  rule: SeriesRule,
})
export type SeriesInfo = z.output<typeof SeriesInfo>

/** What a paid form sells: a place, with or without a product. */
export const TicketInfo = z.object({
  ticketName: OptionalLine(80),
  /** Minor units. */
  price: Amount,
  /** The product that comes with it; null: none. */
  productId: Id.nullable(),
})
export type TicketInfo = z.output<typeof TicketInfo>

/** What a paid form lacks of its ticket, by field path. */
export const ticketErrors = (form: { pageType: string; ticketInfo: TicketInfo }): Record<string, ErrorText> =>
  form.pageType === 'order'
    ? {
        ...(form.ticketInfo.ticketName.trim() === '' ? { 'ticketInfo.ticketName': common.required } : {}),
        ...(form.ticketInfo.price <= 0 ? { 'ticketInfo.price': signupErrors.noPrice } : {}),
      }
    : {}

/** Letters that follow a sign-up: the built-in one, or the id of a template of the firm. */
export const emailLetterChoices = ['builtIn'] as const
export const EmailLetterChoice = z.union([z.enum(emailLetterChoices), Id], because(common.wrongChoice))
/** Reminders and that a session begins: as the firm has chosen, the built-in text, none, or the id of a template of the firm. */
export const reminderChoices = ['firm', 'builtIn', 'none'] as const
export const ReminderChoice = z.union([z.enum(reminderChoices), Id], because(common.wrongChoice))
/** No text message goes, the built-in one, or the id of a template of the firm. */
export const smsLetterChoices = ['none', 'builtIn'] as const
export const SmsLetterChoice = z.union([z.enum(smsLetterChoices), Id], because(common.wrongChoice))
