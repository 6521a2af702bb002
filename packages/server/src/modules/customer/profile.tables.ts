import type { genders } from '@kaimai/contract/customer/profile.schema.ts'
import type { Delivery, Invoice } from '@kaimai/contract/order/checkout.schema.ts'

/** Whose it is: who signed up, an anonymous viewer, or a browser on a sales page. */
export interface ProfileOwner {
  readonly kind: 'signupUser' | 'liveUser' | 'shopper'
  readonly id: string
}

/** As orders keep it. */
export interface SavedPersonal {
  readonly fullName: string
  /** E.164 */
  readonly phone: string
  readonly email: string
}

export interface ProfileRow {
  id: string
  firmId: string
  ownerKind: ProfileOwner['kind']
  ownerId: string
  nickname: string
  gender: (typeof genders)[number]
  personal: SavedPersonal | null
  delivery: Delivery | null
  invoice: Invoice | null
  paymentMethod: string
  /** Null: nothing is saved (any more). */
  savedAt: Date | null
  changedAt: Date
}

export type SavedParts = Pick<ProfileRow, 'nickname' | 'gender' | 'personal' | 'delivery' | 'invoice' | 'paymentMethod'>

export interface ProfileTables {
  shopperProfile: ProfileRow
  profileDevice: { profileId: string; deviceHash: string; firmId: string; openedAt: Date }
  profileTry: { id: string; profileId: string; firmId: string; deviceHash: string; at: Date }
}
