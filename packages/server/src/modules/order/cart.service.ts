import { fail, type KaimaiError } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/reason.ts'
import { orderReasons } from '@kaimai/contract/order/order.reasons.ts'
import { cartLinesMax } from '@kaimai/contract/order/order.rules.ts'
import type { Cart } from '@kaimai/contract/order/order.schema.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ViewerCaller } from '../../platform/http/caller.ts'
import type { ProductService, VariantRecord } from '../product/product.service.ts'
import type { CartRow, CartStore } from './cart.store.ts'
import { placeOf, type ShopLives, type ShopperDesk } from './shopper-desk.ts'

type CartOwner = Pick<ViewerCaller, 'firmId' | 'liveId' | 'liveUserId'>

/** A product's name with its variant's, as people are told of it. */
export const namedVariant = ({ productName, variantName }: { productName: string; variantName: string }): string =>
  variantName === '' ? productName : `${productName} ${variantName}`

/** What to answer when fewer than asked are on sale. */
export const soldOut = (variant: { productName: string; variantName: string }, left: number): KaimaiError => {
  const product = namedVariant(variant)
  return fail('soldOut', {
    reason:
      left > 0
        ? withValues(orderReasons.leftOnly, { product, left })
        : withValues(orderReasons.soldOutNamed, { product }),
  })
}

export const limitReached = ({ productName }: { productName: string }, limit: number): KaimaiError =>
  fail('conflict', { reason: withValues(orderReasons.limitReached, { product: productName, limit }) })

const cartOf = (rows: readonly CartRow[], variants: readonly VariantRecord[]): Cart => {
  const known = new Map(variants.map((variant) => [variant.variantId, variant]))
  const lines = rows.flatMap(({ variantId, quantity }) => {
    const variant = known.get(variantId)
    if (variant === undefined) return []
    const { productId, productName, variantName, keyword, imageUrl, price, originalPrice, returnException, left } =
      variant
    const line = { variantId, productId, productName, variantName, keyword, imageUrl, quantity, price, originalPrice }
    return [{ ...line, amount: price * quantity, left, returnException }]
  })
  return {
    lines,
    currency: variants[0]?.currency ?? 'TWD',
    subtotal: lines.reduce((sum, line) => sum + line.amount, 0),
    pieces: lines.reduce((sum, line) => sum + line.quantity, 0),
  }
}

export interface CartServiceNeeds {
  readonly clock: Clock
  readonly store: CartStore
  readonly lives: Pick<ShopLives, 'find'>
  readonly desk: Pick<ShopperDesk, 'checkOpen'>
  readonly products: Pick<ProductService, 'variants'>
}

/** The cart of a viewer: what it holds costs what it costs now, and nothing of it is reserved. */
export const createCartService = ({ clock, store, lives, desk, products }: CartServiceNeeds) => {
  const show = async ({ firmId, liveId, liveUserId }: CartOwner): Promise<Cart> => {
    const [rows, live] = await Promise.all([store.rows(firmId, liveUserId), lives.find(firmId, liveId)])
    const ids = rows.map(({ variantId }) => variantId)
    return cartOf(rows, await products.variants(firmId, ids, { place: placeOf(live, clock.ms()) }))
  }

  /** Refuses what an order would refuse, so that the shopper hears it while choosing. Fewer is always fine. */
  const checkMore = (wanted: VariantRecord, quantity: number, rows: readonly CartRow[], others: VariantRecord[]) => {
    const before = rows.find(({ variantId }) => variantId === wanted.variantId)?.quantity ?? 0
    if (quantity <= before) return
    if (before === 0 && rows.length >= cartLinesMax) {
      throw fail('conflict', { reason: withValues(orderReasons.cartFull, { max: cartLinesMax }) })
    }
    const { perPersonLimit, productId, left } = wanted
    if (perPersonLimit !== null) {
      const ofProduct = new Set(others.filter((other) => other.productId === productId).map((other) => other.variantId))
      const beside = rows.filter(({ variantId }) => variantId !== wanted.variantId && ofProduct.has(variantId))
      const pieces = quantity + beside.reduce((sum, row) => sum + row.quantity, 0)
      if (pieces > perPersonLimit) throw limitReached(wanted, perPersonLimit)
    }
    if (left < quantity) throw soldOut(wanted, left)
  }

  return {
    show,
    set: async (owner: CartOwner, wish: { variantId: string; quantity: number }): Promise<Cart> => {
      const { firmId, liveId, liveUserId } = owner
      const { variantId, quantity } = wish
      if (quantity === 0) {
        await store.remove(firmId, liveUserId, variantId)
        return show(owner)
      }
      const live = await lives.find(firmId, liveId)
      if (!live) throw fail('noData')
      desk.checkOpen(live)
      const rows = await store.rows(firmId, liveUserId)
      const ids = [...new Set([variantId, ...rows.map((row) => row.variantId)])]
      const variants = await products.variants(firmId, ids, { place: placeOf(live, clock.ms()) })
      const wanted = variants.find((variant) => variant.variantId === variantId)
      if (!wanted || !live.productIds.includes(wanted.productId)) throw fail('noData')
      checkMore(wanted, quantity, rows, variants)
      await store.put(firmId, liveUserId, { variantId, quantity, at: clock.now() })
      const isThere = rows.some((row) => row.variantId === variantId)
      const now = isThere
        ? rows.map((row) => (row.variantId === variantId ? { variantId, quantity } : row))
        : [...rows, { variantId, quantity }]
      return cartOf(now, variants)
    },
  }
}
export type CartService = ReturnType<typeof createCartService>
