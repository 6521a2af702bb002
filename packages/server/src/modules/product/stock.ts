import type { Bus } from '../../platform/bus/bus.ts'
import type { Tx } from '../../platform/db/database.ts'
import { shopChanged } from '../../platform/shop-hints.ts'
import type { StockStore } from './stock.store.ts'

export interface StockLine {
  readonly variantId: string
  readonly quantity: number
}

/** The topic on which changed stock is published: `{ [variantId]: quantity on sale now }`. Only a hint. */
export const stockTopic = (firmId: string): string => `stock/${firmId}`

/** One line a variant, in the order in which everybody locks them: two transactions can't wait for each other. */
const inLockOrder = (lines: readonly StockLine[]): StockLine[] => {
  const quantities = new Map<string, number>()
  for (const { variantId, quantity } of lines) {
    quantities.set(variantId, (quantities.get(variantId) ?? 0) + quantity)
  }
  return [...quantities]
    .map(([variantId, quantity]) => ({ variantId, quantity }))
    .sort((a, b) => (a.variantId < b.variantId ? -1 : 1))
}

const countsAtOnce = 5_000

/** Adds what orders have counted as sold to their variants. */
export const addUpSold = async (store: Pick<StockStore, 'addUpSold'>): Promise<void> => {
  while ((await store.addUpSold(countsAtOnce)) === countsAtOnce);
}

/** Moves pieces between "on sale", "held by orders" and "sold", always within the caller's transaction. */
export const createStock = ({ store, bus }: { store: StockStore; bus: Bus }) => {
  const notifyAfter = (tx: Tx, firmId: string, left: Readonly<Record<string, number>>): void => {
    if (Object.keys(left).length === 0) return
    tx.afterCommit(() => {
      bus.publish(stockTopic(firmId), left)
      shopChanged(bus, firmId)
    })
  }

  const releaseStock = async (tx: Tx, firmId: string, lines: readonly StockLine[]): Promise<void> => {
    const left: Record<string, number> = {}
    for (const { variantId, quantity } of inLockOrder(lines)) {
      const now = await store.put(firmId, variantId, quantity, tx)
      if (now !== undefined) left[variantId] = now
    }
    notifyAfter(tx, firmId, left)
  }

  return {
    notifyAfter,

    /**
     * Takes all lines off sale, or nothing: one conditional update per variant, in the order of their ids. `left`: how
     * many of the variant that was short are there.
     */
    reserve: async (
      tx: Tx,
      firmId: string,
      lines: readonly StockLine[],
    ): Promise<{ ok: true } | { ok: false; variantId: string; left: number }> => {
      const taken: StockLine[] = []
      const left: Record<string, number> = {}
      for (const line of inLockOrder(lines)) {
        const now = await store.take(firmId, line.variantId, line.quantity, tx)
        if (now === undefined) {
          await releaseStock(tx, firmId, taken)
          return { ok: false, variantId: line.variantId, left: await store.left(firmId, line.variantId, tx) }
        }
        left[line.variantId] = now
        taken.push(line)
      }
      notifyAfter(tx, firmId, left)
      return { ok: true }
    },

    /** Puts pieces that an order held back on sale. */
    releaseStock,

    /** Counts pieces that an order held as sold. */
    countSold: async (tx: Tx, firmId: string, lines: readonly StockLine[]): Promise<void> => {
      for (const { variantId, quantity } of inLockOrder(lines)) {
        await store.countSold(firmId, variantId, quantity, tx)
      }
    },

    /** Pieces whose money goes back are no longer sold; `restock`: they are on sale again. */
    takeBackSold: async (tx: Tx, firmId: string, lines: readonly StockLine[], restock: boolean): Promise<void> => {
      for (const { variantId, quantity } of inLockOrder(lines)) {
        await store.countSold(firmId, variantId, -quantity, tx)
      }
      if (restock) await releaseStock(tx, firmId, lines)
    },
  }
}
export type Stock = ReturnType<typeof createStock>
