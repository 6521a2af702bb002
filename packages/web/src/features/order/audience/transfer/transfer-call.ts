import { transferReportRoutes } from '@kaimai/contract/payment/transfer.routes.ts'
import { call } from '../../../../lib/http/http.ts'

/** Says from which account the money was transferred; as often as the buyer mends it. */
export const reportTransfer = async (orderKey: string, lastFive: string): Promise<void> => {
  await call(transferReportRoutes.report, { body: { lastFive } }, { orderKey, quiet: true })
}
