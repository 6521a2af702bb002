import { readComment } from '@kaimai/contract/order/comment-order-reply.rules.ts'
import type { Product } from '@kaimai/contract/product/product.routes.ts'
import type { ShopLive } from '../src/modules/order/shop-access.ts'
import { cartOwner, type Shop, type Viewer } from './commerce-factory.ts'
import { soldSql } from './sold-sql.ts'

/** Products as rooms read comments with. */
export const orderableOf = ({ id, keyword, variants }: Product) => ({
  productId: id,
  keyword,
  variants: variants.map(({ id: variantId, name, keyword: own }) => ({ variantId, name, keyword: own })),
})

/** A viewer who orders by comment; `products` are those of the room, the first is shown. */
export const aCommenter = (
  shop: Shop,
  live: ShopLive,
  products: readonly Product[],
  viewer: Viewer = shop.aViewer(live),
) => {
  const owner = cartOwner(viewer)
  const room = { shown: products[0] && orderableOf(products[0]), products: products.map(orderableOf) }
  /** The comment stands in the log; answers its seq. Throws for talk. */
  const say = (text: string): number => {
    const reading = readComment(text, room)
    if (!reading) throw new Error(`${text} is no order`)
    return shop.comments.say({ liveId: live.id, liveUserId: viewer.id, text, reading, saidAt: shop.clock.now() })
  }
  const carryOut = () => shop.orders.byComment.carryOut(live.firmId, live.id, viewer.id)
  const answers = () => shop.comments.sent.filter(({ liveUserId }) => liveUserId === viewer.id)
  return {
    viewer,
    owner,
    say,
    carryOut,
    answers,
    /** The newest answer. */
    last: () => answers().at(-1)?.answer,
    /** Says it, lets it be carried out, and gives the answer. */
    order: async (text: string) => {
      const seq = say(text)
      await carryOut()
      const answer = answers().findLast((sent) => sent.answer.of === seq)?.answer
      if (!answer) throw new Error(`${text} was not answered`)
      return answer
    },
    choose: (of: number, variantId: string, quantity = 1) =>
      shop.orders.byComment.choose(owner, { of, variantId, quantity }),
    cart: () => shop.orders.carts.show(owner),
    set: (variantId: string, quantity: number) => shop.orders.carts.set(owner, { variantId, quantity }),
  }
}
export type Commenter = ReturnType<typeof aCommenter>

/** Where the pieces of a variant are: on sale, held by comments, held by unpaid orders, sold. */
export const whereabouts = async (shop: Shop, variantId: string) => {
  const { rows } = await shop.db.raw(
    `select stock::int, ${soldSql},
       (select coalesce(sum(quantity), 0)::int from "orderHold" where "variantId" = variant.id) as held,
       (select coalesce(sum(quantity), 0)::int from "orderLine" join "order" on "order".id = "orderId"
        where "variantId" = variant.id and "paymentState" = 'pending') as ordered
     from variant where id = $1`,
    [variantId],
  )
  const [row] = rows
  return {
    stock: Number(row?.['stock']),
    held: Number(row?.['held']),
    ordered: Number(row?.['ordered']),
    sold: Number(row?.['sold']),
  }
}
