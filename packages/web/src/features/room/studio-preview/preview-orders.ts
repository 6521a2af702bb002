import type { PreviewMessage } from '@kaimai/contract/room/preview.protocol.ts'

/** The orders that the frame is sent, and what it shows for them. */
export type Shown = Extract<PreviewMessage, { t: 'show' }>
export type Order = Exclude<PreviewMessage, { t: 'show' }>

export interface Orders {
  readonly publish: (order: Order) => void
  /** One room at a time obeys; answers what ends that. */
  readonly subscribe: (obey: (order: Order) => void) => () => void
}

/** What is published while no room is mounted yet is kept, in its order, for the first that subscribes. */
export const createOrders = (): Orders => {
  let kept: Order[] = []
  let current: ((order: Order) => void) | undefined
  return {
    publish: (order) => {
      if (current) current(order)
      else kept.push(order)
    },
    subscribe: (obey) => {
      current = obey
      const waiting = kept
      kept = []
      for (const order of waiting) obey(order)
      return () => {
        if (current === obey) current = undefined
      }
    },
  }
}
