import { fail } from '@kaimai/contract/common/error.ts'
import { currencies } from '@kaimai/contract/common/money.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import { z } from 'zod'
import type { Tx } from '../../platform/db/database.ts'
import type { OrderCaller } from '../../platform/http/caller.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { newId, shortCode } from '../../platform/ids.ts'
import { sweepInBatches } from '../../platform/jobs/sweep.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PaymentMethods, RawNotice } from '../../platform/ports/payment.ts'
import type { FirmService, PublicFirm } from '../firm/firm.service.ts'
import type { OrderService } from '../order/order.service.ts'
import { createGatewayMessages } from './gateway-messages.ts'
import { createNotices } from './notices.ts'
import type { PaymentStore } from './payment.store.ts'
import type { PaymentRow } from './payment.tables.ts'

export interface PaymentServiceDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'jobs' | 'limits' | 'log'>
  readonly store: PaymentStore
  readonly orders: Pick<OrderService, 'lock' | 'pay' | 'holdUntil' | 'addEvent' | 'orderPath'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly methods: PaymentMethods
}

/** Tries to pay one order. */
const triesMax = 20
/** Letters and digits of our number at a gateway: 97 bits, and short enough for all of them. */
const referenceLength = 20
const reconcileSeconds = 60
/** How often notices are looked for that their process could not apply. */
const sweepSeconds = 10
const queryBatch = 100
const firstQueryMs = 60_000
const longestQueryMs = 60 * 60_000
/** An open payment is given up so long after it could be paid. */
const givenUpAfterMs = 24 * 60 * 60_000
/** What is kept of a notice that nobody signed, in characters, and how many of them an address may leave behind. */
const forgedKept = 4_000
/** Forged ones are kept to be looked into, then they go. */
const forgedKeptMs = 90 * 86_400_000
const forgedLimit = { limit: 100, windowMs: 60 * 60_000 }

// PostgreSQL's text holds every character but this one.
const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd')

/** A payment that is written down and not yet started at its gateway. */
const PreparedPayment = z.object({
  paymentId: z.string(),
  method: z.string(),
  /** Ours at the gateway. */
  reference: z.string(),
  orderNo: z.string(),
  /** Minor units. */
  amount: z.number().int(),
  currency: z.enum(currencies),
  deadline: z.iso.datetime(),
})

