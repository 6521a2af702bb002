import { fail } from '@kaimai/contract/common/error.ts'
import { common, withValues } from '@kaimai/contract/common/error-text.ts'
import type { ListQuery } from '@kaimai/contract/common/page.ts'
import { offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import type { SalesChannel } from '@kaimai/contract/product/price.rules.ts'
import { productErrors } from '@kaimai/contract/product/product.errors.ts'
import {
  type Product,
  type ProductBody,
  type ProductCounts,
  productSorts,
} from '@kaimai/contract/product/product.routes.ts'
import type { ShelfState } from '@kaimai/contract/product/stock.rules.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import { changesOf } from '../../platform/audit/changes.ts'
import type { Executor, Tx } from '../../platform/db/database.ts'
import { newestFirst, sortOf } from '../../platform/db/sort.ts'
import { changedFields, createEditLog } from '../../platform/edit-log/edit-log.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FirmService } from '../firm/firm.service.ts'
import {
  presentProduct,
  presentRoomProduct,
  presentVariant,
  type LiveProductTerms,
  type VariantRecord,
} from './product.present.ts'
import { createProductStore, type ListedProduct } from './product.store.ts'
import { fieldsOf, type ProductInput, type VariantInput } from './product-input.ts'
import { createProductKeywordStore } from './product-keyword.store.ts'
import { createKeywordGuard, keywordRows } from './product-keywords.ts'
import { createProductListStore } from './product-list.store.ts'
import { createStockStore } from './stock.store.ts'
import { createStock } from './stock.ts'

export type { LiveProductTerms, VariantRecord } from './product.present.ts'
export type { ProductInput } from './product-input.ts'
export type { StockLine } from './stock.ts'

export interface ProductServiceDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'bus'> & Partial<Pick<Platform, 'audit'>>
  readonly firms: Pick<FirmService, 'publicFirm'>
  /** Names of lives still to come that sell the product. */
  readonly livesUsing: (firmId: string, productId: string) => Promise<readonly string[]>
}

export type ProductQuery = ListQuery & { readonly status?: ShelfState | undefined }

const stockChangeOf = ({ stock, stockBefore }: VariantInput) =>
  stockBefore === undefined ? { to: stock } : { by: stock - stockBefore }

