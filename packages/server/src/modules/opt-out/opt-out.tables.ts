/** One address or number that a firm sends no marketing to. */
export interface OptOutRow {
  id: string
  firmId: string
  /** As mail servers take it, or a mobile number: `+886912345678`. */
  email: string
  note: string
  source: 'link' | 'staff'
  searchText: string
  createdAt: Date
}

export interface OptOutTables {
  optOut: OptOutRow
}
