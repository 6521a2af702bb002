import type { Language, Texts } from '@kaimai/contract/common/language.ts'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import type { ShelfState } from '@kaimai/contract/product/stock.rules.ts'
import type { RawContent } from '@kaimai/contract/common/route.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Platform } from '../../platform/platform.ts'
import { streamSheet } from '../../platform/sheet/stream-sheet.ts'
import { writeSheet } from '../../platform/sheet/write-sheet.ts'
import { createProductListStore } from './product-list.store.ts'
import { createProductStore } from './product.store.ts'
import { productColumns, type SheetLine, templateLines } from './product-sheet.columns.ts'

export interface ProductSheetDeps {
  readonly platform: Pick<Platform, 'db' | 'audit'>
}

export interface ExportRequest {
  readonly format: SheetFormat
  readonly template?: '1' | undefined
  readonly progress?: '1' | undefined
  readonly q?: string | undefined
  readonly status?: ShelfState | undefined
}

const fileName: Texts = { 'zh-TW': '商品', en: 'products' }
const templateName: Texts = { 'zh-TW': '商品匯入範本', en: 'product-template' }

/** Columns that a file to be filled in hasn't: what only an export can know. */
const exportedOnly: readonly string[] = ['id', 'sold', 'stockAtExport']

const filterOf = ({ q, status }: ExportRequest) => ({ q: q === '' ? undefined : q, status })

/** Products read at once while they are exported. */
const batchSize = 500

/** Products as a file. */
export const createProductSheet = ({ platform }: ProductSheetDeps) => {
  const { db, audit } = platform
  const store = createProductStore(db)
  const listStore = createProductListStore(db)

  async function* linesOf(firmId: string, input: ExportRequest, say: SheetLine['say']): AsyncGenerator<SheetLine> {
    const filter = filterOf(input)
    for (let offset = 0; ; offset += batchSize) {
      const ids = await listStore.ids(firmId, {
        ...filter,
        sort: 'createdAt',
        descending: true,
        limit: batchSize,
        offset,
      })
      const rows = new Map((await store.findMany(firmId, ids)).map((row) => [row.id, row]))
      for (const product of ids.flatMap((id) => rows.get(id) ?? [])) {
        for (const variant of product.variants) yield { product, variant, say }
      }
      if (ids.length < batchSize) return
    }
  }

  return {
    export: async (firmId: string, input: ExportRequest, language: Language, by?: Actor): Promise<RawContent> => {
      const say = (texts: Texts) => texts[language]
      const isTemplate = input.template === '1'
      if (by && !isTemplate) {
        const change = { q: input.q ?? '', status: input.status ?? '' }
        await db.transaction((tx) => audit.record(tx, by, 'product.export', { id: '', name: '' }, change))
      }
      const sheet = {
        format: input.format,
        name: say(isTemplate ? templateName : fileName),
        language,
        columns: isTemplate ? productColumns.filter(({ key }) => !exportedOnly.includes(key)) : productColumns,
        rows: isTemplate ? templateLines(say) : linesOf(firmId, input, say),
      }
      if (input.progress === undefined || isTemplate) return writeSheet(sheet)
      const total = await listStore.total(firmId, filterOf(input))
      return streamSheet<SheetLine>({ ...sheet, total, begins: (line, before) => line.product !== before?.product })
    },
  }
}
export type ProductSheet = ReturnType<typeof createProductSheet>
