import { pathOf } from '@kaimai/contract/common/route.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aSmallShop, buildShop, piecesOf, placeOrder, type Shop, shopOpensAt } from '../../../test/commerce-factory.ts'
import { noticePath, serveShop } from '../../../test/commerce-http.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { manualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
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

describe('starting a payment', () => {
  test('PAYMENT-3 The same call again answers the same payment; another body under its key is refused', async () => {
    const order = await ordered()
    const over = async (key: string, method = 'sandbox') => {
      const response = await fetch(`${origin}${pathOf(purchaseRoutes.createPayment)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key, 'x-order-key': order.orderKey },
        body: JSON.stringify({ method }),
      })
      return { status: response.status, answer: await response.text() }
    }
    const key = newId()
    const answers = await Promise.all(Array.from({ length: 10 }, () => over(key)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, answer: expect.stringMatching(/"\/sandbox-pay\/[\w-]{27}"/) })
    expect(await paymentsOf(order.firmId, order.orderId)).toEqual(['created'])
    expect(await over(key, 'ecpay')).toMatchObject({ status: 409, answer: expect.stringContaining('"code":6') })
    const other = await over(newId())
    expect(other.answer).not.toBe(answers[0]?.answer)
    expect(await kindsOf(order.firmId, order.orderId)).toEqual(['placed', 'paymentStarted', 'paymentStarted'])
  })

  test('PAYMENT-4 Only for an unpaid order within its time, by a method on offer, and at most 20 times', async () => {
    const order = await ordered()
    await expect(order.start('ecpay')).rejects.toMatchObject({ reason: orderErrors.noPaymentMethod })
    for (let tries = 0; tries < 20; tries += 1) await order.start()
    await expect(order.start()).rejects.toMatchObject({ errorName: 'tooManyRequests' })
    const late = await ordered()
    clock.advance(holdMs)
    await expect(late.start()).rejects.toMatchObject({ errorName: 'gone', reason: orderErrors.orderClosed })
    clock.set(new Date(shopOpensAt))
    const paid = await ordered()
    await play((await paid.start()).redirectUrl, 'pay')
    await expect(paid.start()).rejects.toMatchObject({ errorName: 'conflict', reason: orderErrors.orderClosed })
    const stranger = { ...paid.caller, firmId: late.firmId }
    await expect(shop.payments.prepare(stranger, 'sandbox')).rejects.toMatchObject({ errorName: 'noData' })
  })
})

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

describe('notices', () => {
  test('PAYMENT-12 A forged one is kept and answered with 0|ERR, and changes nothing', async () => {
    const order = await ordered()
    const { redirectUrl } = await order.start()
    reachable = false
    await shop.sandbox.play(tokenOf(redirectUrl), 'pay')
    const [real = ''] = await noticesOf(redirectUrl)
    const reference = new URLSearchParams(real).get('reference') ?? ''
    const forgeries = [
      real.replace('amount=68000', 'amount=100'),
      real.replace(/sign=.*/, `sign=${'0'.repeat(64)}`),
      real.replace(/sign=.*/, 'sign='),
      real.replace(/&sign=.*/, ''),
      real.slice(0, -1),
      `${real}00`,
      `${real}&kind=paid`,
      `kind=failed&${real}`,
      `\u0000${real}`,
    ]
    for (const forged of forgeries) expect(await post(forged), forged).toBe('0|ERR')
    await settled()
    expect(await stateOf(order)).toBe('pending')
    expect(await kindsOf(order.firmId, order.orderId)).toEqual(['placed', 'paymentStarted'])
    const kept = await rawNotices(reference)
    expect(kept).toHaveLength(forgeries.length)
    expect(new Set(kept.map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ verified: false, outcome: null, applied: false })]),
    )
    expect(await post('', 'nobody')).toBe('404')
    // The real one still counts.
    expect(await post(real)).toBe('1|OK')
    await settled()
    expect(await stateOf(order)).toBe('paid')
  })

  test('PAYMENT-13 One that comes many times, at once and later, is kept each time and applied once', async () => {
    const order = await ordered(10, 2)
    const { redirectUrl } = await order.start()
    await play(redirectUrl, 'pay')
    const [real = ''] = await noticesOf(redirectUrl)
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(real)))
    expect(new Set(answers)).toEqual(new Set(['1|OK']))
    clock.advance(24 * 3_600_000)
    await post(real)
    await settled()
    const kept = await rawNotices(new URLSearchParams(real).get('reference') ?? '')
    expect(kept.map(({ outcome }) => outcome).sort()).toEqual([
      ...Array.from({ length: 11 }, () => 'nothingNew'),
      'paid',
    ])
    expect(await piecesOf(shop, order.variantId)).toEqual({ stock: 8, held: 0, sold: 2 })
    expect(await kindsOf(order.firmId, order.orderId)).toEqual(['placed', 'paymentStarted', 'paid'])
  })

  test('PAYMENT-14 Ones that come out of order: money counts, what was said before it does not undo it', async () => {
    const order = await ordered()
    const { redirectUrl } = await order.start()
    reachable = false
    await shop.sandbox.play(tokenOf(redirectUrl), 'issueCode')
    await shop.sandbox.play(tokenOf(redirectUrl), 'pay')
    const [code = '', paid = ''] = await noticesOf(redirectUrl)
    await post(paid)
    await settled()
    await post(code)
    await settled()
    expect(await stateOf(order)).toBe('paid')
    expect(await paymentsOf(order.firmId, order.orderId)).toEqual(['paid'])
    expect(await kindsOf(order.firmId, order.orderId)).toEqual(['placed', 'paymentStarted', 'paid'])
  })

  test('PAYMENT-15 A signed one of another amount or order is on the timeline and changes nothing', async () => {
    const order = await ordered()
    const { redirectUrl } = await order.start()
    reachable = false
    // The gateway itself has it wrong.
    await db.raw('update "sandboxPayment" set amount = 100 where token = $1', [tokenOf(redirectUrl)])
    await shop.sandbox.play(tokenOf(redirectUrl), 'pay')
    const [real = ''] = await noticesOf(redirectUrl)
    expect(await post(real)).toBe('1|OK')
    await settled()
    expect(await stateOf(order)).toBe('pending')
    expect((await kindsOf(order.firmId, order.orderId)).at(-1)).toBe('paymentMismatch')
    expect(await rawNotices(new URLSearchParams(real).get('reference') ?? '')).toMatchObject([{ outcome: 'mismatch' }])
    // The shopper does not see what only the merchant can settle.
    expect((await shop.orders.info(order.firmId, order.orderId)).events.map(({ kind }) => kind)).not.toContain(
      'paymentMismatch',
    )
  })

  test('PAYMENT-16 Play money is no money for a firm that takes none', async () => {
    const order = await ordered()
    const { redirectUrl } = await order.start()
    reachable = false
    await shop.sandbox.play(tokenOf(redirectUrl), 'pay')
    const [real = ''] = await noticesOf(redirectUrl)
    await db.raw('update firm set "isDemo" = false where id = $1', [order.firmId])
    await expect(shop.sandbox.show(tokenOf(redirectUrl))).rejects.toMatchObject({ errorName: 'notFound' })
    await post(real)
    await settled()
    expect(await stateOf(order)).toBe('pending')
    expect(await rawNotices(new URLSearchParams(real).get('reference') ?? '')).toMatchObject([{ outcome: 'notMoney' }])
    await expect(order.start()).rejects.toMatchObject({ errorName: 'conflict', reason: orderErrors.noPaymentMethod })
  })

  test('PAYMENT-17 An address that keeps forging leaves at most 100 behind in an hour', async () => {
    const ip = newId()
    const forge = () => shop.payments.takeNotice('sandbox', { text: `forged by ${ip}`, header: () => undefined }, ip)
    for (let at = 0; at < 105; at += 1) expect(await forge()).toBe('0|ERR')
    expect(await rawNotices(ip)).toHaveLength(100)
    clock.advance(2 * 3_600_000)
    await forge()
    expect(await rawNotices(ip)).toHaveLength(101)
  })

  test('PAYMENT-18 The gateway sends again until its notice is taken', async () => {
    const order = await ordered()
    const { redirectUrl } = await order.start()
    reachable = false
    await shop.sandbox.play(tokenOf(redirectUrl), 'pay')
    const deliveries = async () => {
      const { rows } = await db.raw(
        'select tries, "deliveredAt" is not null as delivered from "sandboxNotice" where token = $1',
        [tokenOf(redirectUrl)],
      )
      return rows[0]
    }
    await expect.poll(deliveries, { timeout: 10_000 }).toMatchObject({ delivered: false, tries: 1 })
    expect(await stateOf(order)).toBe('pending')
    reachable = true
    await expect.poll(() => stateOf(order), { timeout: 15_000 }).toBe('paid')
    await expect.poll(deliveries).toMatchObject({ delivered: true })
  })
})

describe('a notice that its process could not apply', () => {
  test('PAYMENT-19 Is applied by the sweep once it is five seconds old, and once only', async () => {
    const order = await ordered(10, 2)
    const { redirectUrl } = await order.start()
    reachable = false
    await shop.sandbox.play(tokenOf(redirectUrl), 'pay')
    const [real = ''] = await noticesOf(redirectUrl)
    const says = shop.sandbox.adapter.verifyNotice({ text: real, header: () => undefined })
    // As a process leaves it that is killed between keeping and applying.
    await db.raw(
      `insert into "paymentNotice" (id, gateway, "receivedAt", body, verified, says)
       values ($1, 'sandbox', $2, $3, true, $4), ($5, 'sandbox', $2, $3, true, $4)`,
      [newId(), clock.now(), real, JSON.stringify(says), newId()],
    )
    clock.advance(4_999)
    await shop.jobs.runTick('payment/apply-notices')
    expect(await stateOf(order)).toBe('pending')
    clock.advance(1)
    await shop.jobs.runTick('payment/apply-notices')
    expect(await stateOf(order)).toBe('paid')
    expect(await piecesOf(shop, order.variantId)).toEqual({ stock: 8, held: 0, sold: 2 })
    const outcomes = (await rawNotices(new URLSearchParams(real).get('reference') ?? '')).map(({ outcome }) => outcome)
    expect(outcomes.sort()).toEqual(['nothingNew', 'paid'])
  })
})

describe('reconciliation', () => {
  test('PAYMENT-20 A payment whose notice never came is asked about after a minute, then less and less often', async () => {
    const order = await ordered()
    const { redirectUrl, paymentId } = await order.start()
    reachable = false
    const next = async () => {
      const { rows } = await db.raw('select "queryAt", queries from payment where id = $1', [paymentId])
      const at = rows[0]?.['queryAt']
      return at instanceof Date ? (at.getTime() - shopOpensAt) / 60_000 : at
    }
    expect(await next()).toBe(1)
    clock.advance(60_000)
    await shop.jobs.runTick('payment/reconcile')
    expect(await next()).toBe(2)
    clock.advance(60_000)
    await shop.jobs.runTick('payment/reconcile')
    expect(await next()).toBe(4)
    await shop.sandbox.play(tokenOf(redirectUrl), 'pay')
    await shop.jobs.runTick('payment/reconcile')
    expect(await stateOf(order)).toBe('pending')
    clock.advance(120_000)
    await shop.jobs.runTick('payment/reconcile')
    expect(await stateOf(order)).toBe('paid')
    expect(await next()).toBeNull()
  })

  test('PAYMENT-21 An open payment is given up after a day, and still counts should its money come', async () => {
    const order = await ordered()
    const { redirectUrl } = await order.start()
    clock.advance(24 * 3_600_000)
    await shop.orders.expireDue()
    await shop.jobs.runTick('payment/reconcile')
    expect(await paymentsOf(order.firmId, order.orderId)).toEqual(['expired'])
    await play(redirectUrl, 'payLate')
    expect(await stateOf(order)).toBe('paid')
    expect(await paymentsOf(order.firmId, order.orderId)).toEqual(['paid'])
  })
})

describe('the shopper over HTTP', () => {
  test('PAYMENT-22 Cart, order, payment and page speak HTTP, each call with its own key', async () => {
    const small = await aSmallShop(shop, 5)
    const viewer = shop.aViewer(small.live)
    const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
      const response = await fetch(origin + path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const answer: unknown = await response.json()
      return { status: response.status, answer }
    }
    const asViewer = { 'x-viewer-key': viewer.key }
    const line = { variantId: small.variantId, quantity: 2 }
    expect(await call('PUT', '/api/room/cart', line)).toMatchObject({ status: 404 })
    expect(await call('PUT', '/api/room/cart', line, asViewer)).toMatchObject({
      status: 200,
      answer: { data: { pieces: 2, subtotal: 1360_00 } },
    })
    const body = {
      streamId: small.live.streamId,
      viewerKey: viewer.key,
      personal: { fullName: ' 林小美 ', phone: '0912345678', email: 'Mei@Example.com' },
      delivery: { type: 'none' },
      paymentMethod: 'sandbox',
      invoice: { class: 'mobileBarcode', carrier: '/ABC1234' },
      expectedTotal: 1360_00,
    }
    const create = '/api/pay/purchase/create_order'
    expect(await call('POST', create, body)).toMatchObject({ status: 400 })
    const key = { 'idempotency-key': newId() }
    const made = await call('POST', create, body, key)
    expect(made).toMatchObject({
      status: 200,
      answer: { data: { total: 1360_00, orderNo: expect.stringMatching(/^KM/) } },
    })
    expect(await call('POST', create, body, key)).toEqual(made)
    const { data } = made.answer as { data: { orderKey: string } }
    const asShopper = { 'x-order-key': data.orderKey }
    const paying = await call(
      'POST',
      '/api/pay/purchase/create_payment',
      { method: 'sandbox' },
      { ...asShopper, 'idempotency-key': newId() },
    )
    const { redirectUrl } = (paying.answer as { data: { redirectUrl: string } }).data
    const page = `/api/pay/sandbox/${tokenOf(redirectUrl)}`
    expect(await call('GET', page)).toMatchObject({
      status: 200,
      answer: {
        data: {
          firmName: '小器器皿',
          amount: 1360_00,
          state: 'created',
          code: null,
          returnPath: `/order/${data.orderKey}`,
        },
      },
    })
    expect(await call('POST', page, { outcome: 'pay' })).toMatchObject({ status: 200 })
    expect(await call('POST', page, { outcome: 'pay' })).toMatchObject({ status: 409 })
    await settled()
    expect(await call('POST', '/api/pay/purchase/check_notice', {}, asShopper)).toMatchObject({
      answer: { data: { paymentState: 'paid' } },
    })
    expect(await call('GET', '/api/pay/purchase/order_info', undefined, asShopper)).toMatchObject({
      answer: { data: { paymentState: 'paid', personal: { fullName: '林小美', email: 'mei@example.com' } } },
    })
    expect(await call('GET', '/api/pay/purchase/order_info')).toMatchObject({ status: 404 })
  })
})
