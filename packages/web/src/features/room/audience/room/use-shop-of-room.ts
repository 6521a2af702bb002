import { useCallback, useEffect, useMemo } from 'react'
import type { SalesChannel } from '@kaimai/contract/product/price.rules.ts'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import type { RoomState } from '@kaimai/contract/room/room.state.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { isFailedCall } from '../../../../lib/http/failed-call.ts'
import type { Joined } from '../entry/viewer.api.ts'
import { reportClicked, reportTaken } from '../entry/track-products.ts'
import { useLatest } from '../../../../lib/audience/use-latest.ts'
import { quantityIn } from '../shop/cart-state.ts'
import type { RoomCart } from '../shop/use-cart.ts'
import { type ShelfProduct, withStock } from '../shop/offer-state.ts'
import { usePriced } from '../shop/use-priced.ts'
import type { Shop } from '../shop/shop-context.ts'

export interface ShopDeps {
  readonly room: PublicRoom
  readonly state: RoomState
  readonly cart: RoomCart
  readonly isOpen: boolean
  /** `room` while the live runs: its offers hold then. */
  readonly place: SalesChannel
  /** Epoch ms by the server's clock. */
  readonly serverNow: () => number
  readonly openVariants: (productId: string) => void
  readonly openProducts: () => void
  readonly openCart: () => void
  readonly showAdded: (name: string, quantity: number) => void
  readonly trackNotAdded: (message: string) => void
  /** A cart that came along when the viewer joined. */
  readonly brought: Joined['cart']
  readonly flash: (text: string) => void
}

/** The words for a product in a private answer: its keyword where it has one. */
const shortName = (product: ShelfProduct, variantId: string): string => {
  const variant = product.variants.find((each) => each.variantId === variantId)?.name ?? ''
  return [product.keyword || product.productName, variant].filter((part) => part !== '').join(' ')
}

/** The products and the cart of a room. */
export const useShopOfRoom = (deps: ShopDeps): Shop => {
  const latest = useLatest(deps)
  const { room, state, isOpen, place, serverNow, brought } = deps
  const t = useText('room')
  const { state: cart } = deps.cart
  const priced = usePriced(room.products, place, serverNow)
  const { store } = deps.cart
  const products = useMemo(
    () => withStock(store?.priced(priced, cart) ?? priced, state.stock),
    [priced, store, cart, state.stock],
  )
  useEffect(() => store?.follow(priced), [priced, store])
  const listed = useMemo(
    () => products.filter(({ productId }) => !state.unlisted.includes(productId)),
    [products, state.unlisted],
  )

  const setQuantity = useCallback(
    (product: ShelfProduct, variantId: string, quantity: number) => {
      const { cart, showAdded, trackNotAdded, flash } = latest.current
      const before = quantityIn(cart.state, variantId)
      if (before === 0) reportClicked(product)
      cart.set(variantId, quantity).then(
        (held) => {
          const now = held.lines.find((line) => line.variantId === variantId)?.quantity ?? 0
          // The change from none to some is announced; the stepper shows the rest.
          if (before === 0 && now > 0) showAdded(shortName(product, variantId), now)
          if (now > before) reportTaken(product, variantId, now - before)
        },
        (error: unknown) => {
          if (!isFailedCall(error)) return
          trackNotAdded(error.message)
          flash(error.message)
        },
      )
    },
    [latest],
  )

  useEffect(() => {
    if (!brought) return
    // The server put it there.
    store?.load().catch(() => {})
    latest.current.flash(
      t(brought.leftBehind > 0 ? 'shop.broughtInPart' : 'shop.brought', { count: brought.leftBehind }),
    )
  }, [brought, store, latest, t])

  const shop = useMemo<Shop>(
    () => ({
      products,
      listed,
      infoImages: room.infoImages,
      shown: state.shown,
      currency: room.products[0]?.currency ?? 'TWD',
      selling: { live: room, place, serverNow },
      cart,
      isOpen,
      isBusy: (variantId) => variantId in cart.wanted,
      setQuantity,
      openVariants: (productId) => {
        const product = products.find((each) => each.productId === productId)
        if (product) reportClicked(product)
        latest.current.openVariants(productId)
      },
      openProducts: () => latest.current.openProducts(),
      openCart: () => latest.current.openCart(),
    }),
    [products, listed, state.shown, room, place, serverNow, cart, isOpen, setQuantity, latest],
  )

  return shop
}
