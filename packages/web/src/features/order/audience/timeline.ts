import { orderEventKinds, type ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import type { OrderView } from './order-view.ts'

export interface Step {
  /** A text under `step.`, or the event's own name where there is none. */
  readonly name: string
  readonly isKnown: boolean
  readonly state: 'past' | 'now' | 'next' | 'ended'
  readonly at?: string
}

/** These events say nothing to a shopper: the outcome has its own event. */
const silent = new Set(['paymentStarted', 'letterSent', 'methodChanged', 'refundAccountGiven'])
const known: ReadonlySet<string> = new Set(orderEventKinds)

const stepsOfDelivery = {
  home: ['preparing', 'shipped', 'delivered'],
  store: ['preparing', 'shipped', 'atStore'],
  self: ['preparing', 'atShop'],
  none: ['completed'],
} as const satisfies Record<ShopperOrder['deliveryType'], readonly string[]>

/** What comes after the payment: of a paid sign-up its place first, and then what comes with it. */
const stepsAfter = ({ source, deliveryType, events }: ShopperOrder): readonly string[] => {
  if (source !== 'signup') return stepsOfDelivery[deliveryType]
  const isSeated = events.some(({ kind }) => kind === 'seated')
  return [...(isSeated ? [] : ['seated']), ...(deliveryType === 'none' ? [] : stepsOfDelivery[deliveryType])]
}

/** How many of the steps after the payment lie behind. */
const stepsDone = ({ fulfilmentState, deliveryType }: ShopperOrder): number => {
  const all = stepsOfDelivery[deliveryType].length
  switch (fulfilmentState) {
    case 'none':
    case 'preparing':
      return 0
    case 'shipped':
      return Math.min(2, all)
    case 'delivered':
    case 'completed':
    case 'returned':
      return all
  }
}

/** Events that lead nowhere, and what is still owed. */
const stateOf = (kind: string, isLast: boolean): Step['state'] => {
  if (kind === 'paymentFailed' || kind === 'expired' || kind === 'cancelled') return 'ended'
  return kind === 'refundDue' && isLast ? 'now' : 'past'
}

const ended: ReadonlySet<OrderView> = new Set(['expired', 'cancelled', 'refunded', 'refundDue', 'returned'])

const waitingStep = (view: OrderView): string => (view === 'code' ? 'waitTransfer' : 'waitPayment')

/** What happened, what is going on, what comes next: in the order of time. */
export const timelineOf = (order: ShopperOrder, view: OrderView): Step[] => {
  const reported = order.events.filter(({ kind }) => !silent.has(kind))
  const past = reported.map(({ kind, at }, place): Step => {
    return { name: kind, isKnown: known.has(kind), state: stateOf(kind, place === reported.length - 1), at }
  })
  if (ended.has(view)) {
    const isSent = reported.some(({ kind }) => kind === view)
    return isSent ? past : [...past, { name: view, isKnown: true, state: stateOf(view, true) }]
  }
  const ahead = stepsAfter(order)
  const later = (names: readonly string[]) => names.map((name): Step => ({ name, isKnown: true, state: 'next' }))
  if (order.paymentState === 'pending') {
    return [...past, { name: waitingStep(view), isKnown: true, state: 'now' }, ...later(ahead)]
  }
  const done = stepsDone(order)
  const names = new Set(reported.map(({ kind }) => kind))
  const through = ahead.slice(0, done).filter((name) => !names.has(name))
  const [current, ...rest] = ahead.slice(done)
  return [
    ...past,
    ...through.map((name): Step => ({ name, isKnown: true, state: 'past' })),
    ...(current === undefined ? [] : [{ name: current, isKnown: true, state: 'now' } as const]),
    ...later(rest),
  ]
}
