import { inBatches } from '../../platform/db/batches.ts'
import type { Language, Texts } from '@kaimai/contract/common/language.ts'
import type { ImportMode, ImportResult, SheetFormat } from '@kaimai/contract/common/sheet.ts'
import type { ShelfState } from '@kaimai/contract/product/stock.rules.ts'
import type { RawContent } from '@kaimai/contract/common/route.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Platform } from '../../platform/platform.ts'
import { newId } from '../../platform/ids.ts'
import { changedFields, createEditLog } from '../../platform/edit-log/edit-log.ts'
import { planImport } from '../../platform/sheet/plan-import.ts'
import { writeSheet } from '../../platform/sheet/write-sheet.ts'
import type { FirmService } from '../firm/firm.service.ts'
import { createProductBatchStore } from './product-batch.store.ts'
import { createProductKeywordStore } from './product-keyword.store.ts'
import { createKeywordGuard } from './product-keywords.ts'
import { createProductListStore } from './product-list.store.ts'
import { createProductStore, type ListedProduct } from './product.store.ts'
import { type Draft, judgeRows, type KnownProducts, stockAfter } from './product-sheet.check.ts'
import { productColumns, ProductSheetRow, type SheetLine, templateLines } from './product-sheet.columns.ts'
import type { VariantRow } from './product.tables.ts'
import { searchNameOf } from './product-input.ts'
import { createStock } from './stock.ts'
import { createStockStore } from './stock.store.ts'

export interface ProductSheetDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'bus' | 'audit'>
  readonly firms: Pick<FirmService, 'publicFirm'>
}

export interface ExportRequest {
  readonly format: SheetFormat
  readonly template?: '1' | undefined
  readonly q?: string | undefined
  readonly status?: ShelfState | undefined
}

const fileName: Texts = { 'zh-TW': '商品', en: 'products' }
const templateName: Texts = { 'zh-TW': '商品匯入範本', en: 'product-template' }

/** Whether a variant will be another than it is. */
const isOther = ({ variants }: ListedProduct, { id, name, keyword, stock }: VariantRow): boolean => {
  const was = variants.find((variant) => variant.id === id)
  return was === undefined || was.name !== name || was.keyword !== keyword || was.stock !== stock
}

/** Columns that a file to be filled in hasn't: what only an export can know. */
const exportedOnly: readonly string[] = ['id', 'sold', 'stockAtExport']

/** Products read at once while they are exported. */
const batchSize = 1000

