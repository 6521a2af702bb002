import { z } from 'zod'
import { because } from '../common/error-text.ts'
import { Id } from '../common/fields.ts'
import { currencies } from '../common/money.ts'
import { NameLine } from '../common/plain-name.ts'
import { isTaxId, readCode } from '../order/checkout.rules.ts'
import { AccountNumber, BankCode } from '../payment/bank-account.schema.ts'
import { partnerErrors } from './partner.errors.ts'

const personId = /^[A-Z][A-D1289]\d{8}$/

/** Where a partner's money goes, and whom the tax office hears of: kept sealed, and answered in part only. */
export const PayoutAccount = z.object({
  bankCode: BankCode(partnerErrors.partnerBankCodeWrong).min(1, because(partnerErrors.partnerBankCodeWrong)),
  account: AccountNumber(10, partnerErrors.partnerAccountWrong).min(1, because(partnerErrors.partnerAccountWrong)),
  holder: NameLine(40),
  /** Tax id of a company (8 digits), national or resident id of a person; empty: not known yet. */
  taxId: z
    .string()
    .overwrite(readCode)
    .refine((id) => id === '' || isTaxId(id) || personId.test(id), because(partnerErrors.partnerTaxIdWrong)),
})
export type PayoutAccount = z.output<typeof PayoutAccount>

/** An account as it was sealed: what was taken once stays readable when more is asked of what is typed. */
export const SealedPayoutAccount = z.object({
  bankCode: z.string(),
  account: z.string(),
  holder: z.string(),
  taxId: z.string(),
})

/** A partner to itself. */
export const OwnPartner = z.object({
  /** Whose session it is: a browser may have that of another partner. */
  id: Id,
  name: z.string(),
  firmName: z.string(),
  currency: z.enum(currencies),
  /** Earned and not due yet, minor units. */
  pending: z.number().int(),
  /** Earned and not paid out, minor units; what is pending is part of it. */
  owed: z.number().int(),
  /** Gets a letter of each day's first commission. */
  commissionLetters: z.boolean(),
})
export type OwnPartner = z.output<typeof OwnPartner>
