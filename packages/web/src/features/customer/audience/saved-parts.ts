import type { Profile } from '@kaimai/contract/customer/profile.schema.ts'

/** What an order begins with, as it was saved; null: nothing of it is. */
export type SavedParts = Pick<Profile, 'personal' | 'delivery' | 'invoice' | 'paymentMethod'>

export interface ProfileSheetProps {
  /** Key of the viewer's link. */
  readonly viewerKey: string
  readonly onClose: () => void
}
