import { fail } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import { canMove } from '@kaimai/contract/common/machine.ts'
import { showMoney } from '@kaimai/contract/common/money.ts'
import { isUnsent, paymentMachine } from '@kaimai/contract/order/order.machine.ts'
import { refundErrors } from '@kaimai/contract/refund/refund.errors.ts'
import { planRefund, type RefundPlan } from '@kaimai/contract/refund/refund.rules.ts'
import type { RefundRequest } from '@kaimai/contract/refund/refund.schema.ts'
import type { OrderService } from '../order/order.service.ts'
import type { PaymentRow } from '../payment/payment.service.ts'
import type { RefundRow } from './refund.tables.ts'

export type RefundedOrder = NonNullable<Awaited<ReturnType<OrderService['refunds']['lock']>>>

export interface DecidedRefund {
  readonly payment: PaymentRow
  readonly plan: RefundPlan
}

/** Throws `conflict` with the reason why an order is not cancelled with this refund. */
const checkCancel = (
  { paymentState, fulfilmentState, source }: RefundedOrder,
  { paymentId, choice, restock }: Pick<RefundRequest, 'paymentId' | 'choice' | 'restock'>,
): void => {
  if (paymentId !== null || choice.kind !== 'whole' || !restock)
    throw fail('conflict', { reason: refundErrors.cancelWhole })
  // Seats stay with their person until the staff takes them off, whatever becomes of the money.
  if (source === 'signup') throw fail('conflict', { reason: refundErrors.cancelSeats })
  if (!canMove(paymentMachine, paymentState, 'cancelPaid'))
    throw fail('conflict', { reason: refundErrors[paymentState === 'refunded' ? 'nothingLeft' : 'notPaid'] })
  if (!isUnsent(fulfilmentState)) throw fail('conflict', { reason: refundErrors.cancelSent })
}

const noFees = { delivery: false, payment: false }

/** What a refund gives back of which payment. Throws `conflict` with the reason, beside the field where one is to blame. */
export const decideRefund = (
  order: RefundedOrder,
  payments: readonly PaymentRow[],
  earlier: readonly RefundRow[],
  request: Pick<RefundRequest, 'paymentId' | 'choice' | 'restock' | 'cancel'>,
): DecidedRefund => {
  const { paymentId, choice, restock, cancel } = request
  const isCancelled = order.paymentState === 'cancelled' && order.refunded > 0
  if (isCancelled && paymentId === null) throw fail('conflict', { reason: refundErrors.cancelledAlready })
  if (cancel) checkCancel(order, request)
  const payment = payments.find((each) => (paymentId === null ? !each.isExtra : each.id === paymentId))
  if (!payment) throw fail('conflict', { reason: refundErrors.noOrderPayment })
  if (payment.isExtra) {
    // The order was not paid with it: nothing of the order moves, and no part of it is anybody's.
    if (choice.kind !== 'whole' || restock) throw fail('conflict', { reason: refundErrors.wholeOnly })
    const amount = payment.amount - payment.refunded
    if (amount <= 0) throw fail('conflict', { reason: refundErrors.nothingLeft })
    return { payment, plan: { amount, lines: [], fees: noFees } }
  }
  if (!canMove(paymentMachine, order.paymentState, 'refund'))
    throw fail('conflict', {
      reason: order.paymentState === 'refunded' ? refundErrors.nothingLeft : refundErrors.notPaid,
    })
  if (order.paymentState === 'refundDue') {
    if (choice.kind !== 'whole') throw fail('conflict', { reason: refundErrors.wholeOnly })
    // Its pieces and seats were released when it ended.
    return { payment, plan: { amount: order.total - order.refunded, lines: [], fees: noFees } }
  }
  const counted = earlier.filter(({ state, paymentId: of }) => state !== 'withdrawn' && of === payment.id)
  const feesRefunded = {
    delivery: counted.some(({ fees }) => fees.delivery),
    payment: counted.some(({ fees }) => fees.payment),
  }
  const planned = planRefund({ ...order, feesRefunded }, choice)
  if ('plan' in planned) return { payment, plan: planned.plan }
  const { problem, rest } = planned
  const reason =
    problem === 'aboveRest'
      ? withValues(refundErrors.aboveRest, { rest: showMoney({ amount: rest, currency: order.currency }) })
      : refundErrors[problem]
  const field = choice.kind === 'amount' ? 'choice.amount' : 'choice.lines'
  throw fail('conflict', { reason, ...(problem !== 'nothingLeft' && { fields: { [field]: reason } }) })
}
