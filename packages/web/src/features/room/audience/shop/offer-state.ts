import { type SalesChannel, priceNow } from '@kaimai/contract/product/price.rules.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import { type CartState, heldIn, quantityIn } from './cart-state.ts'

/** From this quantity down, what is left is shown in amber. */
export const lastFew = 5

/** A product with what is left of it this moment. */
export interface ShelfProduct extends RoomProduct {
  /** Of all its variants. */
  readonly left: number
}

/** The room's products with the stock that the room has sent since. */
export const withStock = (
  products: readonly RoomProduct[],
  stock: Readonly<Record<string, number>>,
): readonly ShelfProduct[] =>
  products.map((product) => {
    const variants = product.variants.map((variant) => ({
      ...variant,
      left: Math.max(0, stock[variant.variantId] ?? variant.left),
    }))
    return { ...product, variants, left: variants.reduce((sum, { left }) => sum + left, 0) }
  })

/** The products at what they cost here and now, as the cart will charge them. */
export const withPrices = (
  products: readonly RoomProduct[],
  at: { readonly nowMs: number; readonly place: SalesChannel },
): readonly RoomProduct[] =>
  products.map((product) => {
    const { price, struck, kind } = priceNow(product.prices, at)
    return { ...product, price, originalPrice: struck, priceKind: kind }
  })

/** How many of a variant one viewer may hold now: what is left, and the limit for one person over all variants. */
export const maxOf = (product: ShelfProduct, variantId: string, cart: CartState): number => {
  const left =
    (product.variants.find((variant) => variant.variantId === variantId)?.left ?? 0) + heldIn(cart, variantId)
  if (product.perPersonLimit === null) return left
  const beside = product.variants
    .filter((variant) => variant.variantId !== variantId)
    .reduce((sum, variant) => sum + quantityIn(cart, variant.variantId), 0)
  return Math.max(0, Math.min(left, product.perPersonLimit - beside))
}

export type OfferState =
  | { readonly kind: 'soldOut' }
  /** Has variants: they are chosen first. `quantity`: of all of them in the cart. */
  | { readonly kind: 'choose'; readonly quantity: number; readonly left: number; readonly isLastFew: boolean }
  | { readonly kind: 'add'; readonly variantId: string; readonly left: number; readonly isLastFew: boolean }
  | {
      readonly kind: 'inCart'
      readonly variantId: string
      readonly quantity: number
      readonly max: number
      /** Fewer are left than the cart holds. */
      readonly left: number
      readonly isShort: boolean
    }

/** What the card of a product offers this viewer. */
export const offerStateOf = (product: ShelfProduct, cart: CartState): OfferState => {
  const [only, ...others] = product.variants
  const quantity = product.variants.reduce((sum, { variantId }) => sum + quantityIn(cart, variantId), 0)
  const isLastFew = product.left <= lastFew
  if (only === undefined) return { kind: 'soldOut' }
  if (others.length > 0) {
    return product.left === 0 && quantity === 0
      ? { kind: 'soldOut' }
      : { kind: 'choose', quantity, left: product.left, isLastFew }
  }
  const { variantId } = only
  const left = only.left + heldIn(cart, variantId)
  if (quantity > 0) {
    return {
      kind: 'inCart',
      variantId,
      quantity,
      max: maxOf(product, variantId, cart),
      left,
      isShort: left < quantity,
    }
  }
  return left === 0 ? { kind: 'soldOut' } : { kind: 'add', variantId, left, isLastFew }
}
