import type { Platform } from '../../platform/platform.ts'
import type { GatewayMerchants, PaymentOffers } from '../gateway/gateway.service.ts'
import type { DueOrder } from '../order/order.service.ts'
import type { GatewayMessages } from './gateway-messages.ts'
import type { PaymentStore } from './payment.store.ts'
import type { PaymentRow } from './payment.tables.ts'

export interface PaymentQuestionsDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'log'>
  readonly store: Pick<PaymentStore, 'toQuery' | 'openOf' | 'move' | 'queryLater'>
  readonly offers: Pick<PaymentOffers, 'gateway'>
  readonly merchants: GatewayMerchants
  readonly words: Pick<GatewayMessages, 'apply'>
}

const queryBatch = 100
/** So many payments of orders that are about to expire are asked about together. */
const atOnce = 8
export const firstQueryMs = 60_000
const longestQueryMs = 60 * 60_000
/** An order whose gateway can't be asked expires so much later. */
const awayMaxMs = 60 * 60_000
/** An open payment is given up so long after it could be paid. */
const abandonedAfterMs = 24 * 60 * 60_000

/** Gateways are asked about payments of which they have not reported. */
export const createPaymentQuestions = (deps: PaymentQuestionsDeps) => {
  const { platform, store, offers, merchants, words } = deps
  const { db, clock, log } = platform

  /** Asks the gateway about one open payment; false: it can't be reached, and is asked again later. */
  const query = async (payment: PaymentRow): Promise<boolean> => {
    const gateway = offers.gateway(payment.gateway)
    const pauseMs = Math.min(firstQueryMs * 2 ** payment.queries, longestQueryMs)
    const { firmId, id, merchantId } = payment
    let isReached = true
    try {
      const merchant = gateway && (await merchants.of(gateway, firmId, merchantId))
      const word = merchant && (await gateway.query(payment, merchant))
      if (word) await words.apply(word, payment, async () => {})
    } catch (error) {
      isReached = false
      log.warn({ err: error, gateway: payment.gateway }, 'a payment could not be asked about; it is asked again')
    }
    const until = (payment.codeExpiresAt ?? payment.createdAt).getTime() + abandonedAfterMs
    if (until > clock.ms() || !(await store.move(firmId, id, 'expire', { queryAt: null }, db)))
      await store.queryLater(firmId, id, new Date(clock.ms() + pauseMs), payment.queries + 1)
    return isReached
  }

  /**
   * Before orders expire: their gateways are asked whether they were paid. Answers those that wait, as their gateway can't
   * be reached, for an hour at most; it is tried once a round.
   */
  const askBeforeEnd = async (due: readonly DueOrder[]): Promise<ReadonlySet<string>> => {
    const endOf = new Map(due.map(({ id, heldUntil }) => [id, heldUntil.getTime()]))
    const away = new Set<string>()
    const undecided = new Set<string>()
    const ask = async (payment: PaymentRow): Promise<void> => {
      const { gateway, orderId } = payment
      if (!away.has(gateway) && (await query(payment))) return
      away.add(gateway)
      if ((endOf.get(orderId) ?? 0) + awayMaxMs > clock.ms()) undecided.add(orderId)
    }
    const open = await store.openOf([...endOf.keys()])
    for (let asked = 0; asked < open.length; asked += atOnce)
      await Promise.all(open.slice(asked, asked + atOnce).map(ask))
    return undecided
  }

  return {
    askBeforeEnd,
    /** Those whose turn it is, of all firms. */
    reconcile: async (): Promise<void> => {
      for (const payment of await store.toQuery(clock.now(), queryBatch)) await query(payment)
    },
  }
}
