import { KaimaiError } from '@kaimai/contract/common/error.ts'
import type { FastifyInstance } from 'fastify'
import type { PaymentService } from '../modules/payment/payment.service.ts'

/** What the browser brought: of the address, and of the form that a gateway's page let it post. */
const broughtBy = (url: string, body: unknown): Readonly<Record<string, string>> => {
  const search = url.split('?')[1] ?? ''
  const form = typeof body === 'string' ? body : ''
  return Object.fromEntries([...new URLSearchParams(search), ...new URLSearchParams(form)])
}

/**
 * A gateway sends the buyer's browser back by a link or a form, without cookies of ours. What it brought may take the
 * money; whatever comes of that, the order's page says how it went.
 */
export const mountPaymentReturn = (http: FastifyInstance, payments: Pick<PaymentService, 'comeBack'>): void => {
  http.route<{ Params: { gateway: string; reference: string } }>({
    method: ['GET', 'POST'],
    url: '/payment-return/:gateway/:reference',
    bodyLimit: 64 * 1024,
    handler: async ({ params: { gateway, reference }, url, body }, reply) => {
      const path = await payments.comeBack(gateway, reference, broughtBy(url, body)).catch((error: unknown) => {
        if (error instanceof KaimaiError && error.errorName === 'notFound') return '/order/unknown'
        throw error
      })
      return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(path, 303)
    },
  })
}
