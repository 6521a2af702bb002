import { policyPlugin } from '../modules/access/access.plugin.ts'
import type { Services } from './services.ts'
import type { Platform } from '../platform/platform.ts'
import { purchasePlugin, signupOrderPlugin } from '../modules/payment/purchase.plugin.ts'
import { refundPaymentPlugin } from '../modules/refund/refund.plugin.ts'
import { paymentPlugin, sandboxPlugin, transferReportPlugin } from '../modules/payment/payment.plugin.ts'

/** The purchase service, at /api/pay: it trusts keys, grants and signatures, no session. */
export const purchaseModules = (
  { orders, payments, refunds, sandbox, policyReload }: Services,
  { limits }: Pick<Platform, 'limits'>,
) => [
  ...purchasePlugin(orders, payments, limits),
  ...signupOrderPlugin({ orders, payments, limits }),
  ...paymentPlugin(payments),
  ...transferReportPlugin(payments.transfers),
  ...refundPaymentPlugin(refunds),
  ...sandboxPlugin(sandbox, payments),
  ...policyPlugin(policyReload),
]
