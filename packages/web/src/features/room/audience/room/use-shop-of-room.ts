import { useCallback, useMemo } from 'react'
import type { PricePlace } from '@kaimai/contract/product/price.rules.ts'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import type { RoomState } from '@kaimai/contract/room/room.reducer.ts'
import { isCallError } from '../../../../lib/http/call-error.ts'
import { useLatest } from '../entry/use-latest.ts'
import { type CartState, type CartStore, quantityIn } from '../shop/cart-store.ts'
import { mostOf, type ShelfProduct, withStock } from '../shop/offer-state.ts'
import { usePriced } from '../shop/use-priced.ts'
import { readQuickOrder } from '../shop/quick-order.ts'
import type { Shop } from '../shop/shop-context.ts'

export interface ShopNeeds {
  readonly room: PublicRoom
  readonly state: RoomState
  readonly cart: CartState
  readonly store: CartStore | undefined
  readonly isOpen: boolean
  /** `room` while the live runs: its offers hold then. */
  readonly place: PricePlace
  /** Epoch ms by the server's clock. */
  readonly serverNow: () => number
  readonly openVariants: (productId: string) => void
  readonly openProducts: () => void
  readonly openCart: () => void
  /** `asAnswer`: to the viewer's own comment, below which it stands. */
  readonly tellAdded: (name: string, pieces: number, asAnswer?: boolean) => void
  readonly tellNotAdded: (message: string) => void
}

/** The words for a product in a private answer: its keyword where it has one. */
const shortName = (product: ShelfProduct, variantId: string): string => {
  const variant = product.variants.find((each) => each.variantId === variantId)?.name ?? ''
  return [product.keyword || product.productName, variant].filter((part) => part !== '').join(' ')
}

/** The goods and the cart of a room, and orders by comment. */
export const useShopOfRoom = (needs: ShopNeeds): { readonly shop: Shop; readonly order: (text: string) => void } => {
  const latest = useLatest(needs)
  const { room, state, cart, isOpen, place, serverNow } = needs
  const priced = usePriced(room.products, place, serverNow)
  const products = useMemo(() => withStock(priced, state.stock), [priced, state.stock])

  const setQuantity = useCallback(
    (product: ShelfProduct, variantId: string, quantity: number) => {
      const { store, tellAdded, tellNotAdded } = latest.current
      if (!store) return
      const before = quantityIn(store.get(), variantId)
      store.set(variantId, quantity).then(
        (held) => {
          const now = held.lines.find((line) => line.variantId === variantId)?.quantity ?? 0
          // From none to some is told; the stepper shows the rest.
          if (before === 0 && now > 0) tellAdded(shortName(product, variantId), now)
        },
        (error: unknown) => {
          if (isCallError(error)) tellNotAdded(error.message)
        },
      )
    },
    [latest],
  )

  const shop = useMemo<Shop>(
    () => ({
      products,
      shown: state.shown,
      currency: room.products[0]?.currency ?? 'TWD',
      cart,
      isOpen,
      isBusy: (variantId) => variantId in cart.wanted,
      setQuantity,
      openVariants: (productId) => latest.current.openVariants(productId),
      openProducts: () => latest.current.openProducts(),
      openCart: () => latest.current.openCart(),
    }),
    [products, state.shown, room.products, cart, isOpen, setQuantity, latest],
  )

  const order = (text: string): void => {
    const shownId = state.shown.at(-1)
    const asked = readQuickOrder(text, { shown: products.find(({ productId }) => productId === shownId), products })
    if (!asked || !isOpen) return
    const named = asked.product.variants.filter(({ variantId }) => variantId === asked.variantId)
    const [only, ...others] = named.length > 0 ? named : asked.product.variants
    if (only === undefined) return
    if (others.length > 0) {
      needs.openVariants(asked.product.productId)
      return
    }
    const held = quantityIn(cart, only.variantId)
    const wanted = Math.min(held + asked.quantity, Math.max(held + 1, mostOf(asked.product, only.variantId, cart)))
    needs.store?.set(only.variantId, wanted).then(
      () => needs.tellAdded(shortName(asked.product, only.variantId), wanted, true),
      (error: unknown) => {
        if (isCallError(error)) needs.tellNotAdded(error.message)
      },
    )
  }
  return { shop, order }
}
