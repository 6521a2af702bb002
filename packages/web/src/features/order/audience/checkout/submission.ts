import { isPaymentMethod, type PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { DeviceMemory } from '../../../../lib/audience/device-memory.ts'
import type { FilledIn, OrderedLine } from './checkout-shop.ts'

interface Begun {
  /** Idempotency-Key of the order. */
  readonly key: string
  /** Of its payment. */
  readonly paymentKey: string
  /** Where it was bought. */
  readonly shopId: string
  readonly atMs: number
}

/** An order on its way: kept by the device until its outcome is known, so that a reload sends the same one again. */
export interface Submission extends Begun {
  readonly filled: FilledIn
  readonly lines: readonly OrderedLine[]
  /** What was chosen beside. */
  readonly chosen?: string | undefined
  readonly placed?: undefined
}

/** An order that stands and waits for its payment: what was filled in is the server's by now, and nobody else's. */
export interface Standing extends Begun {
  readonly paymentMethod: PaymentMethod
  readonly placed: { readonly orderKey: string; readonly orderNo: string; readonly total: number }
}

export const standingOf = (submission: Submission, placed: Standing['placed']): Standing => {
  const { key, paymentKey, shopId, atMs, filled } = submission
  return { key, paymentKey, shopId, atMs, paymentMethod: filled.paymentMethod, placed }
}

/** As long as a key is good. */
const retentionMs = 24 * 60 * 60_000

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What a device kept of an order of a shop; undefined when there is none, or it is too old to count. */
export const readSubmission = (stored: unknown, nowMs: number): Submission | Standing | undefined => {
  if (!isRecord(stored) || typeof stored.key !== 'string' || typeof stored.paymentKey !== 'string') return undefined
  if (typeof stored.atMs !== 'number' || nowMs - stored.atMs > retentionMs || nowMs < stored.atMs) return undefined
  if (typeof stored.shopId !== 'string') return undefined
  const { key, paymentKey, atMs, placed, shopId, paymentMethod, chosen } = stored
  const begun = { key, paymentKey, shopId, atMs }
  if (placed !== undefined) {
    if (!isRecord(placed) || typeof paymentMethod !== 'string' || !isPaymentMethod(paymentMethod)) return undefined
    const { orderKey, orderNo, total } = placed
    if (typeof orderKey !== 'string' || typeof orderNo !== 'string' || typeof total !== 'number') return undefined
    return { ...begun, paymentMethod, placed: { orderKey, orderNo, total } }
  }
  if (!isRecord(stored.filled) || !Array.isArray(stored.lines)) return undefined
  // Both written by this file from typed values; the server reads them with its own schema again.
  const filled = stored.filled as unknown as FilledIn
  const lines = stored.lines as readonly OrderedLine[]
  return { ...begun, filled, lines, chosen: typeof chosen === 'string' ? chosen : undefined }
}

/** What makes two orders the same; by what somebody came is not part of it. */
const sameness = ({ filled, lines, chosen }: Pick<Submission, 'filled' | 'lines' | 'chosen'>): string =>
  JSON.stringify([{ ...filled, tracking: undefined }, lines, chosen])

/** The submission for an order: the kept one when it is the same again and not yet placed, else a new one. */
export const submissionFor = (
  order: Pick<Submission, 'shopId' | 'filled' | 'lines' | 'chosen'>,
  stored: Submission | Standing | undefined,
  make: { readonly newKey: () => string; readonly nowMs: number },
): Submission =>
  stored !== undefined && stored.placed === undefined && sameness(stored) === sameness(order)
    ? stored
    : { ...order, key: make.newKey(), paymentKey: make.newKey(), atMs: make.nowMs }

const nameOf = (shopId: string): string => `order.${shopId}`

/** What is too old to count is forgotten: it holds a name and an address. */
export const storedSubmission = (
  memory: DeviceMemory,
  shopId: string,
  nowMs: number,
): Submission | Standing | undefined => {
  const stored = memory.read(nameOf(shopId))
  const submission = readSubmission(stored, nowMs)
  if (submission === undefined && stored !== undefined) memory.forget(nameOf(shopId))
  return submission
}

export const keepSubmission = (memory: DeviceMemory, submission: Submission | Standing): void =>
  memory.write(nameOf(submission.shopId), submission)

export const dropSubmission = (memory: DeviceMemory, shopId: string): void => memory.forget(nameOf(shopId))
