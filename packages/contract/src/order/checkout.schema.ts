import { z } from 'zod'
import { Id, OptionalLine, TypedCode } from '../common/fields.ts'
import { currencies } from '../common/money.ts'
import { Email, PhoneInput } from '../common/phone.ts'
import { NameLine, PlainName } from '../common/plain-name.ts'
import { because, common } from '../common/error-text.ts'
import { Instant } from '../common/time.ts'
import { plainLine } from '../common/typed-text.ts'
import { paymentMethods } from '../gateway/payment-method.rules.ts'
import { returnExceptions } from '../product/return-exception.ts'
import { signupErrors } from '../signup/signup.errors.ts'
import { TrackingContext } from '../tracking/tracking.schema.ts'
import {
  certificatePattern,
  deliveryTypes,
  isTaxId,
  loveCodePattern,
  mobileBarcodePattern,
  readCode,
  readMobileBarcode,
} from './checkout.rules.ts'
import { orderErrors } from './order.errors.ts'
import { cartLinesMax } from './order.rules.ts'

export const quantityMax = 9999

export const CartLine = z.object({
  variantId: Id,
  productId: Id,
  productName: z.string(),
  variantName: z.string(),
  keyword: z.string(),
  imageUrl: z.string(),
  quantity: z.number().int(),
  /** Of a piece; of two prices, that of the pieces that are not held. */
  price: z.number().int(),
  /** Where held pieces were promised another price: those first, then the others. */
  pieces: z.array(z.object({ quantity: z.number().int(), price: z.number().int() })).optional(),
  originalPrice: z.number().int().nullable(),
  /** Of all its pieces. */
  amount: z.number().int(),
  /** Pieces this viewer can have now, those held for them included; below the quantity the line cannot be ordered. */
  left: z.number().int(),
  /** Of the quantity, pieces that an order by comment holds for this viewer. */
  held: z.number().int(),
  /** Until when; null: none is held. */
  heldUntil: Instant.nullable(),
  /** Why the 7-day right of return doesn't hold: shown before buying; null: it holds. */
  returnException: z.enum(returnExceptions).nullable(),
})
export const Cart = z.object({
  lines: z.array(CartLine),
  currency: z.enum(currencies),
  subtotal: z.number().int(),
  totalQuantity: z.number().int(),
})
export type Cart = z.output<typeof Cart>

export const DeliveryMethod = z.object({
  type: z.enum(deliveryTypes),
  fee: z.number().int(),
  /** No fee from this subtotal on; null: never free. */
  freeFrom: z.number().int().nullable(),
  note: z.string(),
})
export type DeliveryMethod = z.output<typeof DeliveryMethod>

/** A merchant as its buyers see it, with what the law asks; what it has not set is empty. */
export const Seller = z.object({
  name: z.string(),
  imgUrl: z.string(),
  contactLink: z.string(),
  legalName: z.string(),
  taxId: z.string(),
  legalAddress: z.string(),
  legalPhone: z.string(),
})
export type Seller = z.output<typeof Seller>

export const Personal = z.object({
  fullName: PlainName(60, because(signupErrors.fillName)),
  phone: PhoneInput,
  phoneCountry: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('TW'),
  email: Email,
})

export const Delivery = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('home'),
    county: NameLine(20, because(orderErrors.fillDeliveryCounty)),
    district: NameLine(20, because(orderErrors.fillDistrict)),
    zipcode: z
      .string()
      .overwrite(readCode)
      .regex(/^\d{3,6}$/, because(orderErrors.fillDistrict)),
    address: NameLine(200, because(orderErrors.fillAddress)),
  }),
  z.object({
    type: z.literal('store'),
    storeCode: NameLine(20, because(orderErrors.fillStore)),
    storeName: NameLine(60, because(orderErrors.fillStore)),
  }),
  z.object({ type: z.literal('self') }),
  z.object({ type: z.literal('none') }),
])
export type Delivery = z.output<typeof Delivery>

