declare module '../../platform/events/events.ts' {
  interface EventMap {
    'order.placed': { firmId: string; orderId: string; liveId: string | null }
    /** Also of a late payment whose products could be reserved again. */
    'order.paid': { firmId: string; orderId: string; liveId: string | null }
    'order.expired': { firmId: string; orderId: string; liveId: string | null }
    'order.cancelled': { firmId: string; orderId: string; liveId: string | null }
    /** A late payment whose products were sold out: the merchant owes the money back. */
    'order.refundDue': { firmId: string; orderId: string; liveId: string | null }
    /** Money of an order goes back, minor units: what an invoice and a commission follow. */
    'order.refunded': { firmId: string; orderId: string; liveId: string | null; refundId: string; amount: number }
    /** A refund was taken back before its money moved. */
    'order.refundWithdrawn': {
      firmId: string
      orderId: string
      liveId: string | null
      refundId: string
      amount: number
    }
  }
}

export interface OrderEventPayload {
  readonly firmId: string
  readonly orderId: string
  /** Null unless it comes from a room. */
  readonly liveId: string | null
}
