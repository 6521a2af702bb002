import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { type ComponentType, createElement, useMemo } from 'react'
import {
  type CheckoutCart,
  type CheckoutSheetProps,
  type CheckoutShop,
  placeOrder,
  methodsOf,
} from '../../../order/checkout.api.ts'
import { signedUpPerson } from '../../../customer/known-person.api.ts'
import { type CartState, type CartStore, withStockIn } from './cart-state.ts'

export interface RoomCheckoutProps {
  readonly room: PublicRoom
  readonly viewerKey: string
  /** Of who signed up; empty for others. */
  readonly name: string
  readonly cart: CartState
  readonly store: CartStore
  /** The stock left by variant, as the room has it now. */
  readonly stock: Readonly<Record<string, number>>
  readonly onClose: () => void
}

const shopOf = (streamId: string, viewerKey: string): CheckoutShop => ({
  id: streamId,
  methods: () => methodsOf({ streamId }),
  place: (filled, key) => placeOrder({ streamId, viewerKey, ...filled }, key),
  isCartAtServer: true,
  needsDelivery: true,
  known: () => signedUpPerson(viewerKey),
  viewerKey,
})

const cartOf = (state: CartState, store: CartStore, room: PublicRoom): CheckoutCart => ({
  cart: state.cart,
  wanted: state.wanted,
  endedHolds: state.endedHolds ?? [],
  set: async (variantId, quantity) => void (await store.set(variantId, quantity)),
  ordered: () => void store.load().catch(() => {}),
  reload: async () => {
    await store.load()
    return store.get().cart
  },
  isLeftShown: (id) => room.products.find(({ productId }) => productId === id)?.showLeft ?? true,
})

/** The checkout of a room: its viewer's cart, with the stock that the room sends. */
export const checkoutOfRoom =
  (Sheet: ComponentType<CheckoutSheetProps>): ComponentType<RoomCheckoutProps> =>
  ({ room, viewerKey, name, cart, store, stock, onClose }) => {
    const { streamId } = room
    const shop = useMemo(() => shopOf(streamId, viewerKey), [streamId, viewerKey])
    const held = useMemo(() => cartOf(withStockIn(cart, stock), store, room), [cart, stock, store, room])
    return createElement(Sheet, { shop, cart: held, name, onClose })
  }