/** Products as a file, out and in. */
export const createProductSheet = ({ platform, firms }: ProductSheetDeps) => {
  const { db, clock, bus, audit } = platform
  const store = createProductStore(db)
  const listStore = createProductListStore(db)
  const batch = createProductBatchStore()
  const keywords = createProductKeywordStore(db)
  const stock = createStock({ store: createStockStore(db), bus })
  const writing = createKeywordGuard({ db, store: keywords })
  const editLog = createEditLog({ clock })

  async function* linesOf(firmId: string, input: ExportRequest, say: SheetLine['say']): AsyncGenerator<SheetLine> {
    const filter = { q: input.q === '' ? undefined : input.q, status: input.status }
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

  /** The products that the rows mean, by id, by keyword and by name, in three questions. */
  const known = async (firmId: string, rows: readonly ProductSheetRow[]): Promise<KnownProducts> => {
    const words = new Set(rows.flatMap(({ keyword = '', variantKeyword = '' }) => [keyword, variantKeyword]))
    words.delete('')
    const owners = await keywords.owners(firmId, [...words])
    const ids = [
      ...new Set([...rows.flatMap(({ id }) => id ?? []), ...[...owners.values()].map(({ productId }) => productId)]),
    ]
    const byId = new Map<string, ListedProduct>()
    for (const part of inBatches(ids)) {
      for (const row of await store.findMany(firmId, part)) byId.set(row.id, row)
    }
    const names = [...new Set(rows.flatMap((row) => (row.id === undefined && !row.keyword ? [row.productName] : [])))]
    const byName = new Map<string, ListedProduct[]>()
    for (const part of inBatches(names)) {
      for (const row of await store.findNamed(firmId, part))
        byName.set(row.productName, [...(byName.get(row.productName) ?? []), row])
    }
    return { byId, owners, byName }
  }

  const write = async (firmId: string, drafts: readonly Draft[], by: Actor | undefined): Promise<void> => {
    const { currency } = await firms.publicFirm(firmId)
    const now = clock.now()
    const changed = drafts.flatMap(({ before }) => (before ? [before.id] : []))
    const placed = drafts.map((draft) => ({ ...draft, id: draft.before?.id ?? newId() }))
    const rows = placed.map(({ id, product, before, variants: named }) => ({
      ...product,
      id,
      firmId,
      searchName: searchNameOf({ ...product, variants: named }),
      currency: before?.currency ?? currency,
      images: before?.images ?? [],
      version: 1,
      createdAt: before?.createdAt ?? now,
      changedAt: now,
      removedAt: null,
    }))
    const variantsAfter = (left: ReadonlyMap<string, number>) =>
      placed.flatMap(({ id: productId, variants: given }) =>
        given.map(({ id, name, keyword, stock: step }, place) => ({
          id: id ?? newId(),
          firmId,
          productId,
          place,
          name,
          keyword,
          stock: stockAfter(left.get(id ?? '') ?? 0, step),
          sold: 0,
          removedAt: null,
        })),
      )
    const words = placed.flatMap(({ id: productId, product, variants: given }) =>
      [product.keyword, ...given.map(({ keyword }) => keyword)]
        .filter((keyword) => keyword !== '')
        .map((keyword) => ({ productId, keyword })),
    )
    // A word that somebody took since the file was looked at refuses the whole file, by the name of its product.
    const body = { keyword: '', variants: words }
    await writing(firmId, { id: undefined, body }, async (tx) => {
      await batch.lock(firmId, changed, tx)
      // What is there now, not when the file was looked at: pieces may have been sold since.
      const left = new Map<string, number>()
      const present = new Map<string, ListedProduct>()
      for (const ids of inBatches(changed)) {
        for (const { id, stock: onSale } of await batch.lockVariants(firmId, ids, tx)) left.set(id, onSale)
        for (const row of await store.findMany(firmId, ids, tx)) present.set(row.id, row)
      }
      const variants = variantsAfter(left)
      await batch.putProducts(rows, tx)
      await batch.putVariants(variants, tx)
      const byProduct = Map.groupBy(variants, ({ productId }) => productId)
      await editLog.add(
        tx,
        firmId,
        by,
        placed.flatMap(({ id, product }) => {
          const was = present.get(id)
          if (!was) return []
          const isMoved = (byProduct.get(id) ?? []).some((variant) => isOther(was, variant))
          const fields = [...changedFields(was, product), ...(isMoved ? ['variants'] : [])]
          return [{ targetId: id, version: was.version + 1, fields }]
        }),
      )
      await keywords.replace(firmId, changed, words, tx)
      const offSale = new Set(rows.filter((row) => row.offSale).map(({ id }) => id))
      stock.notifyAfter(
        tx,
        firmId,
        Object.fromEntries(variants.map((row) => [row.id, offSale.has(row.productId) ? 0 : row.stock])),
      )
      if (by) {
        const counts = { made: placed.length - changed.length, changed: changed.length }
        await audit.record(tx, by, 'product.import', { id: placed[0]?.id ?? '', name: '' }, counts)
      }
    })
  }

  return {
    export: async (firmId: string, input: ExportRequest, language: Language, by?: Actor): Promise<RawContent> => {
      const say = (texts: Texts) => texts[language]
      const isTemplate = input.template === '1'
      if (by && !isTemplate) {
        const change = { q: input.q ?? '', status: input.status ?? '' }
        await db.transaction((tx) => audit.record(tx, by, 'product.export', { id: '', name: '' }, change))
      }
      return writeSheet({
        format: input.format,
        name: say(isTemplate ? templateName : fileName),
        language,
        columns: isTemplate ? productColumns.filter(({ key }) => !exportedOnly.includes(key)) : productColumns,
        rows: isTemplate ? templateLines(say) : linesOf(firmId, input, say),
      })
    },

    import: (
      firmId: string,
      given: { readonly file: Uint8Array | undefined; readonly mode: ImportMode; readonly language: Language },
      by?: Actor,
    ): Promise<ImportResult> =>
      planImport({
        ...given,
        columns: productColumns,
        schema: ProductSheetRow,
        validate: async (rows) =>
          judgeRows(
            rows,
            await known(
              firmId,
              rows.map(({ row }) => row),
            ),
          ),
        // Every row of a product carries the same draft of it.
        write: (rows) => write(firmId, [...new Set(rows.map(({ known: draft }) => draft))], by),
      }),
  }
}
export type ProductSheet = ReturnType<typeof createProductSheet>
