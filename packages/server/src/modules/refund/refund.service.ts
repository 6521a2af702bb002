import { fail } from '@kaimai/contract/common/error.ts'
import { refundErrors } from '@kaimai/contract/refund/refund.errors.ts'
import { refundAction } from '@kaimai/contract/refund/refund.routes.ts'
import type { BankAccount, RefundRequest } from '@kaimai/contract/refund/refund.schema.ts'
import type { OrderSource } from '@kaimai/contract/order/order.schema.ts'
import { z } from 'zod'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Grants } from '../../platform/grants.ts'
import type { GrantCaller, OrderCaller } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import type { GatewayMerchants, PaymentOffers } from '../gateway/gateway.service.ts'
import type { OrderService } from '../order/order.service.ts'
import type { PaymentStore } from '../payment/payment.service.ts'
import { decideRefund, type RefundedOrder } from './refund-plan.ts'
import { createRefundSending } from './refund-sending.ts'
import { accountPurpose } from './refund.present.ts'
import type { RefundMove, RefundStore } from './refund.store.ts'
import type { RefundRow } from './refund.tables.ts'

export interface RefundServiceDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'jobs' | 'log' | 'audit' | 'secret'>
  readonly store: RefundStore
  readonly orders: Pick<OrderService, 'refunds'>
  readonly payments: Pick<PaymentStore, 'received' | 'addRefunded' | 'byId'>
  readonly offers: Pick<PaymentOffers, 'gateway'>
  readonly merchants: GatewayMerchants
  readonly grants: Grants
}

const MadeRefund = z.object({ firmId: z.string(), refundId: z.string() })
const shownDigits = 4

