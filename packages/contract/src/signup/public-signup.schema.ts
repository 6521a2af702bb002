import { z } from 'zod'
import { Id, OptionalLine } from '../common/fields.ts'
import { Email, PhoneInput } from '../common/phone.ts'
import { PlainName } from '../common/plain-name.ts'
import { because } from '../common/error-text.ts'
import { Instant } from '../common/time.ts'
import { TrackingContext } from '../tracking/tracking.schema.ts'
import { signupErrors } from './signup.errors.ts'

const Answer = z.union([z.string().max(2000), z.array(z.string().max(200)).max(50)])

/** What a visitor fills in. */
export const SignUpFields = {
  customUrl: z.string().max(64),
  liveIds: z.array(Id).max(20).default([]),
  /** Slots of series, by their begin. */
  slots: z
    .array(z.object({ seriesId: Id, beginAt: Instant }))
    .max(20)
    .default([]),
  /** To the form's own questions, by their id. */
  answers: z.record(z.string().max(40), Answer).default({}),
  name: PlainName(60, because(signupErrors.fillName)),
  phone: PhoneInput,
  /** ISO country of a number without +; TW by default. */
  phoneCountry: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('TW'),
  email: Email,
  county: OptionalLine(20).default(''),
  consent: z.boolean().refine((isAgreed) => isAgreed, because(signupErrors.consentMissing)),
  /** IANA zone of the browser, for letters. */
  timeZone: z.string().max(60).default('Asia/Taipei'),
} as const

/** At least one session or slot must be chosen. */
export const withSession = <T extends z.ZodType<{ liveIds: readonly string[]; slots: readonly unknown[] }>>(
  body: T,
): T =>
  body.refine(({ liveIds, slots }) => liveIds.length + slots.length > 0, {
    path: ['liveIds'],
    error: because(signupErrors.noSession),
  })

export const SignUpBody = withSession(z.object({ ...SignUpFields, tracking: TrackingContext.prefault({}) }))
export type SignUpBody = z.output<typeof SignUpBody>
