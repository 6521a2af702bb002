import { cashFlowRoutes } from '@kaimai/contract/payment/cash-flow.routes.ts'
import { paymentRoutes, sandboxRoutes } from '@kaimai/contract/payment/payment.routes.ts'
import { transferReportRoutes, transferRoutes } from '@kaimai/contract/payment/transfer.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { CashFlow } from './cash-flow.service.ts'
import type { PaymentService } from './payment.service.ts'
import type { Transfers } from './transfers.ts'
import type { Usage } from './usage.ts'
import type { SandboxGateway } from '../gateway/gateway.service.ts'

export const paymentPlugin = (payments: Pick<PaymentService, 'takeNotice' | 'takeAtmNotice' | 'stateAt'>) =>
  bind(paymentRoutes, {
    notice: async ({ params, query: { reference }, text, header, ip }) => ({
      content: await payments.takeNotice(params.gateway, { text, header, reference }, ip),
    }),
    atmPaid: async ({ query: { reference }, text, header, ip }) => ({
      content: await payments.takeAtmNotice({ text, header, reference }, ip),
    }),
    paynowState: ({ params, ip }) => payments.stateAt('paynow', params.id, ip),
  })

export const sandboxPlugin = (sandbox: SandboxGateway, payments: Pick<PaymentService, 'returnPath'>) =>
  bind(sandboxRoutes, {
    show: async ({ params }) => {
      const { shopName, orderNo, method, amount, currency, state, code, reference } = await sandbox.show(params.token)
      const returnPath = await payments.returnPath('sandbox', reference)
      return { firmName: shopName, orderNo, method, amount, currency, state, code, returnPath }
    },
    play: async ({ params, body }) => {
      const { reference } = await sandbox.play(params.token, body.outcome)
      return { returnPath: await payments.returnPath('sandbox', reference) }
    },
  })

/** At the console: what the staff finds in the bank statement. */
export const transferPlugin = (transfers: Transfers) =>
  bind(transferRoutes, {
    receive: async ({ firm, params, body, ip }) => {
      await transfers.receive(actorOf(firm, ip), params.id, body)
      return {}
    },
    missing: async ({ firm, params, ip }) => {
      await transfers.missing(actorOf(firm, ip), params.id)
      return {}
    },
  })

/** At the console: what came in and went back, by day and way. */
export const cashFlowPlugin = (cashFlow: CashFlow & { readonly usage: Usage }) =>
  bind(cashFlowRoutes, {
    list: ({ firm, query }) => cashFlow.list(firm.id, query),
    exportList: ({ firm, query, ip, language }) => cashFlow.sheet(actorOf(firm, ip), query, language),
    usage: ({ firm, query }) => cashFlow.usage.list(firm.id, query),
    exportUsage: ({ firm, query, ip, language }) => cashFlow.usage.sheet(actorOf(firm, ip), query, language),
  })

/** At the purchase service. */
export const transferReportPlugin = (transfers: Transfers) =>
  bind(transferReportRoutes, {
    report: async ({ order, body }) => {
      await transfers.report(order, body.lastFive)
      return {}
    },
  })
