import { fail } from '@kaimai/contract/common/error.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { signupOrderRoutes } from '@kaimai/contract/order/signup-order.routes.ts'
import { withCaller } from '@kaimai/contract/tracking/tracking-payload.rules.ts'
import { bind, type Surroundings, twoSteps } from '../../platform/http/bind.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { deviceHash, knownDevice } from '../../platform/http/device.ts'
import type { Limits } from '../../platform/rate-limits/limits.ts'
import type { OrderingBrowser, OrderService } from '../order/order.service.ts'
import type { PaymentService } from './payment.service.ts'

/** Per address; generous, for a phone network puts many people behind one. Free sign-ups count for the same as paid ones. */
const callLimit = { limit: 600, windowMs: 10 * 60_000 } as const

const count = async (limits: Limits, key: string): Promise<void> => {
  const taken = await limits.take(key, callLimit)
  if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
}

const browserOf = (context: Surroundings): OrderingBrowser => ({
  deviceHash: deviceHash(context),
  network: networkOf(context.ip),
  language: context.language,
})

export const purchasePlugin = (
  orders: OrderService,
  payments: Pick<PaymentService, 'prepared' | 'prepare' | 'start'>,
  limits: Limits,
) =>
  bind(purchaseRoutes, {
    deliveryMethods: async ({ query }) => {
      const [methods, seller] = await Promise.all([orders.deliveryMethods(query), orders.seller(query)])
      return { methods: [...methods], seller }
    },
    paymentMethods: ({ query }) => orders.paymentMethods(query),
    createOrder: async (context) => {
      // In a room the viewer's link is the limit; on a page whoever calls is a new buyer when they want to be.
      if (context.body.customUrl !== undefined) await count(limits, `page-order:${networkOf(context.ip)}`)
      return orders.place(withCaller(context.body, context), browserOf(context))
    },
    createPayment: twoSteps(purchaseRoutes.createPayment, {
      stored: payments.prepared,
      work: ({ order, body }) => payments.prepare(order, body.method),
      finish: ({ order, language }, prepared) => payments.start(order.firmId, prepared, language),
    }),
    updatePaymentMethod: ({ order, body }) => orders.changeMethod(order.firmId, order.orderId, body.method),
    orderInfo: ({ order }) => orders.info(order.firmId, order.orderId),
    unpaidOrders: (context) => orders.unpaid(context.body, knownDevice(context)),
    cancelOrder: async ({ order, body }) => {
      await orders.cancelByShopper(order.firmId, order.orderId, body.memo)
      return {}
    },
    checkNotice: async ({ order }) => ({ paymentState: await orders.paymentState(order.firmId, order.orderId) }),
    customerMessage: async ({ order, body }) => {
      await orders.messages.ask(order.firmId, order.orderId, body.text)
      return {}
    },
    gtmTrigger: async ({ order }) => ({ tell: await orders.trackPurchase(order.firmId, order.orderId) }),
  })

export interface SignupOrderParts {
  readonly orders: Pick<OrderService, 'signups'>
  readonly payments: Pick<PaymentService, 'prepared' | 'prepare' | 'start'>
  readonly limits: Limits
}

export const signupOrderPlugin = ({ orders: { signups }, payments, limits }: SignupOrderParts) =>
  bind(signupOrderRoutes, {
    create: async (context) => {
      await count(limits, `sign-up:${networkOf(context.ip)}`)
      return signups.place(withCaller(context.body, context), browserOf(context))
    },
    show: ({ order }) => signups.show(order.firmId, order.orderId),
    createPayment: twoSteps(signupOrderRoutes.createPayment, {
      stored: payments.prepared,
      work: async ({ order, body }) => {
        await signups.check(order.firmId, order.orderId)
        return payments.prepare(order, body.method)
      },
      finish: ({ order, language }, prepared) => payments.start(order.firmId, prepared, language),
    }),
    paymentMethod: ({ order, body }) => signups.changeMethod(order.firmId, order.orderId, body.method),
  })
