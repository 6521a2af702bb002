import { cartLinesMax } from '@kaimai/contract/order/order.rules.ts'
import { unpaidQuantityMax } from '@kaimai/contract/order/unpaid.rules.ts'

/** Of one variant in a cart: pieces, and how many of them are held. */
export interface CartPieces {
  readonly variantId: string
  readonly cart: number
  readonly held: number
}

export interface MovedVariant {
  readonly productId: string
  readonly perPersonLimit: number | null
}

export interface MoveState {
  /** The cart that is given up, in the order in which it comes along. */
  readonly from: readonly CartPieces[]
  readonly to: readonly CartPieces[]
  /** What is still there to be bought, by variant. */
  readonly variants: ReadonlyMap<string, MovedVariant>
  /** Pieces by product in the person's orders that are neither expired, cancelled nor refunded. */
  readonly ordered: ReadonlyMap<string, number>
}

export interface MovePlan {
  /** What `to` then has of each variant of `from`; as it was where nothing comes along. */
  readonly lines: readonly CartPieces[]
  /** Held pieces that go back on sale, by variant. */
  readonly released: readonly { readonly variantId: string; readonly quantity: number }[]
  /** Pieces that came along. */
  readonly moved: number
  /** Pieces that did not: beyond what one person may buy or hold, or no longer sold. */
  readonly leftBehind: number
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/**
 * Puts one cart into another of the same person: pieces of both add up, as far as one person may buy, and what was held
 * stays held as far as one person may hold.
 */
export const planCartMove = ({ from, to, variants, ordered }: MoveState): MovePlan => {
  const mine = new Map(to.map((pieces) => [pieces.variantId, pieces]))
  const lines: CartPieces[] = []
  const released: { variantId: string; quantity: number }[] = []
  let moved = 0
  let leftBehind = 0
  for (const { variantId, cart, held } of from) {
    const before = mine.get(variantId) ?? { variantId, cart: 0, held: 0 }
    const variant = variants.get(variantId)
    const all = [...mine.values()]
    const ofProduct = all.filter((pieces) => variants.get(pieces.variantId)?.productId === variant?.productId)
    const byLimit =
      variant === undefined
        ? 0
        : variant.perPersonLimit === null
          ? cart
          : variant.perPersonLimit - (ordered.get(variant.productId) ?? 0) - sum(ofProduct.map((pieces) => pieces.cart))
    const isFull = before.cart === 0 && all.filter((pieces) => pieces.cart > 0).length >= cartLinesMax
    const comes = isFull ? 0 : Math.max(0, Math.min(cart, byLimit))
    const mayHold = Math.max(0, unpaidQuantityMax - sum(all.map((pieces) => pieces.held)))
    const stayHeld = Math.min(held, comes, mayHold)
    const after = { variantId, cart: before.cart + comes, held: before.held + stayHeld }
    if (after.cart > 0) mine.set(variantId, after)
    lines.push(after)
    if (held > stayHeld) released.push({ variantId, quantity: held - stayHeld })
    moved += comes
    leftBehind += cart - comes
  }
  return { lines, released, moved, leftBehind }
}
