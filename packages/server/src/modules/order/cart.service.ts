import { fail } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import { amountOfLine, piecesOf, priceOfPieces } from '@kaimai/contract/order/held-price.rules.ts'
import { cartLinesMax } from '@kaimai/contract/order/order.rules.ts'
import type { Cart } from '@kaimai/contract/order/checkout.schema.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { ViewerCaller } from '../../platform/http/caller.ts'
import type { ProductService, VariantRecord } from '../product/product.service.ts'
import type { CartRowHeld, CartStore } from './cart.store.ts'
import type { CommentOrderService } from './comment-order.service.ts'
import type { OrderHoldStore } from './order-hold.store.ts'
import { availableTo, limitReached, soldOut } from './stock-errors.ts'
import { placeOf, type ShopLives, type ShopAccess } from './shop-access.ts'

type CartOwner = Pick<ViewerCaller, 'firmId' | 'liveId' | 'liveUserId'>

interface CartRequest {
  readonly variantId: string
  readonly quantity: number
}

const cartOf = (rows: readonly CartRowHeld[], variants: readonly VariantRecord[]): Cart => {
  const known = new Map(variants.map((variant) => [variant.variantId, variant]))
  const lines = rows.flatMap(({ variantId, quantity, held, heldUntil, heldPrice }) => {
    const variant = known.get(variantId)
    if (variant === undefined) return []
    const { productId, productName, variantName, keyword, imageUrl, originalPrice, returnException } = variant
    const pieces = piecesOf(quantity, variant.price, { held, price: heldPrice ?? undefined })
    const price = priceOfPieces(pieces)
    const line = { variantId, productId, productName, variantName, keyword, imageUrl, quantity, price }
    return [
      {
        ...line,
        ...(pieces.length > 1 ? { pieces: [...pieces] } : {}),
        // What is promised below today's price has that price struck through.
        originalPrice: originalPrice ?? (price < variant.price ? variant.price : null),
        amount: amountOfLine({ price, quantity, pieces }),
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
  /** Of orders by comment: what confirmed pieces that the cart no longer holds is taken back. */
  readonly answers: Pick<CommentOrderService, 'takeBack' | 'publishAnswer'>
}

/**
 * The cart of a viewer: what lies in it costs what it costs now, and nothing of it is reserved; but what an order by
 * comment holds costs what was promised, and goes back on sale when the cart comes to hold less.
 */
export const createCartService = (deps: CartServiceDeps) => {
  const { db, clock, store, holds, lives, shopAccess, products, answers } = deps
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
  const lower = ({ firmId, liveId, liveUserId }: CartOwner, { variantId, quantity }: CartRequest): Promise<void> =>
    db.transaction(async (tx) => {
      await holds.lockViewer(liveUserId, tx)
      if (quantity === 0) await store.remove(firmId, liveUserId, variantId, tx)
      else await store.put(firmId, liveUserId, { variantId, quantity, at: clock.now() }, tx)
      const less = await holds.lower(firmId, liveUserId, variantId, quantity, tx)
      if (!less) return
      const { released, since } = less
      await products.releaseStock(tx, firmId, [{ variantId, quantity: released }])
      if (quantity > 0) return
      const rows = await answers.takeBack(tx, { firmId, liveId, liveUserId }, [{ variantId, since }])
      tx.afterCommit(() => answers.publishAnswer(rows))
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
        : [...rows, { variantId, quantity, held: 0, heldUntil: null, heldPrice: null }]
      return cartOf(now, variants)
    },
  }
}
export type CartService = ReturnType<typeof createCartService>
