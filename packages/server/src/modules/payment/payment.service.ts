import { fail, KaimaiError } from '@kaimai/contract/common/error.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { canMove } from '@kaimai/contract/common/machine.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import { paymentTryMachine } from '@kaimai/contract/payment/payment.machine.ts'
import type { z } from 'zod'
import type { Tx } from '../../platform/db/database.ts'
import type { OrderCaller } from '../../platform/http/caller.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { newId, shortCode } from '../../platform/ids.ts'
import { sweepInBatches } from '../../platform/jobs/sweep.ts'
import type { Platform } from '../../platform/platform.ts'
import { gatewayErrors } from '@kaimai/contract/gateway/gateway.errors.ts'
import { PaymentStep } from '@kaimai/contract/gateway/payment-code.schema.ts'
import { type PaymentMethod, takesAmount } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { FirmService, PublicFirm } from '../firm/firm.service.ts'
import type { OrderService } from '../order/order.service.ts'
import { createGatewayMessages } from './gateway-messages.ts'
import type { GatewayMerchants } from '../gateway/gateway.service.ts'
import { createNoticeIntake, storable } from './notice-intake.ts'
import { createNotices } from './notices.ts'
import { createPaymentPages } from './payment-page.ts'
import { createPaymentQuestions, firstQueryMs } from './payment-questions.ts'
import type { PaymentOffers } from '../gateway/gateway.service.ts'
import type { PaymentStore } from './payment.store.ts'
import { PreparedPayment } from './prepared-payment.ts'
import type { PaymentRow } from './payment.tables.ts'

export type { PaymentStore } from './payment.store.ts'
export type { PaymentRow } from './payment.tables.ts'

export interface PaymentServiceDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'jobs' | 'limits' | 'log'>
  readonly store: PaymentStore
  readonly orders: Pick<
    OrderService,
    'lock' | 'pay' | 'holdUntil' | 'addEvent' | 'orderPath' | 'paymentState' | 'itemNames'
  >
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly offers: PaymentOffers
  readonly merchants: GatewayMerchants
  /** Our own origin, for what gateways call and lead back to. */
  readonly publicUrl: () => string
}

/** Tries to pay one order. */
const triesMax = 20
/** Letters and digits of our number at a gateway: 97 bits, and short enough for all of them. */
const referenceLength = 20
const reconcileSeconds = 60
/** How often notices are looked for that their process could not apply. */
const sweepSeconds = 10
/** Of a method whose orders are held without an end. */
const longestCodeMinutes = 7 * 24 * 60
/** Forged ones are kept to be looked into, then they go. */
const forgedRetentionMs = 90 * 86_400_000
/** Of an address: a page that waits asks every few seconds. */
const stateLimit = { limit: 300, windowMs: 10 * 60_000 }

/** Of the routes of contract/payment, below our own origin. */
const noticePrefix = '/api/pay/purchase/notice'
const returnPrefix = '/payment-return'

