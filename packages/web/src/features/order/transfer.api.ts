import type { ReceivedTransfer } from '@kaimai/contract/payment/transfer.routes.ts'
import { transferRoutes } from '@kaimai/contract/payment/transfer.routes.ts'
import { call } from '../../lib/http/http.ts'

/** The money of an order has come in. */
export const receiveTransfer = (id: string, body: ReceivedTransfer) =>
  call(transferRoutes.receive, { params: { id }, body })

/** What the buyer has reported is not there. */
export const missTransfer = (id: string) => call(transferRoutes.missing, { params: { id }, body: {} })
