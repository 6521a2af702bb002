import type { Currency } from '../common/money.ts'

/** The smallest piece of money that is paid, in minor units: TWD has no cents. */
export const paidUnit: Readonly<Record<Currency, number>> = { TWD: 100, USD: 1 }

/** Half up, in whole units of what is paid. `part` of `whole` of an amount in minor units. */
export const shareOf = (amount: number, part: number, whole: number, currency: Currency): number => {
  const unit = BigInt(paidUnit[currency])
  const scaled = BigInt(amount) * BigInt(part) * 2n + BigInt(whole) * unit
  return Number((scaled / (BigInt(whole) * 2n * unit)) * unit)
}

/**
 * A discount of an order, split over its lines by what they cost: floor first, what is left to the largest remainders, of
 * equal ones to the earlier line. Minor units; `amounts` are those of the lines, and no share is larger than its line. A
 * discount above their sum throws: nobody is paid for buying.
 */
export const discountShares = (amounts: readonly number[], discount: number, currency: Currency): number[] => {
  const sum = amounts.reduce((all, amount) => all + amount, 0)
  if (discount < 0 || discount > sum) throw new Error(`order: a discount of ${discount} on lines of ${sum}`)
  if (discount === 0) return amounts.map(() => 0)
  const unit = BigInt(paidUnit[currency])
  const exact = amounts.map((amount, place) => {
    const scaled = BigInt(amount) * BigInt(discount)
    const step = BigInt(sum) * unit
    return { place, share: Number((scaled / step) * unit), rest: scaled % step }
  })
  let left = discount - exact.reduce((all, { share }) => all + share, 0)
  const shares = exact.map(({ share }) => share)
  const inTurn = exact.toSorted((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest < b.rest ? 1 : -1))
  // Once round, in whole units, the last in what is left of one; a second round only where lines were too small for theirs.
  while (left > 0)
    for (const { place } of inTurn) {
      const room = (amounts[place] ?? 0) - (shares[place] ?? 0)
      const step = Math.min(Number(unit), left, room)
      shares[place] = (shares[place] ?? 0) + step
      left -= step
    }
  return shares
}
