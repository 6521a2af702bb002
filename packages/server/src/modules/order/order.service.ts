import { fail } from '@kaimai/contract/common/error.ts'
import { offsetOf, pageAt, type ListQuery, type Page } from '@kaimai/contract/common/page.ts'
import { common } from '@kaimai/contract/common/reason.ts'
import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type { PaymentState } from '@kaimai/contract/order/order.machine.ts'
import type {
  DeliveryMethod,
  OrderRow as ListedOrder,
  ShopperOrder,
  StaffOrder,
} from '@kaimai/contract/order/order.schema.ts'
import type { Credentials, OrderCaller } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PaymentMethods } from '../../platform/ports/payment.ts'
import { blockChanged } from '../block/block.events.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { ProductService, StockLine } from '../product/product.service.ts'
import { createCartService } from './cart.service.ts'
import { createCartStore } from './cart.store.ts'
import { createCheckout } from './checkout.ts'
import type { OrderingLog } from './comment-carrier.ts'
import { createCommentOrders } from './comment-order.service.ts'
import { createDeskOrders } from './desk-orders.service.ts'
import { createCommentOrderStore } from './comment-order.store.ts'
import { createDeliveryMethods } from './delivery-methods.ts'
import { createOrderKeys } from './order-keys.ts'
import { createOrderListStore, orderSorts } from './order-list.store.ts'
import { type PaymentRecord, presentListedOrder, presentShopperOrder, presentStaffOrder } from './order.present.ts'
import { createOrderHoldStore } from './order-hold.store.ts'
import { createOrderHolds } from './order-holds.ts'
import { createOrderStore } from './order.store.ts'
import { createSettling } from './settling.ts'
import { createShopperDesk, type ShopLive, type ShopLives, type Shopper, type Shoppers } from './shopper-desk.ts'

export type { OrderState } from './order.store.ts'
export type { PaymentRecord } from './order.present.ts'

/** How often orders whose time is over are looked for, in seconds. */
const expirySeconds = 15
const cartsKeptMs = 30 * 24 * 60 * 60_000

export interface OrderServiceNeeds<U extends Shopper> {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'events' | 'jobs' | 'secret' | 'audit' | 'log'>
  readonly products: Pick<ProductService, 'variants' | 'reserve' | 'giveBack' | 'countSold'>
  readonly lives: ShopLives
  readonly liveUsers: Shoppers<U>
  readonly firms: Pick<FirmService, 'publicFirm'>
  /** Where orders by comment stand, and are answered. */
  readonly orderingLog: OrderingLog
  readonly payments: {
    readonly methods: PaymentMethods
    readonly ofOrder: (firmId: string, orderId: string) => Promise<readonly PaymentRecord[]>
  }
}

type StaffQuery = ListQuery & { readonly paymentState?: PaymentState | undefined; readonly liveId?: string | undefined }

/** What a letter about an order needs. */
export interface LetterFacts {
  readonly fullName: string
  readonly email: string
  readonly phone: string
  readonly orderNo: string
  /** Minor units. */
  readonly total: number
  readonly currency: ShopperOrder['currency']
  /** Below the audience's origin. */
  readonly orderPath: string
}

const sortOf = (sort: string | undefined) => {
  if (sort === undefined) return { sort: 'createdAt', descending: true } as const
  const descending = sort.startsWith('-')
  const name = orderSorts.find((known) => known === (descending ? sort.slice(1) : sort))
  if (name === undefined) throw fail('invalid', { fields: { sort: common.wrongChoice } })
  return { sort: name, descending }
}

