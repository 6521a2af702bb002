import type { ControlRoomProduct } from '@kaimai/contract/control-room/control-room.schema.ts'
import type { ControlRoomView } from './control-room-view.ts'

/** Pieces of a variant that can be sold now, with what was added here just now. */
export const leftOf = (view: ControlRoomView, { variantId, left }: ControlRoomProduct['variants'][number]): number =>
  Math.max(0, (view.state.room.stock[variantId] ?? left) + view.stockBy(variantId))

export const allLeft = (view: ControlRoomView, product: ControlRoomProduct): number =>
  product.variants.reduce((sum, variant) => sum + leftOf(view, variant), 0)
