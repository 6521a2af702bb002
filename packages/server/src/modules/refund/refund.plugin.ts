import { refundPaymentRoutes, refundRoutes } from '@kaimai/contract/refund/refund.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind, twoSteps } from '../../platform/http/bind.ts'
import type { RefundService } from './refund.service.ts'

export const refundPlugin = (refunds: RefundService) =>
  bind(refundRoutes, {
    grant: ({ firm, params, body, ip }) => refunds.grant(actorOf(firm, ip), params.id, body),
    retry: twoSteps(refundRoutes.retry, {
      stored: refunds.made,
      work: ({ firm, params, ip }) => refunds.retry(actorOf(firm, ip), params.id, params.refundId),
      finish: async (_context, made) => ({ state: (await refunds.send(made)).state }),
    }),
    settleByHand: async ({ firm, params, body, ip }) => {
      await refunds.settleByHand(actorOf(firm, ip), params.id, params.refundId, body.memo)
      return {}
    },
    withdraw: async ({ firm, params, ip }) => {
      await refunds.withdraw(actorOf(firm, ip), params.id, params.refundId)
      return {}
    },
  })

/** At the purchase service. */
export const refundPaymentPlugin = (refunds: RefundService) =>
  bind(refundPaymentRoutes, {
    refundPayment: twoSteps(refundPaymentRoutes.refundPayment, {
      stored: refunds.made,
      work: ({ granted, body, ip }) => refunds.make(granted, body, { ip, sources: ['room', 'salesPage', 'staff'] }),
      finish: (_context, made) => refunds.send(made),
    }),
    refundSignup: twoSteps(refundPaymentRoutes.refundSignup, {
      stored: refunds.made,
      work: ({ granted, body, ip }) => refunds.make(granted, body, { ip, sources: ['signup'] }),
      finish: (_context, made) => refunds.send(made),
    }),
    giveAccount: async ({ order, body: { refundId, ...account } }) => {
      await refunds.giveAccount(order, refundId, account)
      return {}
    },
  })
