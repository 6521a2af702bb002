import type { Cart } from '@kaimai/contract/order/order.schema.ts'
import { createStore } from '../../../../lib/store/store.ts'

export interface CartState {
  /** The server's last word; undefined until it has spoken. */
  readonly cart: Cart | undefined
  /** What was asked for and not yet answered: shown at once, corrected by the answer. */
  readonly wanted: Readonly<Record<string, number>>
  /** Variants whose hold ran out while they stayed in the cart: first come, first served from then on. */
  readonly endedHolds?: readonly string[]
}

/** What lay there before as it does now, but is not held any more. Pieces taken out end a hold too: by choice. */
const endedHoldsOf = (before: Cart | undefined, now: Cart): readonly string[] =>
  now.lines.flatMap((line) => {
    const earlier = before?.lines.find(({ variantId }) => variantId === line.variantId)
    return earlier && earlier.held > 0 && line.held === 0 && line.quantity >= earlier.quantity ? [line.variantId] : []
  })

/** When the next hold ends, epoch ms; undefined: nothing is held. */
export const holdEndsMs = ({ cart }: CartState): number | undefined => {
  const ends = (cart?.lines ?? []).flatMap(({ heldUntil }) => (heldUntil === null ? [] : [Date.parse(heldUntil)]))
  return ends.length === 0 ? undefined : Math.min(...ends)
}

export interface CartCalls {
  readonly show: () => Promise<Cart>
  readonly set: (variantId: string, quantity: number) => Promise<Cart>
}

export interface CartStore {
  get(): CartState
  subscribe(listener: () => void): () => void
  /** Asks the server what the cart holds. */
  load(): Promise<void>
  /** Wants so many of a variant. Taps in a row become one change; resolves with the cart, throws the refusal. */
  set(variantId: string, quantity: number): Promise<Cart>
}

/** How many of a variant the viewer sees in the cart. */
export const quantityIn = ({ cart, wanted }: CartState, variantId: string): number =>
  wanted[variantId] ?? cart?.lines.find((line) => line.variantId === variantId)?.quantity ?? 0

/** Pieces that an order by comment holds for this viewer: they are no part of what the room tells as left. */
export const heldIn = ({ cart }: CartState, variantId: string): number =>
  cart?.lines.find((line) => line.variantId === variantId)?.held ?? 0

/** Pieces of the whole cart as the viewer sees it. */
export const piecesIn = ({ cart, wanted }: CartState): number => {
  const kept = (cart?.lines ?? []).filter((line) => !(line.variantId in wanted))
  return (
    kept.reduce((sum, line) => sum + line.quantity, 0) +
    Object.values(wanted).reduce((sum, quantity) => sum + quantity, 0)
  )
}

/** The cart with what is left now, where the room has told since. */
export const withStockIn = (state: CartState, stock: Readonly<Record<string, number>>): CartState =>
  state.cart === undefined
    ? state
    : {
        ...state,
        cart: {
          ...state.cart,
          lines: state.cart.lines.map((line) => {
            const left = stock[line.variantId]
            return left === undefined ? line : { ...line, left: Math.max(0, left) + line.held }
          }),
        },
      }

/** The cart of a viewer: the server decides what it holds, the screen doesn't wait for it. */
export const createCartStore = (calls: CartCalls): CartStore => {
  const store = createStore<CartState>({ cart: undefined, wanted: {} })
  /** One change of a variant at a time; meanwhile only the newest wish of it is kept. */
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

  return {
    get: store.get,
    subscribe: store.subscribe,
    load: async () => {
      const number = ++asked
      take(number, await calls.show())
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
