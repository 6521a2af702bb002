import { formatErrorText } from '@kaimai/contract/common/error-text.ts'
import type { RefundProblemAtGateway } from '@kaimai/contract/refund/refund.schema.ts'
import type { Platform } from '../../platform/platform.ts'
import type { GatewayMerchants, PaymentOffers, RefundAnswer } from '../gateway/gateway.service.ts'
import type { OrderService } from '../order/order.service.ts'
import type { PaymentStore } from '../payment/payment.service.ts'
import type { RefundStore } from './refund.store.ts'
import type { RefundRow } from './refund.tables.ts'

const sendSeconds = 30
const batch = 100
/** A call that was on its way when its process died is made again after so long. */
const leaseMs = 2 * 60_000
const firstPauseMs = 60_000
const longestPauseMs = 60 * 60_000
/** What is kept of a gateway's words, in characters. */
const wordsMax = 200

export interface RefundSendingDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'jobs' | 'log'>
  readonly store: RefundStore
  readonly orders: Pick<OrderService, 'refunds'>
  readonly payments: Pick<PaymentStore, 'byId'>
  readonly offers: Pick<PaymentOffers, 'gateway'>
  readonly merchants: GatewayMerchants
}

/** Asks gateways to give money back, as often as it takes: the same refund has the same key at its gateway. */
export const createRefundSending = ({ platform, store, orders, payments, offers, merchants }: RefundSendingDeps) => {
  const { db, clock, jobs, log } = platform

  const ask = async (refund: RefundRow): Promise<RefundAnswer | Exclude<RefundProblemAtGateway, ''>> => {
    const payment = await payments.byId(refund.firmId, refund.paymentId)
    const gateway = payment && offers.gateway(payment.gateway)
    const merchant = gateway && (await merchants.of(gateway, refund.firmId, payment.merchantId))
    if (!payment || !gateway?.refund || !merchant) return 'gatewayNotSet'
    const refundedBefore = await store.givenBack(payment.id, refund.id)
    try {
      return await gateway.refund({ payment, amount: refund.amount, refundedBefore, key: refund.id }, merchant)
    } catch (error) {
      log.warn(
        { err: error, gateway: payment.gateway, refund: refund.id },
        'a refund could not be sent; it is sent again',
      )
      return 'unreachable'
    }
  }

  const record = (refund: RefundRow, answer: RefundAnswer | 'gatewayNotSet'): Promise<void> =>
    db.transaction(async (tx) => {
      const { firmId, id, orderId, amount } = refund
      const order = await orders.refunds.lock(tx, firmId, orderId)
      if (!order) return
      if (answer === 'gatewayNotSet' || answer.state === 'refused') {
        const words = answer === 'gatewayNotSet' ? '' : answer.words.slice(0, wordsMax)
        const reason = answer === 'gatewayNotSet' ? undefined : answer.reason
        const wordsEn = reason === undefined ? '' : formatErrorText(reason, 'en')
        const problem = answer === 'gatewayNotSet' ? answer : ''
        if (!(await store.move(firmId, id, 'refuse', { words, wordsEn, problem, askAt: null }, tx))) return
        await orders.refunds.addRefundDue(tx, order, amount)
        await orders.refunds.note(tx, order, { kind: 'refundRefused', actorKind: 'gateway', memo: words })
        return
      }
      const { reference } = answer
      if (answer.state === 'pending') {
        await store.move(firmId, id, 'take', { reference, words: '', problem: '' }, tx)
        return
      }
      const details = { reference, words: '', problem: '' as const, doneAt: clock.now(), askAt: null }
      if (await store.move(firmId, id, 'finish', details, tx))
        await orders.refunds.note(tx, order, { kind: 'refundDone', actorKind: 'gateway', memo: reference })
    })

  const sendOnce = async (firmId: string, refundId: string): Promise<void> => {
    const refund = await store.claim(firmId, refundId, clock.now(), new Date(clock.ms() + leaseMs))
    if (!refund) return
    const answer = await ask(refund)
    if (answer !== 'unreachable') await record(refund, answer)
    if (answer !== 'unreachable' && (answer === 'gatewayNotSet' || answer.state !== 'pending')) return
    const pauseMs = Math.min(firstPauseMs * 2 ** (refund.asks - 1), longestPauseMs)
    const problem = answer === 'unreachable' ? answer : ''
    await store.askLater(firmId, refundId, { askAt: new Date(clock.ms() + pauseMs), problem })
  }

  const running = new Map<string, Promise<void>>()

  /** Once at a time, whoever else tries; does nothing for one that is not to be asked now. */
  const send = (firmId: string, refundId: string): Promise<void> => {
    const sent = running.get(refundId) ?? sendOnce(firmId, refundId).finally(() => running.delete(refundId))
    running.set(refundId, sent)
    return sent
  }

  jobs.every('refund/send', sendSeconds, async () => {
    for (const { firmId, id } of await store.toAsk(clock.now(), batch)) await send(firmId, id)
  })

  return { send }
}
export type RefundSending = ReturnType<typeof createRefundSending>
