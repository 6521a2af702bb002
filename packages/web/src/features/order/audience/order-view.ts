import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'

/** How an order shows itself to its shopper: what it waits for, or how it ended. */
export type OrderView =
  | 'unpaid'
  /** Just back from the gateway, whose word has not come yet. */
  | 'checking'
  | 'failed'
  /** A code to pay by was issued. */
  | 'code'
  /** It is paid when it is handed over. */
  | 'onDelivery'
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

/** So long after somebody came back from the gateway its word may still be on its way. */
const checkingMs = 45_000

/** What happened to pay for it, so far. */
export const triesOf = ({ events }: ShopperOrder) =>
  events.filter(({ kind }) => kind === 'paymentStarted' || kind === 'paymentFailed' || kind === 'codeIssued')

const unpaidView = (order: ShopperOrder, nowMs: number, backMs: number): OrderView => {
  const { paymentCode, heldUntil } = order
  if (paymentCode && Date.parse(paymentCode.expiresAt) > nowMs) return 'code'
  // The server ends it within seconds; until then nobody is asked to pay for what is no longer held.
  if (heldUntil !== null && Date.parse(heldUntil) <= nowMs) return 'expired'
  const last = triesOf(order).at(-1)?.kind
  if (last === 'paymentFailed') return 'failed'
  return last === 'paymentStarted' && nowMs - backMs < checkingMs ? 'checking' : 'unpaid'
}

/** `backMs`: when this page was first seen with its newest try to pay. Both by the server's clock, in epoch ms. */
export const viewOf = (order: ShopperOrder, nowMs: number, backMs: number): OrderView => {
  const { paymentState, fulfilmentState } = order
  if (paymentState === 'pending') return unpaidView(order, nowMs, backMs)
  if (paymentState !== 'paid' && paymentState !== 'onDelivery') return paymentState
  if (paymentState === 'onDelivery' && fulfilmentState === 'none') return 'onDelivery'
  return fulfilmentState === 'none' || fulfilmentState === 'preparing' ? 'paid' : fulfilmentState
}

/** Whether the page should go on asking: for the payment, or for the personal links that follow it. */
export const isWaiting = ({ paymentState, sessions }: Pick<ShopperOrder, 'paymentState' | 'sessions'>): boolean =>
  paymentState === 'pending' || (paymentState === 'paid' && sessions.some(({ path }) => path === ''))

/** How the shopper may start another payment: as the thing to do, or beside what the page waits for. */
export const payWay = (view: OrderView): 'main' | 'beside' | undefined => {
  switch (view) {
    case 'unpaid':
    case 'failed':
      return 'main'
    case 'checking':
    case 'code':
      return 'beside'
    default:
      return undefined
  }
}

/** How long until the next question, in ms: quick at first, then gently. `asked`: how often before. */
export const pollDelayMs = (asked: number): number => 1000 * ([2, 2, 3, 5, 8, 13, 20][asked] ?? 30)
