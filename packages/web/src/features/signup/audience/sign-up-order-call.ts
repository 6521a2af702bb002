import type { Answer } from '@kaimai/contract/common/route.ts'
import { signupOrderRoutes } from '@kaimai/contract/order/signup-order.routes.ts'
import { call } from '../../../lib/http/http.ts'
import type { FilledIn, PlacedOrder } from '../../order/checkout.api.ts'
import type { Request } from './sign-up-call.ts'

export type SignupOrder = Answer<typeof signupOrderRoutes.show>

/** Orders a place of a paid form: who it is for was asked by the page, the rest by the checkout. */
export const placeSignUpOrder = (input: Request, filled: FilledIn, idempotencyKey: string): Promise<PlacedOrder> => {
  const { delivery, paymentMethod, invoice, memo, expectedTotal, remember, tracking } = filled
  const body = { ...input, delivery, paymentMethod, invoice, memo, expectedTotal, remember, tracking }
  return call(signupOrderRoutes.create, { body }, { quiet: true, idempotencyKey })
}

/** Where to send the browser so that the place is paid. */
export const paySignUpOrder = async (orderKey: string, method: string, idempotencyKey: string): Promise<string> =>
  (await call(signupOrderRoutes.createPayment, { body: { method } }, { quiet: true, orderKey, idempotencyKey }))
    .redirectUrl

export const readSignUpOrder = (orderKey: string): Promise<SignupOrder> =>
  call(signupOrderRoutes.show, {}, { quiet: true, orderKey })
