import { fail } from '@kaimai/contract/common/error.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { type ErrorText, formatErrorText, withValues } from '@kaimai/contract/common/error-text.ts'
import { type BulkFields, bulkChanged, isErrorText } from '@kaimai/contract/product/bulk.rules.ts'
import { productErrors } from '@kaimai/contract/product/product.errors.ts'
import type { BulkBody, BulkUndoRow } from '@kaimai/contract/product/product.routes.ts'
import { stockMax } from '@kaimai/contract/product/product.schema.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { changedFields, createEditLog } from '../../platform/edit-log/edit-log.ts'
import type { Platform } from '../../platform/platform.ts'
import { createProductBatchStore } from './product-batch.store.ts'
import { presentProduct } from './product.present.ts'
import { createProductStore, type ListedProduct } from './product.store.ts'
import type { ProductRow } from './product.tables.ts'
import { searchNameOf } from './product-input.ts'
import { createStock } from './stock.ts'
import { createStockStore } from './stock.store.ts'

/** The sentence and its part, both in the language of who reads it. */
const refused = (product: string, why: ErrorText) => {
  const { bulkRefused } = productErrors
  const say = (language: Language) =>
    formatErrorText(withValues(bulkRefused, { product, why: why[language] }), language)
  return fail('conflict', { reason: { ...bulkRefused, 'zh-TW': say('zh-TW'), en: say('en') } })
}

type Locked = { readonly products: readonly ListedProduct[]; readonly stock: ReadonlyMap<string, StockOf[]> }
interface StockOf {
  readonly id: string
  readonly stock: number
}