/** Money that goes back: decided by staff, moved in one transaction with its order, then given back by the gateway or by hand. */
export const createRefundService = (deps: RefundServiceDeps) => {
  const { platform, store, orders, payments, offers, grants } = deps
  const { db, clock, audit, log, secret } = platform
  const sending = createRefundSending(deps)

  const lockOrder = async (tx: Tx, firmId: string, orderId: string): Promise<RefundedOrder> => {
    const order = await orders.refunds.lock(tx, firmId, orderId)
    if (!order) throw fail('notFound')
    return order
  }

  const decide = async (tx: Tx, order: RefundedOrder, request: RefundRequest) => {
    const [received, earlier] = [
      await payments.received(order.firmId, order.id, tx),
      await store.ofOrder(order.firmId, order.id, tx),
    ]
    return decideRefund(order, received, earlier, request)
  }

  /** A grant that serves no more stands in the log, as one does that nobody has signed: what is undone leaves no row. */
  const refuse = ({ id, firmId, userId, resource }: GrantCaller, why: string): void =>
    log.warn({ action: refundAction, grant: id, firmId, userId, order: resource }, `a grant was refused: ${why}`)

  /** Of an order that is locked. Throws `notFound`, and `conflict` when it has moved on. */
  const moveLocked = async (
    tx: Tx,
    { firmId, orderId, refundId }: { firmId: string; orderId: string; refundId: string },
    move: RefundMove,
    details: Parameters<RefundStore['move']>[3],
  ): Promise<{ order: RefundedOrder; refund: RefundRow }> => {
    const order = await lockOrder(tx, firmId, orderId)
    const refund = await store.find(firmId, refundId, tx)
    if (refund?.orderId !== orderId) throw fail('notFound')
    if (!(await store.move(firmId, refundId, move, details, tx)))
      throw fail('conflict', { reason: refundErrors.refundMoved })
    return { order, refund }
  }

  return {
    /** What `make` answers and `send` is given, also after it was kept as JSON. */
    made: MadeRefund,

    /** Checks a refund and signs a grant for it. Throws `notFound`, `conflict` with what stands against it. */
    grant: async (by: Actor, orderId: string, request: RefundRequest) => {
      const { plan } = await db.transaction(async (tx) => decide(tx, await lockOrder(tx, by.firmId, orderId), request))
      const { amount } = plan
      const { firmId, memberId, actorName: userName } = by
      const signed = grants.sign({
        firmId,
        userId: memberId ?? '',
        userName,
        action: refundAction,
        resource: orderId,
        amount,
      })
      return { grant: signed.grant, refundId: signed.id, amount, expiresAt: signed.expiresAt.toISOString() }
    },

    /**
     * Moves order, stock and events, and writes down the refund. Throws `forbidden` when it gives back another amount than
     * was granted, `conflict` for a grant that was used, `notFound` for an order of another kind.
     */
    make: async (
      granted: GrantCaller,
      request: RefundRequest,
      { ip, sources }: { readonly ip: string; readonly sources: readonly OrderSource[] },
    ): Promise<z.input<typeof MadeRefund>> =>
      db.transaction(async (tx) => {
        const { firmId, id, resource, amount } = granted
        const order = await lockOrder(tx, firmId, resource)
        if (!sources.includes(order.source)) throw fail('notFound')
        // Before it is decided anew: what was made by this grant has changed what is left.
        if (await store.find(firmId, id, tx)) {
          refuse(granted, 'it was used')
          throw fail('conflict', { reason: refundErrors.grantUsed })
        }
        const { payment, plan } = await decide(tx, order, request)
        if (plan.amount !== amount) {
          refuse(granted, 'it is for another amount')
          throw fail('forbidden', { reason: refundErrors.grantOther })
        }
        const gateway = offers.gateway(payment.gateway)
        const byGateway = gateway?.refund !== undefined && gateway.refundable.includes(payment.method)
        const now = clock.now()
        const wasOwed = payment.isExtra || order.paymentState === 'refundDue'
        const restocked = request.restock && plan.lines.length > 0
        await store.insert(
          {
            id,
            firmId,
            orderId: order.id,
            paymentId: payment.id,
            state: byGateway ? 'requested' : 'manual',
            amount,
            lines: [...plan.lines],
            fees: plan.fees,
            restocked,
            memo: request.memo,
            reference: '',
            words: '',
            wordsEn: '',
            problem: '',
            owed: wasOwed,
            account: '',
            accountEnd: '',
            createdAt: now,
            createdBy: granted.userName,
            doneAt: null,
            doneBy: '',
            askAt: byGateway ? now : null,
            asks: 0,
          },
          tx,
        )
        await payments.addRefunded(firmId, payment.id, amount, tx)
        const by = { actorKind: 'member', actor: granted.userName, memo: request.memo } as const
        if (payment.isExtra) await orders.refunds.note(tx, order, { kind: 'extraRefunded', ...by })
        else await orders.refunds.refund(tx, order, { ...plan, id, restocked, cancels: request.cancel }, by)
        await orders.refunds.addRefundDue(tx, order, (byGateway ? 0 : amount) - (wasOwed ? amount : 0))
        const actor: Actor = { firmId, memberId: granted.userId, actorName: granted.userName, ip }
        const target = { id: order.id, name: order.orderNo }
        if (request.cancel) await audit.record(tx, actor, 'order.cancel', target, { memo: request.memo })
        await audit.record(tx, actor, 'order.refund', target, { amount })
        return { firmId, refundId: id }
      }),

    /** Asks the gateway, where it is to be asked; answers how the refund stands then. */
    send: async ({ firmId, refundId }: z.output<typeof MadeRefund>) => {
      await sending.send(firmId, refundId)
      const refund = await store.find(firmId, refundId)
      if (!refund) throw fail('notFound')
      const { state, amount, words, problem } = refund
      return { refundId, state, amount, words, problem }
    },

    /** Once more, for one that was refused. */
    retry: (by: Actor, orderId: string, refundId: string): Promise<z.input<typeof MadeRefund>> =>
      db.transaction(async (tx) => {
        const of = { firmId: by.firmId, orderId, refundId }
        const details = { words: '', wordsEn: '', problem: '', askAt: clock.now(), asks: 0 } as const
        const { order, refund } = await moveLocked(tx, of, 'retry', details)
        await orders.refunds.addRefundDue(tx, order, -refund.amount)
        const target = { id: order.id, name: order.orderNo }
        await audit.record(tx, by, 'order.refundRetry', target, { amount: refund.amount })
        return { firmId: by.firmId, refundId }
      }),

    /** The staff has given the money back itself. The buyer's account goes, but for its last digits. */
    settleByHand: (by: Actor, orderId: string, refundId: string, memo: string): Promise<void> =>
      db.transaction(async (tx) => {
        const details = { account: '', doneAt: clock.now(), doneBy: by.actorName }
        const of = { firmId: by.firmId, orderId, refundId }
        const { order, refund } = await moveLocked(tx, of, 'settleByHand', details)
        await orders.refunds.addRefundDue(tx, order, -refund.amount)
        const event = { kind: 'refundDone', actorKind: 'member', actor: by.actorName, memo } as const
        await orders.refunds.note(tx, order, event)
        await audit.record(
          tx,
          by,
          'order.refundSettle',
          { id: order.id, name: order.orderNo },
          { amount: refund.amount },
        )
      }),

    /** Takes it back: the order is as before. */
    withdraw: (by: Actor, orderId: string, refundId: string): Promise<void> =>
      db.transaction(async (tx) => {
        const of = { firmId: by.firmId, orderId, refundId }
        const { order, refund } = await moveLocked(tx, of, 'withdraw', { account: '' })
        await store.noteWithdrawn(refund, clock.now(), tx)
        const payment = await payments.byId(by.firmId, refund.paymentId, tx)
        const isExtra = payment?.isExtra === true
        const event = { kind: 'refundWithdrawn', actorKind: 'member', actor: by.actorName } as const
        if (isExtra) await orders.refunds.note(tx, order, event)
        else await orders.refunds.undo(tx, order, refund, { wasOwed: refund.owed, event })
        await payments.addRefunded(by.firmId, refund.paymentId, -refund.amount, tx)
        await orders.refunds.addRefundDue(tx, order, refund.owed ? 0 : -refund.amount)
        const target = { id: order.id, name: order.orderNo }
        await audit.record(tx, by, 'order.refundWithdraw', target, { amount: refund.amount })
      }),

    /** The buyer says where the money of a transfer goes. Throws `notFound`, `conflict` once it is not waited for. */
    giveAccount: async ({ firmId, orderId }: OrderCaller, refundId: string, account: BankAccount): Promise<void> =>
      db.transaction(async (tx) => {
        const order = await lockOrder(tx, firmId, orderId)
        const refund = await store.find(firmId, refundId, tx)
        if (refund?.orderId !== orderId) throw fail('notFound')
        const { bankCode, account: number, holder } = account
        const sealed = secret.encrypt(accountPurpose, JSON.stringify({ bankCode, account: number, holder }), refundId)
        const given = { account: sealed, accountEnd: number.slice(-shownDigits) }
        if (!(await store.setAccount(refund, given, tx))) throw fail('conflict', { reason: refundErrors.refundMoved })
        await orders.refunds.note(tx, order, { kind: 'refundAccountGiven', actorKind: 'shopper' })
      }),
  }
}
export type RefundService = ReturnType<typeof createRefundService>
