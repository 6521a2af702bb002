import type { Currency } from '@kaimai/contract/common/money.ts'
import type { PaymentTryState } from '@kaimai/contract/payment/payment.machine.ts'
import type { GatewayWord } from '../../platform/ports/payment.ts'

export interface PaymentRow {
  id: string
  firmId: string
  orderId: string
  method: string
  state: PaymentTryState
  amount: number
  currency: Currency
  reference: string
  tradeNo: string
  bankCode: string | null
  account: string | null
  codeExpiresAt: Date | null
  createdAt: Date
  paidAt: Date | null
  queryAt: Date | null
  queries: number
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

export interface PaymentTables {
  payment: PaymentRow
  paymentNotice: NoticeRow
}
