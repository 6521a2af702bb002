import type { DeliveryType } from '../order/checkout.rules.ts'

/** Ways to pay as a shopper chooses one, and who moves the money; without schemas, so that a page loads none. */

/** In the order of a firm that has set none. */
export const paymentMethods = [
  'card',
  'instalment',
  'applePay',
  'linePay',
  'jkopay',
  'atm',
  'cvs',
  'barcode',
  'transfer',
  'cod',
] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/**
 * Who moves the money: the built-in sandbox (none moves), a payment company, the merchant's own bank account
 * (`transfer`), or the carrier at the door (`cod`). Shoppers never read their names.
 */
export const paymentGateways = ['sandbox', 'ecpay', 'newebpay', 'linepay', 'paynow', 'transfer', 'cod'] as const
export type PaymentGatewayName = (typeof paymentGateways)[number]

/** Methods that each gateway carries; the sandbox those that have a page of a gateway. */
export const carriedMethods = {
  sandbox: ['card', 'instalment', 'applePay', 'linePay', 'jkopay', 'atm', 'cvs', 'barcode'],
  ecpay: ['card', 'instalment', 'applePay', 'jkopay', 'atm', 'cvs', 'barcode'],
  newebpay: ['card', 'instalment', 'applePay', 'linePay', 'atm', 'cvs', 'barcode'],
  linepay: ['linePay'],
  paynow: ['card', 'instalment', 'applePay'],
  transfer: ['transfer'],
  cod: ['cod'],
} as const satisfies Record<PaymentGatewayName, readonly PaymentMethod[]>

export const carries = (gateway: PaymentGatewayName, method: PaymentMethod): boolean =>
  (carriedMethods[gateway] as readonly PaymentMethod[]).includes(method)

export const isPaymentMethod = (name: string): name is PaymentMethod => paymentMethods.some((each) => each === name)

/** Least and most that a method takes whoever carries it, minor units of TWD; null: any amount. */
export const methodBounds: Readonly<
  Record<PaymentMethod, { readonly least: number | null; readonly most: number | null }>
> = {
  card: { least: null, most: null },
  instalment: { least: null, most: null },
  applePay: { least: null, most: null },
  linePay: { least: null, most: null },
  jkopay: { least: null, most: null },
  atm: { least: null, most: 4_999_900 },
  cvs: { least: 3_000, most: 2_000_000 },
  barcode: { least: 2_000, most: 4_000_000 },
  transfer: { least: null, most: null },
  cod: { least: null, most: 2_000_000 },
}

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes

/**
 * How long an unpaid order holds its pieces for each method, in minutes, unless the firm says otherwise; of a method by
 * code from the moment the code is issued, as that code can be paid so long. Null: it holds them until it is delivered.
 */
export const methodHoldMinutes: Readonly<Record<PaymentMethod, number | null>> = {
  card: 15,
  instalment: 15,
  applePay: 15,
  linePay: 15,
  jkopay: 15,
  atm: 3 * dayMinutes,
  cvs: 3 * dayMinutes,
  barcode: 3 * dayMinutes,
  transfer: dayMinutes,
  cod: null,
}

/** Methods whose buyer gets something to pay with at a machine, a counter or a bank. */
export const codeMethods = ['atm', 'cvs', 'barcode'] as const satisfies readonly PaymentMethod[]
export type CodeMethod = (typeof codeMethods)[number]

export const isCodeMethod = (method: string): method is CodeMethod => codeMethods.some((each) => each === method)

/**
 * Beyond the time of a code its order holds its pieces so much longer, in minutes: banks and stores report a day late, and
 * what was paid on the last day must not be sold again meanwhile.
 */
export const codeGraceMinutes = dayMinutes
/** Whether an order that is delivered so can be paid so: at the door, or at the counter of a store that has it. */
export const suitsDelivery = (method: PaymentMethod, delivery: DeliveryType | ''): boolean =>
  method !== 'cod' || delivery === 'home' || delivery === 'store'
/** How long an order that nobody has begun to pay holds its pieces, in minutes. */
export const unpaidMinutes = 15

/**
 * How long an order holds its pieces when it is placed, in minutes: a method by code holds them for the code's time once
 * there is one. `holdMinutes`: as offered.
 */
export const placedHoldMinutes = (method: PaymentMethod, holdMinutes: number | null): number =>
  isCodeMethod(method) || holdMinutes === null ? unpaidMinutes : holdMinutes

/** Whether an order of this amount can be paid this way. Amounts are minor units; null: no bound. */
export const takesAmount = (
  bounds: { readonly least: number | null; readonly most: number | null },
  amount: number,
): boolean => amount >= (bounds.least ?? 0) && (bounds.most === null || amount <= bounds.most)
