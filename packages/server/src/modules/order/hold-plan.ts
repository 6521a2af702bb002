import type { OrderChange } from '@kaimai/contract/order/order-amount.rules.ts'
import { cartLinesMax } from '@kaimai/contract/order/order.rules.ts'
import { unpaidQuantityMax, unpaidShareOf } from '@kaimai/contract/order/unpaid.rules.ts'
import type { OrderAnswer, OrderOutcome } from '@kaimai/contract/room/room-event.schema.ts'

/** What a comment wants of one product; `variantId` undefined: of each of its variants, for taking back only. */
export interface HoldRequest {
  readonly productId: string
  readonly variantId: string | undefined
  readonly change: OrderChange
}

/** A variant as it is on sale in this live; one that isn't is left out. */
export interface OnSale {
  readonly productId: string
  readonly perPersonLimit: number | null
  /** Pieces on sale now. */
  readonly left: number
}

/** What a viewer has of a variant: pieces in the cart, and how many of them are held. */
export interface Mine {
  readonly productId: string
  readonly cart: number
  readonly held: number
}

export interface HoldState {
  readonly onSale: ReadonlyMap<string, OnSale>
  readonly mine: ReadonlyMap<string, Mine>
  /** Pieces by product in the viewer's orders that are neither expired, cancelled nor refunded. */
  readonly ordered: ReadonlyMap<string, number>
  /** Pieces by variant in the viewer's unpaid orders. */
  readonly unpaid: ReadonlyMap<string, number>
}

export type Trouble = 'soldOut' | 'overLimit' | 'unpaidLimit'

/** What becomes of one variant: from `mine` to `held` and `cart`. */
export interface HoldStep {
  readonly variantId: string
  readonly productId: string
  /** Pieces asked for; negative: fewer. */
  readonly asked: number
  readonly before: Mine
  readonly held: number
  readonly cart: number
  /** Why nothing changes; `left`: pieces that could still be had. */
  readonly trouble?: { readonly why: Trouble; readonly left: number } | undefined
}

const nothing = (productId: string): Mine => ({ productId, cart: 0, held: 0 })

const total = (numbers: Iterable<number>): number => [...numbers].reduce((sum, each) => sum + each, 0)
const heldOf = (mine: ReadonlyMap<string, Mine>): number => total([...mine.values()].map(({ held }) => held))

/** One line per variant: 'A01+1 A01+2' asks for three, and taking back 'all' is a number. */
const perVariant = (
  requests: readonly HoldRequest[],
  { mine }: HoldState,
): Map<string, { productId: string; asked: number }> => {
  const asked = new Map<string, { productId: string; asked: number }>()
  const ask = (variantId: string, productId: string, quantity: number): void => {
    if (quantity !== 0) asked.set(variantId, { productId, asked: (asked.get(variantId)?.asked ?? 0) + quantity })
  }
  for (const { productId, variantId, change } of requests) {
    if ('add' in change) {
      if (variantId !== undefined) ask(variantId, productId, change.add)
      continue
    }
    for (const [id, { productId: of, cart, held }] of mine)
      if (variantId === undefined ? of === productId : id === variantId) ask(id, productId, -Math.max(cart, held))
  }
  return asked
}

const lowered = (before: Mine, asked: number): Pick<HoldStep, 'held' | 'cart'> => {
  const held = Math.max(0, before.held + asked)
  return { held, cart: Math.max(held, before.cart + asked) }
}

/**
 * What a viewer's request comes to, each line checked by itself: a line that is short is not held in part, and does not
 * keep the others from being held. More is held, and the cart holds at least that: pieces that lie in the cart already
 * (put there by hand, or left by a hold that ended) become held, they don't double. Fewer takes held pieces first.
 */
export const planHolds = (requests: readonly HoldRequest[], state: HoldState): HoldStep[] => {
  const { onSale, ordered, unpaid } = state
  const mine = new Map(state.mine)
  return [...perVariant(requests, state)].map(([variantId, { productId, asked }]): HoldStep => {
    const before = mine.get(variantId) ?? nothing(productId)
    const step = { variantId, productId, asked, before }
    if (asked < 0) {
      const after = lowered(before, asked)
      mine.set(variantId, { productId, ...after })
      return { ...step, ...after }
    }
    const refused = (why: Trouble, left: number): HoldStep => ({
      ...step,
      held: before.held,
      cart: before.cart,
      trouble: { why, left: Math.max(0, left) },
    })
    const variant = onSale.get(variantId)
    if (variant === undefined) return refused('soldOut', 0)
    if (variant.perPersonLimit !== null) {
      let beside = ordered.get(productId) ?? 0
      for (const [id, other] of mine)
        if (id !== variantId && other.productId === productId) beside += Math.max(other.cart, other.held)
      const more = variant.perPersonLimit - beside - before.held
      if (asked > more) return refused('overLimit', Math.min(more, variant.left))
    }
    const lines = [...mine.values()].filter(({ cart }) => cart > 0).length
    if (before.cart === 0 && lines >= cartLinesMax) return refused('overLimit', 0)
    // Nobody can keep a whole stock from the others by commenting again and again.
    const beside = unpaid.get(variantId) ?? 0
    const share = unpaidShareOf(variant.left + before.held + beside) - before.held - beside
    const room = unpaidQuantityMax - heldOf(mine) - total(unpaid.values())
    const max = Math.max(0, Math.min(share, room))
    if (asked > Math.min(max, variant.left))
      return max < variant.left ? refused('unpaidLimit', max) : refused('soldOut', variant.left)
    const held = before.held + asked
    const after = { held, cart: Math.max(before.cart, held) }
    mine.set(variantId, { productId, ...after })
    return { ...step, ...after }
  })
}

/** A step that turned out short when the stock was taken. */
export const fallShort = (step: HoldStep, left: number): HoldStep => ({
  ...step,
  held: step.before.held,
  cart: step.before.cart,
  trouble: { why: 'soldOut', left },
})

/** How the whole comment came out: what could not be held is said first. */
export const outcomeOf = (
  steps: readonly HoldStep[],
): { outcome: OrderOutcome; left: number; lines: OrderAnswer['lines'] } => {
  const done = steps.filter(({ trouble }) => trouble === undefined)
  const short =
    steps.find(({ trouble }) => trouble?.why === 'soldOut') ?? steps.find(({ trouble }) => trouble !== undefined)
  const changed = done.filter(({ before, held, cart }) => held !== before.held || cart !== before.cart)
  const outcome =
    short?.trouble?.why ??
    (changed.length === 0 ? 'nothing' : changed.some(({ asked }) => asked > 0) ? 'held' : 'lowered')
  const lines =
    outcome === 'nothing' ? [] : steps.filter((step) => step.trouble !== undefined || changed.includes(step))
  return {
    outcome,
    left: short?.trouble?.left ?? 0,
    lines: lines.map(({ productId, variantId, asked, held, trouble }) => ({
      productId,
      variantId,
      asked,
      holds: held,
      ...(trouble === undefined ? {} : { short: true as const }),
    })),
  }
}
