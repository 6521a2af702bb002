import { z } from 'zod'
import { roles } from '../common/access.ts'
import { Id, OptionalLine } from '../common/fields.ts'
import { currencies } from '../common/money.ts'
import { Email, PhoneInput } from '../common/phone.ts'
import { PlainName } from '../common/plain-name.ts'
import { because, common } from '../common/error-text.ts'
import { Instant } from '../common/time.ts'
import { plainEmail } from '../common/typed-text.ts'
import { authErrors } from './auth.errors.ts'

/** Account names are matched without regard to case. */
export const Account = z
  .string()
  .overwrite(plainEmail)
  .regex(/^[a-z0-9][a-z0-9._@-]{3,39}$/, because(authErrors.accountFormat))

export const passwordLength = { min: 10, max: 200 } as const

/** A new password: length counts, not symbols. */
export const NewPassword = z
  .string()
  .min(passwordLength.min, because(authErrors.passwordShort))
  .max(passwordLength.max, because(common.tooLong))
  .refine((password) => new Set(password).size >= 4, because(authErrors.passwordCommon))

/** A random name a browser gives itself, kept beside the tokens. */
export const DeviceId = z.string().min(8).max(80)

/** Whatever was typed at login: a wrong form is a wrong password, never a hint. */
export const LoginBody = z.object({
  account: z.string().overwrite(plainEmail).min(1, because(common.required)).max(254),
  password: z.string().min(1, because(common.required)).max(passwordLength.max),
  deviceId: DeviceId,
})

export const RegisterBody = z.object({
  account: Account,
  password: NewPassword,
  email: Email,
  /** Merchant name; may be left empty and given later. */
  name: OptionalLine(60).default(''),
  userName: PlainName(60),
  userPhone: PhoneInput.optional(),
  deviceId: DeviceId,
})

/** hh:mm:ss; hours may have more than two digits. A leading minus: the balance is below zero. */
export const HoursText = z.string().regex(/^-?\d{2,}:[0-5]\d:[0-5]\d$/)

/** Session state of the firm (spec section 3). */
export const FirmInfo = z.object({
  firmId: Id,
  name: z.string(),
  imgUrl: z.string(),
  liveHours: HoursText,
  liveHoursExpireDate: Instant.nullable(),
  bombmyDomainName: z.string(),
  pointSafetyStockNotice: z.number().int().nullable(),
  smsPoint: z.number(),
  isSurenotify: z.boolean(),
  /** Whether the firm is the demo firm: its rooms are not charged. */
  isDemo: z.boolean(),
  /** Its shoppers pay with play money. */
  testMode: z.boolean(),
  /** What it sells in. */
  currency: z.enum(currencies),
  /** The tone that new forms begin with. */
  colorToneId: z.string(),
})
export type FirmInfo = z.output<typeof FirmInfo>

export const UserInfo = z.object({
  userId: Id,
  userName: z.string(),
  userPhone: z.string(),
  userEmail: z.string(),
  role: z.enum(roles),
  oneDeviceStatus: z.boolean(),
  /** The renewal token, for local storage. Empty when it did not change. */
  token: z.string(),
  /** The bearer, for memory only. */
  authorizationToken: z.string(),
})
export type UserInfo = z.output<typeof UserInfo>

const Authority = z.union([z.literal(0), z.literal(1), z.literal(2)])

export const Profile = z.object({
  firmInfo: FirmInfo,
  userInfo: UserInfo,
  bombmyAuthority: z.object({ bombmyLive: Authority, bombmySignup: Authority, bombmySetting: Authority }),
  platformAuthority: z.object({
    bombmy: z.number().int(),
    bombmyAssociation: z.number().int(),
    bombcourse: z.number().int(),
  }),
  deviceId: DeviceId,
})
export type Profile = z.output<typeof Profile>

/** The renewal token as the profile call has it: a URL ends up in logs. */
export const renewalHeader = 'x-renewal-token'

export const StoredAuth = z.object({
  firmId: Id,
  userId: Id,
  token: z.string().min(1).max(200),
  deviceId: DeviceId,
})
