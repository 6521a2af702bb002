import { identityOf } from '@kaimai/contract/room/event-order.rules.ts'
import type { RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import { useEffect, useRef, useState } from 'react'
import { browserClock } from '../../../../lib/clock/clock.ts'

export interface Toast {
  readonly key: string
  readonly productName: string
  readonly quantity: number
  /** Of the script: nobody bought. */
  readonly simulated: boolean
}

/** A purchase that came up longer ago is history, not news, in ms. */
const newsForMs = 8_000
const shownForMs = 4_000
const maxWaiting = 3

/** The purchases among events that came up after `sinceMs` of room time. */
export const toastsOf = (
  events: readonly RoomEvent[],
  products: readonly Pick<RoomProduct, 'productId' | 'productName'>[],
  sinceMs: number,
): Toast[] =>
  events.flatMap((event) => {
    if ((event.kind !== 'ticketShown' && event.kind !== 'sold') || event.ms < sinceMs) return []
    const productName = products.find(({ productId }) => productId === event.productId)?.productName
    if (productName === undefined) return []
    return [
      {
        key: identityOf(event),
        productName,
        quantity: event.quantity,
        simulated: event.kind === 'ticketShown',
      },
    ]
  })

/** One purchase at a time, each for a few seconds. `roomNowMs`: room time now. */
export const useToasts = (
  events: readonly RoomEvent[],
  products: readonly Pick<RoomProduct, 'productId' | 'productName'>[],
  roomNowMs: () => number,
): Toast | undefined => {
  const announced = useRef(new Set<string>())
  const [queue, setQueue] = useState<readonly Toast[]>([])
  useEffect(() => {
    const fresh = toastsOf(events, products, roomNowMs() - newsForMs).filter(({ key }) => !announced.current.has(key))
    if (fresh.length === 0) return
    for (const { key } of fresh) announced.current.add(key)
    setQueue((before) => [...before.slice(0, 1), ...[...before.slice(1), ...fresh].slice(-maxWaiting)])
  }, [events, products, roomNowMs])
  const [first] = queue
  useEffect(() => {
    if (!first) return undefined
    return browserClock.after(shownForMs, () => setQueue((before) => before.slice(1)))
  }, [first])
  return first
}