/** Products and their stock. */
export const createProductService = ({ platform, firms, livesUsing }: ProductServiceDeps) => {
  const { db, clock, bus, audit } = platform
  const store = createProductStore(db)
  const listStore = createProductListStore(db)
  const keywords = createProductKeywordStore(db)
  const stockStore = createStockStore(db)
  const stock = createStock({ store: stockStore, bus })
  const editLog = createEditLog({ clock })
  const writing = createKeywordGuard({ db, store: keywords })

  const shown = async (firmId: string, productId: string): Promise<Product> => {
    const row = await store.find(firmId, productId)
    if (!row) throw fail('noData')
    return presentProduct(row)
  }

  const record = async (
    tx: Tx,
    by: Actor | undefined,
    action: string,
    target: { id: string; name: string },
    change = {},
  ) => {
    if (by) await audit?.record(tx, by, action, target, change)
  }

  const variantRow = (firmId: string, productId: string, input: VariantInput, place: number) => ({
    id: newId(),
    firmId,
    productId,
    place,
    name: input.name,
    keyword: input.keyword ?? '',
    stock: input.stock,
    sold: 0,
    removedAt: null,
  })

  /** Brings the variants to what the body says, within the lock on their product. */
  const changeVariants = async (tx: Tx, firmId: string, present: ListedProduct, body: ProductInput): Promise<void> => {
    const known = new Set(present.variants.map(({ id }) => id))
    const placed = body.variants.map((variant, place) => ({ ...variant, place }))
    const strange = placed.find(
      ({ id, place }) => id !== undefined && (!known.has(id) || placed.slice(0, place).some((it) => it.id === id)),
    )
    if (strange) throw fail('invalid', { fields: { [`variants.${strange.place}.id`]: common.wrongChoice } })
    const storedVariants = new Map(
      placed.flatMap((variant) => (variant.id === undefined ? [] : [[variant.id, variant] as const])),
    )
    const left: Record<string, number> = {}
    // In the order of their ids, as orders lock them; a removed one is locked in its turn too.
    for (const id of [...known].sort()) {
      const variant = storedVariants.get(id)
      if (variant === undefined) {
        await store.removeVariants(firmId, [id], clock.now(), tx)
        left[id] = 0
        continue
      }
      const { name, keyword = '', place } = variant
      const now = await store.changeVariant(firmId, id, { name, keyword, place, stock: stockChangeOf(variant) }, tx)
      if (now !== undefined) left[id] = body.offSale === true ? 0 : now
    }
    const added = placed.filter(({ id }) => id === undefined)
    await store.insertVariants(
      added.map((variant) => variantRow(firmId, present.id, variant, variant.place)),
      tx,
    )
    stock.notifyAfter(tx, firmId, left)
  }

  const listed = async (firmId: string, ids: readonly string[]): Promise<ListedProduct[]> => {
    const rows = new Map((await store.findMany(firmId, ids)).map((row) => [row.id, row]))
    return ids.flatMap((id) => rows.get(id) ?? [])
  }

  return {
    list: async (firmId: string, query: ProductQuery): Promise<Page<Product>> => {
      const offset = offsetOf(query.cursor)
      const filter = { q: query.q === '' ? undefined : query.q, status: query.status }
      const [ids, total] = await Promise.all([
        listStore.ids(firmId, {
          ...filter,
          ...(sortOf(query.sort, productSorts) ?? newestFirst),
          limit: query.limit,
          offset,
        }),
        listStore.total(firmId, filter),
      ])
      return pageAt((await listed(firmId, ids)).map(presentProduct), total, offset)
    },

    counts: (firmId: string): Promise<ProductCounts> => listStore.counts(firmId),

    show: async (firmId: string, productId: string): Promise<Product> => {
      const row = await store.find(firmId, productId)
      if (!row) throw fail('notFound')
      return presentProduct(row)
    },

    create: async (firmId: string, body: ProductInput, by?: Actor): Promise<Product> => {
      const { currency } = await firms.publicFirm(firmId)
      const id = newId()
      const now = clock.now()
      await writing(firmId, { id: undefined, body }, async (tx) => {
        await store.insert(
          { id, firmId, ...fieldsOf(body), currency, version: 1, createdAt: now, changedAt: now, removedAt: null },
          tx,
        )
        await store.insertVariants(
          body.variants.map((variant, place) => variantRow(firmId, id, variant, place)),
          tx,
        )
        await keywords.replace(firmId, [], keywordRows(id, body), tx)
        await record(tx, by, 'product.create', { id, name: body.productName }, { price: body.price })
      })
      return shown(firmId, id)
    },

    /** `from`: the version that the body was made from; without it the last save wins. */
    change: async (
      firmId: string,
      productId: string,
      { version: from, ...body }: ProductInput & { readonly version?: number | undefined },
      by?: Actor,
    ): Promise<Product> => {
      await writing(firmId, { id: productId, body }, async (tx) => {
        const there = await store.lock(firmId, productId, tx)
        const present = there ? await store.find(firmId, productId, tx) : undefined
        if (!present) throw fail('noData')
        const now = presentProduct(present)
        await editLog.checkSave(tx, { firmId, targetId: productId, from, now, sent: body })
        const fields = fieldsOf(body)
        await store.change(firmId, present, { ...fields, changedAt: clock.now() }, tx)
        await changeVariants(tx, firmId, present, body)
        await keywords.replace(firmId, [productId], keywordRows(productId, body), tx)
        const { searchName: _, ...changes } = fields
        const before = Object.fromEntries(
          Object.keys(changes).map((key) => [key, present[key as keyof typeof changes]]),
        )
        const change = {
          ...changesOf(before, changes),
          ...changesOf(stockOf(present.variants), stockOf(body.variants)),
        }
        await record(tx, by, 'product.change', { id: productId, name: body.productName }, change)
        const { variants, ...plain } = body
        const touched = [
          ...changedFields(now, plain),
          ...(isSameVariants(present.variants, variants) ? [] : ['variants']),
        ]
        await editLog.add(tx, firmId, by, [{ targetId: productId, version: present.version + 1, fields: touched }])
      })
      return shown(firmId, productId)
    },

    /** Takes it off sale for good; carts show it as sold out, orders keep their lines. Conflict while lives need it. */
    remove: async (firmId: string, productId: string, by?: Actor): Promise<void> => {
      const lives = await livesUsing(firmId, productId)
      if (lives.length > 0) {
        throw fail('conflict', { reason: withValues(productErrors.productInUse, { lives: lives.join('、') }) })
      }
      await db.transaction(async (tx) => {
        const there = await store.lock(firmId, productId, tx)
        const present = there ? await store.find(firmId, productId, tx) : undefined
        if (!present) throw fail('noData')
        const ids = present.variants.map(({ id }) => id).sort()
        await store.remove(firmId, productId, clock.now(), tx)
        for (const id of ids) await store.removeVariants(firmId, [id], clock.now(), tx)
        await keywords.replace(firmId, [productId], [], tx)
        await record(tx, by, 'product.remove', { id: productId, name: present.productName })
        stock.notifyAfter(tx, firmId, Object.fromEntries(ids.map((id) => [id, 0])))
      })
    },

    /**
     * What a room or a page sells and for how much, in the order given; products taken off sale are left out. `liveProducts`:
     * the room's own prices and settings.
     */
    forRoom: async (
      firmId: string,
      productIds: readonly string[],
      place: SalesChannel = 'page',
      liveProducts?: readonly LiveProductTerms[],
    ): Promise<RoomProduct[]> => {
      const at = { nowMs: clock.ms(), place, liveProducts }
      return (await listed(firmId, productIds))
        .filter(({ offSale }) => !offSale)
        .map((row) => presentRoomProduct(row, at))
    },

    /** What is written of products, as rich text: what a page shows beside what a room says in plain words. */
    descriptions: async (firmId: string, productIds: readonly string[]): Promise<ReadonlyMap<string, string>> =>
      new Map(
        productIds.length === 0
          ? []
          : (await store.descriptions(firmId, productIds)).map(({ id, description }) => [id, description]),
      ),

    /** Which of the products are there: not deleted, whether they are on sale for the moment or not. */
    onSale: async (firmId: string, productIds: readonly string[]): Promise<ReadonlySet<string>> =>
      new Set((await store.findMany(firmId, productIds)).map(({ id }) => id)),

    /**
     * In the order given, with what they cost at that place now (`liveProducts`: by that room's own prices); ids that are not the firm's are left out, those taken
     * off sale are marked.
     */
    variants: async (
      firmId: string,
      variantIds: readonly string[],
      {
        place = 'page',
        liveProducts,
        on = db,
      }: {
        readonly place?: SalesChannel
        readonly liveProducts?: readonly LiveProductTerms[] | undefined
        readonly on?: Executor
      } = {},
    ): Promise<VariantRecord[]> => {
      const at = { nowMs: clock.ms(), place, liveProducts }
      const rows = new Map((await stockStore.variants(firmId, variantIds, on)).map((row) => [row.variantId, row]))
      return variantIds.flatMap((id) => {
        const row = rows.get(id)
        return row ? [presentVariant(row, at)] : []
      })
    },

    reserve: stock.reserve,
    releaseStock: stock.releaseStock,
    countSold: stock.countSold,
    takeBackSold: stock.takeBackSold,
  }
}
export type ProductService = ReturnType<typeof createProductService>

/** Whether a save leaves the variants alone; what was sold meanwhile is no change of theirs. */
const isSameVariants = (present: ListedProduct['variants'], saved: ProductInput['variants']): boolean =>
  present.length === saved.length &&
  saved.every(({ id, name, keyword = '', stock, stockBefore }, place) => {
    const was = present[place]
    return was?.id === id && was?.name === name && was.keyword === keyword && stock === (stockBefore ?? was.stock)
  })

/** Stock by variant's name, for the log of changes. */
const stockOf = (variants: readonly Pick<ProductBody['variants'][number], 'name' | 'stock'>[]) =>
  Object.fromEntries(variants.map(({ name, stock }) => [name === '' ? 'stock' : `stock ${name}`, stock]))
