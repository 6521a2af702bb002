import { z } from 'zod'
import { because, becauseOf, common, type ErrorText, withValues } from '../common/error-text.ts'
import { isShortened } from '../common/typed-text.ts'
import { readCode } from '../order/checkout.rules.ts'

// Whose account it is makes no difference: the shop's, a partner's and a buyer's are typed and pasted alike. A number
// whose zeros a spreadsheet has taken is refused by its length, and never filled up: nobody can say how many there were.

/** A bank's three digits, `wrong` where they are not; empty is left to whoever asks for it. */
export const BankCode = (wrong: ErrorText) =>
  z
    .string()
    .overwrite(readCode)
    .regex(/^(?:\d{3})?$/, because(wrong))

/** An account's digits, at least `min` and at most 16; empty is left to whoever asks for it. */
export const AccountNumber = (min: number, wrong: ErrorText) =>
  z
    .string()
    .overwrite(readCode)
    .superRefine((account, context) => {
      if (isShortened(account))
        context.addIssue({ ...becauseOf(withValues(common.numberShortened, { typed: account })), code: 'custom' })
      else if (account !== '' && !(account.length >= min && /^\d{1,16}$/.test(account)))
        context.addIssue({ code: 'custom', message: because(wrong) })
    })
