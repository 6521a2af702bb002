declare module '../../platform/events/events.ts' {
  interface EventMap {
    'order.placed': { firmId: string; orderId: string; liveId: string }
    /** Also of a late payment whose goods could be reserved again. */
    'order.paid': { firmId: string; orderId: string; liveId: string }
    'order.expired': { firmId: string; orderId: string; liveId: string }
    'order.cancelled': { firmId: string; orderId: string; liveId: string }
    /** A late payment whose goods were gone: the merchant owes the money back. */
    'order.refundDue': { firmId: string; orderId: string; liveId: string }
  }
}

export interface OrderEventPayload {
  readonly firmId: string
  readonly orderId: string
  readonly liveId: string
}
