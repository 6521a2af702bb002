import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import { describe, expect, test } from 'vitest'
import { quantitiesOf } from '../../../test/commerce-factory.ts'
import { sharedPayments } from '../../../test/payment-stage.ts'
import { keyless } from '../gateway/gateway-merchants.ts'
import { newId } from '../../platform/ids.ts'

const {
  db,
  shop,
  clock,
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
  setReachable,
} = await sharedPayments()

describe('notices', () => {
  test('PAYMENT-12 A forged notice is stored and answered with 0|ERR, and changes nothing', async () => {
    const order = await ordered()
    const started = await order.start()
    setReachable(false)
    await shop.sandbox.play(tokenOf(started), 'pay')
    const [real = ''] = await noticesOf(started)
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

  test('PAYMENT-13 A notice that comes many times, at once and later, is stored each time and applied once', async () => {
    const order = await ordered(10, 2)
    const started = await order.start()
    await play(started, 'pay')
    const [real = ''] = await noticesOf(started)
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
    expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 8, held: 0, sold: 2 })
    expect(await kindsOf(order.firmId, order.orderId)).toEqual(['placed', 'paymentStarted', 'paid'])
  })

  test('PAYMENT-14 Ones that come out of order: money counts, what was said before it does not undo it', async () => {
    const order = await ordered()
    const started = await order.start('atm')
    setReachable(false)
    await shop.sandbox.play(tokenOf(started), 'issueCode')
    await shop.sandbox.play(tokenOf(started), 'pay')
    const [code = '', paid = ''] = await noticesOf(started)
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
    const started = await order.start()
    setReachable(false)
    // The gateway itself has it wrong.
    await db.raw('update "sandboxPayment" set amount = 100 where token = $1', [tokenOf(started)])
    await shop.sandbox.play(tokenOf(started), 'pay')
    const [real = ''] = await noticesOf(started)
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
    const started = await order.start()
    setReachable(false)
    await shop.sandbox.play(tokenOf(started), 'pay')
    const [real = ''] = await noticesOf(started)
    await db.raw('update firm set "isDemo" = false where id = $1', [order.firmId])
    await expect(shop.sandbox.show(tokenOf(started))).rejects.toMatchObject({ errorName: 'notFound' })
    await post(real)
    await settled()
    expect(await stateOf(order)).toBe('pending')
    expect(await rawNotices(new URLSearchParams(real).get('reference') ?? '')).toMatchObject([{ outcome: 'notMoney' }])
    expect((await kindsOf(order.firmId, order.orderId)).at(-1)).toBe('noticeRefused')
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
    const started = await order.start()
    setReachable(false)
    await shop.sandbox.play(tokenOf(started), 'pay')
    const deliveries = async () => {
      const { rows } = await db.raw(
        'select tries, "deliveredAt" is not null as delivered from "sandboxNotice" where token = $1',
        [tokenOf(started)],
      )
      return rows[0]
    }
    await expect.poll(deliveries, { timeout: 10_000 }).toMatchObject({ delivered: false, tries: 1 })
    expect(await stateOf(order)).toBe('pending')
    setReachable(true)
    await expect.poll(() => stateOf(order), { timeout: 15_000 }).toBe('paid')
    await expect.poll(deliveries).toMatchObject({ delivered: true })
  })
})

describe('a notice that its process could not apply', () => {
  test('PAYMENT-19 Is applied by the sweep once it is five seconds old, and once only', async () => {
    const order = await ordered(10, 2)
    const started = await order.start()
    setReachable(false)
    await shop.sandbox.play(tokenOf(started), 'pay')
    const [real = ''] = await noticesOf(started)
    const says = await shop.sandbox.gateway.verifyNotice({ text: real, header: () => undefined }, keyless)
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
    expect(await quantitiesOf(shop, order.variantId)).toEqual({ stock: 8, held: 0, sold: 2 })
    const outcomes = (await rawNotices(new URLSearchParams(real).get('reference') ?? '')).map(({ outcome }) => outcome)
    expect(outcomes.sort()).toEqual(['nothingNew', 'paid'])
  })
})
