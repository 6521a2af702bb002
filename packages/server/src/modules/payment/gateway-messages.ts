import type { Executor, Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { GatewayWord } from '../gateway/gateway.service.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { OrderService, OrderState } from '../order/order.service.ts'
import type { PaymentCode } from '@kaimai/contract/gateway/payment-code.schema.ts'
import { codeGraceMinutes } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { PaymentOffers } from '../gateway/gateway.service.ts'
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
  /** True, and nothing moved by it. */
  | 'noted'
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
  readonly offers: PaymentOffers
}

/** Does what a gateway says of a payment, once, whether it said so in a notice or when asked. */
export const createGatewayMessages = ({ platform, store, orders, firms, offers }: GatewayMessagesDeps) => {
  const { db, clock } = platform

  const isOurs = (word: GatewayWord, payment: PaymentRow, order: OrderState): boolean =>
    word.amount === payment.amount &&
    word.currency === payment.currency &&
    (word.orderNo === '' || word.orderNo === order.orderNo)

  /** What to pay with is known: the order holds its pieces as long as it can be paid with that, and a while for the report. */
  const takeCode = async (
    tx: Tx,
    { firmId, id }: PaymentRow,
    order: OrderState,
    code: PaymentCode,
    tradeNo: string,
  ) => {
    const codeExpiresAt = new Date(code.expiresAt)
    const details = { code, codeExpiresAt, tradeNo }
    if (!(await store.move(firmId, id, 'issueCode', details, tx))) return 'nothingNew'
    // The staff, who looks itself, is no day late.
    const graceMs = code.kind === 'transfer' ? 0 : codeGraceMinutes * 60_000
    await orders.holdUntil(tx, order, new Date(codeExpiresAt.getTime() + graceMs))
    await orders.addEvent(tx, order, { kind: 'codeIssued', actorKind: 'gateway', memo: '' })
    return 'codeIssued'
  }

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
        if (!moved) return 'nothingNew'
        const outcome = await orders.pay(tx, order, tradeNo, payment)
        if (outcome === 'paidTwice') await store.markExtra(firmId, id, tx)
        return outcome
      }
      case 'failed': {
        if (!(await store.move(firmId, id, 'fail', { queryAt: null, tradeNo }, tx))) return 'nothingNew'
        await orders.addEvent(tx, order, { kind: 'paymentFailed', actorKind: 'gateway', memo: tradeNo })
        return 'failed'
      }
      case 'noted':
        await orders.addEvent(tx, order, { kind: 'paymentNoted', actorKind: 'gateway', memo: word.words ?? tradeNo })
        return 'noted'
      case 'codeIssued':
        return code ? takeCode(tx, payment, order, code, tradeNo) : 'mismatch'
    }
  }

  const refuseIn = async (tx: Tx, { firmId, orderId, reference }: PaymentRow): Promise<void> => {
    const order = await orders.lock(tx, firmId, orderId)
    if (order) await orders.addEvent(tx, order, { kind: 'noticeRefused', actorKind: 'gateway', memo: reference })
  }

  return {
    /** A notice about it that can't be believed: the order shows that it came, and nothing else. */
    refuse: (payment: PaymentRow): Promise<void> => db.transaction((tx) => refuseIn(tx, payment)),

    /** What a gateway answered at once when the payment was started. */
    issueCode: (payment: PaymentRow, code: PaymentCode): Promise<void> =>
      db.transaction(async (tx) => {
        const order = await orders.lock(tx, payment.firmId, payment.orderId)
        if (order) await takeCode(tx, payment, order, code, payment.tradeNo)
      }),

    /**
     * `payment` as found by the word's reference. `record` writes the outcome within the transaction that brings it
     * about. Call it outside transactions.
     */
    apply: async (
      word: GatewayWord,
      payment: PaymentRow | undefined,
      record: (on: Executor, outcome: WordOutcome) => Promise<void>,
    ): Promise<void> => {
      const gateway = payment && offers.gateway(payment.gateway)
      if (!payment || !gateway) return record(db, 'unknownPayment')
      if (gateway.isTest && !offers.counts(gateway, await firms.publicFirm(payment.firmId))) {
        return db.transaction(async (tx) => {
          await refuseIn(tx, payment)
          await record(tx, 'notMoney')
        })
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
