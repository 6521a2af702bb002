import type { Language } from '@kaimai/contract/common/language.ts'

/** Somebody who is invited to a live. */
export interface LiveCustomerRow {
  id: string
  firmId: string
  liveId: string
  name: string
  /** Empty: not known. */
  phone: string
  /** Empty: not known. */
  email: string
  language: Language
  searchText: string
  createdAt: Date
}

export interface LiveCustomerTables {
  liveCustomer: LiveCustomerRow
}
