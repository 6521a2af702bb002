import { fail } from '@kaimai/contract/common/error.ts'
import { common } from '@kaimai/contract/common/reason.ts'
import { commentOrderRoutes } from '@kaimai/contract/order/comment-order.routes.ts'
import { cartRoutes, orderRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { PaymentService } from '../payment/payment.service.ts'
import type { OrderService } from './order.service.ts'

export const orderPlugin = (orders: OrderService) =>
  bind(orderRoutes, {
    list: ({ firm, query }) => orders.list(firm.id, query, firm.can('order', 'personal')),
    show: ({ firm, params }) => orders.show(firm.id, params.id, firm.can('order', 'personal')),
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

/** The edge refuses calls without one where the contract asks for it; this is for the types. */
const given = (idempotencyKey: string | undefined): string => {
  if (idempotencyKey === undefined) throw fail('invalid', { fields: { 'idempotency-key': common.required } })
  return idempotencyKey
}

export const purchasePlugin = (orders: OrderService, payments: Pick<PaymentService, 'create'>) =>
  bind(purchaseRoutes, {
    deliveryMethods: async ({ query }) => ({ methods: [...(await orders.deliveryMethods(query.streamId))] }),
    paymentMethods: async ({ query }) => ({ methods: [...(await orders.paymentMethods(query.streamId))] }),
    createOrder: ({ body, idempotencyKey }) => orders.place(body, given(idempotencyKey)),
    createPayment: ({ order, body, idempotencyKey }) => payments.create(order, body.method, given(idempotencyKey)),
    orderInfo: ({ order }) => orders.info(order.firmId, order.orderId),
    checkNotice: async ({ order }) => ({ paymentState: await orders.paymentState(order.firmId, order.orderId) }),
  })
