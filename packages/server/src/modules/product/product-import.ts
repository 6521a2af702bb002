import type { Currency } from '@kaimai/contract/common/money.ts'
import { z } from 'zod'
import type { Tx } from '../../platform/db/database.ts'
import { inBatches } from '../../platform/db/batches.ts'
import { changedFields, createEditLog } from '../../platform/edit-log/edit-log.ts'
import { newId } from '../../platform/ids.ts'
import type { ImportActor } from '../../platform/import/import-kind.ts'
import { createImportRuns } from '../../platform/import/import-runs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { JudgedRow } from '../../platform/sheet/plan-import.ts'
import type { FirmService } from '../firm/firm.service.ts'
import { createProductBatchStore } from './product-batch.store.ts'
import { createProductKeywordStore } from './product-keyword.store.ts'
import { createProductStore, type ListedProduct } from './product.store.ts'
import { type Draft, stockAfter } from './product-draft.ts'
import { storedCells } from './product-sheet.cells.ts'
import { judgeRows, type KnownProducts } from './product-sheet.check.ts'
import { productColumns, ProductSheetRow } from './product-sheet.columns.ts'
import type { VariantRow } from './product.tables.ts'
import { searchNameOf } from './product-input.ts'
import { createStock } from './stock.ts'
import { createStockStore } from './stock.store.ts'

export interface ProductImportDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'log' | 'bus' | 'audit' | 'jobs'>
  readonly firms: Pick<FirmService, 'publicFirm'>
}

/** Rows of a batch that is looked up, or written: on the embedded database everybody else waits for it. */
const lookUpRows = 300

/** Whether a variant will be another than it is. */
const isOther = ({ variants }: ListedProduct, { id, name, keyword, stock }: VariantRow): boolean => {
  const was = variants.find((variant) => variant.id === id)
  return was === undefined || was.name !== name || was.keyword !== keyword || was.stock !== stock
}

/** A batch, of whose products some were made by rows before it. */
interface Batch {
  readonly tx: Tx
  readonly made: (targets: readonly string[]) => Promise<ReadonlySet<string>>
}

/** Products out of a file. */
export const createProductImport = ({ platform, firms }: ProductImportDeps) => {
  const { db, clock, bus } = platform
  const store = createProductStore(db)
  const batch = createProductBatchStore()
  const keywords = createProductKeywordStore(db)
  const stock = createStock({ store: createStockStore(db), bus })
  const editLog = createEditLog({ clock })

  /** The products that the rows mean, by id, by keyword and by name, in three questions. */
  const known = async (
    firmId: string,
    rows: readonly ProductSheetRow[],
    within: Batch | undefined,
  ): Promise<Omit<KnownProducts, 'currency' | 'language'>> => {
    const words = new Set(rows.flatMap(({ keyword = '', variantKeyword = '' }) => [keyword, variantKeyword]))
    words.delete('')
    const owners = await keywords.owners(firmId, [...words], within?.tx)
    const ids = [
      ...new Set([...rows.flatMap(({ id }) => id ?? []), ...[...owners.values()].map(({ productId }) => productId)]),
    ]
    const byId = new Map<string, ListedProduct>()
    for (const part of inBatches(ids, lookUpRows)) {
      for (const row of await store.findMany(firmId, part, within?.tx)) byId.set(row.id, row)
    }
    const names = [...new Set(rows.flatMap((row) => (row.id === undefined && !row.keyword ? [row.productName] : [])))]
    const byName = new Map<string, ListedProduct[]>()
    for (const part of inBatches(names, lookUpRows)) {
      const found = await store.findNamed(firmId, part, within?.tx)
      // Two products of one name in the file, apart from each other, stay two.
      const made = await within?.made(found.map(({ id }) => id))
      for (const row of found.filter(({ id }) => made?.has(id) !== true))
        byName.set(row.productName, [...(byName.get(row.productName) ?? []), row])
    }
    return { byId, owners, byName }
  }

  const write = async (
    by: ImportActor,
    judged: readonly JudgedRow<ProductSheetRow, Draft>[],
    currency: Currency,
    tx: Tx,
  ): Promise<ReadonlyMap<number, string>> => {
    const { firmId } = by
    // Every row of a product carries the same draft of it.
    const drafts = [...new Set(judged.map(({ known: draft }) => draft))]
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
      placed.flatMap(({ id: productId, variants: drafts }) =>
        drafts.map(({ id, name, keyword, stock: step }, place) => ({
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
    const words = placed.flatMap(({ id: productId, product, variants: drafts }) =>
      [product.keyword, ...drafts.map(({ keyword }) => keyword)]
        .filter((keyword) => keyword !== '')
        .map((keyword) => ({ productId, keyword })),
    )
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
    const idOf = new Map(placed.flatMap(({ id, before }, at) => (before ? [] : [[drafts[at], id] as const])))
    return new Map(
      judged.flatMap(({ line, known: draft }) => {
        const id = idOf.get(draft)
        return id === undefined ? [] : [[line, id] as const]
      }),
    )
  }

  return createImportRuns(
    { platform },
    {
      kind: 'product',
      columns: productColumns,
      schema: ProductSheetRow,
      stored: storedCells,
      options: z.object({}),
      check: async () => {},
      prepare: async ({ by }) => (await firms.publicFirm(by.firmId)).currency,
      judge: async ({ by, language }, rows, currency, within) => {
        const present = await known(
          by.firmId,
          rows.map(({ row }) => row),
          within,
        )
        return judgeRows(rows, { ...present, currency, language })
      },
      write: ({ by }, rows, currency, tx) => write(by, rows, currency, tx),
    },
  )
}
export type ProductImport = ReturnType<typeof createProductImport>
