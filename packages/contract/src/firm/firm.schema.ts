import { z } from 'zod'
import { NewPassword, passwordLength } from '../auth/auth.schema.ts'
import { EditVersion } from '../common/edit-version.ts'
import { Id, Line, Link, OptionalLine, PictureUrl } from '../common/fields.ts'
import { Email, PhoneInput } from '../common/phone.ts'
import { PlainName } from '../common/plain-name.ts'
import { because, becauseOf, common, withValues } from '../common/error-text.ts'
import { Instant } from '../common/time.ts'
import { Tone } from '../common/tone.ts'
import { DeliverySettings, Gateways, InvoiceSetting, OptionalTaxId, TransferAccount } from './firm-methods.schema.ts'
import { firmErrors } from './firm.errors.ts'
import { paymentGateways, paymentMethods } from '../gateway/payment-method.rules.ts'
import { PaymentSettings } from '../gateway/payment-setting.schema.ts'
import {
  gatewayNames,
  keyLengths,
  type SecretName,
  secretNames,
  trackingPatterns,
  isDefaultFirmName,
} from './firm.rules.ts'

export const NewFirmSetting = z.object({
  name: Line(60),
  userName: PlainName(60),
  userPhone: PhoneInput,
  firmId: Id,
  userId: Id,
})

/** An id of a tracking service, or nothing. */
const trackingId = (pattern: RegExp, reason: (typeof firmErrors)[keyof typeof firmErrors]) =>
  z
    .string()
    .trim()
    .refine((id) => id === '' || pattern.test(id), because(reason))

/** Written, never read back; empty takes it away. */
const SecretText = z
  .string()
  .trim()
  .max(500, because(common.tooLong))
  .regex(/^[\x21-\x7e]*$/, because(firmErrors.secretWrong))

/** What is shown of a secret. `last4` is empty for one too short to show any of it. */
export const SecretState = z.object({ set: z.boolean(), last4: z.string().max(4) })

/** Keys of most companies have one length. */
const secretText = (name: SecretName) =>
  SecretText.refine(
    (text) => text === '' || text.length === (keyLengths[name] ?? text.length),
    becauseOf(withValues(firmErrors.keyLengthWrong, { length: keyLengths[name] ?? 0 })),
  )

const forEverySecret = <T extends z.ZodType>(schemaOf: (name: SecretName) => T) =>
  z.object(Object.fromEntries(secretNames.map((name) => [name, schemaOf(name)])) as Record<SecretName, T>)

const SenderDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(200, because(common.tooLong))
  .regex(/^$|^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/, because(firmErrors.domainWrong))

/** A record to set at the domain's name server. */
export const DnsRecord = z.object({
  purpose: z.enum(['owner', 'dmarc']),
  type: z.literal('TXT'),
  name: z.string(),
  value: z.string(),
})

/** What the firm sets of itself. */
const settable = {
  name: Line(60).refine((name) => !isDefaultFirmName(name), because(firmErrors.nameIsDefault)),
  /** A URL answered by move_img. */
  imgUrl: PictureUrl,
  contactLink: Link(300),
  legalName: OptionalLine(100),
  taxId: OptionalTaxId,
  legalAddress: OptionalLine(200),
  legalPhone: OptionalLine(40).regex(/^[\d\s+\-()#]*$/, because(firmErrors.legalPhoneWrong)),
  orderNoPrefix: z
    .string()
    .trim()
    .regex(/^[A-Z0-9]{0,6}$/, because(firmErrors.prefixWrong)),
  /** Tells viewers what is prerecorded or simulated. */
  disclosure: z.boolean(),
  /** Search engines may find the firm's public pages: they stand in the sitemap, and say no `noindex`. */
  searchable: z.boolean(),
  /** The tone that new forms begin with. */
  colorToneId: Tone,
  pointSafetyStockNotice: z.number().int().min(0, because(common.tooSmall)).max(1e9, because(common.tooBig)).nullable(),
  /** Before the address in letters; empty: the firm's name. */
  senderName: OptionalLine(60),
  /** Where answers to letters go; empty: nowhere. */
  replyTo: z.union([z.literal(''), Email]),
  senderDomain: SenderDomain,
  pixelId: trackingId(trackingPatterns.pixelId, firmErrors.pixelIdWrong),
  tiktokPixelId: trackingId(trackingPatterns.tiktokPixelId, firmErrors.tiktokPixelIdWrong),
  gtmId: trackingId(trackingPatterns.gtmId, firmErrors.gtmIdWrong),
  paymentMethods: PaymentSettings,
  gateways: Gateways,
  transfer: TransferAccount,
  deliveryMethods: DeliverySettings,
  invoice: InvoiceSetting,
} as const

/** Every field that forms edit; each section takes its own. */
export const FirmFields = z.object(settable)

/** Of the member who asks, beside the firm. */
const ownSwitch = { oneDeviceStatus: z.boolean() } as const

/** Secrets to write; those left out stay. */
export const SecretChanges = forEverySecret(secretText).partial()

/** Fields left out stay; of secrets too. */
export const FirmSettingChange = z.object({ ...settable, ...ownSwitch, secrets: SecretChanges }).partial()
export type FirmSettingChange = z.output<typeof FirmSettingChange>

/** Settings of a firm as its members read them. Secrets are never in an answer: only whether they are set. */
export const FirmSetting = z.object({
  ...settable,
  ...ownSwitch,
  id: Id,
  version: EditVersion,
  name: z.string(),
  taxId: z.string(),
  legalPhone: z.string(),
  imgUrl: z.string(),
  contactLink: z.string(),
  bombmyDomainName: z.string(),
  secrets: forEverySecret(() => SecretState),
  isSurenotify: z.boolean(),
  /** 0 none, 1 pending, 2 verified. */
  emailApiStatus: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** What to set for the sender's domain; empty without one. */
  dnsRecords: z.array(DnsRecord),
  /** Gateways that run on this server and may serve the firm today. */
  paymentGateways: z.array(z.enum(paymentGateways)),
  /** Shoppers pay with play money, until the firm says that it takes real payments. */
  testMode: z.boolean(),
  /** Ways to pay that would take money if test mode ended now. */
  realMethods: z.array(z.enum(paymentMethods)),
  /** Whether payment companies can reach this server: by https on port 443 alone. */
  takesMoney: z.boolean(),
  /** Whether audience pages have an origin of their own: else no advertiser hears of anything. */
  trackingRuns: z.boolean(),
  /** Whether the deliveries are the firm's own; else the defaults of a new one. */
  deliveryIsOwn: z.boolean(),
})
export type FirmSetting = z.output<typeof FirmSetting>

export const GatewayToCheck = z.object({ gateway: z.enum(gatewayNames) })

/** What a payment company says of the firm's keys; `words` are its own, empty when the keys are right. */
export const GatewayCheck = z.object({ isRight: z.boolean(), words: z.string() })
export type GatewayCheck = z.output<typeof GatewayCheck>

export const PasswordChange = z.object({
  password: z.string().min(1, because(common.required)).max(passwordLength.max),
  newPassword: NewPassword,
})

export const OneDevice = z.object({ oneDeviceStatus: z.boolean() })

export const DelayBody = z.object({ firmId: Id })
export const Delayed = z.object({ liveHoursExpireDate: Instant })
