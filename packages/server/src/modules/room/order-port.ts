import type { CommentReading } from '@kaimai/contract/order/comment-order-reply.rules.ts'
import type { OrderableProduct } from '@kaimai/contract/order/comment-order-parser.rules.ts'
import type { ChatUser } from '@kaimai/contract/room/room-event.schema.ts'
import type { RoomRef } from './room-log.ts'

/** What stands for sale in a room when a comment is read. */
export interface OrderableRoom {
  /** Of the whole live; a product that the staff unlisted is not among them. */
  readonly productsOfRoom: readonly OrderableProduct[]
  /** The newest on the card; undefined: nothing is shown. */
  readonly shownProductId: string | undefined
}

const listedOf = new WeakMap<object, WeakMap<object, readonly OrderableProduct[]>>()

/** The same list for the same two, for what is read of a list is kept by it. */
const listed = (products: readonly OrderableProduct[], unlisted: ReadonlySet<string>): readonly OrderableProduct[] => {
  if (unlisted.size === 0) return products
  let known = listedOf.get(products)
  if (known === undefined) listedOf.set(products, (known = new WeakMap()))
  let list = known.get(unlisted)
  if (list === undefined) known.set(unlisted, (list = products.filter(({ productId }) => !unlisted.has(productId))))
  return list
}

/** `shown`: product ids, the newest last. `unlisted` is another set whenever it changes. */
export const orderableOf = (
  products: readonly OrderableProduct[],
  unlisted: ReadonlySet<string>,
  shown: readonly string[],
): OrderableRoom => ({
  productsOfRoom: listed(products, unlisted),
  shownProductId: shown.at(-1),
})

/** A comment in the log that asks for something. */
export interface AskingComment {
  readonly seq: number
  readonly liveUserId: string
  readonly user: ChatUser
  readonly text: string
  readonly reading: CommentReading
}

/** A viewer's answer to the question of an unclear order; `of`: the seq of its comment. */
export interface ViewerChoice {
  readonly of: number
  readonly liveUserId: string
  readonly user: ChatUser
  readonly variantId: string
  readonly quantity: number
}

/**
 * Orders by comment, as the room's nodes use them. What comes of an order is told by `ordered`, a held event of the
 * viewer in the room's log, so nothing is answered here.
 */
export interface RoomOrders {
  /** What a comment asks for; undefined: it is no order. Pure; called before the comment is written. */
  readonly read: (text: string, room: OrderableRoom) => CommentReading | undefined
  /** After the comment's commit, not awaited by its acknowledgement. The reading stands in the log's `asked` until done. */
  readonly carryOut: (place: RoomRef, comment: AskingComment) => Promise<void>
  readonly choose: (place: RoomRef, choice: ViewerChoice) => Promise<void>
  /** The cart of an anonymous viewer goes along with the same person, who has signed up; once. */
  readonly bringCart: (
    place: Pick<RoomRef, 'firmId' | 'liveId'>,
    fromId: string,
    to: { readonly liveUserId: string; readonly phone: string; readonly email: string },
  ) => Promise<BroughtCart>
}

/** Of a cart that came along, in pieces. */
export interface BroughtCart {
  readonly moved: number
  /** Beyond what one person may buy, or no longer sold. */
  readonly leftBehind: number
}

/** A room without orders by comment. */
export const noOrders: RoomOrders = {
  read: () => undefined,
  carryOut: async () => {},
  choose: async () => {},
  bringCart: async () => ({ moved: 0, leftBehind: 0 }),
}
