import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach } from 'vitest'
import type { PaymentGatewayName, PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { GatewayMerchant, PaymentGateway } from '../src/modules/gateway/gateway.port.ts'
import { manualClock } from '../src/platform/clock.ts'
import { aSmallShop, buildShop, cartOwner, orderBody, shopOpensAt } from './commerce-factory.ts'
import { serveShop } from './commerce-http.ts'
import { sharedDatabase } from './fixtures.ts'
import { cardSetting } from './payment-settings.ts'

/** Starts a stand-in as a process of its own, which prints its port. Ended with the file's tests. */
export const startStandIn = async (name: PaymentGatewayName | 'surenotify'): Promise<string> => {
  const standIn = spawn(process.execPath, [fileURLToPath(new URL(`./fakes/${name}-stand-in.ts`, import.meta.url))])
  afterAll(() => void standIn.kill())
  const [line] = (await once(standIn.stdout, 'data')) as [Buffer]
  return `http://127.0.0.1:${String(line).trim()}`
}

/**
 * A shop served over HTTP whose payments go to the stand-in of a gateway. `merchant`: who the firm is there, as the
 * stand-in knows it.
 */
export const sharedGateway = async (
  merchant: GatewayMerchant,
  create: (url: string, now: () => Date) => PaymentGateway,
) => {
  const name = create('http://nowhere', () => new Date()).name
  const url = await startStandIn(name)
  const db = await sharedDatabase()
  const clock = manualClock(new Date(shopOpensAt))
  let origin = ''
  let keys: GatewayMerchant = merchant
  const gateway = create(url, () => clock.now())
  const merchants = { of: async () => keys }
  const shop = buildShop(db, { clock, gateways: [gateway], merchants, publicUrl: () => origin })
  const served = await serveShop(shop)
  ;({ origin } = served)
  afterAll(() => served.close())
  beforeEach(() => {
    clock.set(new Date(shopOpensAt))
    keys = merchant
  })

  /** An order whose payment is begun here; its gateway's page was not visited yet. */
  const begun = async (
    method: PaymentMethod,
    {
      quantity = 1,
      shopName,
      names: [productName, ...more] = [],
      ...given
    }: { price?: number; quantity?: number; shopName?: string; names?: readonly string[] } = {},
  ) => {
    const small = await aSmallShop(shop, 10, { ...(productName !== undefined && { productName }), ...given })
    if (shopName !== undefined) await shop.firms.change(small.firmId, { name: shopName })
    const settings = gateway.methods.map((each) => ({ ...cardSetting, method: each, gateway: name }))
    await shop.firms.change(small.firmId, { paymentMethods: settings })
    const others = await Promise.all(
      more.map((name) => shop.aProduct(small.firmId, { productName: name, variants: [{ name: '', stock: 10 }] })),
    )
    const live = shop.aLive(
      small.firmId,
      [small.product, ...others].map(({ id }) => id),
    )
    const viewer = shop.aViewer(live)
    await shop.orders.carts.set(cartOwner(viewer), { variantId: small.variantId, quantity })
    for (const { variants } of others)
      await shop.orders.carts.set(cartOwner(viewer), { variantId: variants[0]?.id ?? '', quantity: 1 })
    const lines = [small.product, ...others].map(({ price }, at) => ({ price, quantity: at === 0 ? quantity : 1 }))
    const placed = await shop.orders.place(orderBody(live, viewer, lines, { paymentMethod: method }))
    const caller = { kind: 'order', firmId: small.firmId, orderId: placed.orderId } as const
    const prepared = await shop.payments.prepare(caller, method)
    const start = () => shop.payments.start(small.firmId, prepared, 'zh-TW')
    const { step } = await start()
    const order = () => shop.orders.show(small.firmId, placed.orderId, true)
    const { reference } = prepared
    const atGateway = async () => {
      const { rows } = await db.raw('select "tradeNo" from payment where reference = $1', [reference])
      const tradeNo = String(rows[0]?.['tradeNo'])
      return { reference, tradeNo, method, amount: placed.total, currency: 'TWD', createdAt: clock.now() } as const
    }
    return {
      ...small,
      live,
      ...placed,
      step,
      start,
      reference,
      order,
      atGateway,
      state: async () => (await order()).paymentState,
      kinds: async () => (await order()).events.map(({ kind }) => kind),
      /** What the gateway is asked to give back, in whole dollars. */
      refund: async (amount: number, before = 0, key = 'once') => ({
        payment: await atGateway(),
        amount: amount * 100,
        refundedBefore: before * 100,
        key,
      }),
    }
  }

  /** What somebody does at the stand-in: a buyer, a merchant, the night's run. */
  const play = async (fields: Readonly<Record<string, string>>): Promise<string> => {
    const answer = await fetch(`${url}/_play`, { method: 'POST', body: new URLSearchParams(fields) })
    const said = await answer.text()
    await shop.payments.noticesApplied()
    return said
  }

  const setKeys = (other: GatewayMerchant) => {
    keys = other
  }
  return { db, clock, shop, gateway, origin, begun, play, setKeys }
}
