import { fail } from '@kaimai/contract/common/error.ts'
import type { DeliveryMethod, OrderBody, Seller, ShopQuery } from '@kaimai/contract/order/checkout.schema.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import type { Credentials, OrderCaller } from '../../platform/http/caller.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { blockChanged } from '../block/block.events.ts'
import { testEnded } from '../firm/firm.events.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { ProductService } from '../product/product.service.ts'
import type { PaidSignUps } from '../signup/paid-signup.service.ts'
import type { TestSignups } from '../signup/test-signups.service.ts'
import type { PaymentChoice } from '@kaimai/contract/gateway/payment-setting.schema.ts'
import { suitsDelivery } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { choiceOf } from './payment-choice.ts'
import { createCartMoving } from './cart-moving.ts'
import { createCartService } from './cart.service.ts'
import { createCartStore } from './cart.store.ts'
import { type CheckoutDeps, createCheckout } from './checkout.ts'
import type { OrderingLog } from './comment-order-worker.ts'
import { createCommentOrders } from './comment-order.service.ts'
import { createCommentOrderStore } from './comment-order.store.ts'
import { createDeliveryMethods, withPlace } from './delivery-methods.ts'
import { presentSeller } from './order.present.ts'
import { createControlRoomOrders } from './control-room-orders.service.ts'
import { createLiveBuyers } from './live-buyers.service.ts'
import { createMethodChange } from './method-change.ts'
import { createOrderChangeStore } from './order-change.store.ts'
import { createOrderFacts } from './order-facts.ts'
import { createOrderHoldStore } from './order-hold.store.ts'
import { createOrderHolds } from './order-holds.ts'
import { createOrderKeys } from './order-keys.ts'
import { createOrderListStore } from './order-list.store.ts'
import { createOrderMessages } from './order-messages.ts'
import { createOrderRefundStore } from './order-refund.store.ts'
import { createOrderRefunds } from './order-refunds.ts'
import { createOrderReading, type OrderReadingDeps } from './order-reading.ts'
import { createShopSources, type SellingPages } from './order-sources.ts'
import { createOrderStore } from './order.store.ts'
import { createPageCheckout } from './page-checkout.ts'
import { createPlacing, type PlacedOrder } from './place-order.ts'
import { createOrderStates, type OrderStatesDeps } from './order-states.ts'
import { createOrderTransfers } from './order-transfers.ts'
import { createTestOrders, type ReadRestocked } from './test-orders.ts'
import { createUnpaidOrders } from './unpaid-orders.ts'
import { createUnpaidLimits, unknownBrowser } from './unpaid-limits.ts'
import { createUnpaidLimitsStore } from './unpaid-limits.store.ts'
import { createRoomCheckout } from './room-checkout.ts'
import { createShopAccess, type ShopLives, type Shopper, type Shoppers } from './shop-access.ts'
import { createSignupCheckout } from './signup-checkout.ts'
import { createSignupOrders } from './signup-orders.ts'
import { createStaffCheckout } from './staff-checkout.ts'

export type { CommissionFacts, LetterFacts, RememberFacts, TrackingFacts } from './order-facts.ts'
export type { SellingPage, SellingPages } from './order-sources.ts'
export type { DueOrder, OrderState } from './order.store.ts'
export type { PaymentRecord } from './order.present.ts'
export type { OrderingBrowser } from './unpaid-limits.ts'

/** How often orders whose time is over are looked for, in seconds. */
const expirySeconds = 15
const networkRetentionMs = 24 * 60 * 60_000
const cartRetentionMs = 30 * 24 * 60 * 60_000

