import type { DeviceMemory } from '../../../../lib/audience/device-memory.ts'

/** An unpaid order ends before that: the longest code of a store or a bank. */
const longestMs = 8 * 24 * 60 * 60_000

const nameOf = (shopId: string): string => `placed.${shopId}`

/** Told to the page when an order was placed on it. */
export const placedEvent = 'kaimai.placed'

/** This browser has placed an order in that shop: its pages ask whether it waits for its payment. */
export const markPlaced = (memory: DeviceMemory, shopId: string, nowMs: number): void => {
  memory.write(nameOf(shopId), nowMs)
  dispatchEvent(new Event(placedEvent))
}

export const unmarkPlaced = (memory: DeviceMemory, shopId: string): void => memory.forget(nameOf(shopId))

/** Whether it is worth to ask: of ten thousand viewers of a room few have ordered. */
export const hasPlaced = (memory: DeviceMemory, shopId: string, nowMs: number): boolean => {
  const atMs = memory.read(nameOf(shopId))
  return typeof atMs === 'number' && atMs <= nowMs && nowMs - atMs < longestMs
}
