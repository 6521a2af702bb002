import type { TouchRule } from '@kaimai/contract/association/association.rules.ts'
import type { CommissionRate } from '@kaimai/contract/commission/commission.rules.ts'

export interface AssociationRow {
  id: string
  firmId: string
  version: number
  partnerId: string
  name: string
  code: string
  rateKind: CommissionRate['kind']
  basisPoints: number | null
  amount: number | null
  signupIds: string[]
  productIds: string[]
  beginAt: Date
  endAt: Date | null
  cookieDays: number
  createdAt: Date
  removedAt: Date | null
}

/** What a link paid, and for what, from when on. */
export interface AssociationTermsRow
  extends Pick<
    AssociationRow,
    'firmId' | 'version' | 'rateKind' | 'basisPoints' | 'amount' | 'signupIds' | 'productIds'
  > {
  associationId: string
  since: Date
}

export interface AssociationTables {
  association: AssociationRow
  associationCode: { firmId: string; code: string; associationId: string; since: Date }
  associationTerms: AssociationTermsRow
  associationProgram: { firmId: string; touch: TouchRule; leastPayout: number }
  partner: { id: string; name: string; removedAt: Date | null }
  /** Of module signup: which link a person's sign-up was credited to. */
  signupUser: {
    id: string
    firmId: string
    signupId: string
    associationId: string | null
    associationVisitAt: Date | null
  }
}
