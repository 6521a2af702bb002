import { shownLeft } from './shown-left.ts'
import type { RoomShow } from './room-show.ts'

type Left = Readonly<Record<string, number>>
type Stocked = Pick<RoomShow, 'stock' | 'products'>

/** Variants of which viewers are not to see how many are left. */
const hiddenOf = ({ products }: Stocked): ReadonlySet<string> =>
  new Set(products.flatMap(({ showLeft, variants }) => (showLeft ? [] : variants.map(({ variantId }) => variantId))))

/**
 * Pieces left of what a room sells, by variant id, and what changed of them since the last frame: as everybody is told,
 * and, of what is hidden from viewers, as it is, for the staff.
 */
export const createStockLeft = (first: Stocked) => {
  let hidden = hiddenOf(first)
  let exact: Record<string, number> = { ...first.stock }
  let change: Record<string, number> | undefined
  let hiddenChange: Record<string, number> | undefined

  const sent = (variantId: string, left: number): number => (hidden.has(variantId) ? shownLeft(left) : left)
  const sentOf = (left: Left): Record<string, number> =>
    Object.fromEntries(Object.entries(left).map(([id, quantity]) => [id, sent(id, quantity)]))

  /** What has become of a number: other than everybody was told, or only other than it was. */
  const note = (variantId: string, quantity: number, is: { readonly sent: boolean; readonly other: boolean }): void => {
    if (is.sent) change = { ...change, [variantId]: sent(variantId, quantity) }
    // Also where everybody hears what it is not.
    if (hidden.has(variantId) && (is.sent || is.other)) hiddenChange = { ...hiddenChange, [variantId]: quantity }
  }

  return {
    all: (): Left => sentOf(exact),
    exact: (): Left => exact,
    /** What the room doesn't sell is left out. */
    restock: (left: Left): void => {
      for (const [variantId, quantity] of Object.entries(left)) {
        const before = exact[variantId]
        if (before === undefined || before === quantity) continue
        exact[variantId] = quantity
        note(variantId, quantity, { sent: sent(variantId, before) !== sent(variantId, quantity), other: true })
      }
    },
    /** The live was changed, and sells other things, or shows other numbers of them. */
    change: (next: Stocked): void => {
      const [before, exactBefore, due, hiddenDue] = [sentOf(exact), exact, change ?? {}, hiddenChange ?? {}]
      hidden = hiddenOf(next)
      exact = { ...next.stock }
      change = undefined
      hiddenChange = undefined
      for (const [variantId, quantity] of Object.entries(exact)) {
        const isSent = before[variantId] !== sent(variantId, quantity) || variantId in due
        note(variantId, quantity, {
          sent: isSent,
          other: exactBefore[variantId] !== quantity || variantId in hiddenDue,
        })
      }
    },
    /** What goes out with the next frame; undefined: nothing changed. */
    takeChange: (): Left | undefined => {
      const taken = change
      change = undefined
      return taken
    },
    /** What goes to the staff after it; undefined: nothing that is hidden changed. */
    takeHidden: (): Left | undefined => {
      const taken = hiddenChange
      hiddenChange = undefined
      return taken
    },
  }
}
