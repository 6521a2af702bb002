import { orderRoutes } from '@kaimai/contract/order/order.routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'
import { orderKey } from '../order/order.api.ts'

/** The newest orders and how many there are; silent when the member may not see them. */
export const newestOrders = (limit: number) =>
  queryOptions({
    queryKey: [...orderKey, 'newest', limit],
    queryFn: ({ signal }) => call(orderRoutes.list, { query: { limit } }, { signal, quiet: true }),
  })
