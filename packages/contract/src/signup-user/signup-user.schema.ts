import { isDay } from '../common/taipei.ts'
import { z } from 'zod'
import { Id, OptionalLine, Text } from '../common/fields.ts'
import { currencies } from '../common/money.ts'
import { ListQuery } from '../common/page.ts'
import { Email, PhoneInput } from '../common/phone.ts'
import { PlainName } from '../common/plain-name.ts'
import { because, common } from '../common/error-text.ts'
import { ImportFile } from '../common/import-run.ts'
import { ExportQuery, progressParam } from '../common/sheet.ts'
import { Instant } from '../common/time.ts'
import { recipientStates } from '../letter/letter.rules.ts'
import { liveStatuses } from '../live/live.rules.ts'
import { paymentStates } from '../order/order.machine.ts'
import { signupUserErrors } from './signup-user.errors.ts'
import { signupUserEventKinds, signupUserSources } from './signup-user.rules.ts'

/** yyyy-mm-dd in Taipei. */
export const Day = z.string().refine(isDay, because(common.wrongTime))

const yesNo = ['yes', 'no'] as const

/** What narrows the list; all together hold. */
export const SignupUserFilter = z.object({
  q: z.string().trim().max(100).optional(),
  signupId: Id.optional(),
  liveId: Id.optional(),
  /** The day of the sign-up. */
  day: Day.optional(),
  /** Whether they have been in the room; with `liveId` in that one. */
  came: z.enum(yesNo).optional(),
  /** Whether they hold an order that was neither cancelled nor expired. */
  ordered: z.enum(yesNo).optional(),
  /** Phone of one person, e-mail of another. */
  flagged: z.enum(yesNo).optional(),
  /** yes: notices are stopped. */
  isCancelNotice: z.enum(yesNo).optional(),
  source: z.enum(signupUserSources).optional(),
})
export type SignupUserFilter = z.output<typeof SignupUserFilter>

export const SignupUserQuery = ListQuery.extend(SignupUserFilter.omit({ q: true }).shape)

export const SignupUserSeat = z.object({
  liveId: Id,
  title: z.string(),
  beginAt: Instant,
  endAt: Instant,
  status: z.enum(liveStatuses),
  /** First time in the room; null: not yet. */
  cameAt: Instant.nullable(),
  watchedSeconds: z.number().int(),
})
export type SignupUserSeat = z.output<typeof SignupUserSeat>

/** An answer to a question of the form's own. */
export const SignupAnswer = z.object({ questionId: z.string(), label: z.string(), kind: z.string(), value: z.string() })

export const SignupUserRow = z.object({
  id: Id,
  name: z.string(),
  /** E.164; redacted without the right to personal data, as is the e-mail. */
  phone: z.string(),
  email: z.string(),
  county: z.string(),
  signupId: Id,
  signupName: z.string(),
  /** By time, the last first. */
  seats: z.array(SignupUserSeat),
  cameAt: Instant.nullable(),
  orderedAt: Instant.nullable(),
  answers: z.array(SignupAnswer),
  memo: z.string(),
  flagged: z.boolean(),
  isCancelNotice: z.boolean(),
  source: z.enum(signupUserSources),
  consentSource: z.string(),
  /** Since then it stands under a pseudonym, and nothing of the person is left here. */
  erasedAt: Instant.nullable(),
  createdAt: Instant,
})
export type SignupUserRow = z.output<typeof SignupUserRow>

export const SignupUserCounts = z.object({
  all: z.number().int(),
  came: z.number().int(),
  notCome: z.number().int(),
  ordered: z.number().int(),
  flagged: z.number().int(),
  stopped: z.number().int(),
})
export type SignupUserCounts = z.output<typeof SignupUserCounts>

export const SignupUserOrder = z.object({
  id: Id,
  orderNo: z.string(),
  total: z.number().int(),
  currency: z.enum(currencies),
  paymentState: z.enum(paymentStates),
  createdAt: Instant,
})

export const SignupUserLetter = z.object({
  id: Id,
  subject: z.string(),
  state: z.enum(recipientStates),
  createdAt: Instant,
  sentAt: Instant.nullable(),
})

