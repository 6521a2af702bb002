import type { Page } from '@kaimai/contract/common/page.ts'
import type { PaymentState } from '@kaimai/contract/order/order.machine.ts'
import type { Answer } from '@kaimai/contract/common/route.ts'
import type { StaffOrderBody } from '@kaimai/contract/order/checkout.schema.ts'
import { orderRoutes } from '@kaimai/contract/order/order.routes.ts'
import type { OrderRow, OrderSource } from '@kaimai/contract/order/order.schema.ts'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/http/http.ts'

/** Everything about orders in the query cache stands below it. */
export const orderKey = ['order'] as const

interface OrderRequest {
  readonly limit: number
  readonly cursor?: string
  readonly sort?: string
  readonly q?: string
  readonly paymentState?: PaymentState
  readonly liveId?: string
  readonly source?: OrderSource
  readonly unanswered?: '1'
  readonly refundDue?: '1'
  readonly transferReported?: '1'
}

export const loadOrders = (request: OrderRequest, signal: AbortSignal): Promise<Page<OrderRow>> =>
  call(orderRoutes.list, { query: request }, { signal })

/** How many orders stand where, searched and narrowed as the list is. */
export const orderCounts = (
  narrowing: Pick<OrderRequest, 'q' | 'liveId' | 'source' | 'unanswered' | 'refundDue' | 'transferReported'>,
) =>
  queryOptions({
    queryKey: [...orderKey, 'counts', narrowing],
    queryFn: ({ signal }) => call(orderRoutes.counts, { query: narrowing }, { signal, quiet: true }),
    placeholderData: (before) => before,
  })

/** Cancels an unpaid order. */
export const cancelOrder = (id: string) => call(orderRoutes.cancel, { params: { id }, body: {} })

/** How the firm delivers and is paid, for an order that its staff places. */
export const orderWays = queryOptions({
  queryKey: [...orderKey, 'ways'],
  queryFn: ({ signal }) => call(orderRoutes.ways, {}, { signal }),
})
export type OrderWays = Answer<typeof orderRoutes.ways>

/** Places an order for a buyer; the same key again answers the same order. */
export const createOrder = (body: z.input<typeof StaffOrderBody>, idempotencyKey: string) =>
  call(orderRoutes.create, { body }, { idempotencyKey })
export type CreatedOrder = Answer<typeof orderRoutes.create>

/** Answers the buyer of an order. */
export const answerBuyer = (id: string, text: string) =>
  call(orderRoutes.answerMessage, { params: { id }, body: { text } })

/** How often an order that is not paid is asked again, in ms. */
const waitingEveryMs = 15_000
const waiting: readonly (PaymentState | undefined)[] = ['pending', 'onDelivery']

/** One order with its timeline. */
export const orderShown = (id: string) =>
  queryOptions({
    queryKey: [...orderKey, 'one', id],
    queryFn: ({ signal }) => call(orderRoutes.show, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (waiting.includes(state.data?.paymentState) ? waitingEveryMs : false),
  })
