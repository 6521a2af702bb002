import { paymentRoutes, sandboxRoutes } from '@kaimai/contract/payment/payment.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { PaymentService } from './payment.service.ts'
import { type SandboxGateway, sandboxMethod } from './sandbox-gateway.ts'

export const paymentPlugin = (payments: Pick<PaymentService, 'takeNotice'>) =>
  bind(paymentRoutes, {
    notice: async ({ params, text, header, ip }) => ({
      content: await payments.takeNotice(params.gateway, { text, header }, ip),
    }),
  })

export const sandboxPlugin = (sandbox: SandboxGateway, payments: Pick<PaymentService, 'returnPath'>) =>
  bind(sandboxRoutes, {
    show: async ({ params }) => {
      const { shopName, orderNo, amount, currency, state, code, reference } = await sandbox.show(params.token)
      const returnPath = await payments.returnPath(sandboxMethod, reference)
      return { firmName: shopName, orderNo, amount, currency, state, code: code ?? null, returnPath }
    },
    play: async ({ params, body }) => {
      const { reference } = await sandbox.play(params.token, body.outcome)
      return { returnPath: await payments.returnPath(sandboxMethod, reference) }
    },
  })
