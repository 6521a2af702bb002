import { type Currency, roundingOf } from '../common/money.ts'
import { shareOf } from '../order/discount.rules.ts'

/** Without schemas, so that a page that only counts loads none. Amounts are minor units. */
export interface RefundableLine {
  readonly place: number
  readonly price: number
  readonly quantity: number
  /** The line's own share of the order's discount. */
  readonly discount: number
  readonly refundedQuantity: number
}

/** What has to be known of an order to give money of it back. */
export interface RefundableOrder {
  readonly currency: Currency
  readonly total: number
  /** Given back before, or on its way back. */
  readonly refunded: number
  readonly deliveryFee: number
  readonly paymentFee: number
  /** Whether each fee was given back by an earlier refund. */
  readonly feesRefunded: { readonly delivery: boolean; readonly payment: boolean }
  readonly lines: readonly RefundableLine[]
}

/** What is to be given back: all that is left, pieces and fees, or an amount of money without pieces. */
export type RefundChoice =
  | { readonly kind: 'whole' }
  | {
      readonly kind: 'lines'
      readonly lines: readonly { readonly place: number; readonly quantity: number }[]
      readonly deliveryFee: boolean
      readonly paymentFee: boolean
    }
  | { readonly kind: 'amount'; readonly amount: number }

export interface RefundedPieces {
  readonly place: number
  readonly quantity: number
}

export interface RefundPlan {
  readonly amount: number
  readonly lines: readonly RefundedPieces[]
  /** Whether each fee is given back by this refund. */
  readonly fees: { readonly delivery: boolean; readonly payment: boolean }
}

/** Why there is no plan: nothing is left or chosen, more than there is, or a part of a dollar in TWD. */
export type RefundProblem = 'nothingLeft' | 'nothingChosen' | 'tooManyPieces' | 'aboveRest' | 'notWhole'

export type Planned = { readonly plan: RefundPlan } | { readonly problem: RefundProblem; readonly rest: number }

export const restOf = ({ total, refunded }: Pick<RefundableOrder, 'total' | 'refunded'>): number => total - refunded

export const piecesLeft = ({ quantity, refundedQuantity }: RefundableLine): number => quantity - refundedQuantity

/** What the first pieces of a line were paid with: in steps they add up to the line, less its share of the discount. */
const paidFor = ({ price, quantity, discount }: RefundableLine, pieces: number, currency: Currency): number =>
  discount === 0 ? price * pieces : shareOf(price * quantity - discount, pieces, quantity, currency)

/** What the next pieces of a line give back. */
export const worthOf = (line: RefundableLine, pieces: number, currency: Currency): number =>
  paidFor(line, line.refundedQuantity + pieces, currency) - paidFor(line, line.refundedQuantity, currency)

const feesLeft = ({ deliveryFee, paymentFee, feesRefunded }: RefundableOrder) => ({
  delivery: deliveryFee > 0 && !feesRefunded.delivery,
  payment: paymentFee > 0 && !feesRefunded.payment,
})

const planLines = (order: RefundableOrder, choice: RefundChoice & { kind: 'lines' }, rest: number): Planned => {
  const asked = new Map<number, number>()
  for (const { place, quantity } of choice.lines) asked.set(place, (asked.get(place) ?? 0) + quantity)
  const lines = [...asked].map(([place, quantity]) => ({ place, quantity })).filter(({ quantity }) => quantity !== 0)
  const lineAt = (place: number) => order.lines.find((line) => line.place === place)
  const isTooMany = lines.some(({ place, quantity }) => {
    const line = lineAt(place)
    return !line || quantity < 0 || quantity > piecesLeft(line)
  })
  if (isTooMany) return { problem: 'tooManyPieces', rest }
  const left = feesLeft(order)
  const fees = { delivery: choice.deliveryFee && left.delivery, payment: choice.paymentFee && left.payment }
  if (lines.length === 0 && !fees.delivery && !fees.payment) return { problem: 'nothingChosen', rest }
  const isAll =
    order.lines.every((line) => (asked.get(line.place) ?? 0) === piecesLeft(line)) &&
    fees.delivery === left.delivery &&
    fees.payment === left.payment
  const before =
    lines.reduce((sum, { place, quantity }) => {
      const line = lineAt(place)
      return line ? sum + worthOf(line, quantity, order.currency) : sum
    }, 0) +
    (fees.delivery ? order.deliveryFee : 0) +
    (fees.payment ? order.paymentFee : 0)
  // The last pieces and fees take what is left: the total's own rounding, and what an amount without pieces has taken.
  const amount = isAll ? rest : Math.min(rest, before + roundingOf(before, order.currency))
  // Less than half a dollar rounds to nothing.
  return amount <= 0 ? { problem: 'nothingChosen', rest } : { plan: { amount, lines, fees } }
}

/** What a refund gives back, or why it can't be made. The server decides by it, and the console shows it beforehand. */
export const planRefund = (order: RefundableOrder, choice: RefundChoice): Planned => {
  const rest = restOf(order)
  if (rest <= 0) return { problem: 'nothingLeft', rest }
  switch (choice.kind) {
    case 'whole': {
      const lines = order.lines
        .map((line) => ({ place: line.place, quantity: piecesLeft(line) }))
        .filter(({ quantity }) => quantity > 0)
      return { plan: { amount: rest, lines, fees: feesLeft(order) } }
    }
    case 'lines':
      return planLines(order, choice, rest)
    case 'amount': {
      const { amount } = choice
      if (amount <= 0) return { problem: 'nothingChosen', rest }
      if (amount > rest) return { problem: 'aboveRest', rest }
      if (roundingOf(amount, order.currency) !== 0) return { problem: 'notWhole', rest }
      return { plan: { amount, lines: [], fees: { delivery: false, payment: false } } }
    }
  }
}
