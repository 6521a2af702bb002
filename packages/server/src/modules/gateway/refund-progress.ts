import {
  type ErrorText,
  type ErrorTextWithValues,
  formatErrorText,
  withValues,
} from '@kaimai/contract/common/error-text.ts'
import { refundRefusals } from '@kaimai/contract/gateway/gateway.errors.ts'
import { cutText } from './cut-text.ts'
import type { RefundAnswer, RefundToMake } from './gateway.port.ts'

/** What our side refuses; staff who read no Chinese are told by `reason`. */
export const refusedBecause = (reason: ErrorText | ErrorTextWithValues): RefundAnswer => ({
  state: 'refused',
  words: formatErrorText(reason, 'zh-TW'),
  reason,
})

/** What a gateway refuses, in its own words, as short as they are kept. */
export const refusedWith = (...words: readonly string[]): RefundAnswer => ({
  state: 'refused',
  words: cutText(words.filter((word) => word !== '').join(' '), 200),
})

const dollars = (minor: number): number => minor / 100

/**
 * What is left to do of a refund, by what the gateway says was given back so far (minor units). `make`: nothing of it.
 * `made`: a try before this one did it, and did not live to say so. Another sum was given back there by other hands: then
 * nobody can tell whether this refund is in it, and nothing is given back until somebody has looked.
 */
export const refundProgress = (
  { amount, refundedBefore }: RefundToMake,
  refundedThere: number,
): 'make' | 'made' | RefundAnswer => {
  if (refundedThere === refundedBefore) return 'make'
  if (refundedThere === refundedBefore + amount) return 'made'
  return refusedBecause(
    withValues(refundRefusals.refundedDiffers, { there: dollars(refundedThere), here: dollars(refundedBefore) }),
  )
}

export const isWhole = ({ amount, payment, refundedBefore }: RefundToMake): boolean =>
  amount === payment.amount && refundedBefore === 0

/** Gateways here take whole dollars. Throws for an amount that is none. */
export const dollarsOf = (gateway: string, amount: number): string => {
  if (amount % 100 !== 0) throw new Error(`${gateway}: ${amount} is no whole dollar`)
  return String(amount / 100)
}