/** Changes of many products in one call: all of them or none. */
export const createProductBulk = ({ platform }: { platform: Pick<Platform, 'db' | 'clock' | 'bus' | 'audit'> }) => {
  const { db, clock, bus, audit } = platform
  const store = createProductStore(db)
  const batch = createProductBatchStore()
  const stock = createStock({ store: createStockStore(db), bus })
  const editLog = createEditLog({ clock })

  /** What a change of many changed of each. */
  const keepEdits = (
    tx: Tx,
    firmId: string,
    by: Actor | undefined,
    rows: readonly { readonly product: ListedProduct; readonly fields: BulkFields; readonly isStockMoved: boolean }[],
  ): Promise<void> =>
    editLog.add(
      tx,
      firmId,
      by,
      rows.map(({ product, fields, isStockMoved }) => ({
        targetId: product.id,
        version: product.version + 1,
        fields: [...changedFields(presentProduct(product), fields), ...(isStockMoved ? ['variants'] : [])],
      })),
    )

  const lock = async (tx: Tx, firmId: string, ids: readonly string[]): Promise<Locked> => {
    await batch.lock(firmId, ids, tx)
    const products = await store.findMany(firmId, ids, tx)
    if (products.length < new Set(ids).size) throw fail('noData', { reason: productErrors.bulkGone })
    const byProduct = new Map<string, StockOf[]>()
    for (const { productId, id, stock: onSale } of await batch.lockVariants(firmId, ids, tx)) {
      byProduct.set(productId, [...(byProduct.get(productId) ?? []), { id, stock: onSale }])
    }
    return { products, stock: byProduct }
  }

  const rowOf = (firmId: string, product: ListedProduct, fields: BulkFields, changedAt: Date): ProductRow => {
    const { variants: _, ...row } = product
    return {
      ...row,
      ...fields,
      firmId,
      searchName: searchNameOf({ ...product, variants: product.variants }),
      onSaleFrom: fields.onSaleFrom === null ? null : new Date(fields.onSaleFrom),
      onSaleUntil: fields.onSaleUntil === null ? null : new Date(fields.onSaleUntil),
      changedAt,
      removedAt: null,
    }
  }

  /** Sets each variant to what `next` says; the stock of those that are on sale is published. */
  const writeStock = async (
    tx: Tx,
    firmId: string,
    rows: readonly {
      readonly product: ListedProduct
      readonly offSale: boolean
      readonly variants: readonly StockOf[]
    }[],
    next: (product: ListedProduct, variant: StockOf) => number,
  ) => {
    const left: Record<string, number> = {}
    for (const { product, offSale, variants } of rows) {
      for (const variant of variants) {
        const onSale = next(product, variant)
        if (onSale < 0 || onSale > stockMax) throw refused(product.productName, productErrors.bulkTooFew)
        if (onSale !== variant.stock) await batch.setStock(firmId, variant.id, onSale, tx)
        if (onSale !== variant.stock || offSale !== product.offSale) left[variant.id] = offSale ? 0 : onSale
      }
    }
    stock.notifyAfter(tx, firmId, left)
  }

  return {
    /** Throws `conflict` naming the product for which the change makes no sense, `noData` when one is gone. */
    changeMany: (
      firmId: string,
      { ids, ...change }: BulkBody,
      by?: Actor,
    ): Promise<{ changed: number; undo: BulkUndoRow[] }> =>
      db.transaction(async (tx) => {
        const { products, stock: held } = await lock(tx, firmId, ids)
        const now = clock.now()
        const undo: BulkUndoRow[] = []
        const next = products.map((product) => {
          const before = presentProduct(product)
          const fields = bulkChanged(before, change)
          if (isErrorText(fields)) throw refused(product.productName, fields)
          return { product, before, fields, variants: held.get(product.id) ?? [] }
        })
        const steps = change.stock
        const stockAfter = ({ stock: onSale }: StockOf) =>
          steps === undefined ? onSale : steps.by === 'set' ? steps.value : onSale + steps.value
        await batch.putProducts(
          next.map(({ product, fields }) => rowOf(firmId, product, fields, now)),
          tx,
        )
        await writeStock(
          tx,
          firmId,
          next.map(({ product, fields, variants }) => ({ product, offSale: fields.offSale, variants })),
          (_, variant) => stockAfter(variant),
        )
        const isMoved = (variant: StockOf) => stockAfter(variant) !== variant.stock
        await keepEdits(
          tx,
          firmId,
          by,
          next.map((row) => ({ ...row, isStockMoved: row.variants.some(isMoved) })),
        )
        for (const { before, variants } of next) {
          const { id, price, originalPrice, onSalePrice, onSaleFrom, onSaleUntil, specialOfferPrice } = before
          const moved = variants.map((variant) => ({ variantId: variant.id, by: variant.stock - stockAfter(variant) }))
          undo.push({
            id,
            changedAt: now.toISOString(),
            price,
            originalPrice,
            onSalePrice,
            onSaleFrom,
            onSaleUntil,
            specialOfferPrice,
            perPersonLimit: before.perPersonLimit,
            returnException: before.returnException,
            offSale: before.offSale,
            stock: moved.filter((move) => move.by !== 0),
          })
        }
        if (by) {
          const target = { id: ids[0] ?? '', name: products.map(({ productName }) => productName).join('、') }
          await audit.record(tx, by, 'product.changeMany', target, { products: ids.length, ...change })
        }
        return { changed: products.length, undo }
      }),

    /** Takes a change of many back. Throws `conflict` when one of them was changed since, or pieces were sold already. */
    undoMany: (firmId: string, rows: readonly BulkUndoRow[], by?: Actor): Promise<{ changed: number }> =>
      db.transaction(async (tx) => {
        const ids = rows.map(({ id }) => id)
        const { products, stock: held } = await lock(tx, firmId, ids)
        const asked = new Map(rows.map((row) => [row.id, row]))
        const now = clock.now()
        const back = products.flatMap((product) => {
          const row = asked.get(product.id)
          if (!row) return []
          if (product.changedAt.getTime() !== Date.parse(row.changedAt)) {
            throw fail('conflict', { reason: productErrors.undoTooLate })
          }
          const fields = bulkChanged({ ...row, currency: product.currency }, {})
          if (isErrorText(fields)) throw refused(product.productName, fields)
          return [{ product, row, fields, variants: held.get(product.id) ?? [] }]
        })
        await batch.putProducts(
          back.map(({ product, fields }) => rowOf(firmId, product, fields, now)),
          tx,
        )
        await writeStock(
          tx,
          firmId,
          back.map(({ product, fields, variants }) => ({ product, offSale: fields.offSale, variants })),
          (product, variant) =>
            variant.stock + (asked.get(product.id)?.stock.find(({ variantId }) => variantId === variant.id)?.by ?? 0),
        )
        await keepEdits(
          tx,
          firmId,
          by,
          back.map((each) => ({ ...each, isStockMoved: each.row.stock.length > 0 })),
        )
        if (by) {
          const target = { id: ids[0] ?? '', name: products.map(({ productName }) => productName).join('、') }
          await audit.record(tx, by, 'product.undoMany', target, { products: ids.length })
        }
        return { changed: back.length }
      }),
  }
}
export type ProductBulk = ReturnType<typeof createProductBulk>
