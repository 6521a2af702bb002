import { fail } from '@kaimai/contract/common/error.ts'
import { discountShares } from '@kaimai/contract/order/discount.rules.ts'
import { transferErrors } from '@kaimai/contract/payment/transfer.errors.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { OrderStates } from './order-states.ts'
import type { OrderChangeStore } from './order-change.store.ts'
import type { NewEvent, OrderState } from './order.store.ts'
import { createTransferCandidates } from './transfer-candidates.ts'

export interface OrderTransfersDeps {
  readonly db: Database
  readonly change: Pick<OrderChangeStore, 'discounted' | 'setDiscount' | 'setTransferDigits' | 'addRefundDue'>
  readonly states: Pick<OrderStates, 'addEvent'>
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** Orders as bank transfers move them, within the transaction of the transfer. */
export const createOrderTransfers = ({ db, change, states }: OrderTransfersDeps) => ({
  ...createTransferCandidates(db),

  /** What the buyer says to have transferred from; empty: somebody has looked for it. */
  setDigits: (tx: Tx, { firmId, id }: OrderState, digits: string): Promise<void> =>
    change.setTransferDigits(firmId, id, digits, tx),

  /**
   * Less is enough: an unpaid order costs so much less, taken off its lines. Answers the order as it then is; throws
   * `conflict` where its lines cost less than that.
   */
  acceptShort: async (tx: Tx, order: OrderState, short: number, event: NewEvent): Promise<OrderState> => {
    const { firmId, id, currency } = order
    const before = await change.discounted(firmId, id, tx)
    const discount = before.discount + short
    if (discount > sumOf(before.amounts)) throw fail('conflict', { reason: transferErrors.transferFarShort })
    const total = before.total - short
    await change.setDiscount(
      firmId,
      id,
      { discount, total, shares: discountShares(before.amounts, discount, currency) },
      tx,
    )
    await states.addEvent(tx, order, event)
    return { ...order, total }
  },

  /** More came than was due: so much is to be given back. */
  oweExtra: async (tx: Tx, order: OrderState, amount: number, event: NewEvent): Promise<void> => {
    await change.addRefundDue(order.firmId, order.id, amount, tx)
    await states.addEvent(tx, order, event)
  },
})
export type OrderTransfers = ReturnType<typeof createOrderTransfers>
