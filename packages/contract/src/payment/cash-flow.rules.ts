import type { CashFlowFigures } from './cash-flow.schema.ts'

export const noCash: CashFlowFigures = {
  received: 0,
  payments: 0,
  refunded: 0,
  fees: 0,
  feesUnknown: 0,
  toSettle: 0,
}

/** Minor units of one currency. What is to be settled follows from the rest, so that every sum of sums adds up. */
export const addCash = (one: CashFlowFigures, other: Omit<CashFlowFigures, 'toSettle'>): CashFlowFigures => {
  const received = one.received + other.received
  const refunded = one.refunded + other.refunded
  const fees = one.fees + other.fees
  return {
    received,
    payments: one.payments + other.payments,
    refunded,
    fees,
    feesUnknown: one.feesUnknown + other.feesUnknown,
    toSettle: received - refunded - fees,
  }
}
