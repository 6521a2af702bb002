import type { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import type { Sent } from '@kaimai/contract/common/route.ts'
import type { DeviceMemory } from '../entry/device-memory.ts'

export type OrderToSend = Exclude<Sent<typeof purchaseRoutes.createOrder>['body'], FormData>

/** An order on its way: kept by the device until its outcome is known, so that a reload sends the same one again. */
export interface Submission {
  /** Idempotency-Key of the order. */
  readonly key: string
  /** Of its payment. */
  readonly paymentKey: string
  readonly body: OrderToSend
  readonly atMs: number
  /** Known once the server has answered. */
  readonly placed?: { readonly orderKey: string; readonly orderNo: string; readonly total: number } | undefined
}

/** As long as a key is good. */
const keptMs = 24 * 60 * 60_000

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The submission that a device kept of a room; undefined when there is none, or it is too old to count. */
export const readSubmission = (stored: unknown, nowMs: number): Submission | undefined => {
  if (!isRecord(stored) || typeof stored.key !== 'string' || typeof stored.paymentKey !== 'string') return undefined
  if (typeof stored.atMs !== 'number' || nowMs - stored.atMs > keptMs || nowMs < stored.atMs) return undefined
  if (!isRecord(stored.body) || typeof stored.body.streamId !== 'string') return undefined
  const { key, paymentKey, atMs, placed } = stored
  const known =
    isRecord(placed) &&
    typeof placed.orderKey === 'string' &&
    typeof placed.orderNo === 'string' &&
    typeof placed.total === 'number'
      ? { orderKey: placed.orderKey, orderNo: placed.orderNo, total: placed.total }
      : undefined
  // Written by this file from a typed body; the server reads it with its own schema again.
  return { key, paymentKey, atMs, body: stored.body as OrderToSend, placed: known }
}

/** The submission for a body: the kept one when it is the same order again and not yet placed, else a new one. */
export const submissionFor = (
  body: OrderToSend,
  kept: Submission | undefined,
  make: { readonly newKey: () => string; readonly nowMs: number },
): Submission =>
  kept !== undefined && kept.placed === undefined && JSON.stringify(kept.body) === JSON.stringify(body)
    ? kept
    : { key: make.newKey(), paymentKey: make.newKey(), body, atMs: make.nowMs }

const nameOf = (streamId: string): string => `order.${streamId}`

export const keptSubmission = (memory: DeviceMemory, streamId: string, nowMs: number): Submission | undefined =>
  readSubmission(memory.read(nameOf(streamId)), nowMs)

export const keepSubmission = (memory: DeviceMemory, submission: Submission): void =>
  memory.write(nameOf(submission.body.streamId), submission)

export const dropSubmission = (memory: DeviceMemory, streamId: string): void => memory.forget(nameOf(streamId))
