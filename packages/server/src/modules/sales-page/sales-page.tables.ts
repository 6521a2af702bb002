import type { SalesPageBody } from '@kaimai/contract/sales-page/sales-page.schema.ts'

/** What only the page shows. */
export type SalesPageContent = Omit<SalesPageBody, 'title' | 'customUrl' | 'published' | 'beginAt' | 'endAt'>

export type SalesPageTableRow = {
  id: string
  firmId: string
  title: string
  customUrl: string
  searchText: string
  published: boolean
  beginAt: Date | null
  endAt: Date | null
  content: SalesPageContent
  version: number
  createdAt: Date
  changedAt: Date
  removedAt: Date | null
}

export interface SalesPageTables {
  salesPage: SalesPageTableRow
}
