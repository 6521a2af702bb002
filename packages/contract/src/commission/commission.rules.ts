import type { Currency } from '../common/money.ts'
import { discountShares, paidUnit, shareOf } from '../order/discount.rules.ts'
import { worthOf } from '../refund/refund.rules.ts'

/** What a link pays for a sale. */
export interface CommissionRate {
  readonly kind: 'percent' | 'amount'
  /** Of the base, in hundredths of a percent; of kind `percent`. */
  readonly basisPoints: number
  /** For each order, minor units; of kind `amount`. */
  readonly amount: number
}

/** A line of an order, as it was sold. Minor units. */
export interface SoldLine {
  readonly place: number
  readonly productId: string | null
  readonly price: number
  readonly quantity: number
  /** Its share of the order's discount. */
  readonly discount: number
}

/** What a line earns, and of how much: frozen when the order is paid. */
export interface CommissionLine extends SoldLine {
  /** What was paid for it; fees are no part of it. */
  readonly base: number
  readonly amount: number
}

export interface Commission {
  readonly base: number
  readonly amount: number
  readonly lines: readonly CommissionLine[]
}

/** The largest sum of whole units that is not above it. */
const wholeUnits = (amount: number, currency: Currency): number => amount - (amount % paidUnit[currency])

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/**
 * What the lines of a sale earn: rounded once, half up in whole units (dollars of TWD), and split over the lines so that they
 * add up. Never more than was paid for them. `lines` are those that the link is for.
 */
export const commissionOf = (rate: CommissionRate, lines: readonly SoldLine[], currency: Currency): Commission => {
  const bases = lines.map(({ price, quantity, discount }) => price * quantity - discount)
  const base = sumOf(bases)
  const earned = rate.kind === 'percent' ? shareOf(base, rate.basisPoints, 10_000, currency) : rate.amount
  const amount = wholeUnits(Math.min(earned, base), currency)
  // The same split as a discount's: floor first, the rest to the largest remainders.
  const shares = discountShares(bases, amount, currency)
  return {
    base,
    amount,
    lines: lines.map((line, at) => ({ ...line, base: bases[at] ?? 0, amount: shares[at] ?? 0 })),
  }
}

/** A refund of the sale that stands: pieces by the place of their line, money beside them. */
export interface SaleRefund {
  /** Minor units, with what it gave back of fees. */
  readonly amount: number
  readonly lines: readonly { readonly place: number; readonly quantity: number }[]
  readonly fees: { readonly delivery: boolean; readonly payment: boolean }
}

/** A sale that was paid, as its commission remembers it. */
export interface CommissionedSale {
  readonly currency: Currency
  /** What the buyer paid in all, minor units. */
  readonly total: number
  readonly base: number
  readonly amount: number
  readonly lines: readonly SoldLine[]
}

/**
 * How much of a sale's base went back with these refunds, minor units. Pieces take what they were paid with; money without
 * pieces takes the base's part of it; fees take nothing; when all is back, the whole base is.
 */
export const refundedBase = (sale: CommissionedSale, refunds: readonly SaleRefund[]): number => {
  if (refunds.length === 0) return 0
  if (sumOf(refunds.map(({ amount }) => amount)) >= sale.total) return sale.base
  const ofPieces = sale.lines.map((line) => {
    const pieces = sumOf(
      refunds.flatMap(({ lines }) => lines.filter(({ place }) => place === line.place).map(({ quantity }) => quantity)),
    )
    return worthOf({ ...line, refundedQuantity: 0 }, Math.min(pieces, line.quantity), sale.currency)
  })
  const money = refunds.filter(({ lines, fees }) => lines.length === 0 && !fees.delivery && !fees.payment)
  const ofMoney = sale.total === 0 ? 0 : Math.round((sumOf(money.map(({ amount }) => amount)) * sale.base) / sale.total)
  return Math.min(sale.base, sumOf(ofPieces) + ofMoney)
}

/** What is taken back of a commission once so much of its base went back: in steps it adds up to the commission. */
export const reversedOf = (sale: Pick<CommissionedSale, 'base' | 'amount' | 'currency'>, refunded: number): number =>
  refunded >= sale.base ? sale.amount : shareOf(sale.amount, refunded, sale.base, sale.currency)

/** The right to return goods bought from afar: so long a commission is pending. */
export const pendingDays = 7

/** From when a commission is due, epoch ms: what is taken back of it while it is pending counts from the same moment. */
export const dueAtMs = (paidAtMs: number): number => paidAtMs + pendingDays * 86_400_000
