import { cashFlowRoutes } from '@kaimai/contract/payment/cash-flow.routes.ts'
import type { CashFlowQuery, UsageQuery } from '@kaimai/contract/payment/cash-flow.schema.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'
import { orderKey } from './order.api.ts'

export const cashFlowExport = cashFlowRoutes.exportList
export const usageExport = cashFlowRoutes.exportUsage

/** Money by day and way to pay, with its sums. */
export const cashFlow = ({ from, to, method }: CashFlowQuery) => {
  const query = { from, to, ...(method === undefined ? {} : { method }) }
  return queryOptions({
    queryKey: [...orderKey, 'cash-flow', query],
    queryFn: ({ signal }) => call(cashFlowRoutes.list, { query }, { signal }),
    placeholderData: (before) => before,
  })
}

/** Live hours and points that were bought and used, by day. */
export const hoursAndPoints = ({ from, to }: UsageQuery) =>
  queryOptions({
    queryKey: [...orderKey, 'usage', from, to],
    queryFn: ({ signal }) => call(cashFlowRoutes.usage, { query: { from, to } }, { signal }),
    placeholderData: (before) => before,
  })
