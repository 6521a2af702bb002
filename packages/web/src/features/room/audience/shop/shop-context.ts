import type { Currency } from '@kaimai/contract/common/money.ts'
import type { SalesChannel } from '@kaimai/contract/product/price.rules.ts'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { createContext, useContext } from 'react'
import type { CartState } from './cart-state.ts'
import type { ShelfProduct } from './offer-state.ts'

export interface Selling {
  readonly live: Pick<PublicRoom, 'beginAt' | 'endAt'>
  readonly place: SalesChannel
  /** Epoch ms by the server's clock. */
  readonly serverNow: () => number
}

/** The products of a room and this viewer's cart, for everything that shows a product. */
export interface Shop {
  readonly products: readonly ShelfProduct[]
  /** Those that stand in lists. */
  readonly listed: readonly ShelfProduct[]
  /** Pictures with information. */
  readonly infoImages: readonly string[]
  /** Product ids shown now, the newest last. */
  readonly shown: readonly string[]
  readonly currency: Currency
  /** When and where it is sold: what an offer's end follows from. */
  readonly selling: Selling
  readonly cart: CartState
  /** Whether things can be put into the cart now: the viewer is in, and the live has begun. */
  readonly isOpen: boolean
  readonly isBusy: (variantId: string) => boolean
  /** Sets the quantity; the chat shows what came of it. */
  readonly setQuantity: (product: ShelfProduct, variantId: string, quantity: number) => void
  readonly openVariants: (productId: string) => void
  readonly openProducts: () => void
  readonly openCart: () => void
}

const ShopContext = createContext<Shop | undefined>(undefined)
export const ShopProvider = ShopContext

export const useShop = (): Shop => {
  const shop = useContext(ShopContext)
  if (!shop) throw new Error('ShopProvider is missing')
  return shop
}
