import { salesPageStateAt } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import { SalesUrl } from '@kaimai/contract/sales-page/sales-page.schema.ts'
import type { Clock } from '../../platform/clock.ts'
import { instantsOf } from './sales-page.present.ts'
import type { SalesPageStore } from './sales-page.store.ts'
import type { SalesPageTableRow } from './sales-page.tables.ts'

export interface SellingPagesDeps {
  readonly store: Pick<SalesPageStore, 'findByUrl' | 'findMany'>
  readonly clock: Clock
}

/** Sales pages as orders see them: what they sell, and whether they do so now. */
export const createSellingPages = ({ store, clock }: SellingPagesDeps) => {
  const present = (row: SalesPageTableRow) => ({
    id: row.id,
    firmId: row.firmId,
    title: row.title,
    customUrl: row.customUrl,
    isOpen: row.removedAt === null && salesPageStateAt(instantsOf(row), clock.ms()) === 'open',
    productIds: row.content.productIdList,
  })
  return {
    /** Undefined for drafts too. */
    byUrl: async (customUrl: string) => {
      const url = SalesUrl.safeParse(customUrl)
      const row = url.success ? await store.findByUrl(url.data) : undefined
      return row?.published === true ? present(row) : undefined
    },
    /** Removed ones too: their orders still name them. */
    findMany: async (firmId: string, ids: readonly string[]) => (await store.findMany(firmId, ids)).map(present),
  }
}
