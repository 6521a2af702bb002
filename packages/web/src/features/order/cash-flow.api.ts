import { cashFlowRoutes } from '@kaimai/contract/payment/cash-flow.routes.ts'
import type { CashFlowQuery } from '@kaimai/contract/payment/cash-flow.schema.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'
import { orderKey } from './order.api.ts'

export const cashFlowExport = cashFlowRoutes.exportList

/** Money by day and way to pay, with its sums. */
export const cashFlow = ({ from, to, method }: CashFlowQuery) => {
  const query = { from, to, ...(method === undefined ? {} : { method }) }
  return queryOptions({
    queryKey: [...orderKey, 'cash-flow', query],
    queryFn: ({ signal }) => call(cashFlowRoutes.list, { query }, { signal }),
    placeholderData: (before) => before,
  })
}
