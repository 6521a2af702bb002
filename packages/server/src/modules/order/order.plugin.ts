import { commentOrderRoutes } from '@kaimai/contract/order/comment-order.routes.ts'
import { cartRoutes, orderRoutes } from '@kaimai/contract/order/order.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { OrderService } from './order.service.ts'

export const orderPlugin = (orders: OrderService) =>
  bind(orderRoutes, {
    list: ({ firm, query }) => orders.list(firm.id, query, firm.can('order', 'personal')),
    counts: ({ firm, query }) => orders.counts(firm.id, query, firm.can('order', 'personal')),
    ways: ({ firm }) => orders.byStaff.ways(firm.id),
    create: async ({ firm, body, ip }) => {
      const { orderId, orderNo, total } = await orders.byStaff.place(actorOf(firm, ip), body)
      return { orderId, orderNo, total, path: orders.orderPath(orderId) }
    },
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
