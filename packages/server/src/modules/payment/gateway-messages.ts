import type { Executor, Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { GatewayWord, PaymentMethods } from '../../platform/ports/payment.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { OrderService, OrderState } from '../order/order.service.ts'
import type { PaymentStore } from './payment.store.ts'
import type { PaymentRow } from './payment.tables.ts'

/** What came of a gateway's word. */
export type WordOutcome =
  | 'paid'
  | 'paidLate'
  | 'refundDue'
  | 'paidTwice'
  | 'codeIssued'
  | 'failed'
  /** Said before, or overtaken by a later word. */
  | 'nothingNew'
  /** Another amount, currency or order than ours. */
  | 'mismatch'
  | 'unknownPayment'
  /** Play money for a firm that takes none. */
  | 'notMoney'

export interface GatewayMessagesDeps {
  readonly platform: Pick<Platform, 'db' | 'clock'>
  readonly store: PaymentStore
  readonly orders: Pick<OrderService, 'lock' | 'pay' | 'holdUntil' | 'addEvent'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly methods: PaymentMethods
}

/** Does what a gateway says of a payment, once, whether it said so in a notice or when asked. */
export const createGatewayMessages = ({ platform, store, orders, firms, methods }: GatewayMessagesDeps) => {
  const { db, clock } = platform

  const isOurs = (word: GatewayWord, payment: PaymentRow, order: OrderState): boolean =>
    word.amount === payment.amount && word.currency === payment.currency && word.orderNo === order.orderNo

  const applyIn = async (tx: Tx, word: GatewayWord, payment: PaymentRow, order: OrderState): Promise<WordOutcome> => {
    const { firmId, id } = payment
    const { tradeNo, code } = word
    if (!isOurs(word, payment, order)) {
      await orders.addEvent(tx, order, { kind: 'paymentMismatch', actorKind: 'gateway', memo: tradeNo })
      return 'mismatch'
    }
    switch (word.kind) {
      case 'paid': {
        const moved = await store.move(firmId, id, 'succeed', { paidAt: clock.now(), queryAt: null, tradeNo }, tx)
        return moved ? orders.pay(tx, order, tradeNo, payment) : 'nothingNew'
      }
      case 'failed': {
        if (!(await store.move(firmId, id, 'fail', { queryAt: null, tradeNo }, tx))) return 'nothingNew'
        await orders.addEvent(tx, order, { kind: 'paymentFailed', actorKind: 'gateway', memo: tradeNo })
        return 'failed'
      }
      case 'codeIssued': {
        if (!code) return 'mismatch'
        const { bankCode, account } = code
        const codeExpiresAt = new Date(code.expiresAt)
        const details = { bankCode, account, codeExpiresAt, tradeNo }
        if (!(await store.move(firmId, id, 'issueCode', details, tx))) return 'nothingNew'
        await orders.holdUntil(tx, order, codeExpiresAt)
        await orders.addEvent(tx, order, { kind: 'codeIssued', actorKind: 'gateway', memo: '' })
        return 'codeIssued'
      }
    }
  }

  return {
    /**
     * `payment` as found by the word's reference. `record` writes the outcome within the transaction that brings it
     * about. Call it outside transactions.
     */
    apply: async (
      word: GatewayWord,
      payment: PaymentRow | undefined,
      record: (on: Executor, outcome: WordOutcome) => Promise<void>,
    ): Promise<void> => {
      const adapter = payment && methods.find(payment.method)
      if (!payment || !adapter) return record(db, 'unknownPayment')
      if (adapter.isPlay && !methods.counts(adapter, await firms.publicFirm(payment.firmId))) {
        return record(db, 'notMoney')
      }
      await db.transaction(async (tx) => {
        // The order first: what else touches its money waits here, then its stock in the order of ids.
        const order = await orders.lock(tx, payment.firmId, payment.orderId)
        await record(tx, order ? await applyIn(tx, word, payment, order) : 'unknownPayment')
      })
    },
  }
}
export type GatewayMessages = ReturnType<typeof createGatewayMessages>
