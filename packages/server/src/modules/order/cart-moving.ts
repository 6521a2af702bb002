import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { ProductService } from '../product/product.service.ts'
import { type CartPieces, planCartMove } from './cart-move.ts'
import type { CartStore } from './cart.store.ts'
import type { CommentOrderService } from './comment-order.service.ts'
import type { OrderHoldStore } from './order-hold.store.ts'
import { placeOf, type ShopLives } from './shop-access.ts'
import type { UnpaidLimits } from './unpaid-limits.ts'

export interface CartMovingDeps {
  readonly db: Database
  readonly clock: Clock
  readonly store: Pick<CartStore, 'isFilled'>
  readonly holds: Pick<OrderHoldStore, 'lockViewer' | 'lockMine' | 'moveTo'>
  readonly lives: Pick<ShopLives, 'find'>
  readonly products: Pick<ProductService, 'variants' | 'releaseStock'>
  readonly limits: Pick<UnpaidLimits, 'boughtOf'>
  readonly answers: Pick<CommentOrderService, 'takeBack' | 'giveTo' | 'publishAnswer'>
}

/** Of a cart that came along, in pieces. */
export interface MovedCart {
  readonly moved: number
  readonly leftBehind: number
}

/** The same person under another name in the room. */
export interface MoveTo {
  readonly liveUserId: string
  /** As the person signed up; empty: not known. */
  readonly phone: string
  readonly email: string
}

const nothing: MovedCart = { moved: 0, leftBehind: 0 }

const piecesOf = ({ cart, holds }: Awaited<ReturnType<CartMovingDeps['holds']['lockMine']>>): readonly CartPieces[] => {
  const held = new Map(holds.map(({ variantId, quantity }) => [variantId, quantity]))
  return cart.map(({ variantId, quantity }) => ({
    variantId,
    cart: quantity,
    held: Math.min(quantity, held.get(variantId) ?? 0),
  }))
}

/** A cart, and what orders by comment hold of it, going along with a person who signed up. */
export const createCartMoving = (deps: CartMovingDeps) => {
  const { db, clock, store, holds, lives, products, limits, answers } = deps

  /** Once: a second call finds nothing left. */
  return async (firmId: string, liveId: string, fromId: string, to: MoveTo): Promise<MovedCart> => {
    if (!(await store.isFilled(firmId, fromId))) return nothing
    const live = await lives.find(firmId, liveId)
    if (!live) return nothing
    return db.transaction(async (tx) => {
      for (const id of [fromId, to.liveUserId].toSorted()) await holds.lockViewer(id, tx)
      const given = await holds.lockMine(firmId, fromId, tx)
      const [from, mine] = [piecesOf(given), piecesOf(await holds.lockMine(firmId, to.liveUserId, tx))]
      const ids = [...new Set([...from, ...mine].map(({ variantId }) => variantId))]
      const at = { place: placeOf(live, clock.ms()), liveProducts: live.liveProducts, on: tx }
      const known = await products.variants(firmId, ids, at)
      const variants = new Map(known.filter(({ removed }) => !removed).map((each) => [each.variantId, each]))
      const productIds = [...new Set(known.map(({ productId }) => productId))]
      const ordered = await limits.boughtOf({ ...to, firmId, shopperId: to.liveUserId }, productIds, tx)
      const { lines, released, moved, leftBehind } = planCartMove({ from, to: mine, variants, ordered })
      await holds.moveTo(firmId, { fromId, toId: to.liveUserId, at: clock.now() }, lines, tx)
      if (released.length > 0) await products.releaseStock(tx, firmId, released)
      const over = given.holds
        .filter(({ variantId }) => released.some((each) => each.variantId === variantId))
        .map(({ variantId, createdAtMs }) => ({ variantId, since: new Date(createdAtMs) }))
      const rows = await answers.takeBack(tx, { firmId, liveId, liveUserId: fromId }, over)
      await answers.giveTo(tx, { firmId, liveId, liveUserId: fromId }, to.liveUserId)
      tx.afterCommit(() => answers.publishAnswer(rows))
      return { moved, leftBehind }
    })
  }
}
