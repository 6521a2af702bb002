import type { Cart } from '@kaimai/contract/order/checkout.schema.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'

export interface CartState {
  /** The server's last word; undefined until it has spoken. */
  readonly cart: Cart | undefined
  /** What was asked for and not yet answered: shown at once, corrected by the answer. */
  readonly wanted: Readonly<Record<string, number>>
  /** Variants whose hold ran out while they stayed in the cart: first come, first served from then on. */
  readonly endedHolds?: readonly string[]
}

/** When the next hold ends, epoch ms; undefined: nothing is held. */
export const holdEndsMs = ({ cart }: CartState): number | undefined => {
  const ends = (cart?.lines ?? []).flatMap(({ heldUntil }) => (heldUntil === null ? [] : [Date.parse(heldUntil)]))
  return ends.length === 0 ? undefined : Math.min(...ends)
}

export interface CartStore {
  get(): CartState
  subscribe(listener: () => void): () => void
  /** Asks the server what the cart holds. */
  load(): Promise<void>
  /** The products at what they cost who has this cart: what is held costs what was promised. */
  priced(products: readonly RoomProduct[], of: CartState): readonly RoomProduct[]
  /** The room's prices; when they have changed by the clock (the live ended), the cart is asked for anew. */
  follow(products: readonly RoomProduct[]): void
  /** Sets the quantity of a variant. Taps in a row become one change; resolves with the cart, throws the error. */
  set(variantId: string, quantity: number): Promise<Cart>
}

/** How many of a variant the viewer sees in the cart. */
export const quantityIn = ({ cart, wanted }: CartState, variantId: string): number =>
  wanted[variantId] ?? cart?.lines.find((line) => line.variantId === variantId)?.quantity ?? 0

/** The quantity that an order by comment holds for this viewer: it is no part of what the room says is left. */
export const heldIn = ({ cart }: CartState, variantId: string): number =>
  cart?.lines.find((line) => line.variantId === variantId)?.held ?? 0

/** Pieces of the whole cart as the viewer sees it. */
export const totalQuantityIn = ({ cart, wanted }: CartState): number => {
  const remaining = (cart?.lines ?? []).filter((line) => !(line.variantId in wanted))
  return (
    remaining.reduce((sum, line) => sum + line.quantity, 0) +
    Object.values(wanted).reduce((sum, quantity) => sum + quantity, 0)
  )
}

/** The cart with what is left now, where the room has sent it since. */
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
