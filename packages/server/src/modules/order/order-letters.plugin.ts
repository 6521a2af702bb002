import { orderLetterRoutes } from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { OrderLetters } from './order-letters.ts'

export const orderLettersPlugin = (letters: OrderLetters) =>
  bind(orderLetterRoutes, {
    orderNotice: ({ firm, body, ip }) => letters.orderNotice(firm.id, body.orderId, actorOf(firm, ip)),
    paidNotice: ({ firm, body, ip }) => letters.paidNotice(firm.id, body.orderId, actorOf(firm, ip)),
  })
