import type { Currency } from '../common/money.ts'

/** How a partner is taxed: what is kept of a payout follows from it. */
export const taxKinds = ['resident', 'nonResident', 'company'] as const
export type TaxKind = (typeof taxKinds)[number]

/**
 * Taiwan's rules for commissions to persons (各類所得扣繳率標準 articles 2, 3 and 13; 全民健康保險法 article 31). A company
 * issues an invoice of its own and nothing is kept. An accountant should confirm them. TWD, minor units.
 */
export const withholdingRules = {
  /** Income tax of residents, in hundredths of a percent; a tax up to `taxFreeUpTo` is not kept. */
  resident: { basisPoints: 1_000, taxFreeUpTo: 2_000_00 },
  /** Of who lives abroad, from the first dollar. */
  nonResident: { basisPoints: 2_000, taxFreeUpTo: 0 },
  /** Supplementary health insurance of residents, of each payment from `from`, at most of `most`. */
  premium: { basisPoints: 211, from: 20_000_00, most: 10_000_000_00 },
} as const

export interface Withheld {
  /** Minor units. */
  readonly gross: number
  readonly tax: number
  readonly premium: number
  /** What is transferred. */
  readonly net: number
}

const dollar = 100n

/** Whole dollars of a part in hundredths of a percent: rounded down, or half up. */
const partOf = (amount: number, basisPoints: number, isHalfUp: boolean): number => {
  const unit = 10_000n * dollar
  return Number(((BigInt(amount) * BigInt(basisPoints) + (isHalfUp ? unit / 2n : 0n)) / unit) * dollar)
}

const taxOf = (kind: 'resident' | 'nonResident', gross: number): number => {
  const { basisPoints, taxFreeUpTo } = withholdingRules[kind]
  // The tax office drops what is below a dollar.
  const tax = partOf(gross, basisPoints, false)
  return tax > taxFreeUpTo ? tax : 0
}

const premiumOf = (gross: number): number => {
  const { basisPoints, from, most } = withholdingRules.premium
  return gross < from ? 0 : partOf(Math.min(gross, most), basisPoints, true)
}

/** What a firm keeps of one payout for the tax office and the health insurance. Other currencies than TWD: nothing. */
export const withheldOf = (kind: TaxKind, gross: number, currency: Currency): Withheld => {
  if (kind === 'company' || currency !== 'TWD') return { gross, tax: 0, premium: 0, net: gross }
  const tax = taxOf(kind, gross)
  const premium = kind === 'resident' ? premiumOf(gross) : 0
  return { gross, tax, premium, net: gross - tax - premium }
}

/** One transfer of a payout batch, as a bank's upload takes it. */
export interface BankTransfer {
  readonly bankCode: string
  readonly account: string
  readonly holder: string
  /** Minor units. */
  readonly net: number
  readonly note: string
}

/** Lines of the bank file: amounts in whole units, in the order of the batch. */
export const bankLines = (transfers: readonly BankTransfer[]): string[][] =>
  transfers.map(({ bankCode, account, holder, net, note }) => [
    bankCode,
    account,
    holder,
    net % 100 === 0 ? String(net / 100) : (net / 100).toFixed(2),
    note,
  ])