/** Orders and carts: what shoppers and staff may do with them, and what payments do to them. */
export const createOrderService = <U extends Shopper>(needs: OrderServiceNeeds<U>) => {
  const { platform, products, lives, liveUsers, firms, orderingLog, payments } = needs
  const { db, clock, events, jobs, secret } = platform
  const list = createOrderListStore(db)
  const stores = {
    orders: createOrderStore(db),
    carts: createCartStore(db),
    holds: createOrderHoldStore(db),
    delivery: createDeliveryMethods(db),
  }
  const keys = createOrderKeys(secret)
  const desk = createShopperDesk({ clock, lives, shoppers: liveUsers, firms })
  const carts = createCartService({
    db,
    clock,
    store: stores.carts,
    holds: stores.holds,
    lives,
    desk,
    products,
  })
  const checkout = createCheckout({ platform, stores, products, desk, methods: payments.methods, keys })
  const byComment = createCommentOrders({
    ...{ platform, products, lives, shoppers: liveUsers, log: orderingLog },
    stores: { comments: createCommentOrderStore(db), holds: stores.holds },
    holds: createOrderHolds({ clock, holds: stores.holds, orders: stores.orders, products }),
  })
  const settling = createSettling({ platform, store: stores.orders, products })

  events.on(blockChanged, 'order-holds', byComment.blockChanged)
  jobs.every('order/expire', expirySeconds, async () => void (await settling.expireDue()))
  jobs.every('order/sweep-carts', 3600, () => stores.carts.sweep(new Date(clock.ms() - cartsKeptMs)))

  /** Everything about one order. */
  const whole = async (firmId: string, orderId: string) => {
    const row = await list.find(firmId, orderId)
    if (!row) throw fail('notFound')
    const [lines, events, tries] = await Promise.all([
      list.lines(firmId, orderId),
      list.events(firmId, orderId),
      payments.ofOrder(firmId, orderId),
    ])
    return { row, lines, events, payments: tries }
  }

  const roomPath = async (live: ShopLive | undefined, firmId: string, liveUserId: string): Promise<string> => {
    const status = live ? liveStatusAt(live, clock.ms()) : 'ended'
    if (!live || (status !== 'live' && status !== 'open')) return ''
    const user = await liveUsers.get(firmId, liveUserId)
    return user && !user.blocked ? `/stream/${live.streamId}/${liveUsers.viewerKeyOf(user)}` : ''
  }

  return {
    carts,
    byComment,
    /** For the control room of a live. */
    ofDesk: createDeskOrders(db),
    place: checkout.place,
    /** The firm's own ways to deliver, for its settings. */
    delivery: stores.delivery,
    cancel: settling.cancel,
    expireDue: settling.expireDue,
    /** For payments, within their transactions. */
    lock: settling.lock,
    pay: settling.pay,
    holdUntil: settling.holdUntil,
    addEvent: settling.addEvent,

    deliveryMethods: async (streamId: string): Promise<readonly DeliveryMethod[]> => {
      const { live } = await desk.firmOf(streamId)
      return stores.delivery.of(live.firmId)
    },

    paymentMethods: async (streamId: string): Promise<readonly { method: string; fee: number }[]> => {
      const { firm } = await desk.firmOf(streamId)
      return payments.methods.offered(firm).map(({ method, fee }) => ({ method, fee }))
    },

    /** The order whose key stands in the header; throws `notFound`, also without one. */
    authenticate: async ({ header }: Pick<Credentials, 'header'>): Promise<OrderCaller> => {
      const key = header('x-order-key')
      const row = key === undefined ? undefined : await list.byKeyHash(keys.hashOf(key))
      if (!row) throw fail('notFound')
      return { kind: 'order', firmId: row.firmId, orderId: row.id }
    },

    /** The shopper's page of an order, below the audience's origin; holds the order's key. */
    orderPath: (orderId: string): string => `/order/${keys.keyOf(orderId)}`,

    /** For the shopper. */
    info: async (firmId: string, orderId: string): Promise<ShopperOrder> => {
      const order = await whole(firmId, orderId)
      const { liveId, liveUserId } = order.row
      const [firm, live] = await Promise.all([firms.publicFirm(firmId), lives.find(firmId, liveId)])
      const now = clock.now()
      return presentShopperOrder({ ...order, firm, roomPath: await roomPath(live, firmId, liveUserId), now })
    },

    paymentState: async (firmId: string, orderId: string): Promise<PaymentState> => {
      const state = await list.paymentState(firmId, orderId)
      if (!state) throw fail('notFound')
      return state
    },

    /** For staff. Who may not see personal data can't find orders by it either. */
    list: async (firmId: string, query: StaffQuery, maySeePersonal: boolean): Promise<Page<ListedOrder>> => {
      const offset = offsetOf(query.cursor)
      const { rows, total } = await list.list(firmId, {
        q: query.q === '' ? undefined : query.q,
        inContacts: maySeePersonal,
        paymentState: query.paymentState,
        liveId: query.liveId,
        ...sortOf(query.sort),
        limit: query.limit,
        offset,
      })
      const ids = [...new Set(rows.map(({ liveId }) => liveId))]
      const names = new Map((await lives.findMany(firmId, ids)).map(({ id, liveName }) => [id, liveName]))
      return pageAt(
        rows.map((row) => presentListedOrder(row, names.get(row.liveId) ?? '')),
        total,
        offset,
      )
    },

    show: async (firmId: string, orderId: string, maySeePersonal: boolean): Promise<StaffOrder> => {
      const order = await whole(firmId, orderId)
      const live = await lives.find(firmId, order.row.liveId)
      return presentStaffOrder({ ...order, liveName: live?.liveName ?? '' }, maySeePersonal)
    },

    /** Paid orders and their revenue (minor units) by live, for lists of lives. */
    figures: list.figures,

    /** What each viewer of a live has ordered, for the list of its viewers. */
    boughtIn: list.boughtIn,

    /** Orders of those viewers; `counts`: neither expired nor cancelled. */
    ofViewers: async (firmId: string, liveUserIds: readonly string[]) =>
      (await list.ofViewers(firmId, liveUserIds)).map((order) => ({
        ...order,
        counts: order.paymentState !== 'expired' && order.paymentState !== 'cancelled',
      })),

    viewerOf: async (firmId: string, orderId: string): Promise<string | undefined> =>
      (await list.find(firmId, orderId))?.liveUserId,

    /** What an order holds, for others that follow its events. */
    soldLines: async (firmId: string, orderId: string): Promise<(StockLine & { productId: string })[]> => {
      const lines = await list.lines(firmId, orderId)
      return lines.map(({ variantId, productId, quantity }) => ({ variantId, productId, quantity }))
    },

    letterFacts: async (firmId: string, orderId: string): Promise<LetterFacts> => {
      const row = await list.find(firmId, orderId)
      if (!row) throw fail('notFound')
      const { fullName, email, phone, orderNo, total, currency } = row
      return { fullName, email, phone, orderNo, total, currency, orderPath: `/order/${keys.keyOf(orderId)}` }
    },
  }
}
export type OrderService = ReturnType<typeof createOrderService>
