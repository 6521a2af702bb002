import { refundPaymentRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import type { BankAccount } from '@kaimai/contract/refund/refund.schema.ts'
import { call } from '../../../../lib/http/http.ts'

/** Says where the money of a refund goes; as often as the buyer mends it, until it is transferred. */
export const giveAccount = async (orderKey: string, refundId: string, account: BankAccount): Promise<void> => {
  await call(refundPaymentRoutes.giveAccount, { body: { ...account, refundId } }, { orderKey, quiet: true })
}