/** Payments of orders: started at a gateway, decided by what the gateway says. */
export const createPaymentService = ({ platform, store, orders, firms, methods }: PaymentServiceDeps) => {
  const { db, clock, jobs, limits, log } = platform
  const words = createGatewayMessages({ platform, store, orders, firms, methods })
  const notices = createNotices({ clock, log, store, words })

  const prepareIn = async (
    tx: Tx,
    { firmId, orderId }: OrderCaller,
    firm: PublicFirm,
    method: string,
  ): Promise<z.input<typeof PreparedPayment>> => {
    const order = await orders.lock(tx, firmId, orderId)
    if (!order) throw fail('noData')
    const deadline = order.heldUntil
    const { orderNo } = order
    const tries = await store.tries(firmId, orderId, tx)
    if (order.paymentState === 'expired' || order.paymentState === 'cancelled' || deadline <= clock.now()) {
      throw fail('gone', { reason: orderErrors.orderClosed })
    }
    if (order.paymentState !== 'pending') throw fail('conflict', { reason: orderErrors.orderClosed })
    const adapter = methods.offered(firm).find((offered) => offered.method === method)
    // The order's total holds the fee of the method chosen with it, whatever the merchant has changed since.
    if (!adapter || (method !== order.paymentMethod && adapter.fee !== order.paymentFee)) {
      throw fail('conflict', { reason: orderErrors.noPaymentMethod })
    }
    if (tries.length >= triesMax) throw fail('tooManyRequests')
    const payment: PaymentRow = {
      id: newId(),
      firmId,
      orderId,
      method,
      state: 'created',
      amount: order.total,
      currency: order.currency,
      reference: shortCode(referenceLength),
      tradeNo: '',
      bankCode: null,
      account: null,
      codeExpiresAt: null,
      createdAt: clock.now(),
      paidAt: null,
      queryAt: new Date(clock.ms() + firstQueryMs),
      queries: 0,
    }
    await store.insert(payment, tx)
    const { id: paymentId, reference, amount, currency } = payment
    return { paymentId, method, reference, amount, currency, orderNo, deadline: deadline.toISOString() }
  }

  /** Asks the gateway about one open payment. A gateway that can't be reached is asked again later. */
  const query = async (payment: PaymentRow): Promise<void> => {
    const adapter = methods.find(payment.method)
    const pauseMs = Math.min(firstQueryMs * 2 ** payment.queries, longestQueryMs)
    const { firmId, id } = payment
    try {
      const word = await adapter?.query(payment.reference)
      if (word) await words.apply(word, payment, async () => {})
    } catch (error) {
      log.warn({ err: error, method: payment.method }, 'a payment could not be asked about; it is asked again')
    }
    const until = (payment.codeExpiresAt ?? payment.createdAt).getTime() + givenUpAfterMs
    if (until <= clock.ms() && (await store.move(firmId, id, 'expire', { queryAt: null }, db))) return
    await store.queryLater(firmId, id, new Date(clock.ms() + pauseMs), payment.queries + 1)
  }

  const reconcile = async (): Promise<void> => {
    for (const payment of await store.toQuery(clock.now(), queryBatch)) await query(payment)
  }
  jobs.every('payment/reconcile', reconcileSeconds, reconcile)
  jobs.every('payment/apply-notices', sweepSeconds, notices.applyWaiting)
  jobs.every('payment/sweep-forged', 3600, () =>
    sweepInBatches((limit) => store.sweepForged(new Date(clock.ms() - forgedKeptMs), limit)),
  )

  return {
    /** What `prepare` answers and `start` is given, also after it was kept as JSON. */
    prepared: PreparedPayment,

    /**
     * Writes down one more try to pay an order, of which no gateway knows yet. Throws `gone` for an order that has
     * expired and for a merchant that is suspended, `conflict` for one that is paid or a method that is not offered.
     */
    prepare: async (caller: OrderCaller, method: string): Promise<z.input<typeof PreparedPayment>> => {
      const firm = await firms.publicFirm(caller.firmId)
      if (firm.suspended) throw fail('gone', { reason: orderErrors.orderClosed })
      return db.transaction((tx) => prepareIn(tx, caller, firm, method))
    },

    /** Starts it at its gateway, which knows a payment by our reference: asked again, it goes on with the same one. */
    start: async (firmId: string, { paymentId, method, deadline, ...given }: z.output<typeof PreparedPayment>) => {
      const adapter = methods.find(method)
      if (!adapter) throw fail('conflict', { reason: orderErrors.noPaymentMethod })
      const { name: shopName } = await firms.publicFirm(firmId)
      const { redirectUrl } = await adapter.start({ ...given, firmId, shopName, deadline: new Date(deadline) })
      return { paymentId, redirectUrl }
    },

    /** For tests: resolves when no notice is being applied. */
    noticesApplied: notices.idle,

    /** A gateway's notice: kept as it came, answered as the gateway wants, applied right after. */
    takeNotice: async (gateway: string, notice: RawNotice, ip: string): Promise<string> => {
      const adapter = methods.find(gateway)
      if (!adapter) throw fail('notFound')
      const says = adapter.verifyNotice(notice) ?? null
      const raw = { id: newId(), gateway, receivedAt: clock.now(), says }
      if (says === null) {
        const { ok } = await limits.take(`forged payment notice ${networkOf(ip)}`, forgedLimit)
        const body = storable(notice.text).slice(0, forgedKept)
        if (ok) await store.insertNotice({ ...raw, body, verified: false })
        return adapter.answers.refused
      }
      const kept = { ...raw, body: storable(notice.text), verified: true }
      const payment = await store.insertNoticeOf(kept, says.reference)
      notices.applySoon({ id: raw.id, gateway, says }, payment)
      return adapter.answers.taken
    },

    /** Where the shopper goes back to from a gateway's page. */
    returnPath: async (method: string, reference: string): Promise<string> => {
      const payment = await store.byReference(method, reference)
      if (!payment) throw fail('notFound')
      return orders.orderPath(payment.orderId)
    },
  }
}
export type PaymentService = ReturnType<typeof createPaymentService>
