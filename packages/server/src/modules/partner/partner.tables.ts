import type { TaxKind } from '@kaimai/contract/commission/payout.rules.ts'
import type { Language } from '@kaimai/contract/common/language.ts'

export interface PartnerRow {
  id: string
  firmId: string
  name: string
  taxKind: TaxKind
  email: string
  payoutEmail: string
  phone: string
  /** PayoutAccount, sealed; empty: not known. */
  payoutAccount: string
  accountEnd: string
  passwordHash: string | null
  passwordTokenHash: string | null
  passwordTokenUntil: Date | null
  removedAt: Date | null
  language: Language
  commissionLetters: boolean
}

export interface PartnerTables {
  partner: PartnerRow
  partnerSession: { tokenHash: string; partnerId: string; firmId: string; createdAt: Date; endsAt: Date }
  partnerDevice: { partnerId: string; deviceHash: string; firmId: string; loggedInAt: Date }
}
