import type { AddressInfo } from 'node:net'
import { fail } from '@kaimai/contract/common/error.ts'
import { pathOf } from '@kaimai/contract/common/route.ts'
import { paymentRoutes } from '@kaimai/contract/payment/payment.routes.ts'
import { cartPlugin, orderPlugin } from '../src/modules/order/order.plugin.ts'
import { purchasePlugin } from '../src/modules/payment/purchase.plugin.ts'
import { refundPaymentPlugin, refundPlugin } from '../src/modules/refund/refund.plugin.ts'
import { paymentPlugin, sandboxPlugin } from '../src/modules/payment/payment.plugin.ts'
import { productPlugin } from '../src/modules/product/product.plugin.ts'
import { mount } from '../src/platform/http/mount.ts'
import { createHttp } from '../src/platform/http/server.ts'
import { idempotency } from '../src/platform/idempotency/idempotency.ts'
import { databaseLimits } from '../src/platform/rate-limits/database-limits.ts'
import { secretFrom } from '../src/platform/secret.ts'
import { mountPaymentReturn } from '../src/surfaces/payment-return.ts'
import { mountPaynowPage } from '../src/surfaces/paynow-page.ts'
import { type Shop, shopSecret } from './commerce-factory.ts'
import { silentLog } from './database.ts'

/** The shop's routes on a port of this machine; staff are owners of the firm named in x-firm-id. */
export const serveShop = async (shop: Shop): Promise<{ origin: string; close: () => Promise<void> }> => {
  const app = createHttp({ log: silentLog, trustProxy: [], first: [] })
  const bound = [
    ...productPlugin(shop),
    ...orderPlugin(shop.orders),
    ...cartPlugin(shop.orders),
    ...purchasePlugin(shop.orders, shop.payments, databaseLimits(shop.db, shop.clock)),
    ...paymentPlugin(shop.payments),
    ...refundPlugin(shop.refunds),
    ...refundPaymentPlugin(shop.refunds),
    ...sandboxPlugin(shop.sandbox, shop.payments),
  ]
  mount(app, bound, {
    authenticators: {
      firm: async ({ header }) => ({
        kind: 'firm',
        id: header('x-firm-id') ?? '',
        userId: '01980000-0000-7000-8000-0000000a11ce',
        sessionId: 'session',
        userName: '阿明',
        role: 'owner',
        can: () => true,
      }),
      inLive: async (firm) => firm,
      viewer: async ({ header }) => {
        const key = header('x-viewer-key')
        const viewer = key === undefined ? undefined : shop.viewerByKey.get(key)
        if (!viewer) throw fail('notFound')
        return { kind: 'viewer', firmId: viewer.firmId, liveId: viewer.liveId, liveUserId: viewer.id }
      },
      order: shop.orders.authenticate,
      grant: shop.grants.read,
      partner: async () => {
        throw fail('signedOut')
      },
    },
    idempotency: idempotency({ database: shop.db, clock: shop.clock, secret: secretFrom(shopSecret) }),
    secureCookies: false,
  })
  mountPaymentReturn(app, shop.payments)
  mountPaynowPage(app, shop.payments.pages)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => app.close() }
}

export const noticePath = pathOf(paymentRoutes.notice).replace(':gateway', 'sandbox')
