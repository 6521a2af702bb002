import { currencies } from '@kaimai/contract/common/money.ts'
import { paymentGateways, paymentMethods } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { z } from 'zod'

/** A payment that is written down and not yet started at its gateway. */
export const PreparedPayment = z.object({
  paymentId: z.string(),
  /** Answers that were kept before it was written down have none. */
  orderId: z.string().default(''),
  method: z.enum(paymentMethods),
  gateway: z.enum(paymentGateways),
  /** The firm's id there. Answers that were kept before it was written down have none. */
  merchantId: z.string().default(''),
  /** Ours at the gateway. */
  reference: z.string(),
  orderNo: z.string(),
  /** Minor units. */
  amount: z.number().int(),
  currency: z.enum(currencies),
  deadline: z.iso.datetime(),
  codeMinutes: z.number().int(),
})
