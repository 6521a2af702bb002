import { fail, type KaimaiError } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import { cartLinesMax } from '@kaimai/contract/order/order.rules.ts'
import type { Cart } from '@kaimai/contract/order/checkout.schema.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { ViewerCaller } from '../../platform/http/caller.ts'
import type { ProductService, VariantRecord } from '../product/product.service.ts'
import type { CartRowHeld, CartStore } from './cart.store.ts'
import type { OrderHoldStore } from './order-hold.store.ts'
import { placeOf, type ShopLives, type ShopAccess } from './shop-access.ts'

type CartOwner = Pick<ViewerCaller, 'firmId' | 'liveId' | 'liveUserId'>

interface CartRequest {
  readonly variantId: string
  readonly quantity: number
}

/** A product's name with its variant's, as people read it. */
export const namedVariant = ({ productName, variantName }: { productName: string; variantName: string }): string =>
  variantName === '' ? productName : `${productName} ${variantName}`

/** What to answer when fewer than asked are on sale. */
export const soldOut = (variant: { productName: string; variantName: string }, left: number): KaimaiError => {
  const product = namedVariant(variant)
  return fail('soldOut', {
    reason:
      left > 0
        ? withValues(orderErrors.leftOnly, { product, left })
        : withValues(orderErrors.soldOutNamed, { product }),
  })
}

/** `field`: of the call, where it names what is bought. */
export const limitReached = ({ productName }: { productName: string }, limit: number, field?: string): KaimaiError => {
  const reason = withValues(orderErrors.limitReached, { product: productName, limit })
  return fail('conflict', { reason, ...(field === undefined ? {} : { fields: { [field]: reason } }) })
}

/** `max`: pieces that one buyer may hold before paying. */
export const unpaidLimitReached = (
  variant: { productName: string; variantName: string },
  max: number,
  field = 'quantity',
): KaimaiError => {
  const reason = withValues(orderErrors.unpaidQuantity, { product: namedVariant(variant), max })
  return fail('conflict', { reason, fields: { [field]: reason } })
}

/** Pieces that somebody can have who holds some of them already; what was taken off sale nobody can have. */
export const availableTo = ({ left, removed }: Pick<VariantRecord, 'left' | 'removed'>, held: number): number =>
  removed ? 0 : left + held

const cartOf = (rows: readonly CartRowHeld[], variants: readonly VariantRecord[]): Cart => {
  const known = new Map(variants.map((variant) => [variant.variantId, variant]))
  const lines = rows.flatMap(({ variantId, quantity, held, heldUntil }) => {
    const variant = known.get(variantId)
    if (variant === undefined) return []
    const { productId, productName, variantName, keyword, imageUrl, price, originalPrice, returnException } = variant
    const line = { variantId, productId, productName, variantName, keyword, imageUrl, quantity, price, originalPrice }
    return [
      {
        ...line,
        amount: price * quantity,
        left: availableTo(variant, held),
        held: Math.min(held, quantity),
        heldUntil: heldUntil?.toISOString() ?? null,
        returnException,
      },
    ]
  })
  return {
    lines,
    currency: variants[0]?.currency ?? 'TWD',
    subtotal: lines.reduce((sum, line) => sum + line.amount, 0),
    totalQuantity: lines.reduce((sum, line) => sum + line.quantity, 0),
  }
}

export interface CartServiceDeps {
  readonly db: Database
  readonly clock: Clock
  readonly store: CartStore
  readonly holds: Pick<OrderHoldStore, 'lockViewer' | 'lower'>
  readonly lives: Pick<ShopLives, 'find'>
  readonly shopAccess: Pick<ShopAccess, 'checkOpen'>
  readonly products: Pick<ProductService, 'variants' | 'releaseStock'>
}

/**
 * The cart of a viewer: what it holds costs what it costs now, and nothing of it is reserved; but what an order by
 * comment holds goes back on sale when the cart comes to hold less.
 */
