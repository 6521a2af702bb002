import type { SelfPurchaseSign } from '@kaimai/contract/association/association.rules.ts'
import type { CommissionLine, CommissionRate } from '@kaimai/contract/commission/commission.rules.ts'
import type { PayoutState } from '@kaimai/contract/commission/commission.schema.ts'
import type { Currency } from '@kaimai/contract/common/money.ts'

/** A sale by a partner's link, frozen when it was paid. Amounts are minor units. */
export interface CommissionRow {
  id: string
  firmId: string
  partnerId: string
  associationId: string
  orderId: string
  orderNo: string
  signupId: string | null
  currency: Currency
  rateKind: CommissionRate['kind']
  basisPoints: number
  base: number
  amount: number
  total: number
  lines: CommissionLine[]
  selfPurchase: SelfPurchaseSign | ''
  visitAt: Date
  paidAt: Date
  dueAt: Date
}

export interface CommissionEntryRow {
  id: string
  firmId: string
  partnerId: string
  commissionId: string
  kind: 'earned' | 'reversed' | 'restored'
  /** What caused it: the same cause again writes nothing. */
  sourceId: string
  amount: number
  at: Date
  dueAt: Date
  statementId: string | null
}

export interface StatementRow {
  id: string
  firmId: string
  partnerId: string
  month: string
  currency: Currency
  carried: number
  earned: number
  reversed: number
  payable: number
  carriedOn: number
  payoutId: string | null
  createdAt: Date
}

export interface PayoutRow {
  id: string
  firmId: string
  state: PayoutState
  currency: Currency
  note: string
  createdAt: Date
  createdBy: string
  settledAt: Date | null
  settledBy: string
}

export interface PayoutItemRow {
  payoutId: string
  partnerId: string
  firmId: string
  gross: number
  tax: number
  premium: number
  net: number
  /** Sealed. */
  account: string
  accountEnd: string
}

export interface CommissionTables {
  commission: CommissionRow
  commissionEntry: CommissionEntryRow
  partnerStatement: StatementRow
  payout: PayoutRow
  payoutItem: PayoutItemRow
}
