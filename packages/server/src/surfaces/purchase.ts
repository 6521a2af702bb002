import type { Services } from './services.ts'
import { purchasePlugin } from '../modules/order/order.plugin.ts'
import { paymentPlugin, sandboxPlugin } from '../modules/payment/payment.plugin.ts'

/** The purchase service, at /api/pay: it trusts keys, grants and signatures, no session. */
export const purchaseModules = ({ orders, payments, sandbox }: Services) => [
  ...purchasePlugin(orders, payments),
  ...paymentPlugin(payments),
  ...sandboxPlugin(sandbox, payments),
]
