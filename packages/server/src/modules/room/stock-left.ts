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

  const told = (variantId: string, left: number): number => (hidden.has(variantId) ? shownLeft(left) : left)
  const toldOf = (left: Left): Record<string, number> =>
    Object.fromEntries(Object.entries(left).map(([id, pieces]) => [id, told(id, pieces)]))

  /** What has become of a number: other than everybody was told, or only other than it was. */
  const note = (variantId: string, pieces: number, is: { readonly told: boolean; readonly other: boolean }): void => {
    if (is.told) change = { ...change, [variantId]: told(variantId, pieces) }
    // Also where everybody hears what it is not.
    if (hidden.has(variantId) && (is.told || is.other)) hiddenChange = { ...hiddenChange, [variantId]: pieces }
  }

  return {
    all: (): Left => toldOf(exact),
    exact: (): Left => exact,
    /** What the room doesn't sell is left out. */
    restock: (left: Left): void => {
      for (const [variantId, pieces] of Object.entries(left)) {
        const before = exact[variantId]
        if (before === undefined || before === pieces) continue
        exact[variantId] = pieces
        note(variantId, pieces, { told: told(variantId, before) !== told(variantId, pieces), other: true })
      }
    },
    /** The live was changed, and sells other things, or shows other numbers of them. */
    change: (next: Stocked): void => {
      const [before, exactBefore, due, hiddenDue] = [toldOf(exact), exact, change ?? {}, hiddenChange ?? {}]
      hidden = hiddenOf(next)
      exact = { ...next.stock }
      change = undefined
      hiddenChange = undefined
      for (const [variantId, pieces] of Object.entries(exact)) {
        const isTold = before[variantId] !== told(variantId, pieces) || variantId in due
        note(variantId, pieces, { told: isTold, other: exactBefore[variantId] !== pieces || variantId in hiddenDue })
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
