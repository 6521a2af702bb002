import { orderRoutes } from '@kaimai/contract/order/order.routes.ts'
import type { StaffOrder } from '@kaimai/contract/order/order.schema.ts'
import type { RefundableOrder } from '@kaimai/contract/refund/refund.rules.ts'
import { refundPaymentRoutes, refundRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import type { RefundRequest } from '@kaimai/contract/refund/refund.schema.ts'
import { call } from '../../lib/http/http.ts'

/** What the dialog counts with, as the server does. */
export const refundableOf = (order: StaffOrder): RefundableOrder => {
  const counted = order.refunds.filter(({ state, owed }) => state !== 'withdrawn' && !owed)
  return {
    ...order,
    feesRefunded: {
      delivery: counted.some(({ fees }) => fees.delivery),
      payment: counted.some(({ fees }) => fees.payment),
    },
    lines: order.lines.map((line, place) => ({ ...line, place })),
  }
}

/** Whether a refund that an earlier try may have made is there. */
const isMade = async (orderId: string, refundId: string): Promise<boolean> => {
  const { refunds } = await call(orderRoutes.show, { params: { id: orderId } }, { quiet: true })
  return refunds.some(({ id }) => id === refundId)
}

/**
 * Gives money back. `tried`: the refund that an earlier try of the same press was for, whose answer was lost; it is made once.
 * `trying` is told the one of this try, before it is sent.
 */
export const refundOrder = async (
  { id, source }: Pick<StaffOrder, 'id' | 'source'>,
  request: RefundRequest,
  { tried, trying }: { readonly tried: string | undefined; readonly trying: (refundId: string) => void },
): Promise<void> => {
  if (tried !== undefined && (await isMade(id, tried))) return
  const { grant, refundId } = await call(refundRoutes.grant, { params: { id }, body: request })
  trying(refundId)
  const route = source === 'signup' ? refundPaymentRoutes.refundSignup : refundPaymentRoutes.refundPayment
  await call(route, { body: { ...request, grant } }, { idempotencyKey: refundId })
}

interface OfRefund {
  readonly id: string
  readonly refundId: string
}

export const retryRefund = (params: OfRefund) => call(refundRoutes.retry, { params, body: {} })

export const settleRefund = (params: OfRefund, memo: string) =>
  call(refundRoutes.settleByHand, { params, body: { memo } })

export const withdrawRefund = (params: OfRefund) => call(refundRoutes.withdraw, { params, body: {} })
