import type { Tx } from '../../platform/db/database.ts'
import type { RefundTables } from './refund.tables.ts'

/** Takes what is left of buyers' bank accounts out of the refunds of orders that are erased. */
export const eraseRefunds = async (tx: Tx, firmId: string, orderIds: readonly string[]): Promise<void> => {
  if (orderIds.length === 0) return
  await tx
    .as<RefundTables>()
    .updateTable('refund')
    .set({ account: '', accountEnd: '' })
    .where('firmId', '=', firmId)
    .where('orderId', 'in', orderIds)
    .execute()
}
