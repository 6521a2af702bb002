import { fail, type KaimaiError } from '@kaimai/contract/common/error.ts'
import { type ListQuery, offsetOf, pageAt, type Page } from '@kaimai/contract/common/page.ts'
import { common, withValues } from '@kaimai/contract/common/reason.ts'
import { productReasons } from '@kaimai/contract/product/product.reasons.ts'
import type { Product, ProductBody } from '@kaimai/contract/product/product.routes.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import type { Executor, Tx } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FirmService } from '../firm/firm.service.ts'
import { presentProduct, presentRoomProduct, presentVariant, type VariantRecord } from './product.present.ts'
import { createProductStore, folded, type ListedProduct, productSorts, type ProductSort } from './product.store.ts'
import { createStock } from './stock.ts'
import { createStockStore } from './stock.store.ts'

export type { VariantRecord } from './product.present.ts'
export type { StockLine } from './stock.ts'

export interface ProductServiceNeeds {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'bus'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  /** Names of lives still to come that sell the product. */
  readonly livesUsing: (firmId: string, productId: string) => Promise<readonly string[]>
}

const sortOf = (sort: string | undefined): { sort: ProductSort; descending: boolean } => {
  if (sort === undefined) return { sort: 'createdAt', descending: true }
  const descending = sort.startsWith('-')
  const name = productSorts.find((known) => known === (descending ? sort.slice(1) : sort))
  if (name === undefined) throw fail('invalid', { fields: { sort: common.wrongChoice } })
  return { sort: name, descending }
}

const fieldsOf = (body: ProductBody) => ({
  productName: body.productName,
  searchName: folded(body.productName),
  keyword: body.keyword,
  description: body.description,
  unit: body.unit,
  price: body.price,
  originalPrice: body.originalPrice,
  perPersonLimit: body.perPersonLimit,
  images: body.images,
})

type VariantBody = ProductBody['variants'][number]

const stockChangeOf = ({ stock, stockBefore }: VariantBody) =>
  stockBefore === undefined ? { to: stock } : { by: stock - stockBefore }

