import { fail } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import { showMoney } from '@kaimai/contract/common/money.ts'
import { awaitsMoney } from '@kaimai/contract/order/order.machine.ts'
import { transferErrors } from '@kaimai/contract/payment/transfer.errors.ts'
import type { ReceivedTransfer } from '@kaimai/contract/payment/transfer.routes.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { OrderCaller } from '../../platform/http/caller.ts'
import { newId, shortCode } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { OrderService, OrderState } from '../order/order.service.ts'
import type { PaymentStore } from './payment.store.ts'
import type { PaymentRow } from './payment.tables.ts'

export interface TransfersDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'audit' | 'limits'>
  readonly store: Pick<PaymentStore, 'tries' | 'insert' | 'move' | 'markExtra' | 'extendCode'>
  readonly orders: Pick<OrderService, 'lock' | 'pay' | 'holdUntil' | 'addEvent' | 'transfers'>
}

const referenceLength = 20
/** What a buyer has transferred is held so long for the staff to find: over a weekend. */
const reportedHoldMs = 3 * 24 * 60 * 60_000
/** Of a buyer about one order. */
const reportLimit = { limit: 10, windowMs: 24 * 60 * 60_000 } as const

/** Bank transfers to the merchant's own account: reported by the buyer, found by the staff. */
export const createTransfers = ({ platform, store, orders }: TransfersDeps) => {
  const { db, clock, audit, limits } = platform

  const locked = async (tx: Tx, firmId: string, orderId: string): Promise<OrderState> => {
    const order = await orders.lock(tx, firmId, orderId)
    if (!order) throw fail('notFound')
    return order
  }

  const newest = (tries: readonly PaymentRow[]): PaymentRow | undefined =>
    tries
      .filter(({ method, state }) => method === 'transfer' && state !== 'paid')
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      .at(-1)

  /** At the door, or into the account. */
  const wayOf = ({ paymentState }: OrderState) => (paymentState === 'onDelivery' ? 'cod' : 'transfer')

  /** A payment that came without a try of the buyer's. */
  const paidRow = (order: OrderState, amount: number, isExtra: boolean): PaymentRow => ({
    id: newId(),
    firmId: order.firmId,
    orderId: order.id,
    method: wayOf(order),
    gateway: wayOf(order),
    merchantId: '',
    state: 'paid',
    amount,
    currency: order.currency,
    reference: shortCode(referenceLength),
    tradeNo: order.transferDigits,
    code: null,
    codeExpiresAt: null,
    createdAt: clock.now(),
    paidAt: clock.now(),
    queryAt: null,
    queries: 0,
    refunded: 0,
    isExtra,
  })

  /** The money becomes the buyer's own try, or a payment beside it. */
  const book = async (tx: Tx, order: OrderState, open: PaymentRow | undefined, amount: number): Promise<string> => {
    const details = { paidAt: clock.now(), queryAt: null, amount, tradeNo: order.transferDigits }
    if (open && (await store.move(order.firmId, open.id, 'succeed', details, tx))) return open.id
    const row = paidRow(order, amount, false)
    await store.insert(row, tx)
    return row.id
  }

  const receiveIn = async (tx: Tx, by: Actor, order: OrderState, given: ReceivedTransfer): Promise<void> => {
    const { received, acceptShort, memo } = given
    const isFirst = awaitsMoney(order)
    if (!isFirst && !given.asExtra) throw fail('conflict', { reason: transferErrors.orderPaidAlready })
    const who = { actorKind: 'member', actor: by.actorName } as const
    const open = isFirst ? newest(await store.tries(order.firmId, order.id, tx)) : undefined
    const due = isFirst ? (open?.amount ?? order.total) : received
    const show = (amount: number): string => showMoney({ amount, currency: order.currency })
    const short = due - received
    if (short > 0 && !acceptShort) {
      const reason = withValues(transferErrors.transferShort, { short: show(short) })
      throw fail('conflict', { reason, fields: { received: reason } })
    }
    const now =
      short > 0
        ? await orders.transfers.acceptShort(tx, order, short, { kind: 'shortAccepted', ...who, memo: show(short) })
        : order
    const amount = Math.min(received, due)
    const paymentId = await book(tx, now, open, amount)
    const outcome = await orders.pay(tx, now, memo, { method: wayOf(order), amount }, who)
    if (outcome === 'paidTwice') await store.markExtra(order.firmId, paymentId, tx)
    if (short < 0) {
      await store.insert(paidRow(now, -short, true), tx)
      await orders.transfers.oweExtra(tx, now, -short, { kind: 'overpaid', ...who, memo: show(-short) })
    }
  }

  const receiveWithin = async (tx: Tx, by: Actor, orderId: string, given: ReceivedTransfer): Promise<void> => {
    const order = await locked(tx, by.firmId, orderId)
    await receiveIn(tx, by, order, given)
    await orders.transfers.setDigits(tx, order, '')
    const { received, memo } = given
    await audit.record(tx, by, 'order.receiveTransfer', { id: orderId, name: order.orderNo }, { received, memo })
  }

  return {
    /**
     * The staff has found the money. Throws `conflict` for less than is due, unless that is accepted, and for an order
     * that is paid, unless the money is a second payment.
     */
    receive: (by: Actor, orderId: string, given: ReceivedTransfer): Promise<void> =>
      db.transaction((tx) => receiveWithin(tx, by, orderId, given)),

    /** The same within a transaction: what else it is part of happens with it, or nothing does. */
    receiveWithin,

    /** The staff has looked for it, and it is not there. Throws `conflict` where nothing is reported (any more). */
    missing: (by: Actor, orderId: string): Promise<void> =>
      db.transaction(async (tx) => {
        const order = await locked(tx, by.firmId, orderId)
        const { transferDigits: memo } = order
        if (memo === '') throw fail('conflict', { reason: transferErrors.noTransferReported })
        await orders.transfers.setDigits(tx, order, '')
        await orders.addEvent(tx, order, { kind: 'transferMissing', actorKind: 'member', actor: by.actorName, memo })
        await audit.record(tx, by, 'order.missTransfer', { id: orderId, name: order.orderNo }, { lastFive: memo })
      }),

    /**
     * The buyer says from which account the money comes. An unpaid order holds its pieces while the staff looks. Throws
     * `conflict` for an order that is paid, or not by transfer.
     */
    report: async ({ firmId, orderId }: OrderCaller, lastFive: string): Promise<void> => {
      const taken = await limits.take(`transfer-report:${orderId}`, reportLimit)
      if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
      await db.transaction(async (tx) => {
        const order = await locked(tx, firmId, orderId)
        if (!awaitsMoney(order)) throw fail('conflict', { reason: transferErrors.orderPaidAlready })
        const open = newest(await store.tries(firmId, orderId, tx))
        if (!open) throw fail('conflict', { reason: transferErrors.noTransferChosen })
        if (order.transferDigits === lastFive) return
        await orders.transfers.setDigits(tx, order, lastFive)
        await orders.addEvent(tx, order, { kind: 'transferReported', actorKind: 'shopper', memo: lastFive })
        const until = new Date(clock.ms() + reportedHoldMs)
        await orders.holdUntil(tx, order, until)
        const isShorter = open.codeExpiresAt !== null && open.codeExpiresAt < until
        if (order.paymentState === 'pending' && open.state === 'waiting' && open.code && isShorter)
          await store.extendCode(firmId, open.id, { ...open.code, expiresAt: until.toISOString() }, tx)
      })
    },
  }
}
export type Transfers = ReturnType<typeof createTransfers>
