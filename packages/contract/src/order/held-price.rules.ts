/** What held pieces cost: the price that was promised with the hold, as long as the hold stands. */

/** Pieces of one variant that cost the same each. Minor units. */
export interface PricedPieces {
  readonly quantity: number
  readonly price: number
}

/** What a hold promised of a variant. */
export interface PricePromise {
  readonly held: number
  /** Undefined: a hold from before prices were promised. */
  readonly price: number | undefined
}

/**
 * What the pieces of one variant in a cart cost: those that are held at the promised price, or at today's where that is
 * lower; those beyond at today's. The held ones first; one entry where all cost the same.
 */
export const piecesOf = (quantity: number, today: number, promise: PricePromise): readonly PricedPieces[] => {
  const heldPrice = Math.min(promise.price ?? today, today)
  const held = Math.min(promise.held, quantity)
  if (held === 0 || heldPrice === today) return [{ quantity, price: today }]
  const others = quantity - held
  const promised = { quantity: held, price: heldPrice }
  return others === 0 ? [promised] : [promised, { quantity: others, price: today }]
}

/** A line of a cart or an order; `pieces`: only where they don't all cost the same. */
export interface PricedLine extends PricedPieces {
  readonly pieces?: readonly PricedPieces[] | undefined
}

export const amountOfLine = ({ price, quantity, pieces }: PricedLine): number =>
  (pieces ?? [{ price, quantity }]).reduce((sum, part) => sum + part.price * part.quantity, 0)

/** A piece of a line costs this: of two prices, that of one more piece. */
export const priceOfPieces = (pieces: readonly PricedPieces[]): number => pieces.at(-1)?.price ?? 0

/** A line of the viewer's cart, as the card of its product reads it. */
export interface HeldLine extends PricedPieces {
  readonly held: number
}

/**
 * What the card of a product says to a viewer: what the pieces cost that this viewer holds, if all in the cart are held
 * and cost the same; else today's price.
 */
export const cardPriceOf = (today: number, lines: readonly HeldLine[]): number => {
  const prices = new Set(lines.map(({ price, quantity, held }) => (held >= quantity ? price : today)))
  const [only = today, ...others] = prices
  return others.length === 0 ? only : today
}
