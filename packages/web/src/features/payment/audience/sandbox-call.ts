import type { Answer, Sent } from '@kaimai/contract/common/route.ts'
import { isCodeMethod, type PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { sandboxRoutes } from '@kaimai/contract/payment/payment.routes.ts'
import { call } from '../../../lib/http/http.ts'

export type SandboxPayment = Answer<typeof sandboxRoutes.show>
export type Outcome = Exclude<Sent<typeof sandboxRoutes.play>['body'], FormData>['outcome']

export const readSandbox = (token: string): Promise<SandboxPayment> =>
  call(sandboxRoutes.show, { params: { token } }, { quiet: true })

/** Answers the path back to the shop. */
export const playOutcome = async (token: string, outcome: Outcome): Promise<string> => {
  const { returnPath } = await call(sandboxRoutes.play, { params: { token }, body: { outcome } }, { quiet: true })
  return returnPath
}

/** What can still happen to a payment, the usual one first. */
export const outcomesOf = (state: SandboxPayment['state'], method: PaymentMethod): readonly Outcome[] => {
  switch (state) {
    case 'created':
      return isCodeMethod(method) ? ['issueCode', 'pay', 'fail', 'payLate'] : ['pay', 'fail', 'payLate']
    case 'waiting':
      return ['pay', 'fail', 'payLate']
    case 'paid':
    case 'failed':
    case 'expired':
      return []
  }
}
