import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import { createHeld } from '../../platform/held.ts'
import { onShopChanged } from '../../platform/shop-hints.ts'
import type { ProductService } from './product.service.ts'

/** What a page shows of products is at most so old, in milliseconds, where the hint of a change was lost. */
const shownForMs = 500
const maxHeld = 500

export interface ShownProducts {
  readonly products: readonly RoomProduct[]
  /** Rich text by the product's id. */
  readonly descriptions: ReadonlyMap<string, string>
}

/** By firm and the ids of its products. */
export type ReadShownProducts = (firmId: string, productIds: readonly string[]) => Promise<ShownProducts>

/**
 * Products as pages show them to all alike: read once for all who look within a moment, and anew after a change. Nothing
 * is charged by it: carts and orders read the database.
 */
export const createShownProducts = ({
  platform: { bus, clock },
  products,
}: {
  readonly platform: { readonly bus: Bus; readonly clock: Clock }
  readonly products: Pick<ProductService, 'forRoom' | 'descriptions'>
}): ReadShownProducts => {
  const held = createHeld<ShownProducts>({ forMs: shownForMs, max: maxHeld, clock })
  onShopChanged(bus, held.drop)
  const read = async (firmId: string, ids: readonly string[]): Promise<ShownProducts> => {
    const [shown, descriptions] = await Promise.all([products.forRoom(firmId, ids), products.descriptions(firmId, ids)])
    return { products: shown, descriptions }
  }
  return async (firmId, productIds) => {
    if (productIds.length === 0) return { products: [], descriptions: new Map() }
    // Prices begin and end by the clock.
    const moment = Math.floor(clock.ms() / shownForMs)
    return held.get(`${firmId} ${moment} ${productIds.join(' ')}`, () => read(firmId, productIds))
  }
}