/** Products and their stock. */
export const createProductService = ({ platform, firms, livesUsing }: ProductServiceNeeds) => {
  const { db, clock, bus } = platform
  const store = createProductStore(db)
  const stockStore = createStockStore(db)
  const stock = createStock({ store: stockStore, bus })

  const keywordTaken = async (firmId: string, keyword: string): Promise<KaimaiError> => {
    const product = await store.nameByKeyword(firmId, keyword)
    const reason = withValues(productReasons.keywordTaken, { product: product ?? keyword })
    return fail('conflict', { reason, fields: { keyword: reason } })
  }

  const writing = async (firmId: string, body: ProductBody, write: (tx: Tx) => Promise<void>): Promise<void> => {
    try {
      await db.transaction(write)
    } catch (error) {
      if (isUniqueViolation(error, 'product_keyword')) throw await keywordTaken(firmId, body.keyword)
      throw error
    }
  }

  const shown = async (firmId: string, productId: string): Promise<Product> => {
    const row = await store.find(firmId, productId)
    if (!row) throw fail('noData')
    return presentProduct(row)
  }

  const variantRow = (firmId: string, productId: string, { name, stock }: VariantBody, place: number) => ({
    id: newId(),
    firmId,
    productId,
    place,
    name,
    stock,
    sold: 0,
    removedAt: null,
  })

  /** Brings the variants to what the body says, within the lock on their product. */
  const changeVariants = async (tx: Tx, firmId: string, present: ListedProduct, body: ProductBody): Promise<void> => {
    const known = new Set(present.variants.map(({ id }) => id))
    const placed = body.variants.map((variant, place) => ({ ...variant, place }))
    const strange = placed.find(
      ({ id, place }) => id !== undefined && (!known.has(id) || placed.slice(0, place).some((it) => it.id === id)),
    )
    if (strange) throw fail('invalid', { fields: { [`variants.${strange.place}.id`]: common.wrongChoice } })
    const kept = new Map(
      placed.flatMap((variant) => (variant.id === undefined ? [] : [[variant.id, variant] as const])),
    )
    const left: Record<string, number> = {}
    // In the order of their ids, as orders lock them; a removed one is locked in its turn too.
    for (const id of [...known].sort()) {
      const variant = kept.get(id)
      if (variant === undefined) {
        await store.removeVariants(firmId, [id], clock.now(), tx)
        left[id] = 0
        continue
      }
      const { name, place } = variant
      const now = await store.changeVariant(firmId, id, { name, place, stock: stockChangeOf(variant) }, tx)
      if (now !== undefined) left[id] = now
    }
    const added = placed.filter(({ id }) => id === undefined)
    await store.insertVariants(
      added.map((variant) => variantRow(firmId, present.id, variant, variant.place)),
      tx,
    )
    stock.tellAfter(tx, firmId, left)
  }

  return {
    list: async (firmId: string, query: ListQuery): Promise<Page<Product>> => {
      const offset = offsetOf(query.cursor)
      const q = query.q === '' ? undefined : query.q
      const { rows, total } = await store.list(firmId, { q, ...sortOf(query.sort), limit: query.limit, offset })
      return pageAt(rows.map(presentProduct), total, offset)
    },

    show: async (firmId: string, productId: string): Promise<Product> => {
      const row = await store.find(firmId, productId)
      if (!row) throw fail('notFound')
      return presentProduct(row)
    },

    create: async (firmId: string, body: ProductBody): Promise<Product> => {
      const { currency } = await firms.publicFirm(firmId)
      const id = newId()
      const now = clock.now()
      await writing(firmId, body, async (tx) => {
        await store.insert(
          { id, firmId, ...fieldsOf(body), currency, createdAt: now, changedAt: now, removedAt: null },
          tx,
        )
        await store.insertVariants(
          body.variants.map((variant, place) => variantRow(firmId, id, variant, place)),
          tx,
        )
      })
      return shown(firmId, id)
    },

    change: async (firmId: string, productId: string, body: ProductBody): Promise<Product> => {
      await writing(firmId, body, async (tx) => {
        const there = await store.lock(firmId, productId, tx)
        const present = there ? await store.find(firmId, productId, tx) : undefined
        if (!present) throw fail('noData')
        await store.change(firmId, productId, { ...fieldsOf(body), changedAt: clock.now() }, tx)
        await changeVariants(tx, firmId, present, body)
      })
      return shown(firmId, productId)
    },

    /** Takes it off sale for good; carts show it as sold out, orders keep their lines. Conflict while lives need it. */
    remove: async (firmId: string, productId: string): Promise<void> => {
      const lives = await livesUsing(firmId, productId)
      if (lives.length > 0) {
        throw fail('conflict', { reason: withValues(productReasons.productInUse, { lives: lives.join('、') }) })
      }
      await db.transaction(async (tx) => {
        const there = await store.lock(firmId, productId, tx)
        const present = there ? await store.find(firmId, productId, tx) : undefined
        if (!present) throw fail('noData')
        const ids = present.variants.map(({ id }) => id).sort()
        await store.remove(firmId, productId, clock.now(), tx)
        for (const id of ids) await store.removeVariants(firmId, [id], clock.now(), tx)
        stock.tellAfter(tx, firmId, Object.fromEntries(ids.map((id) => [id, 0])))
      })
    },

    /** What a room sells, in the order given; products taken off sale are left out. */
    forRoom: async (firmId: string, productIds: readonly string[]): Promise<RoomProduct[]> => {
      const rows = new Map((await store.findMany(firmId, productIds)).map((row) => [row.id, row]))
      return productIds.flatMap((id) => {
        const row = rows.get(id)
        return row ? [presentRoomProduct(row)] : []
      })
    },

    /** Which of the products are on sale. */
    onSale: async (firmId: string, productIds: readonly string[]): Promise<ReadonlySet<string>> =>
      new Set((await store.findMany(firmId, productIds)).map(({ id }) => id)),

    /** In the order given; ids that are not the firm's are left out, those taken off sale are marked. */
    variants: async (firmId: string, variantIds: readonly string[], on: Executor = db): Promise<VariantRecord[]> => {
      const rows = new Map((await stockStore.variants(firmId, variantIds, on)).map((row) => [row.variantId, row]))
      return variantIds.flatMap((id) => {
        const row = rows.get(id)
        return row ? [presentVariant(row)] : []
      })
    },

    reserve: stock.reserve,
    giveBack: stock.giveBack,
    countSold: stock.countSold,
  }
}
export type ProductService = ReturnType<typeof createProductService>
