import type { PaymentChoice } from '@kaimai/contract/gateway/payment-setting.schema.ts'
import type { PaymentOffer } from '../gateway/gateway.service.ts'

/** An offer as shoppers read it: they never learn who carries it. */
export const choiceOf = ({ method, fee, least, most }: PaymentOffer): PaymentChoice => ({ method, fee, least, most })
