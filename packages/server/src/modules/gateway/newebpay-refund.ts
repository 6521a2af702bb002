import { withValues } from '@kaimai/contract/common/error-text.ts'
import { refundRefusals } from '@kaimai/contract/gateway/gateway.errors.ts'
import type { GatewayMerchant, PaymentGateway, RefundAnswer, RefundToMake } from './gateway.port.ts'
import type { NewebpayCalls, NewebpayTradeState } from './newebpay-call.ts'
import { dollarsOf, isWhole, refundProgress, refusedBecause, refusedWith } from './refund-progress.ts'

/** Capture, its taking back, refund and giving up, as fields of NewebPay's calls. */
const acts = {
  capture: { path: '/Close', fields: { Version: '1.1', CloseType: '1' } },
  uncapture: { path: '/Close', fields: { Version: '1.1', CloseType: '1', Cancel: '1' } },
  refund: { path: '/Close', fields: { Version: '1.1', CloseType: '2' } },
  giveUp: { path: '/Cancel', fields: { Version: '1.0' } },
} as const
type Act = keyof typeof acts

const givenUp = '3'
const refunded = '6'

/**
 * What leads to the money given back, by how far the capture is. A part can be given back only of what is captured: until
 * NewebPay has done that, the refund waits.
 */
const actsFor = (closeStatus: string, whole: boolean): { readonly acts: readonly Act[]; readonly waits: boolean } => {
  switch (closeStatus) {
    case '0':
      return whole ? { acts: ['giveUp'], waits: false } : { acts: ['capture'], waits: true }
    case '1':
      return whole ? { acts: ['uncapture', 'giveUp'], waits: false } : { acts: [], waits: true }
    default:
      return { acts: ['refund'], waits: false }
  }
}

/** What was given back so far, in minor units. */
const refundedThere = ({ TradeStatus, CloseStatus, BackBalance, Amt }: NewebpayTradeState): number => {
  if (TradeStatus === givenUp || TradeStatus === refunded) return Amt * 100
  // Before a capture nothing can be left to give back, and NewebPay says 0.
  if (CloseStatus === '0' || CloseStatus === '1') return 0
  return (Amt - (BackBalance ?? Amt)) * 100
}

/**
 * Refunds of cards at NewebPay. How far the capture is, and what was given back, are asked before anything is done, so that
 * a try after a crash goes on where the one before it stopped. Not confirmed: that BackBalance falls as soon as a refund is
 * asked for, and that installments are given back whole only; both are taken for the narrower case.
 */
export const createNewebpayRefund = ({ tradeOf, act }: NewebpayCalls): NonNullable<PaymentGateway['refund']> => {
  /** Undefined: taken. */
  const run = async (name: Act, refund: RefundToMake, merchant: GatewayMerchant): Promise<RefundAnswer | undefined> => {
    const { path, fields } = acts[name]
    const amount = name === 'refund' ? refund.amount : refund.payment.amount
    const asked = { MerchantOrderNo: refund.payment.reference, IndexType: '1', Amt: dollarsOf('newebpay', amount) }
    const { Status, Message } = await act(path, { ...fields, ...asked }, merchant)
    return Status === 'SUCCESS' ? undefined : refusedWith(Status, Message ?? '')
  }

  return async (refund, merchant) => {
    const { payment } = refund
    const whole = isWhole(refund)
    if (payment.method === 'instalment' && !whole) return refusedBecause(refundRefusals.installmentsWholeOnly)
    const trade = await tradeOf(payment, merchant)
    if (!trade) return refusedBecause(refundRefusals.unknownThere)
    const { TradeStatus, TradeNo: reference, CloseStatus } = trade
    if (!['1', givenUp, refunded].includes(TradeStatus)) return refusedBecause(refundRefusals.unknownThere)
    const progress = refundProgress(refund, refundedThere(trade))
    if (progress === 'made') return { state: 'done', reference }
    if (progress !== 'make') return progress
    if (TradeStatus !== '1' || CloseStatus === undefined || CloseStatus === null)
      return refusedBecause(withValues(refundRefusals.notRefundable, { state: `TradeStatus ${TradeStatus}` }))
    const { acts: todo, waits } = actsFor(CloseStatus, whole)
    for (const name of todo) {
      const refused = await run(name, refund, merchant)
      if (refused) return refused
    }
    return { state: waits ? 'pending' : 'done', reference }
  }
}
