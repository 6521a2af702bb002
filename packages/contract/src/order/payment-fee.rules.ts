import { type Currency, roundingOf } from '../common/money.ts'

/** What an order comes to, minor units. */
interface OrderSum {
  readonly total: number
  readonly paymentFee: number
  readonly rounding: number
  readonly currency: Currency
}

/** What the order comes to with the fee of another way to pay. */
export const withPaymentFee = (
  { total, paymentFee, rounding, currency }: OrderSum,
  fee: number,
): Pick<OrderSum, 'total' | 'rounding'> => {
  const before = total - rounding - paymentFee + fee
  const newRounding = roundingOf(before, currency)
  return { total: before + newRounding, rounding: newRounding }
}
