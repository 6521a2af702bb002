import { totalsOf } from '@kaimai/contract/order/order.rules.ts'
import type { OrderBody } from '@kaimai/contract/order/checkout.schema.ts'
import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { TrackingContext } from '@kaimai/contract/tracking/tracking.schema.ts'
import { createFirmService } from '../src/modules/firm/firm.service.ts'
import { createFirmStore } from '../src/modules/firm/firm.store.ts'
import { createFirmPoints } from '../src/modules/firm/firm-points.ts'
import { defaultDeliveryMethods } from '../src/modules/order/delivery-methods.ts'
import { createOrderService, type SellingPage } from '../src/modules/order/order.service.ts'
import type { ShopLive, Shopper } from '../src/modules/order/shop-access.ts'
import { createPaymentService } from '../src/modules/payment/payment.service.ts'
import { createPaymentStore } from '../src/modules/payment/payment.store.ts'
import { createRefunds } from '../src/modules/refund/refund.module.ts'
import { createRefundService } from '../src/modules/refund/refund.service.ts'
import { createSandboxGateway } from '../src/modules/gateway/sandbox-gateway.ts'
import { createProductModule } from '../src/modules/product/product.module.ts'
import type { ProductInput } from '../src/modules/product/product.service.ts'
import { createAudit } from '../src/platform/audit/audit.ts'
import { inProcessBus } from '../src/platform/bus/in-process-bus.ts'
import { type Clock, manualClock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/db/database.ts'
import { createEvents } from '../src/platform/events/events.ts'
import { createGrants } from '../src/platform/grants.ts'
import { newId, unguessable } from '../src/platform/ids.ts'
import { createJobs } from '../src/platform/jobs/jobs.ts'
import { databaseLimits } from '../src/platform/rate-limits/database-limits.ts'
import { type GatewayMerchants, keyless } from '../src/modules/gateway/gateway-merchants.ts'
import type { PaymentGateway } from '../src/modules/gateway/gateway.service.ts'
import { createPaymentOffers } from '../src/modules/gateway/payment-offers.ts'
import { secretFrom } from '../src/platform/secret.ts'
import { commentsInMemory, publicIdOf } from './comments-in-memory.ts'
import { silentLog } from './database.ts'
import { noForms } from './no-forms.ts'
import { soldSql } from './sold-sql.ts'

export const shopOpensAt = Date.UTC(2026, 10, 20, 12, 0, 0)
const liveMs = 60 * 60_000
export const shopSecret = 'a secret of at least thirty-two characters'

export interface Viewer extends Shopper {
  readonly key: string
}

export interface ShopOptions {
  readonly clock?: Clock
  /** KAIMAI_SANDBOX. */
  readonly sandbox?: boolean
  readonly isDemo?: boolean
  /** Where the sandbox sends its notices. */
  readonly noticeUrl?: () => string
  readonly gateways?: readonly PaymentGateway[]
  /** Others beside them. */
  readonly beside?: readonly PaymentGateway[]
  readonly merchants?: GatewayMerchants
  readonly publicUrl?: () => string
}

/** The commerce modules as they are, on rooms and viewers held in memory. */
export const buildShop = (db: Database, options: ShopOptions = {}) => {
  const clock = options.clock ?? manualClock(new Date(shopOpensAt))
  const log = silentLog
  const jobs = createJobs({ db, clock, log, ticks: false })
  const events = createEvents({ db, clock, jobs })
  const comments = commentsInMemory()
  const platform = {
    db,
    clock,
    log,
    bus: inProcessBus(log),
    jobs,
    events,
    limits: databaseLimits(db, clock),
    secret: secretFrom(shopSecret),
    audit: createAudit({ clock }),
  }
  const firms = createFirmService({ store: createFirmStore(db), clock, points: createFirmPoints({ db, clock }) })

  const lives: ShopLive[] = []
  const pages: SellingPage[] = []
  const viewerByKey = new Map<string, Viewer>()
  const viewerById = new Map<string, Viewer>()
  const livesUsing: string[] = []
  const productParts = createProductModule({
    platform,
    firms,
    livesUsing: async () => livesUsing,
  })
  const { products } = productParts
  const sandbox = createSandboxGateway({
    platform,
    noticeUrl: options.noticeUrl ?? (() => 'http://127.0.0.1:9/nobody-listens'),
    serves: async (firmId) => offers.counts(sandbox.gateway, await firms.publicFirm(firmId)),
  })
  const offers = createPaymentOffers({
    gateways: [...(options.gateways ?? [sandbox.gateway]), ...(options.beside ?? [])],
    sandbox: options.sandbox ?? false,
  })
  const paymentStore = createPaymentStore(db)
  const { ofOrder, isBeingPaid } = paymentStore
  const refundBase = createRefunds(platform, paymentStore)
  const orders = createOrderService({
    platform,
    products,
    earningVisit: async () => undefined,
    lives: {
      find: async (firmId, id) => lives.find((live) => live.firmId === firmId && live.id === id),
      findByStreamId: async (streamId) => lives.find((live) => live.streamId === streamId),
      findMany: async (firmId, ids) => lives.filter((live) => live.firmId === firmId && ids.includes(live.id)),
    },
    liveUsers: {
      byViewerKey: async (streamId, key) => {
        const live = lives.find((known) => known.streamId === streamId)
        const viewer = viewerByKey.get(key)
        return viewer?.liveId === live?.id ? viewer : undefined
      },
      get: async (firmId, id) => {
        const viewer = viewerById.get(id)
        return viewer?.firmId === firmId ? viewer : undefined
      },
      byPublicId: async (firmId, liveId, publicId) =>
        [...viewerById.values()].find(
          (viewer) => viewer.firmId === firmId && viewer.liveId === liveId && publicIdOf(viewer.id) === publicId,
        ),
      viewerKeyOf: (viewer: Viewer) => viewer.key,
    },
    firms,
    orderingLog: comments.log,
    pages: {
      byUrl: async (customUrl) => pages.find((page) => page.customUrl === customUrl),
      findMany: async (firmId, ids) => pages.filter((page) => page.firmId === firmId && ids.includes(page.id)),
    },
    forms: noForms,
    testSignups: { release: async () => undefined },
    refundsOf: refundBase.ofOrders,
    payments: { offers, ofOrder, isBeingPaid, askBeforeEnd: (due) => payments.askBeforeEnd(due) },
    trackingFor: async () => ({ pixelId: '', tiktokPixelId: '', gtmId: '', eventBase: '' }),
  })
  const merchants = options.merchants ?? { of: async () => keyless }
  const payments = createPaymentService({
    platform,
    store: paymentStore,
    orders,
    firms,
    offers,
    merchants,
    publicUrl: options.publicUrl ?? (() => 'http://localhost:3000'),
  })
  const grants = createGrants(platform)
  const refunds = createRefundService({
    platform,
    store: refundBase.store,
    orders,
    payments: paymentStore,
    offers,
    merchants,
    grants,
  })

  const aFirm = async (isDemo = options.isDemo ?? true): Promise<string> => {
    const firm = await firms.create(db, { name: '小器器皿', orderNoPrefix: 'KM', isDemo, testEndedAt: clock.now() })
    return firm.id
  }

  const aProduct = (firmId: string, given: Partial<ProductInput> = {}): Promise<Product> =>
    products.create(firmId, {
      productName: '白瓷飯碗',
      keyword: '',
      description: '',
      unit: '件',
      price: 680_00,
      originalPrice: null,
      perPersonLimit: null,
      images: [],
      variants: [{ name: '', stock: 50 }],
      ...given,
    })

  /** A live that began at `shopOpensAt` and goes on for an hour. */
  const aLive = (firmId: string, productIds: readonly string[], given: Partial<ShopLive> = {}): ShopLive => {
    const live: ShopLive = {
      id: newId(),
      firmId,
      streamId: unguessable(9),
      liveName: '秋季選物',
      productIds,
      liveProducts: [],
      replayUntilMs: null,
      publishedAtMs: shopOpensAt - liveMs,
      beginAtMs: shopOpensAt,
      endAtMs: shopOpensAt + liveMs,
      cancelledAtMs: null,
      waitingMinutes: 30,
      ...given,
    }
    lives.push(live)
    return live
  }

  const aViewer = (live: ShopLive, given: Partial<Viewer> = {}): Viewer => {
    const viewer = { id: newId(), firmId: live.firmId, liveId: live.id, blocked: false, key: unguessable(), ...given }
    viewerByKey.set(viewer.key, viewer)
    viewerById.set(viewer.id, viewer)
    return viewer
  }

  return {
    ...platform,
    platform,
    comments,
    firms,
    ...productParts,
    orders,
    payments,
    refunds,
    grants,
    sandbox,
    offers,
    lives,
    pages,
    viewerByKey,
    viewerById,
    livesUsing,
    aFirm,
    aProduct,
    aLive,
    aViewer,
  }
}
export type Shop = ReturnType<typeof buildShop>

/** The body of an order of what the cart holds, to be picked up (no fee) and paid by card at the sandbox. */
export const orderBody = (
  live: ShopLive,
  viewer: Viewer,
  lines: readonly { price: number; quantity: number }[],
  given: Partial<OrderBody> = {},
): OrderBody => {
  const delivery = given.delivery ?? { type: 'self' }
  const way = defaultDeliveryMethods.find(({ type }) => type === delivery.type) ?? { fee: 0, freeFrom: null }
  return {
    streamId: live.streamId,
    viewerKey: viewer.key,
    personal: {
      fullName: '林小美',
      phone: viewer.phone ?? '0912-345-678',
      phoneCountry: 'TW',
      email: viewer.email ?? 'mei@example.com',
    },
    delivery,
    paymentMethod: 'card',
    invoice: { class: 'member' },
    memo: '',
    remember: false,
    tracking: TrackingContext.parse({}),
    expectedTotal: totalsOf({ lines, delivery: way, paymentFee: 0, currency: 'TWD' }).total,
    ...given,
  }
}

/** One firm with one product of one variant in one live. */
export const aSmallShop = async (shop: Shop, stock: number, given: Partial<ProductInput> = {}) => {
  const firmId = await shop.aFirm()
  const product = await shop.aProduct(firmId, { variants: [{ name: '', stock }], ...given })
  const live = shop.aLive(firmId, [product.id])
  const variantId = product.variants[0]?.id ?? ''
  return { firmId, product, live, variantId }
}
export type SmallShop = Awaited<ReturnType<typeof aSmallShop>>

export const cartOwner = (viewer: Viewer) => ({
  firmId: viewer.firmId,
  liveId: viewer.liveId,
  liveUserId: viewer.id,
})

/** A new viewer (or the one given) orders some pieces of the shop's product. */
export const placeOrder = async (
  shop: Shop,
  { live, product, variantId }: SmallShop,
  { quantity = 1, viewer = shop.aViewer(live) }: { quantity?: number; viewer?: Viewer } = {},
) => {
  await shop.orders.carts.set(cartOwner(viewer), { variantId, quantity })
  const placed = await shop.orders.place(orderBody(live, viewer, [{ price: product.price, quantity }]))
  return { ...placed, viewer }
}

/** Everything the database says of where the pieces of a variant are. */
export const quantitiesOf = async (
  { db }: Pick<Shop, 'db'>,
  variantId: string,
): Promise<{ stock: number; held: number; sold: number }> => {
  const { rows } = await db.raw(
    `select stock::int, ${soldSql}, (
       select coalesce(sum(quantity), 0)::int from "orderLine" join "order" on "order".id = "orderId"
       where "variantId" = variant.id and "paymentState" = 'pending'
     ) as held from variant where id = $1`,
    [variantId],
  )
  return { stock: Number(rows[0]?.['stock']), held: Number(rows[0]?.['held']), sold: Number(rows[0]?.['sold']) }
}