export const SignupUserEvent = z.object({
  kind: z.enum(signupUserEventKinds),
  at: Instant,
  /** A member's name; empty where the person or the system did it. */
  actor: z.string(),
  /** Of a session, a letter's subject, an order's number, names of edited fields: what the kind needs. */
  detail: z.string(),
})
export type SignupUserEvent = z.output<typeof SignupUserEvent>

/** Everything of one person. */
export const SignupUser = SignupUserRow.extend({
  timeZone: z.string(),
  /** Whether contacts are whole: with the right to personal data. */
  personal: z.boolean(),
  /** Personal links of the seats, below the audience's origin; none without the right to personal data. */
  links: z.array(z.object({ liveId: Id, path: z.string() })),
  /** Others of the form with the same phone or e-mail. */
  sharing: z.array(z.object({ id: Id, name: z.string(), by: z.enum(['phone', 'email']) })),
  orders: z.array(SignupUserOrder),
  letters: z.array(SignupUserLetter),
  /** The oldest first. */
  events: z.array(SignupUserEvent),
})
export type SignupUser = z.output<typeof SignupUser>

/** What is left out stays; contacts ask for the right to personal data. */
export const SignupUserChange = z.object({
  signupUserId: Id,
  name: PlainName(60).optional(),
  phone: PhoneInput.optional(),
  /** ISO country of a number without +. */
  phoneCountry: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('TW'),
  email: Email.optional(),
  county: OptionalLine(20).optional(),
  memo: Text(2000).optional(),
  /** False: staff has looked at it. */
  flagged: z.literal(false).optional(),
})

const People = z.array(Id).min(1).max(500)

export const CancelNoticeBody = z.object({ signupUserIds: People, isCancelNotice: z.boolean() })

export const MoveBody = z.object({
  signupUserIds: People,
  /** Left out: from the one session that each of them holds. */
  fromLiveId: Id.optional(),
  toLiveId: Id,
  /** Sends everybody the link of the new session. */
  notify: z.boolean().default(true),
})

export const EraseBody = z.object({ signupUserId: Id })

export const ResendBody = z.object({ signupUserIds: People })

export const SignupUserExportBody = ExportQuery.extend(SignupUserFilter.shape).extend({
  /** Only those; the filters count no more. */
  signupUserIds: z.array(Id).max(500).optional(),
  progress: progressParam,
})

export const maxExport = 100_000

/** Parts of an import besides the file, as text. */
export const SignupUserImportBody = ImportFile.extend({
  signupId: Id,
  liveId: Id,
  /** Where these people agreed to hear from the merchant. */
  consentSource: OptionalLine(120).min(1, because(signupUserErrors.consentSourceMissing)),
  /** Sends everybody who is new their link. */
  sendLinks: z.enum(['true', 'false']).default('false'),
})

/** One person whom a member enters: at a counter, on the phone. */
export const SignupUserAddBody = z.object({
  signupId: Id,
  liveId: Id,
  name: PlainName(60),
  phone: PhoneInput,
  /** ISO country of a number without +. */
  phoneCountry: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('TW'),
  email: Email,
  memo: Text(2000).default(''),
  /** Where this person agreed to hear from the merchant. */
  consentSource: OptionalLine(120).min(1, because(signupUserErrors.consentSourceMissing)),
  /** Sends the link of the session. */
  sendLink: z.boolean().default(true),
})

/** `added`: somebody new; `seated`: known on this form, and in the session from now on; `there`: was in it before. */
export const addedStates = ['added', 'seated', 'there'] as const

export const SignupLive = z.object({
  liveId: Id,
  liveName: z.string(),
  title: z.string(),
  beginAt: Instant,
  endAt: Instant,
  status: z.enum(liveStatuses),
  /** Whether it is a session of the form asked about. */
  chosen: z.boolean(),
  /** Of that form; null: no limit. */
  capacity: z.number().int().nullable(),
  taken: z.number().int(),
})
export type SignupLive = z.output<typeof SignupLive>
