import { quantityMax } from '@kaimai/contract/order/checkout.schema.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'

/** What viewers get of a number that is hidden: whether there are any, and nothing that a stepper would stop at. */
export const shownLeft = (left: number): number => (left > 0 ? quantityMax : 0)

/** A product as viewers may see it. */
export const shownProduct = (product: RoomProduct): RoomProduct =>
  product.showLeft
    ? product
    : { ...product, variants: product.variants.map((variant) => ({ ...variant, left: shownLeft(variant.left) })) }
