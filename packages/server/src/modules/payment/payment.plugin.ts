import { paymentRoutes, sandboxRoutes } from '@kaimai/contract/payment/payment.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { PaymentService } from './payment.service.ts'
import type { SandboxGateway } from '../gateway/gateway.service.ts'

export const paymentPlugin = (payments: Pick<PaymentService, 'takeNotice'>) =>
  bind(paymentRoutes, {
    notice: async ({ params, query: { reference }, text, header, ip }) => ({
      content: await payments.takeNotice(params.gateway, { text, header, reference }, ip),
    }),
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
