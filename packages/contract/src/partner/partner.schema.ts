import { z } from 'zod'
import { because } from '../common/error-text.ts'
import { Id, Line, OptionalLine } from '../common/fields.ts'
import { currencies } from '../common/money.ts'
import { partnerErrors } from './partner.errors.ts'

/** Where a partner's money goes, and whom the tax office hears of: kept sealed, and answered in part only. */
export const PayoutAccount = z.object({
  bankCode: z.string().regex(/^\d{3}$/, because(partnerErrors.partnerBankCodeWrong)),
  account: z
    .string()
    .transform((text) => text.replaceAll(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{10,16}$/, because(partnerErrors.partnerAccountWrong))),
  holder: Line(40),
  /** Tax id of a company (8 digits), national or resident id of a person; empty: not known yet. */
  taxId: OptionalLine(10)
    .toUpperCase()
    .regex(/^$|^\d{8}$|^[A-Z][A-D1289]\d{8}$/, because(partnerErrors.partnerTaxIdWrong)),
})
export type PayoutAccount = z.output<typeof PayoutAccount>

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
})
export type OwnPartner = z.output<typeof OwnPartner>