export interface OrderServiceDeps<U extends Shopper> {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'events' | 'jobs' | 'limits' | 'secret' | 'audit' | 'log'>
  readonly products: Pick<
    ProductService,
    'forRoom' | 'variants' | 'reserve' | 'releaseStock' | 'countSold' | 'takeBackSold'
  >
  readonly lives: ShopLives
  readonly liveUsers: Shoppers<U>
  readonly firms: Pick<FirmService, 'publicFirm' | 'holdTestMode'>
  readonly pages: SellingPages
  readonly forms: PaidSignUps
  readonly testSignups: TestSignups
  readonly refundsOf: OrderReadingDeps['refundsOf'] & { readonly restocked: ReadRestocked }
  /** Where orders by comment stand, and are answered. */
  readonly orderingLog: OrderingLog
  readonly payments: OrderReadingDeps['payments'] & {
    /** Whether a payment of the order was begun and may still be paid. */
    readonly isBeingPaid: (tx: Tx, firmId: string, orderId: string) => Promise<boolean>
    readonly askBeforeEnd: OrderStatesDeps['askFirst']
  }
  readonly trackingFor: OrderReadingDeps['trackingFor']
  readonly earningVisit: CheckoutDeps['earningVisit']
}

/** Orders and carts: what shoppers and staff may do with them, and what payments do to them. */
export const createOrderService = <U extends Shopper>(deps: OrderServiceDeps<U>) => {
  const { platform, products, lives, liveUsers, firms, pages, forms, orderingLog, payments } = deps
  const { db, clock, events, jobs, secret } = platform
  const list = createOrderListStore(db)
  const change = createOrderChangeStore(db)
  const orders = createOrderStore(db)
  const carts = createCartStore(db)
  const holds = createOrderHoldStore(db)
  const delivery = createDeliveryMethods(db)
  const keys = createOrderKeys(secret)
  const shopAccess = createShopAccess({ clock, lives, shoppers: liveUsers, firms })
  const sources = createShopSources({ clock, shopAccess, pages, forms, lives, liveUsers, firms })
  const orderStates = createOrderStates({
    platform,
    store: orders,
    change,
    products,
    places: forms,
    askFirst: payments.askBeforeEnd,
  })
  const { confirmFree, confirmOnDelivery } = orderStates
  const placing = createPlacing({ clock, orders, offers: payments.offers, keys, firms, confirmFree, confirmOnDelivery })
  const changeMethod = createMethodChange({ platform, orders, change, firms, placing })
  const unpaid = createUnpaidLimitsStore(db)
  const limits = createUnpaidLimits({ clock, secret, store: unpaid, hasSignedUp: forms.hasSignedUp })
  const checkout = createCheckout({ platform, placing, limits, earningVisit: deps.earningVisit })
  const placeInRoom = createRoomCheckout({ checkout, clock, stores: { carts, holds }, products, shopAccess })
  const placeOnPage = createPageCheckout({ checkout, products, delivery, sources })
  const byComment = createCommentOrders({
    platform,
    products,
    lives,
    shoppers: liveUsers,
    log: orderingLog,
    stores: { comments: createCommentOrderStore(db), holds },
    holds: createOrderHolds({ clock, holds, limits, products }),
  })
  const facts = createOrderFacts({ list, keys })
  const refunds = createOrderRefunds({
    clock,
    events,
    store: createOrderRefundStore(db),
    orders,
    change,
    products,
  })
  const reading = createOrderReading({ ...deps, clock, list, change, sources, delivery })

  const unpaidOrders = createUnpaidOrders({ clock, list, keys, shopAccess, sources, forms, payments })

  const { testSignups: signups, refundsOf } = deps
  const testOrders = createTestOrders({ db, products, signups, restockedOf: refundsOf.restocked })

  events.on(blockChanged, 'order-holds', byComment.blockChanged)
  events.on(testEnded, 'remove-test-orders', ({ firmId }) => testOrders.remove(firmId))
  jobs.every('order/expire', expirySeconds, async () => void (await orderStates.expireUnpaidOrders()))
  jobs.every('order/sweep-carts', 3600, () => carts.sweep(new Date(clock.ms() - cartRetentionMs)))
  jobs.every('order/forget-networks', 3600, () => unpaid.forgetNetworks(new Date(clock.ms() - networkRetentionMs)))

  return {
    ...reading,
    ...facts,
    carts: createCartService({ db, clock, store: carts, holds, lives, shopAccess, products, answers: byComment }),
    byComment,
    bringCart: createCartMoving({
      db,
      clock,
      store: carts,
      holds,
      lives,
      products,
      limits,
      answers: byComment,
    }),
    messages: createOrderMessages({ platform, store: change }),
    /** Who of a live has ordered, and who has a filled cart, for those who write to them. */
    liveBuyers: createLiveBuyers(db),
    /** For the control room of a live. */
    ofControlRoom: createControlRoomOrders(db),
    /** The firm's own delivery methods, for its settings. */
    delivery,
    cancel: orderStates.cancel,
    cancelByShopper: orderStates.cancelByShopper,
    changeMethod,
    cancelByStaff: orderStates.cancelByStaff,
    expireUnpaidOrders: orderStates.expireUnpaidOrders,
    /** For payments, within their transactions. */
    lock: orderStates.lock,
    pay: orderStates.pay,
    holdUntil: orderStates.holdUntil,
    addEvent: orderStates.addEvent,
    transfers: createOrderTransfers({ db, change, states: orderStates }),
    /** For refunds, within theirs. */
    refunds,

    /**
     * Orders a viewer's cart, or lines of a sales page, from the browser that calls. See the checkouts of both for
     * what is thrown.
     */
    place: (body: OrderBody, browser = unknownBrowser): Promise<PlacedOrder> => {
      const { streamId, viewerKey, customUrl, shopperKey, lines } = body
      if (streamId !== undefined && viewerKey !== undefined)
        return placeInRoom({ ...body, streamId, viewerKey }, browser)
      if (customUrl !== undefined && shopperKey !== undefined && lines !== undefined)
        return placeOnPage({ ...body, customUrl, shopperKey, lines }, browser)
      throw fail('invalid', { fields: { streamId: common.required } })
    },

    /** Orders that the staff places for buyers. */
    byStaff: {
      place: createStaffCheckout({ checkout, products, delivery, firms }),
      /** How the firm delivers and is paid. */
      ways: async (firmId: string) => {
        const firm = await firms.publicFirm(firmId)
        const offered = payments.offers.offered(firm)
        return {
          methods: [...(await delivery.of(firmId))],
          payments: offered.map(choiceOf),
          currency: firm.currency,
          isTest: offered.some(({ isTest }) => isTest),
        }
      },
    },

    /** Paid sign-ups. */
    signups: {
      place: createSignupCheckout({ checkout, products, delivery, firms, forms }),
      ...createSignupOrders({
        platform,
        forms,
        sources,
        changeMethod,
        stores: { orders, list },
        isBeingPaid: payments.isBeingPaid,
      }),
    },

    deliveryMethods: async (shop: ShopQuery): Promise<readonly DeliveryMethod[]> => {
      const methods = await delivery.of((await sources.firmOf(shop)).id)
      return shop.signupUrl === undefined ? methods : methods.map(withPlace)
    },

    /** Who sells there. */
    seller: async (shop: ShopQuery): Promise<Seller> => presentSeller(await sources.firmOf(shop)),

    /** Unpaid orders of who asks, from the browser that placed them. */
    unpaid: unpaidOrders,

    paymentMethods: async (shop: ShopQuery): Promise<{ methods: PaymentChoice[]; isTest: boolean }> => {
      const all = payments.offers.offered(await sources.firmOf(shop))
      const offered = shop.signupUrl === undefined ? all : all.filter(({ method }) => suitsDelivery(method, 'none'))
      return { methods: offered.map(choiceOf), isTest: offered.some(({ isTest }) => isTest) }
    },

    /** The order whose key stands in the header; throws `notFound`, also without one. */
    authenticate: async ({ header }: Pick<Credentials, 'header'>): Promise<OrderCaller> => {
      const key = header('x-order-key')
      const row = key === undefined ? undefined : await list.byKeyHash(keys.hashOf(key))
      if (!row) throw fail('notFound')
      return { kind: 'order', firmId: row.firmId, orderId: row.id }
    },

    /** Whether the page is to publish the purchase to advertisers: true once for a paid order, never in test mode. */
    trackPurchase: async (firmId: string, orderId: string): Promise<boolean> =>
      !(await firms.publicFirm(firmId)).testMode && change.trackPurchase(firmId, orderId, clock.now()),
  }
}
export type OrderService = ReturnType<typeof createOrderService>