export const createCartService = ({ db, clock, store, holds, lives, shopAccess, products }: CartServiceDeps) => {
  const show = async ({ firmId, liveId, liveUserId }: CartOwner): Promise<Cart> => {
    const [rows, live] = await Promise.all([store.rows(firmId, liveUserId), lives.find(firmId, liveId)])
    const ids = rows.map(({ variantId }) => variantId)
    const at = { place: placeOf(live, clock.ms()), liveProducts: live?.liveProducts }
    return cartOf(rows, await products.variants(firmId, ids, at))
  }

  /** Refuses what an order would refuse, so that the shopper hears it while choosing. Fewer is always fine. */
  const checkMore = (
    wanted: VariantRecord,
    quantity: number,
    rows: readonly CartRowHeld[],
    others: VariantRecord[],
  ) => {
    const present = rows.find(({ variantId }) => variantId === wanted.variantId)
    const before = present?.quantity ?? 0
    if (quantity <= before) return
    if (before === 0 && rows.length >= cartLinesMax) {
      throw fail('conflict', { reason: withValues(orderErrors.cartFull, { max: cartLinesMax }) })
    }
    const { perPersonLimit, productId } = wanted
    const left = availableTo(wanted, present?.held ?? 0)
    if (perPersonLimit !== null) {
      const siblings = new Set(others.filter((other) => other.productId === productId).map((other) => other.variantId))
      const beside = rows.filter(({ variantId }) => variantId !== wanted.variantId && siblings.has(variantId))
      const ofProduct = quantity + beside.reduce((sum, row) => sum + row.quantity, 0)
      if (ofProduct > perPersonLimit) throw limitReached(wanted, perPersonLimit)
    }
    if (left < quantity) throw soldOut(wanted, left)
  }

  /** Sets fewer than are held, or none: what is held beyond goes back on sale. */
  const lower = ({ firmId, liveUserId }: CartOwner, { variantId, quantity }: CartRequest): Promise<void> =>
    db.transaction(async (tx) => {
      await holds.lockViewer(liveUserId, tx)
      if (quantity === 0) await store.remove(firmId, liveUserId, variantId, tx)
      else await store.put(firmId, liveUserId, { variantId, quantity, at: clock.now() }, tx)
      const released = await holds.lower(firmId, liveUserId, variantId, quantity, tx)
      if (released > 0) await products.releaseStock(tx, firmId, [{ variantId, quantity: released }])
    })

  return {
    show,
    set: async (owner: CartOwner, request: CartRequest): Promise<Cart> => {
      const { firmId, liveId, liveUserId } = owner
      const { variantId, quantity } = request
      if (quantity === 0) {
        await lower(owner, request)
        return show(owner)
      }
      const live = await lives.find(firmId, liveId)
      if (!live) throw fail('noData')
      shopAccess.checkOpen(live)
      const rows = await store.rows(firmId, liveUserId)
      const ids = [...new Set([variantId, ...rows.map((row) => row.variantId)])]
      const at = { place: placeOf(live, clock.ms()), liveProducts: live.liveProducts }
      const variants = await products.variants(firmId, ids, at)
      const wanted = variants.find((variant) => variant.variantId === variantId)
      if (!wanted || !live.productIds.includes(wanted.productId)) throw fail('noData')
      checkMore(wanted, quantity, rows, variants)
      const present = rows.find((row) => row.variantId === variantId)
      if (present && present.held > quantity) {
        await lower(owner, request)
        return show(owner)
      }
      await store.put(firmId, liveUserId, { variantId, quantity, at: clock.now() })
      const now = present
        ? rows.map((row) => (row === present ? { ...row, quantity } : row))
        : [...rows, { variantId, quantity, held: 0, heldUntil: null }]
      return cartOf(now, variants)
    },
  }
}
export type CartService = ReturnType<typeof createCartService>
