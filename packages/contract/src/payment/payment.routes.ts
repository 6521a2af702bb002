import { z } from 'zod'
import { gateway, open } from '../common/access.ts'
import { currencies } from '../common/money.ts'
import { raw } from '../common/route.ts'
import { defineRoutes } from '../common/route.ts'
import { PaymentCode } from '../gateway/payment-code.schema.ts'
import { paymentMethods } from '../gateway/payment-method.rules.ts'
import { paymentTryStates } from './payment.machine.ts'

/** What the built-in gateway's page can play through. */
export const sandboxOutcomes = ['pay', 'fail', 'issueCode', 'payLate'] as const

export const paymentRoutes = defineRoutes('purchase', {
  notice: {
    method: 'POST',
    path: '/purchase/notice/:gateway',
    summary: "A gateway's notice: verified, stored raw, answered as the gateway wants, applied once by a job.",
    access: gateway,
    params: z.object({ gateway: z.string().max(20) }),
    /** Our number, where the gateway seals it into what it sends: it stands in the address that we gave. */
    query: z.object({ reference: z.string().max(40).optional() }),
    textBody: true,
    answer: raw('text/plain'),
    bodyLimit: 64 * 1024,
    added: true,
    errors: ['notFound'],
  },
  atmPaid: {
    method: 'POST',
    path: '/purchase/atm_paid_notify',
    summary:
      "A gateway's notice about a transfer to an ATM code, at an address without its name: the gateway is the one whose signature it has. Otherwise as any notice.",
    access: gateway,
    query: z.object({ reference: z.string().max(40).optional() }),
    textBody: true,
    answer: raw('text/plain'),
    bodyLimit: 64 * 1024,
    errors: ['notFound'],
  },
  paynowState: {
    method: 'GET',
    path: '/paynow/:id/payment',
    summary: 'How a payment at PayNow stands, by our number there, which nobody can guess.',
    access: open,
    params: z.object({ id: z.string().max(40) }),
    answer: z.object({
      state: z.enum(paymentTryStates),
      amount: z.number().int(),
      currency: z.enum(currencies),
    }),
    errors: ['notFound', 'tooManyRequests'],
  },
})

/** The sandbox gateway's own calls: what a payment company's hosted page would make. Demo firms or KAIMAI_SANDBOX=1 only. */
export const sandboxRoutes = defineRoutes('purchase', {
  show: {
    method: 'GET',
    path: '/sandbox/:token',
    summary: 'What the hosted sandbox page shows.',
    access: open,
    params: z.object({ token: z.string().max(80) }),
    answer: z.object({
      firmName: z.string(),
      orderNo: z.string(),
      amount: z.number().int(),
      currency: z.enum(currencies),
      state: z.enum(['created', 'waiting', 'paid', 'failed', 'expired']),
      method: z.enum(paymentMethods),
      code: PaymentCode.nullable(),
      returnPath: z.string(),
    }),
    errors: ['notFound'],
    added: true,
  },
  play: {
    method: 'POST',
    path: '/sandbox/:token',
    summary: 'Plays an outcome: pay, fail, an ATM code, or a notice that comes after the order has expired.',
    access: open,
    params: z.object({ token: z.string().max(80) }),
    body: z.object({ outcome: z.enum(sandboxOutcomes) }),
    answer: z.object({ returnPath: z.string() }),
    errors: ['notFound', 'conflict'],
    added: true,
  },
})
