import type { Cart } from '@kaimai/contract/order/checkout.schema.ts'
import { cardPriceOf } from '@kaimai/contract/order/held-price.rules.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import { createStore } from '../../../../lib/store/store.ts'
import { type CartState, type CartStore, quantityIn } from './cart-state.ts'

/** What lay there before as it does now, but is not held any more. Pieces taken out end a hold too: by choice. */
const endedHoldsOf = (before: Cart | undefined, now: Cart): readonly string[] =>
  now.lines.flatMap((line) => {
    const earlier = before?.lines.find(({ variantId }) => variantId === line.variantId)
    return earlier && earlier.held > 0 && line.held === 0 && line.quantity >= earlier.quantity ? [line.variantId] : []
  })

const withHeldPrices = (products: readonly RoomProduct[], { cart }: CartState): readonly RoomProduct[] =>
  products.map((product) => {
    const lines = cart?.lines.filter(({ productId }) => productId === product.productId) ?? []
    const price = cardPriceOf(product.price, lines)
    return price === product.price
      ? product
      : { ...product, price, originalPrice: product.originalPrice ?? product.price }
  })

export interface CartCalls {
  readonly show: () => Promise<Cart>
  readonly set: (variantId: string, quantity: number) => Promise<Cart>
}

/** The cart of a viewer: the server decides what it holds, the screen doesn't wait for it. */
export const createCartStore = (calls: CartCalls): CartStore => {
  const store = createStore<CartState>({ cart: undefined, wanted: {} })
  /** One change of a variant is sent at a time; meanwhile only its newest pending quantity is stored. */
  const running = new Map<string, Promise<Cart>>()
  let asked = 0
  let answered = 0

  /** Answers may overtake each other: an older one than the last is dropped. */
  const take = (number: number, cart: Cart): void => {
    if (number < answered) return
    answered = number
    const { endedHolds = [], ...before } = store.get()
    const ended = [...endedHolds, ...endedHoldsOf(before.cart, cart)]
    const still = ended.filter((id) => cart.lines.some(({ variantId, held }) => variantId === id && held === 0))
    store.set({ ...before, cart, ...(still.length === 0 ? {} : { endedHolds: still }) })
  }

  const settle = (variantId: string): void => {
    const { [variantId]: _done, ...wanted } = store.get().wanted
    store.set({ ...store.get(), wanted })
  }

  const send = async (variantId: string): Promise<Cart> => {
    try {
      for (;;) {
        const quantity = quantityIn(store.get(), variantId)
        const number = ++asked
        const isStillWanted = () => quantityIn(store.get(), variantId) === quantity
        try {
          const cart = await calls.set(variantId, quantity)
          take(number, cart)
          if (isStillWanted()) return cart
        } catch (error) {
          if (isStillWanted()) throw error
        }
      }
    } finally {
      running.delete(variantId)
      settle(variantId)
    }
  }

  const load = async (): Promise<void> => {
    const number = ++asked
    take(number, await calls.show())
  }
  let known: string | undefined

  return {
    get: store.get,
    subscribe: store.subscribe,
    load,
    priced: withHeldPrices,
    follow: (products) => {
      const prices = products.map(({ price }) => price).join()
      const isNew = known !== undefined && known !== prices
      known = prices
      // Nobody asks again whose cart is empty: a live ends for thousands at once.
      if (isNew && (store.get().cart?.lines.length ?? 0) > 0) load().catch(() => {})
    },
    set: (variantId, quantity) => {
      store.set({ ...store.get(), wanted: { ...store.get().wanted, [variantId]: quantity } })
      const before = running.get(variantId)
      if (before) return before
      const sent = send(variantId)
      running.set(variantId, sent)
      return sent
    },
  }
}
