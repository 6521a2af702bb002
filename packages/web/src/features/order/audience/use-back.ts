import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { useState } from 'react'
import { type DeviceMemory, deviceMemory } from '../../../lib/audience/device-memory.ts'
import { triesOf } from './order-view.ts'

/**
 * When this device first saw the order with its newest try to pay, by the server's clock in epoch ms. It is stored: who
 * reloads the page does not begin to wait anew.
 */
export const backMsOf = (order: ShopperOrder, memory: DeviceMemory): number => {
  const name = `seen.${order.id}`
  const tries = triesOf(order).length
  const stored = memory.read(name)
  if (typeof stored === 'object' && stored !== null && 'tries' in stored && 'atMs' in stored) {
    if (stored.tries === tries && typeof stored.atMs === 'number') return stored.atMs
  }
  const atMs = Date.parse(order.now)
  memory.write(name, { tries, atMs })
  return atMs
}

/** The same for a page: asked again when another try has come. */
export const useBackMs = (order: ShopperOrder): number => {
  const tries = triesOf(order).length
  const [seen, setSeen] = useState(() => ({ tries, atMs: backMsOf(order, deviceMemory) }))
  if (seen.tries !== tries) setSeen({ tries, atMs: backMsOf(order, deviceMemory) })
  return seen.atMs
}
