import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aSmallShop, buildShop, piecesOf, placeOrder, type Shop, shopOpensAt } from '../../../test/commerce-factory.ts'
import { noticePath, serveShop } from '../../../test/commerce-http.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { manualClock } from '../../platform/clock.ts'
import type { SandboxOutcome } from './sandbox-gateway.ts'

const db = await sharedDatabase()
let shop: Shop
let origin: string
let close: () => Promise<void>
/** Switched by tests that have the gateway's notices go nowhere. */
let reachable = true
const clock = manualClock(new Date(shopOpensAt))
const holdMs = 15 * 60_000
const codeMs = 3 * 24 * 3_600_000

beforeAll(async () => {
  shop = buildShop(db, { clock, noticeUrl: () => (reachable ? origin : 'http://127.0.0.1:9') + noticePath })
  const served = await serveShop(shop)
  origin = served.origin
  close = served.close
  await shop.jobs.start()
})
afterAll(async () => {
  await shop.jobs.stop()
  await close()
})
beforeEach(() => {
  clock.set(new Date(shopOpensAt))
  reachable = true
})

const tokenOf = (redirectUrl: string): string => redirectUrl.replace('/sandbox-pay/', '')

/** An order with a payment begun at the sandbox. */
const ordered = async (stock = 10, quantity = 1) => {
  const small = await aSmallShop(shop, stock)
  const placed = await placeOrder(shop, small, { quantity })
  const caller = { kind: 'order', firmId: small.firmId, orderId: placed.orderId } as const
  const start = async (method = 'sandbox') =>
    shop.payments.start(small.firmId, await shop.payments.prepare(caller, method))
  return { ...small, ...placed, caller, start }
}

/** Until the sandbox has sent what it has to send, and we have done what it says. */
const settled = async (): Promise<void> => {
  await shop.jobs.idle()
  await shop.payments.noticesApplied()
}

const play = async (redirectUrl: string, outcome: SandboxOutcome): Promise<void> => {
  await shop.sandbox.play(tokenOf(redirectUrl), outcome)
  await settled()
}

const kindsOf = async (firmId: string, orderId: string): Promise<string[]> =>
  (await shop.orders.show(firmId, orderId, false)).events.map(({ kind }) => kind)

const paymentsOf = async (firmId: string, orderId: string) =>
  (await shop.orders.show(firmId, orderId, false)).payments.map(({ state }) => state)

const stateOf = ({ firmId, orderId }: { firmId: string; orderId: string }) => shop.orders.paymentState(firmId, orderId)

/** The notices that the sandbox wrote for a payment, as they went over the wire. */
const noticesOf = async (redirectUrl: string): Promise<string[]> => {
  const { rows } = await db.raw('select body from "sandboxNotice" where token = $1 order by id', [tokenOf(redirectUrl)])
  return rows.map(({ body }) => String(body))
}

const rawNotices = async (part: string) => {
  const { rows } = await db.raw(
    'select verified, outcome, "appliedAt" is not null as applied from "paymentNotice" where strpos(body, $1) > 0 order by id',
    [part],
  )
  return rows
}

