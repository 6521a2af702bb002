import type { DeviceMemory } from '../../../../lib/audience/device-memory.ts'
import type { FilledIn, OrderedLine } from './checkout-shop.ts'

/** An order on its way: kept by the device until its outcome is known, so that a reload sends the same one again. */
export interface Submission {
  /** Idempotency-Key of the order. */
  readonly key: string
  /** Of its payment. */
  readonly paymentKey: string
  /** Where it was bought. */
  readonly shopId: string
  readonly filled: FilledIn
  readonly lines: readonly OrderedLine[]
  readonly atMs: number
  /** Known once the server has answered. */
  readonly placed?: { readonly orderKey: string; readonly orderNo: string; readonly total: number } | undefined
}

/** As long as a key is good. */
const keptMs = 24 * 60 * 60_000

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The submission that a device kept of a shop; undefined when there is none, or it is too old to count. */
export const readSubmission = (stored: unknown, nowMs: number): Submission | undefined => {
  if (!isRecord(stored) || typeof stored.key !== 'string' || typeof stored.paymentKey !== 'string') return undefined
  if (typeof stored.atMs !== 'number' || nowMs - stored.atMs > keptMs || nowMs < stored.atMs) return undefined
  if (typeof stored.shopId !== 'string' || !isRecord(stored.filled) || !Array.isArray(stored.lines)) return undefined
  const { key, paymentKey, atMs, placed, shopId } = stored
  const known =
    isRecord(placed) &&
    typeof placed.orderKey === 'string' &&
    typeof placed.orderNo === 'string' &&
    typeof placed.total === 'number'
      ? { orderKey: placed.orderKey, orderNo: placed.orderNo, total: placed.total }
      : undefined
  // Both written by this file from typed values; the server reads them with its own schema again.
  const filled = stored.filled as unknown as FilledIn
  const lines = stored.lines as readonly OrderedLine[]
  return { key, paymentKey, shopId, atMs, filled, lines, placed: known }
}

/** What makes two orders the same; by what somebody came is not part of it. */
const sameness = ({ filled, lines }: Pick<Submission, 'filled' | 'lines'>): string =>
  JSON.stringify([{ ...filled, tracking: undefined }, lines])

/** The submission for an order: the kept one when it is the same again and not yet placed, else a new one. */
export const submissionFor = (
  order: Pick<Submission, 'shopId' | 'filled' | 'lines'>,
  kept: Submission | undefined,
  make: { readonly newKey: () => string; readonly nowMs: number },
): Submission =>
  kept !== undefined && kept.placed === undefined && sameness(kept) === sameness(order)
    ? kept
    : { ...order, key: make.newKey(), paymentKey: make.newKey(), atMs: make.nowMs }

const nameOf = (shopId: string): string => `order.${shopId}`

export const keptSubmission = (memory: DeviceMemory, shopId: string, nowMs: number): Submission | undefined =>
  readSubmission(memory.read(nameOf(shopId)), nowMs)

export const keepSubmission = (memory: DeviceMemory, submission: Submission): void =>
  memory.write(nameOf(submission.shopId), submission)

export const dropSubmission = (memory: DeviceMemory, shopId: string): void => memory.forget(nameOf(shopId))
