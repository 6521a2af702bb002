import { redactEmail, redactName, redactPhone } from '@kaimai/contract/common/redact.rules.ts'
import { redactDelivery } from '@kaimai/contract/customer/redact-delivery.rules.ts'
import type { Profile, ProfileOrder } from '@kaimai/contract/customer/profile.schema.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { z } from 'zod'
import type { SignedUpPerson } from './people.ts'
import type { ProfileRow, SavedParts, SavedPersonal } from './profile.tables.ts'

/** An order as the order module presents it. */
export interface PersonOrder {
  readonly id: string
  readonly orderNo: string
  readonly createdAt: Date
  readonly total: number
  readonly currency: z.output<typeof ProfileOrder>['currency']
  readonly paymentState: z.output<typeof ProfileOrder>['paymentState']
  readonly totalQuantity: number
  readonly firstProduct: string
  readonly firstImageUrl: string
  /** E.164 */
  readonly phone: string
  /** Of the browser that ordered; empty: unknown. */
  readonly deviceHash: string
}

/** E.164 as people dial it at home, and of which country it is. */
const phoneAtHome = (phone: string): { phone: string; phoneCountry: string } => {
  const parsed = parsePhoneNumberFromString(phone)
  return parsed?.country === undefined
    ? { phone, phoneCountry: 'TW' }
    : { phone: parsed.formatNational(), phoneCountry: parsed.country }
}

const noMask = { fullName: '', phone: '', email: '', delivery: '' }

const personalOf = (personal: SavedPersonal | null): Profile['personal'] =>
  personal && { fullName: personal.fullName, email: personal.email, ...phoneAtHome(personal.phone) }

/** What somebody gave on signing up; redacted where it is not open on this device. */
export const presentSignedUp = (
  { name, phone, email }: Pick<SignedUpPerson, 'name' | 'phone' | 'email'>,
  isOpen: boolean,
): NonNullable<Profile['signedUp']> => {
  const atHome = phoneAtHome(phone)
  return isOpen
    ? { locked: false, fullName: name, email, ...atHome }
    : {
        locked: true,
        fullName: redactName(name),
        email: redactEmail(email),
        phone: redactPhone(phone),
        phoneCountry: atHome.phoneCountry,
      }
}

export const emptyParts: SavedParts = {
  nickname: '',
  gender: '',
  personal: null,
  delivery: null,
  invoice: null,
  paymentMethod: '',
}

/** Open on this device; `saved` undefined: nothing is saved. */
export const presentOpen = (
  saved: ProfileRow | undefined,
  facts: {
    readonly triesLeft: number
    readonly orders: readonly PersonOrder[]
    readonly orderPath: (orderId: string) => string
    readonly isCancelNotice: boolean | null
    readonly signedUp: Profile['signedUp']
  },
): Profile => {
  const { nickname, gender, personal, delivery, invoice, paymentMethod } = saved ?? emptyParts
  return {
    locked: false,
    triesLeft: facts.triesLeft,
    nickname,
    gender,
    paymentMethod,
    redacted: noMask,
    personal: personalOf(personal),
    delivery,
    invoice,
    isCancelNotice: facts.isCancelNotice,
    signedUp: facts.signedUp,
    empty: saved === undefined,
    orders: facts.orders.map(({ id, orderNo, createdAt, total, currency, paymentState, ...order }) => ({
      orderNo,
      total,
      currency,
      paymentState,
      path: facts.orderPath(id),
      createdAt: createdAt.toISOString(),
      totalQuantity: order.totalQuantity,
      firstProduct: order.firstProduct,
      firstImageUrl: order.firstImageUrl,
    })),
  }
}

/** Of what is saved nothing but the redacted form. `phone`: the one that opens it, E.164. */
export const presentLocked = ({ personal, delivery }: ProfileRow, phone: string, triesLeft: number): Profile => ({
  locked: true,
  triesLeft,
  empty: false,
  orders: [],
  isCancelNotice: null,
  signedUp: null,
  nickname: '',
  gender: '' as const,
  personal: null,
  delivery: null,
  invoice: null,
  paymentMethod: '',
  redacted: {
    fullName: redactName(personal?.fullName ?? ''),
    phone: redactPhone(phone),
    email: redactEmail(personal?.email ?? ''),
    delivery: redactDelivery(delivery),
  },
})
