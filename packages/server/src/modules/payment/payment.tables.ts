import type { Currency } from '@kaimai/contract/common/money.ts'
import type { PaymentTryState } from '@kaimai/contract/payment/payment.machine.ts'
import type { StatementRow, StatementRowState } from '@kaimai/contract/payment/statement.routes.ts'
import type { PaymentCode } from '@kaimai/contract/gateway/payment-code.schema.ts'
import type { PaymentGatewayName, PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { GatewayWord } from '../gateway/gateway.service.ts'

export interface PaymentRow {
  id: string
  firmId: string
  orderId: string
  method: PaymentMethod
  gateway: PaymentGatewayName
  /** The firm's id at the gateway when it was begun; empty where there is none. */
  merchantId: string
  state: PaymentTryState
  amount: number
  currency: Currency
  reference: string
  tradeNo: string
  code: PaymentCode | null
  /** Until when the code can be paid; null without one. */
  codeExpiresAt: Date | null
  createdAt: Date
  paidAt: Date | null
  queryAt: Date | null
  queries: number
  /** Of the amount, given back or on its way back, minor units. */
  refunded: number
  /** The order was paid already: this one is to be given back. */
  isExtra: boolean
}

/** What a settlement file has said of a payment besides; null: no file has told of it. */
export interface SettledPaymentRow extends PaymentRow {
  /** Minor units that the company keeps. */
  fee: number | null
  /** In Taipei, YYYY-MM-DD; null too while it is not paid out. */
  paidOutOn: string | null
}

export interface NoticeRow {
  id: string
  gateway: string
  receivedAt: Date
  body: string
  verified: boolean
  says: GatewayWord | null
  appliedAt: Date | null
  outcome: string | null
}

export interface BankStatementRow {
  id: string
  firmId: string
  /** Hash of what its row said; see numberTransfers. */
  fingerprint: string
  state: StatementRowState
  day: string
  amount: number
  note: string
  accountEnd: string
  importedAt: Date
  importedBy: string
  settledAt: Date | null
  settledBy: string
  booked: StatementRow['booked']
}

export interface PaymentTables {
  payment: PaymentRow
  bankStatementRow: BankStatementRow
  paymentNotice: NoticeRow
}
