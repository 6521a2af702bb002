/** One address that a firm sends no marketing letters to. */
export interface OptOutRow {
  id: string
  firmId: string
  /** As mail servers take it. */
  email: string
  note: string
  source: 'link' | 'staff'
  searchText: string
  createdAt: Date
}

export interface OptOutTables {
  optOut: OptOutRow
}
