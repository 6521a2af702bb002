import { type Currency, roundingOf } from '../common/money.ts'
import { amountOfLine, type PricedLine } from './held-price.rules.ts'

/** Different variants one cart may hold. */
export const cartLinesMax = 50
/** How long an order by comment holds its pieces after more was asked for, and at most after the live's end. */
export const commentHoldMs = 15 * 60_000
/** How long pieces of one variant can be held without a break, however often more is asked for. */
export const maxCommentHoldMs = 30 * 60_000
/** An equal comment of the same viewer within so long is a double tap. */
export const doubleTapMs = 3_000
/** How long after a live's end its cart can still be ordered. */
export const orderAfterEndMs = 24 * 60 * 60_000

/** Minor units, whole order. */
export interface OrderTotals {
  readonly subtotal: number
  /** Taken off the lines, positive. */
  readonly discount: number
  readonly deliveryFee: number
  readonly paymentFee: number
  /** What makes a TWD total whole dollars; may be negative. */
  readonly rounding: number
  readonly total: number
}

/** What a way of delivery costs, in minor units. */
export interface DeliveryPrice {
  readonly fee: number
  /** No fee from this subtotal on; null: never free. */
  readonly freeFrom: number | null
}

export const deliveryFeeOf = (method: DeliveryPrice, subtotal: number): number =>
  method.freeFrom !== null && subtotal >= method.freeFrom ? 0 : method.fee

/** What an order costs: the server's word, and what the checkout shows before it is asked. */
export const totalsOf = (order: {
  readonly lines: readonly PricedLine[]
  readonly delivery: DeliveryPrice
  readonly paymentFee: number
  readonly currency: Currency
  readonly discount?: number
}): OrderTotals => {
  const { discount = 0 } = order
  const subtotal = order.lines.reduce((sum, line) => sum + amountOfLine(line), 0)
  const deliveryFee = deliveryFeeOf(order.delivery, subtotal)
  const before = subtotal - discount + deliveryFee + order.paymentFee
  const rounding = roundingOf(before, order.currency)
  return { subtotal, discount, deliveryFee, paymentFee: order.paymentFee, rounding, total: before + rounding }
}
