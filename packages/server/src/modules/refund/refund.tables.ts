import type { RefundState } from '@kaimai/contract/refund/refund.machine.ts'
import type { RefundProblemAtGateway } from '@kaimai/contract/refund/refund.schema.ts'
import type { RefundedPieces, RefundPlan } from '@kaimai/contract/refund/refund.rules.ts'

export interface RefundRow {
  /** The id of the grant that made it. */
  id: string
  firmId: string
  orderId: string
  paymentId: string
  state: RefundState
  /** Minor units. */
  amount: number
  lines: RefundedPieces[]
  fees: RefundPlan['fees']
  restocked: boolean
  memo: string
  reference: string
  words: string
  /** In English where it is our side that refuses; empty: the gateway's own words. */
  wordsEn: string
  problem: RefundProblemAtGateway
  /** A late or a second payment, which the order was not paid with. */
  owed: boolean
  /** Sealed; empty without one. */
  account: string
  accountEnd: string
  createdAt: Date
  createdBy: string
  doneAt: Date | null
  doneBy: string
  askAt: Date | null
  asks: number
}

export interface RefundTables {
  refund: RefundRow
}
