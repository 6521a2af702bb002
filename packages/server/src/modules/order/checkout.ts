import { createHash } from 'node:crypto'
import { fail, KaimaiError } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/reason.ts'
import { orderReasons } from '@kaimai/contract/order/order.reasons.ts'
import { holdMs, totalsOf, unpaidOrdersMax } from '@kaimai/contract/order/order.rules.ts'
import type { OrderBody } from '@kaimai/contract/order/order.schema.ts'
import { isUniqueViolation, type Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PaymentMethods } from '../../platform/ports/payment.ts'
import { readPhone } from '../../platform/read-phone.ts'
import type { ProductService, VariantRecord } from '../product/product.service.ts'
import { availableTo, limitReached, soldOut } from './cart.service.ts'
import type { CartRow, CartStore } from './cart.store.ts'
import { offeredWays } from './delivery-methods.ts'
import type { OrderKeys } from './order-keys.ts'
import { contactTextOf } from './order-list.store.ts'
import { dayOf } from './order-day.ts'
import type { OrderHoldStore } from './order-hold.store.ts'
import type { OrderStore } from './order.store.ts'
import { placeOf, type ShopperDesk, type Visit } from './shopper-desk.ts'

export interface PlacedOrder {
  readonly orderId: string
  readonly orderNo: string
  readonly orderKey: string
  /** Minor units. */
  readonly total: number
}

export interface CheckoutNeeds {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'events'>
  readonly stores: {
    readonly orders: OrderStore
    readonly carts: CartStore
    readonly holds: Pick<OrderHoldStore, 'takeOver'>
  }
  readonly products: Pick<ProductService, 'variants' | 'reserve' | 'giveBack'>
  readonly desk: Pick<ShopperDesk, 'enter' | 'checkMayBuy'>
  readonly methods: PaymentMethods
  readonly keys: OrderKeys
}

interface Bought {
  readonly variant: VariantRecord
  readonly quantity: number
  /** Pieces that an order by comment held for the shopper until now. */
  readonly held: number
}

/** What is held and was not bought: the cart was set to fewer in the same moment. */
const heldBeyond = (bought: readonly Bought[]) =>
  bought.flatMap(({ variant: { variantId }, quantity, held }) =>
    held > quantity ? [{ variantId, quantity: held - quantity }] : [],
  )

const hashOf = (body: OrderBody): string => createHash('sha256').update(JSON.stringify(body)).digest('base64url')

