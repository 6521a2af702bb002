import { canMove, defineMachine } from '../common/machine.ts'

/** What was paid of an order. */
export const paymentMachine = defineMachine({
  initial: 'pending',
  states: ['pending', 'onDelivery', 'paid', 'partlyRefunded', 'refunded', 'expired', 'cancelled', 'refundDue'],
  moves: {
    /** It is paid when it is handed over: it is sent unpaid, and does not expire. */
    confirm: { from: ['pending'], to: 'onDelivery' },
    pay: { from: ['pending', 'onDelivery'], to: 'paid' },
    expire: { from: ['pending'], to: 'expired' },
    cancel: { from: ['pending', 'onDelivery'], to: 'cancelled' },
    /** A verified payment after the end, when the products could be reserved again. */
    payLate: { from: ['expired', 'cancelled'], to: 'paid' },
    /** A verified payment after the end, when they could not. */
    oweRefund: { from: ['expired', 'cancelled'], to: 'refundDue' },
    /** Before it was sent: all that is left of its money goes back, and what is left of its pieces is on sale again. */
    cancelPaid: { from: ['paid', 'partlyRefunded'], to: 'cancelled' },
    refundPart: { from: ['paid', 'partlyRefunded'], to: 'partlyRefunded' },
    refund: { from: ['paid', 'partlyRefunded', 'refundDue'], to: 'refunded' },
    /** A refund is withdrawn before its money moved: nothing of the order is refunded any more, or still a part is. */
    undoRefund: { from: ['partlyRefunded', 'refunded'], to: 'paid' },
    undoRefundPart: { from: ['partlyRefunded', 'refunded'], to: 'partlyRefunded' },
    oweAgain: { from: ['refunded'], to: 'refundDue' },
  },
})
export const paymentStates = paymentMachine.states
export type PaymentState = (typeof paymentStates)[number]

/** Whether money for it makes the order paid, and no second payment, as of one that was cancelled with its refund. */
export const awaitsMoney = ({
  paymentState,
  refunded,
}: {
  readonly paymentState: PaymentState
  readonly refunded: number
}): boolean =>
  refunded === 0 && (canMove(paymentMachine, paymentState, 'pay') || canMove(paymentMachine, paymentState, 'payLate'))

/** Of orders whose pieces count as sold, less those that were refunded. */
export const soldStates = [
  'onDelivery',
  'paid',
  'partlyRefunded',
  'refunded',
] as const satisfies readonly PaymentState[]

/** Where the products of an order are: none → preparing → shipped → delivered → completed, or returned once sent. */
export const fulfilmentStates = ['none', 'preparing', 'shipped', 'delivered', 'completed', 'returned'] as const
export type FulfilmentState = (typeof fulfilmentStates)[number]

/** Whether its products are at the shop still. */
export const isUnsent = (state: FulfilmentState): boolean => state === 'none' || state === 'preparing'

/**
 * How an order is cancelled where no money has to go back: one that is unpaid, or that cost nothing and is not sent yet.
 * Undefined: it is cancelled with its refund, or not any more. Seats of a sign-up that cost nothing are taken off by hand.
 */
export const cancelWithoutRefund = ({
  paymentState,
  fulfilmentState,
  total,
  source,
}: {
  readonly paymentState: PaymentState
  readonly fulfilmentState: FulfilmentState
  /** Minor units. */
  readonly total: number
  readonly source: string
}): 'cancel' | 'cancelPaid' | undefined => {
  if (canMove(paymentMachine, paymentState, 'cancel')) return 'cancel'
  const isFree = total === 0 && source !== 'signup' && isUnsent(fulfilmentState)
  return isFree && canMove(paymentMachine, paymentState, 'cancelPaid') ? 'cancelPaid' : undefined
}