describe('through the sandbox', () => {
  test('PAYMENT-5 A payment: its signed notice comes by HTTP and the order is paid', async () => {
    const order = await ordered(10, 2)
    const { redirectUrl } = await order.start()
    const shown = await shop.sandbox.show(tokenOf(redirectUrl))
    expect(shown).toMatchObject({
      shopName: '小器器皿',
      orderNo: order.orderNo,
      amount: 1360_00,
      currency: 'TWD',
      state: 'created',
    })
    await play(redirectUrl, 'pay')
    expect(await stateOf(order)).toBe('paid')
    expect(await piecesOf(shop, order.variantId)).toEqual({ stock: 8, held: 0, sold: 2 })
    expect(await kindsOf(order.firmId, order.orderId)).toEqual(['placed', 'paymentStarted', 'paid'])
    const { payments, paidAt } = await shop.orders.show(order.firmId, order.orderId, false)
    expect(payments).toMatchObject([
      { method: 'sandbox', state: 'paid', amount: 1360_00, reference: expect.stringMatching(/^SB/) },
    ])
    expect(paidAt).toBe(new Date(shopOpensAt).toISOString())
    expect(await rawNotices(payments[0]?.reference ?? '')).toEqual([{ verified: true, outcome: 'paid', applied: true }])
  })

  test('PAYMENT-6 A failure leaves the order unpaid, and another payment can still pay it', async () => {
    const order = await ordered()
    const first = await order.start()
    await play(first.redirectUrl, 'fail')
    clock.advance(1000)
    expect(await stateOf(order)).toBe('pending')
    await expect(shop.sandbox.play(tokenOf(first.redirectUrl), 'pay')).rejects.toMatchObject({ errorName: 'conflict' })
    await play((await order.start()).redirectUrl, 'pay')
    expect(await stateOf(order)).toBe('paid')
    expect(await paymentsOf(order.firmId, order.orderId)).toEqual(['failed', 'paid'])
    expect(await kindsOf(order.firmId, order.orderId)).toEqual([
      'placed',
      'paymentStarted',
      'paymentFailed',
      'paymentStarted',
      'paid',
    ])
  })

  test('PAYMENT-7 A code holds the pieces for its own time, is shown to the shopper, and can be paid until then', async () => {
    const order = await ordered(10, 3)
    const { redirectUrl } = await order.start()
    await play(redirectUrl, 'issueCode')
    const info = await shop.orders.info(order.firmId, order.orderId)
    const expiresAt = new Date(shopOpensAt + codeMs).toISOString()
    expect(info).toMatchObject({
      paymentState: 'pending',
      heldUntil: expiresAt,
      paymentCode: { bankCode: '999', account: expect.stringMatching(/^\d{16}$/), expiresAt },
    })
    expect(await paymentsOf(order.firmId, order.orderId)).toEqual(['waiting'])
    clock.advance(codeMs - 1)
    await shop.orders.expireDue()
    expect(await stateOf(order)).toBe('pending')
    await play(redirectUrl, 'pay')
    expect(await stateOf(order)).toBe('paid')
    expect((await shop.orders.info(order.firmId, order.orderId)).paymentCode).toBeNull()
    clock.set(new Date(shopOpensAt))
    const unpaid = await ordered(10, 3)
    await play((await unpaid.start()).redirectUrl, 'issueCode')
    clock.advance(codeMs)
    await shop.orders.expireDue()
    expect(await stateOf(unpaid)).toBe('expired')
    expect(await piecesOf(shop, unpaid.variantId)).toEqual({ stock: 10, held: 0, sold: 0 })
  })

  test('PAYMENT-8 Money that comes after the order has expired buys it if the pieces are there, else is owed back', async () => {
    const there = await ordered(5, 3)
    const gone = await ordered(5, 3)
    for (const order of [there, gone]) await play((await order.start()).redirectUrl, 'payLate')
    expect([await stateOf(there), await stateOf(gone)]).toEqual(['pending', 'pending'])
    clock.advance(holdMs)
    await shop.orders.expireDue()
    expect([await stateOf(there), await stateOf(gone)]).toEqual(['expired', 'expired'])
    await placeOrder(shop, gone, { quantity: 3 })
    clock.advance(60_000)
    await settled()
    expect([await stateOf(there), await stateOf(gone)]).toEqual(['paid', 'refundDue'])
    expect(await piecesOf(shop, there.variantId)).toEqual({ stock: 2, held: 0, sold: 3 })
    expect(await piecesOf(shop, gone.variantId)).toEqual({ stock: 2, held: 3, sold: 0 })
    expect((await kindsOf(there.firmId, there.orderId)).slice(-2)).toEqual(['expired', 'paidLate'])
    expect((await kindsOf(gone.firmId, gone.orderId)).slice(-2)).toEqual(['expired', 'refundDue'])
  })

  test('PAYMENT-9 A payment whose time is over takes only a late payment', async () => {
    const order = await ordered()
    const { redirectUrl } = await order.start()
    clock.advance(holdMs)
    expect(await shop.sandbox.show(tokenOf(redirectUrl))).toMatchObject({ state: 'expired' })
    for (const outcome of ['pay', 'fail', 'issueCode'] as const) {
      await expect(shop.sandbox.play(tokenOf(redirectUrl), outcome)).rejects.toMatchObject({ errorName: 'conflict' })
    }
    await shop.orders.expireDue()
    clock.advance(60_000)
    await play(redirectUrl, 'payLate')
    expect(await stateOf(order)).toBe('paid')
    expect(await shop.sandbox.show(tokenOf(redirectUrl))).toMatchObject({ state: 'paid' })
  })

  test('PAYMENT-10 Two payments of one order: the second is on the timeline and moves nothing', async () => {
    const order = await ordered()
    const [first, second] = [await order.start(), await order.start()]
    await play(first.redirectUrl, 'pay')
    await play(second.redirectUrl, 'pay')
    expect(await stateOf(order)).toBe('paid')
    expect(await paymentsOf(order.firmId, order.orderId)).toEqual(['paid', 'paid'])
    expect((await kindsOf(order.firmId, order.orderId)).slice(-2)).toEqual(['paid', 'paidTwice'])
    expect(await piecesOf(shop, order.variantId)).toEqual({ stock: 9, held: 0, sold: 1 })
  })

  test('PAYMENT-11 One payment takes one outcome, whoever clicks at once', async () => {
    const order = await ordered()
    const { redirectUrl } = await order.start()
    const clicks = (['pay', 'fail', 'pay', 'issueCode', 'pay'] as const).map((outcome) =>
      shop.sandbox.play(tokenOf(redirectUrl), outcome).then(
        () => outcome,
        () => 'refused',
      ),
    )
    const played = (await Promise.all(clicks)).filter((outcome) => outcome !== 'refused')
    await settled()
    expect(played).toHaveLength(1)
    expect(await noticesOf(redirectUrl)).toHaveLength(1)
    await expect(shop.sandbox.show('nothing')).rejects.toMatchObject({ errorName: 'notFound' })
  })
})
