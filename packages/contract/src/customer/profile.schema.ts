import { z } from 'zod'
import { currencies } from '../common/money.ts'
import { OptionalPlainName } from '../common/plain-name.ts'
import { Instant } from '../common/time.ts'
import { paymentStates } from '../order/order.machine.ts'
import { Delivery, Invoice, Personal } from '../order/checkout.schema.ts'

export const genders = ['', 'female', 'male', 'other'] as const

/** Wrong guesses at the last digits before the saved data stays closed on that device for a day. */
export const unlockTries = 5
/** Digits of the phone that open the saved data on another device. */
export const unlockDigits = 3

/** An order of the person, as the profile lists it. */
export const ProfileOrder = z.object({
  orderNo: z.string(),
  /** Below the origin; holds the order's key. */
  path: z.string(),
  createdAt: Instant,
  total: z.number().int(),
  currency: z.enum(currencies),
  paymentState: z.enum(paymentStates),
  totalQuantity: z.number().int(),
  firstProduct: z.string(),
  firstImageUrl: z.string(),
})

/**
 * What is saved of a viewer for next time. On a device that is not known yet it is `locked`: names, phone and address
 * come redacted in `redacted`, and everything else is empty.
 */
export const Profile = z.object({
  locked: z.boolean(),
  /** Guesses left on this device; 0: closed for a day. */
  triesLeft: z.number().int(),
  nickname: z.string(),
  gender: z.enum(genders),
  /** The phone as it is dialled at home. */
  personal: z
    .object({ fullName: z.string(), phone: z.string(), phoneCountry: z.string(), email: z.string() })
    .nullable(),
  delivery: Delivery.nullable(),
  paymentMethod: z.string(),
  invoice: Invoice.nullable(),
  /**
   * What the person gave on signing up, for a checkout that has nothing saved; null: nobody signed up, or a name and a
   * phone are saved. On another device than the one that signed up it is `locked`, and redacted, until the last digits of the phone
   * are given.
   */
  signedUp: z
    .object({
      locked: z.boolean(),
      fullName: z.string(),
      phone: z.string(),
      phoneCountry: z.string(),
      email: z.string(),
    })
    .nullable(),
  /** While it is locked: '王○明', '0912 *** ***' (its end opens it), '臺北市大安區 ***'; empty: nothing is saved. */
  redacted: z.object({ fullName: z.string(), phone: z.string(), email: z.string(), delivery: z.string() }),
  orders: z.array(ProfileOrder),
  /** The person wants no letters; null: this viewer gets none (or it is locked). */
  isCancelNotice: z.boolean().nullable(),
  /** Nothing is saved. */
  empty: z.boolean(),
})
export type Profile = z.output<typeof Profile>

/** What a person changes of it; what is not named stays. */
export const ProfileBody = z.object({
  nickname: OptionalPlainName(40).optional(),
  gender: z.enum(genders).optional(),
  personal: Personal.optional(),
  delivery: Delivery.optional(),
  invoice: Invoice.optional(),
  isCancelNotice: z.boolean().optional(),
})
export type ProfileBody = z.output<typeof ProfileBody>
