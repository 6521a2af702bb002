import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'

/** How an order shows itself to its shopper: what it waits for, or how it ended. */
export type OrderFace =
  | 'unpaid'
  /** Just back from the gateway, whose word has not come yet. */
  | 'checking'
  | 'failed'
  /** A code to pay by was issued. */
  | 'code'
  | 'expired'
  | 'cancelled'
  | 'paid'
  | 'shipped'
  | 'delivered'
  | 'completed'
  | 'returned'
  | 'partlyRefunded'
  | 'refunded'
  | 'refundDue'

/** So long after the page was opened a gateway's word may still be on its way. */
const checkingMs = 45_000

const triesOf = ({ events }: ShopperOrder) =>
  events.filter(({ kind }) => kind === 'paymentStarted' || kind === 'paymentFailed' || kind === 'codeIssued')

const unpaidFace = (order: ShopperOrder, nowMs: number, openedMs: number): OrderFace => {
  const { paymentCode, heldUntil } = order
  if (paymentCode && Date.parse(paymentCode.expiresAt) > nowMs) return 'code'
  // The server ends it within seconds; until then nobody is asked to pay for what is no longer held.
  if (heldUntil !== null && Date.parse(heldUntil) <= nowMs) return 'expired'
  const last = triesOf(order).at(-1)?.kind
  if (last === 'paymentFailed') return 'failed'
  return last === 'paymentStarted' && nowMs - openedMs < checkingMs ? 'checking' : 'unpaid'
}

/** `openedMs`: when the shopper opened this page. Both by the server's clock, in epoch ms. */
export const faceOf = (order: ShopperOrder, nowMs: number, openedMs: number): OrderFace => {
  const { paymentState, fulfilmentState } = order
  if (paymentState === 'pending') return unpaidFace(order, nowMs, openedMs)
  if (paymentState !== 'paid') return paymentState
  return fulfilmentState === 'none' || fulfilmentState === 'preparing' ? 'paid' : fulfilmentState
}

/** Whether the page should go on asking: for the payment, or for the personal links that follow it. */
export const isWaiting = ({ paymentState, sessions }: Pick<ShopperOrder, 'paymentState' | 'sessions'>): boolean =>
  paymentState === 'pending' || (paymentState === 'paid' && sessions.some(({ path }) => path === ''))

/** Whether the shopper may start another payment. */
export const mayPay = (face: OrderFace): boolean => face === 'unpaid' || face === 'failed'

/** How long until the next question, in ms: quick at first, then gently. `asked`: how often before. */
export const pollDelayMs = (asked: number): number => 1000 * ([2, 2, 3, 5, 8, 13, 20][asked] ?? 30)
