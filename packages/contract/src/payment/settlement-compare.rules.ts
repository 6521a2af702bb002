import type { PaymentGatewayName } from '../gateway/payment-method.rules.ts'
import type { SettlementEntry } from './settlement.rules.ts'

/** A payment that came in, as we have it. */
export interface SettledPayment {
  readonly id: string
  readonly orderId: string
  readonly orderNo: string
  readonly gateway: PaymentGatewayName
  /** Ours and the company's; an empty one is none. */
  readonly numbers: readonly string[]
  /** Minor units. */
  readonly amount: number
  /** Of what was given back of it or is on its way, minor units each. */
  readonly refunds: readonly number[]
}

/** Of a file and our books. Amounts are minor units. */
export interface SettlementComparison<P extends SettledPayment> {
  readonly matched: readonly { readonly entry: SettlementEntry; readonly payment: P }[]
  /** Known to both, of another amount: `ours` is what we have, 0 for a refund that we don't know of. */
  readonly wrong: readonly { readonly entry: SettlementEntry; readonly payment: P; readonly ours: number }[]
  /** Of the file alone. A sale that the file tells twice is unknown the second time. */
  readonly unknown: readonly SettlementEntry[]
  readonly sales: number
  readonly fees: number
  readonly refunds: number
  /** What the company should pay out for this file, whatever its own column of it says. */
  readonly net: number
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** Tells a file and our books apart: each entry of the file is matched, wrong or unknown, once. */
export const compareSettlement = <P extends SettledPayment>(
  entries: readonly SettlementEntry[],
  payments: readonly P[],
): SettlementComparison<P> => {
  const byNumber = new Map(payments.flatMap((payment) => payment.numbers.map((no) => [no, payment] as const)))
  byNumber.delete('')
  const sold = new Set<string>()
  const refundsLeft = new Map(payments.map(({ id, refunds }) => [id, [...refunds]]))
  const matched: { entry: SettlementEntry; payment: P }[] = []
  const wrong: { entry: SettlementEntry; payment: P; ours: number }[] = []
  const unknown: SettlementEntry[] = []
  const waiting: { entry: SettlementEntry; payment: P; left: number[] }[] = []
  for (const entry of entries) {
    const payment = entry.numbers.map((no) => byNumber.get(no)).find((found) => found !== undefined)
    if (payment === undefined || (entry.kind === 'sale' && sold.has(payment.id))) {
      unknown.push(entry)
    } else if (entry.kind === 'sale') {
      sold.add(payment.id)
      if (entry.amount === payment.amount) matched.push({ entry, payment })
      else wrong.push({ entry, payment, ours: payment.amount })
    } else {
      const left = refundsLeft.get(payment.id) ?? []
      const at = left.indexOf(entry.amount)
      if (at < 0) waiting.push({ entry, payment, left })
      else {
        left.splice(at, 1)
        matched.push({ entry, payment })
      }
    }
  }
  // Only now is known which of our refunds no row of the file is equal to.
  for (const { entry, payment, left } of waiting) wrong.push({ entry, payment, ours: left.shift() ?? 0 })
  const amountsOf = (kind: SettlementEntry['kind']) =>
    sumOf(entries.filter((entry) => entry.kind === kind).map(({ amount }) => amount))
  const [sales, refunds, fees] = [amountsOf('sale'), amountsOf('refund'), sumOf(entries.map(({ fee }) => fee))]
  return { matched, wrong, unknown, sales, fees, refunds, net: sales - fees - refunds }
}

/** First and last day of the sales in a file, YYYY-MM-DD; undefined: it has none. */
export const settlementDays = (
  entries: readonly SettlementEntry[],
): { readonly from: string; readonly to: string } | undefined => {
  const days = entries
    .filter(({ kind }) => kind === 'sale')
    .map(({ day }) => day)
    .toSorted()
  const [from, to] = [days[0], days.at(-1)]
  return from === undefined || to === undefined ? undefined : { from, to }
}
