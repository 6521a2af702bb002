import { fail } from '@kaimai/contract/common/error.ts'
import { commentOrderRoutes } from '@kaimai/contract/order/comment-order.routes.ts'
import { cartRoutes, orderRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { signupOrderRoutes } from '@kaimai/contract/order/signup-order.routes.ts'
import { withCaller } from '@kaimai/contract/tracking/tracking-payload.rules.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind, twoSteps } from '../../platform/http/bind.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { deviceHash } from '../../platform/http/device.ts'
import type { Surroundings } from '../../platform/http/bind.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { PaymentService } from '../payment/payment.service.ts'
import type { OrderService } from './order.service.ts'
import type { OrderingBrowser } from './unpaid-limits.ts'

export const orderPlugin = (orders: OrderService) =>
  bind(orderRoutes, {
    list: ({ firm, query }) => orders.list(firm.id, query, firm.can('order', 'personal')),
    show: ({ firm, params }) =>
      orders.show(firm.id, params.id, firm.can('order', 'personal'), firm.can('order', 'write')),
    cancel: async ({ firm, params, body, ip }) => {
      await orders.cancelByStaff(actorOf(firm, ip), params.id, body.memo)
      return {}
    },
    answerMessage: async ({ firm, params, body, ip }) => {
      await orders.messages.answer(actorOf(firm, ip), params.id, body.text)
      return {}
    },
  })

export const cartPlugin = ({ carts }: OrderService) =>
  bind(cartRoutes, {
    show: ({ viewer }) => carts.show(viewer),
    set: ({ viewer, body }) => carts.set(viewer, body),
  })

export const commentOrderPlugin = ({ byComment }: OrderService) =>
  bind(commentOrderRoutes, {
    list: ({ firm, query }) => byComment.list(firm.id, query),
    settle: async ({ firm, body, ip }) => ({ answer: await byComment.settle(actorOf(firm, ip), body) }),
    release: async ({ firm, body, ip }) => ({ released: await byComment.release(actorOf(firm, ip), body) }),
  })

/** Per address; generous, for a phone network puts many people behind one. Free sign-ups count for the same as paid ones. */
const callLimit = { limit: 600, windowMs: 10 * 60_000 } as const

const count = async (limits: Limits, key: string): Promise<void> => {
  const taken = await limits.take(key, callLimit)
  if (!taken.ok) throw fail('tooManyRequests', { details: { retryAfterMs: taken.retryAfterMs } })
}

const browserOf = (context: Surroundings): OrderingBrowser => ({
  deviceHash: deviceHash(context),
  network: networkOf(context.ip),
})

export const purchasePlugin = (
  orders: OrderService,
  payments: Pick<PaymentService, 'prepared' | 'prepare' | 'start'>,
  limits: Limits,
) =>
  bind(purchaseRoutes, {
    deliveryMethods: async ({ query }) => ({ methods: [...(await orders.deliveryMethods(query))] }),
    paymentMethods: async ({ query }) => ({ methods: [...(await orders.paymentMethods(query))] }),
    createOrder: async (context) => {
      // In a room the viewer's link is the limit; on a page whoever calls is a new buyer when they want to be.
      if (context.body.customUrl !== undefined) await count(limits, `page-order:${networkOf(context.ip)}`)
      return orders.place(withCaller(context.body, context), browserOf(context))
    },
    createPayment: twoSteps(purchaseRoutes.createPayment, {
      kept: payments.prepared,
      work: ({ order, body }) => payments.prepare(order, body.method),
      finish: ({ order }, prepared) => payments.start(order.firmId, prepared),
    }),
    orderInfo: ({ order }) => orders.info(order.firmId, order.orderId),
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
      kept: payments.prepared,
      work: async ({ order, body }) => {
        await signups.check(order.firmId, order.orderId)
        return payments.prepare(order, body.method)
      },
      finish: ({ order }, prepared) => payments.start(order.firmId, prepared),
    }),
    paymentMethod: ({ order, body }) => signups.changeMethod(order.firmId, order.orderId, body.method),
  })
