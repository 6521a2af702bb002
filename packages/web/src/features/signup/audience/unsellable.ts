import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'

/** Why a paid form takes nobody at the moment. */
export type Unsellable = 'soldOut' | 'notPayable'

/** Undefined: it does, or it is free. */
export const unsellable = ({ ticket }: Pick<PublicSignup, 'ticket'>): Unsellable | undefined => {
  if (ticket === null) return undefined
  if (ticket.left === 0) return 'soldOut'
  return ticket.payable ? undefined : 'notPayable'
}