/** Payments of orders: started at a gateway, decided by what the gateway says. */
export const createPaymentService = (deps: PaymentServiceDeps) => {
  const { platform, store, orders, firms, offers, merchants, publicUrl } = deps
  const { db, clock, jobs, limits, log } = platform
  const words = createGatewayMessages({ platform, store, orders, firms, offers })
  const notices = createNotices({ clock, log, store, words })
  const intake = createNoticeIntake({ platform, store, offers, merchants, notices, words })
  const questions = createPaymentQuestions({ platform, store, offers, merchants, words })

  const prepareIn = async (
    tx: Tx,
    { firmId, orderId }: OrderCaller,
    firm: PublicFirm,
    method: PaymentMethod,
  ): Promise<z.output<typeof PreparedPayment>> => {
    const order = await orders.lock(tx, firmId, orderId)
    if (!order) throw fail('noData')
    const deadline = order.heldUntil
    const { orderNo } = order
    const tries = await store.tries(firmId, orderId, tx)
    if (order.paymentState === 'expired' || order.paymentState === 'cancelled' || deadline <= clock.now()) {
      throw fail('gone', { reason: orderErrors.orderClosed })
    }
    if (order.paymentState !== 'pending') throw fail('conflict', { reason: orderErrors.orderClosed })
    const offer = offers.offered(firm).find((offered) => offered.method === method)
    // The order's total holds the fee of the method chosen with it, whatever the merchant has changed since.
    if (
      !offer ||
      (method !== order.paymentMethod && offer.fee !== order.paymentFee) ||
      !takesAmount(offer, order.total)
    ) {
      throw fail('conflict', { reason: orderErrors.noPaymentMethod })
    }
    const { gateway } = offer
    const ids: Readonly<Record<string, string | undefined>> = firm.gateways
    const merchantId = ids[gateway] ?? ''
    if (tries.length >= triesMax) throw fail('tooManyRequests')
    const payment: PaymentRow = {
      id: newId(),
      firmId,
      orderId,
      method,
      gateway,
      merchantId,
      state: 'created',
      amount: order.total,
      currency: order.currency,
      reference: shortCode(referenceLength),
      tradeNo: '',
      code: null,
      codeExpiresAt: null,
      createdAt: clock.now(),
      paidAt: null,
      queryAt: new Date(clock.ms() + firstQueryMs),
      queries: 0,
      refunded: 0,
      isExtra: false,
    }
    await store.insert(payment, tx)
    const { id: paymentId, reference, amount, currency } = payment
    return {
      paymentId,
      orderId,
      method,
      gateway,
      merchantId,
      reference,
      amount,
      currency,
      orderNo,
      deadline: deadline.toISOString(),
      codeMinutes: offer.holdMinutes ?? longestCodeMinutes,
    }
  }

  const confirm = async (payment: PaymentRow, brought: Readonly<Record<string, string>>): Promise<void> => {
    const gateway = offers.gateway(payment.gateway)
    if (gateway?.confirm === undefined || !canMove(paymentTryMachine, payment.state, 'fail')) return
    if ((await orders.paymentState(payment.firmId, payment.orderId)) !== 'pending') return
    const merchant = await merchants.of(gateway, payment.firmId, payment.merchantId)
    const word = merchant && (await gateway.confirm(payment, brought, merchant))
    if (word?.reference === payment.reference) await words.apply(word, payment, async () => {})
  }

  const noticeUrl = (gateway: string): string => `${publicUrl()}${noticePrefix}/${gateway}`

  jobs.every('payment/reconcile', reconcileSeconds, questions.reconcile)
  jobs.every('payment/apply-notices', sweepSeconds, notices.applyWaiting)
  jobs.every('payment/sweep-forged', 3600, () =>
    sweepInBatches((limit) => store.sweepForged(new Date(clock.ms() - forgedRetentionMs), limit)),
  )

  return {
    /** What `prepare` answers and `start` is given, also after it was kept as JSON. */
    prepared: PreparedPayment,

    /**
     * Writes down one more try to pay an order, of which no gateway knows yet. Throws `gone` for an order that has
     * expired and for a merchant that is suspended, `conflict` for one that is paid or a method that is not offered.
     */
    prepare: async (caller: OrderCaller, method: PaymentMethod): Promise<z.output<typeof PreparedPayment>> => {
      const firm = await firms.publicFirm(caller.firmId)
      if (firm.suspended) throw fail('gone', { reason: orderErrors.orderClosed })
      return db.transaction((tx) => prepareIn(tx, caller, firm, method))
    },

    /**
     * Starts it at its gateway, which knows a payment by our reference: asked again, it goes on with the same one. Throws
     * `conflict` where the gateway can't be reached or takes nothing from the firm.
     */
    start: async (
      firmId: string,
      { paymentId, orderId, gateway: name, merchantId, deadline, ...request }: z.output<typeof PreparedPayment>,
      language: Language,
    ): Promise<{ paymentId: string; step: PaymentStep }> => {
      const gateway = offers.gateway(name)
      const merchant = gateway && (await merchants.of(gateway, firmId, merchantId))
      if (!merchant) throw fail('conflict', { reason: orderErrors.noPaymentMethod })
      const { name: shopName } = await firms.publicFirm(firmId)
      const toStart = {
        ...request,
        firmId,
        shopName,
        itemNames: async () => (orderId === '' ? [] : orders.itemNames(firmId, orderId)),
        deadline: new Date(deadline),
        language,
        noticeUrl: noticeUrl(name),
        returnUrl: `${publicUrl()}${returnPrefix}/${name}/${request.reference}`,
      }
      const started = await gateway.start(toStart, merchant).catch((error: unknown) => {
        if (error instanceof KaimaiError) throw error
        log.error({ err: error, gateway: name, firmId }, 'a gateway did not begin a payment')
        throw fail('conflict', { reason: gatewayErrors.gatewayUnavailable })
      })
      const { step, code, tradeNo } = started
      // Before the buyer can be sent there: what comes back is compared with it.
      if (tradeNo !== undefined) await store.setTradeNo(firmId, paymentId, tradeNo)
      const payment = code && (await store.byReference(name, request.reference))
      if (payment) await words.issueCode(payment, code)
      return { paymentId, step }
    },

    askBeforeEnd: questions.askBeforeEnd,

    pages: createPaymentPages({ store, orders, firms, offers, merchants }),

    /** For tests: resolves when no notice is being applied. */
    noticesApplied: notices.idle,

    takeNotice: intake.take,
    takeAtmNotice: intake.takeAtm,

    /** How a payment stands, by our number at its gateway. Throws `notFound`, `tooManyRequests` for who asks on and on. */
    stateAt: async (gateway: string, reference: string, ip: string) => {
      const taken = await limits.take(`payment state ${networkOf(ip)}`, stateLimit)
      if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
      const payment = await store.byReference(gateway, storable(reference))
      if (!payment) throw fail('notFound')
      const { state, amount, currency } = payment
      return { state, amount, currency }
    },

    /**
     * The buyer's browser came back from a gateway's page, with what stood in the address or in the form that it posted.
     * Where that is what takes the money, it is taken here, once, and only for an order that still waits for it: a reload
     * finds it done, and what a crash leaves behind is found by asking (`query`). Answers where the shopper goes on.
     */
    comeBack: async (name: string, reference: string, brought: Readonly<Record<string, string>>): Promise<string> => {
      const payment = await store.byReference(name, storable(reference))
      if (!payment) throw fail('notFound')
      try {
        await confirm(payment, brought)
      } catch (error) {
        log.warn({ err: error, gateway: name }, 'a payment could not be confirmed; its gateway is asked about it')
      }
      return orders.orderPath(payment.orderId)
    },

    /** Where the shopper goes back to from a gateway's page. */
    returnPath: async (gateway: string, reference: string): Promise<string> => {
      const payment = await store.byReference(gateway, reference)
      if (!payment) throw fail('notFound')
      return orders.orderPath(payment.orderId)
    },
  }
}
export type PaymentService = ReturnType<typeof createPaymentService>