/** Makes an order of the viewer's cart. */
export const createCheckout = ({ platform, stores, products, desk, methods, keys }: CheckoutNeeds) => {
  const { db, clock, events } = platform
  const { orders, carts, holds } = stores

  /** What the cart holds, as it is on sale now in this live. Throws `soldOut` naming what is not. */
  const readLines = async (tx: Tx, { live, shopper }: Visit, lines: readonly CartRow[]): Promise<Bought[]> => {
    const ids = lines.map(({ variantId }) => variantId)
    // Theirs from here on: whatever becomes of this order, a rollback brings them back.
    const taken = await holds.takeOver(shopper.firmId, shopper.id, ids, tx)
    const heldOf = new Map(taken.map(({ variantId, quantity }) => [variantId, quantity]))
    const variants = await products.variants(shopper.firmId, ids, {
      place: placeOf(live, clock.ms()),
      goods: live.goods,
      on: tx,
    })
    const quantities = new Map(lines.map(({ variantId, quantity }) => [variantId, quantity]))
    const bought = variants.map((variant) => ({
      variant,
      quantity: quantities.get(variant.variantId) ?? 0,
      held: heldOf.get(variant.variantId) ?? 0,
    }))
    for (const { variant, quantity, held } of bought) {
      // Read before the stock is locked: most of those who come too late are told here, and hold nobody up.
      const left = live.productIds.includes(variant.productId) ? availableTo(variant, held) : 0
      if (left < quantity) throw soldOut(variant, left)
    }
    return bought
  }

  const checkLimits = async (tx: Tx, { shopper }: Visit, bought: readonly Bought[]): Promise<void> => {
    const limited = bought.filter(({ variant }) => variant.perPersonLimit !== null)
    if (limited.length === 0) return
    // Exact, for the cart makes the orders of one person take turns.
    const productIds = [...new Set(limited.map(({ variant }) => variant.productId))]
    const before = await orders.piecesOf(shopper.firmId, shopper.id, productIds, tx)
    for (const productId of productIds) {
      const lines = limited.filter(({ variant }) => variant.productId === productId)
      const pieces = lines.reduce((sum, line) => sum + line.quantity, before.get(productId) ?? 0)
      const variant = lines[0]?.variant
      if (variant && variant.perPersonLimit !== null && pieces > variant.perPersonLimit) {
        throw limitReached(variant, variant.perPersonLimit)
      }
    }
  }

  /** The answer of the same call before; undefined when there was none. Throws for another body under its key. */
  const placedBefore = async ({ shopper }: Visit, key: string, bodyHash: string): Promise<PlacedOrder | undefined> => {
    const before = await orders.byIdempotencyKey(shopper.firmId, shopper.id, key)
    if (before && before.bodyHash !== bodyHash) throw fail('conflict', { reason: orderReasons.keyUsedTwice })
    return (
      before && { orderId: before.id, orderNo: before.orderNo, orderKey: keys.keyOf(before.id), total: before.total }
    )
  }

  const placeIn = async (tx: Tx, visit: Visit, body: OrderBody, key: string, phone: string): Promise<PlacedOrder> => {
    const { live, shopper, firm } = visit
    const { firmId } = live
    const bodyHash = hashOf(body)
    desk.checkMayBuy(visit)
    const adapter = methods.offered(firm).find(({ method }) => method === body.paymentMethod)
    if (!adapter) throw fail('conflict', { reason: orderReasons.noPaymentMethod })
    const cart = await carts.take(firmId, shopper.id, tx)
    if (cart.lines.length === 0) throw fail('conflict', { reason: orderReasons.cartEmpty })
    const way = offeredWays(cart.ways).find(({ type }) => type === body.delivery.type)
    if (!way) throw fail('conflict', { reason: orderReasons.deliveryNotOffered })
    if (cart.unpaid >= unpaidOrdersMax) {
      throw fail('conflict', { reason: withValues(orderReasons.tooManyUnpaid, { max: unpaidOrdersMax }) })
    }
    const bought = await readLines(tx, visit, cart.lines)
    await checkLimits(tx, visit, bought)
    const { currency } = firm
    const totals = totalsOf({
      lines: bought.map(({ variant, quantity }) => ({ price: variant.price, quantity })),
      delivery: way,
      paymentFee: adapter.fee,
      currency,
    })
    const isSame = totals.total === body.expectedTotal && bought.every(({ variant }) => variant.currency === currency)
    if (!isSame) throw fail('conflict', { reason: orderReasons.cartChanged })

    // From here on others wait for what we lock: no reading, no thinking.
    const beyondHolds = bought.flatMap(({ variant: { variantId }, quantity, held }) =>
      quantity > held ? [{ variantId, quantity: quantity - held }] : [],
    )
    const orderId = newId()
    const orderKey = keys.keyOf(orderId)
    await events.emit(tx, 'order.placed', { firmId, orderId, liveId: live.id })
    const reserved = await products.reserve(tx, firmId, beyondHolds)
    if (!reserved.ok) {
      const short = bought.find(({ variant }) => variant.variantId === reserved.variantId)
      throw short ? soldOut(short.variant, reserved.left + short.held) : fail('soldOut')
    }
    await products.giveBack(tx, firmId, heldBeyond(bought))
    const orderNo = await orders.insert(
      {
        number: { prefix: firm.orderNoPrefix, day: dayOf(clock.ms()) },
        id: orderId,
        firmId,
        liveId: live.id,
        liveUserId: shopper.id,
        keyHash: keys.hashOf(orderKey),
        idempotencyKey: key,
        bodyHash,
        paymentState: 'pending',
        fulfilmentState: 'none',
        heldUntil: new Date(clock.ms() + holdMs),
        paidAt: null,
        currency,
        ...totals,
        pieces: bought.reduce((sum, { quantity }) => sum + quantity, 0),
        paymentMethod: adapter.method,
        fullName: body.personal.fullName,
        phone,
        email: body.personal.email,
        delivery: body.delivery,
        invoice: body.invoice,
        memo: body.memo,
        contactText: contactTextOf(phone, body.personal.email),
        createdAt: clock.now(),
      },
      bought.map(({ variant, quantity }) => ({
        variantId: variant.variantId,
        productId: variant.productId,
        productName: variant.productName,
        variantName: variant.variantName,
        keyword: variant.keyword,
        imageUrl: variant.imageUrl,
        price: variant.price,
        quantity,
      })),
      { kind: 'placed', actorKind: 'shopper' },
      tx,
    )
    return { orderId, orderNo, orderKey, total: totals.total }
  }

  return {
    /**
     * Orders the cart: all of it, or nothing is changed. Prices and fees are the server's; `key` is the caller's
     * Idempotency-Key, which stands in the order itself: the same call finds it however the first one ended.
     * Throws `soldOut`, `conflict` (cart empty or changed, limits), `gone`, `forbidden`, `notFound`.
     */
    place: async (body: OrderBody, key: string): Promise<PlacedOrder> => {
      const visit = await desk.enter(body.streamId, body.viewerKey)
      const phone = readPhone(body.personal.phone, body.personal.phoneCountry, 'personal.phone')
      try {
        return await db.transaction((tx) => placeIn(tx, visit, body, key, phone))
      } catch (error) {
        // This very call may have been answered already: by a twin that we have waited for, or before a crash.
        const mayBeTwin = error instanceof KaimaiError || isUniqueViolation(error, 'order_once')
        const before = mayBeTwin ? await placedBefore(visit, key, hashOf(body)) : undefined
        if (before) return before
        throw error
      }
    },
  }
}