/** Kept as given; checked in form here, issued by the invoice engine (commerce, a later part). */
export const Invoice = z.discriminatedUnion('class', [
  z.object({
    class: z.literal('mobileBarcode'),
    carrier: TypedCode(readMobileBarcode).regex(mobileBarcodePattern, because(orderErrors.carrierWrong)),
  }),
  z.object({
    class: z.literal('certificate'),
    carrier: TypedCode(readCode).regex(certificatePattern, because(orderErrors.certificateWrong)),
  }),
  z.object({ class: z.literal('member') }),
  z.object({ class: z.literal('paper') }),
  z.object({
    class: z.literal('company'),
    taxId: TypedCode(readCode).refine((id) => isTaxId(id), because(orderErrors.taxIdWrong)),
    title: z.string().overwrite(plainLine).max(60).default(''),
  }),
  z.object({
    class: z.literal('donation'),
    loveCode: TypedCode(readCode).regex(loveCodePattern, because(orderErrors.loveCodeWrong)),
  }),
])
export type Invoice = z.output<typeof Invoice>

/** What every order says, wherever it comes from. */
export const orderFields = {
  delivery: Delivery,
  paymentMethod: z.enum(paymentMethods, because(orderErrors.noPaymentMethod)),
  invoice: Invoice,
  memo: OptionalLine(500).default(''),
  /** What the buyer saw, in minor units: another total on the server answers conflict and orders nothing. */
  expectedTotal: z.number().int(),
  /** Save personal, delivery and invoice data for next time. */
  remember: z.boolean().default(true),
  tracking: TrackingContext.prefault({}),
} as const

/** A buyer on a sales page: made by its browser, ≥ 128 bits, kept there. */
export const ShopperKey = z.string().regex(/^[\w-]{22,64}$/)

/** From a room: its viewer's cart. From a sales page: the lines themselves, for a page has no cart at the server. */
export const OrderBody = z
  .object({
    streamId: z.string().max(40).optional(),
    viewerKey: z.string().max(80).optional(),
    customUrl: z.string().max(64).optional(),
    shopperKey: ShopperKey.optional(),
    lines: z
      .array(z.object({ variantId: Id, quantity: z.number().int().min(1).max(quantityMax) }))
      .max(cartLinesMax)
      .optional(),
    personal: Personal,
    ...orderFields,
  })
  .refine(
    ({ streamId, viewerKey, customUrl, shopperKey, lines }) =>
      (streamId !== undefined && viewerKey !== undefined && customUrl === undefined) ||
      (customUrl !== undefined && shopperKey !== undefined && lines !== undefined && streamId === undefined),
    { path: ['streamId'], error: because(common.required) },
  )
export type OrderBody = z.output<typeof OrderBody>

/** An order that the staff places for a buyer, who called or wrote: priced as a sales page prices it. */
export const StaffOrderBody = z.object({
  lines: z
    .array(z.object({ variantId: Id, quantity: z.number().int().min(1).max(quantityMax) }))
    .min(1, because(orderErrors.noProductChosen))
    .max(cartLinesMax),
  personal: Personal.extend({ fullName: PlainName(60, because(common.required)) }),
  delivery: orderFields.delivery,
  paymentMethod: orderFields.paymentMethod,
  invoice: orderFields.invoice,
  memo: orderFields.memo,
  expectedTotal: orderFields.expectedTotal,
})
export type StaffOrderBody = z.output<typeof StaffOrderBody>

/** Whose methods of delivery and payment are asked for: a room's, a sales page's or a paid form's merchant. */
export const ShopQuery = z
  .object({
    streamId: z.string().max(40).optional(),
    customUrl: z.string().max(64).optional(),
    /** Custom URL of a paid form. */
    signupUrl: z.string().max(64).optional(),
  })
  .refine((query) => Object.values(query).filter((value) => value !== undefined).length === 1, {
    path: ['streamId'],
    error: because(common.required),
  })
export type ShopQuery = z.output<typeof ShopQuery>

/** Who asks for unpaid orders, and where: as the order was placed. */
export const UnpaidQuery = z.union([
  z.object({ streamId: z.string().max(40), viewerKey: z.string().max(80) }),
  z.object({ customUrl: z.string().max(64), shopperKey: ShopperKey }),
  z.object({ signupUrl: z.string().max(64) }),
])
export type UnpaidQuery = z.output<typeof UnpaidQuery>
