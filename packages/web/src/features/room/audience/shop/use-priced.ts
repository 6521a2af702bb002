import { nextPriceChangeMs, type SalesChannel } from '@kaimai/contract/product/price.rules.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import { useEffect, useMemo, useState } from 'react'
import { withPrices } from './offer-state.ts'

/** A timer of more days than this fires at once. */
const longestWaitMs = 20 * 24 * 3_600_000

/** The products at what they cost now; again when the live begins or ends, and when an offer's time comes or is up. */
export const usePriced = (
  products: readonly RoomProduct[],
  place: SalesChannel,
  serverNow: () => number,
): readonly RoomProduct[] => {
  const [turn, setTurn] = useState(0)
  const nextMs = useMemo(() => {
    const nowMs = serverNow()
    const changes = products.flatMap(({ prices }) => nextPriceChangeMs(prices, nowMs) ?? [])
    return changes.length === 0 ? undefined : Math.min(...changes)
    // A turn of the clock looks for the next change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [products, serverNow, turn])
  useEffect(() => {
    if (nextMs === undefined) return undefined
    const waitMs = Math.min(nextMs - serverNow(), longestWaitMs)
    const timer = setTimeout(() => setTurn((before) => before + 1), Math.max(0, waitMs) + 20)
    return () => clearTimeout(timer)
  }, [nextMs, serverNow, turn])
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => withPrices(products, { nowMs: serverNow(), place }), [products, place, serverNow, turn])
}
