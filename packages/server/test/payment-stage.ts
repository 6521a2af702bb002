import { afterAll, beforeEach } from 'vitest'
import type { PaymentStep } from '@kaimai/contract/gateway/payment-code.schema.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { SandboxOutcome } from '../src/modules/gateway/gateway.service.ts'
import { manualClock } from '../src/platform/clock.ts'
import { aSmallShop, buildShop, placeOrder, type Shop, shopOpensAt } from './commerce-factory.ts'
import { noticePath, serveShop } from './commerce-http.ts'
import { sharedDatabase } from './fixtures.ts'

/**
 * A shop that a file's tests share, served over HTTP, whose sandbox gateway sends its notices to it. `subscribe` adds what
 * listens to its events, which is known before its jobs start.
 */
export const sharedPayments = async (subscribe: (shop: Shop) => void = () => undefined) => {
  const db = await sharedDatabase()
  const clock = manualClock(new Date(shopOpensAt))
  let reachable = true
  let served: Awaited<ReturnType<typeof serveShop>> | undefined
  const noticeUrl = () => (reachable && served ? served.origin : 'http://127.0.0.1:9') + noticePath
  const shop = buildShop(db, { clock, noticeUrl })
  subscribe(shop)
  served = await serveShop(shop)
  const { origin, close } = served
  await shop.jobs.start()
  afterAll(async () => {
    await shop.jobs.stop()
    await close()
  })
  beforeEach(() => {
    clock.set(new Date(shopOpensAt))
    reachable = true
  })

  const tokenOf = ({ step }: { readonly step: PaymentStep }): string =>
    step.kind === 'visit' ? step.url.replace('/sandbox-pay/', '') : ''

  /** An order with a payment begun at the sandbox. */
  const ordered = async (stock = 10, quantity = 1) => {
    const small = await aSmallShop(shop, stock)
    const placed = await placeOrder(shop, small, { quantity })
    const caller = { kind: 'order', firmId: small.firmId, orderId: placed.orderId } as const
    const start = async (method: PaymentMethod = 'card') =>
      shop.payments.start(small.firmId, await shop.payments.prepare(caller, method), 'zh-TW')
    return { ...small, ...placed, caller, start }
  }

  /** Until the sandbox has sent what it has to send, and we have done what it says. */
  const settled = async (): Promise<void> => {
    await shop.jobs.idle()
    await shop.payments.noticesApplied()
  }

  const play = async (started: { readonly step: PaymentStep }, outcome: SandboxOutcome): Promise<void> => {
    await shop.sandbox.play(tokenOf(started), outcome)
    await settled()
  }

  const kindsOf = async (firmId: string, orderId: string): Promise<string[]> =>
    (await shop.orders.show(firmId, orderId, false)).events.map(({ kind }) => kind)

  const paymentsOf = async (firmId: string, orderId: string) =>
    (await shop.orders.show(firmId, orderId, false)).payments.map(({ state }) => state)

  const stateOf = ({ firmId, orderId }: { firmId: string; orderId: string }) =>
    shop.orders.paymentState(firmId, orderId)

  /** The notices that the sandbox wrote for a payment, as they went over the wire. */
  const noticesOf = async (started: { readonly step: PaymentStep }): Promise<string[]> => {
    const { rows } = await db.raw('select body from "sandboxNotice" where token = $1 order by id', [tokenOf(started)])
    return rows.map(({ body }) => String(body))
  }

  const post = async (body: string, gateway = 'sandbox'): Promise<string> => {
    const response = await fetch(origin + noticePath.replace('sandbox', gateway), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
    return response.ok ? response.text() : String(response.status)
  }

  const rawNotices = async (part: string) => {
    const { rows } = await db.raw(
      'select verified, outcome, "appliedAt" is not null as applied from "paymentNotice" where strpos(body, $1) > 0 order by id',
      [part],
    )
    return rows
  }

  return {
    db,
    shop,
    clock,
    origin,
    tokenOf,
    ordered,
    settled,
    play,
    kindsOf,
    paymentsOf,
    stateOf,
    noticesOf,
    post,
    rawNotices,
    /** Whether the gateway's notices arrive; each test begins with yes. */
    setReachable: (isReachable: boolean) => {
      reachable = isReachable
    },
  }
}
