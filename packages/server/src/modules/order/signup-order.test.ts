import { pathOf } from '@kaimai/contract/common/route.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { signupOrderRoutes } from '@kaimai/contract/order/signup-order.routes.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { cardSetting } from '../../../test/payment-settings.ts'
import {
  aCourse,
  aPaidForm,
  errorOf,
  infoOf,
  orderPlaces,
  type Placed,
  payOrder,
  placedIn,
  stockOf,
  takenIn,
  ticketPrice,
  withKey,
} from '../../../test/buying.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aPerson } from '../../../test/sign-up-people.ts'
import { aForm, aLive, aProduct } from '../../../test/studio.ts'
import { newId } from '../../platform/ids.ts'
import { sandboxPurpose } from '../gateway/sandbox-gateway.ts'
import { writeSandboxNotice } from '../gateway/sandbox-notice.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
const start = new Date('2026-11-20T12:00:00Z')
const member = await aFirmWithHours(t, '器日')
beforeEach(() => t.clock.set(start))

const course = (capacity: number | null = null, fields: object = {}) => aCourse(t, member, capacity, { ...fields })
const pay = (placed: Placed) => payOrder(t, member.firmId, placed.orderId)
const expire = async () => {
  t.clock.advance(16 * 60_000)
  await t.app.services.orders.expireUnpaidOrders()
}
const lettersTo = async (email: string): Promise<string[]> => {
  await t.platform.jobs.idle()
  const { rows } = await t.platform.db.raw('select key from "letterRecipient" where "toAddress" = $1 order by key', [
    email,
  ])
  return rows.map(({ key }) => String(key))
}
const seatsIn = async (liveId: string): Promise<number> => {
  const { rows } = await t.platform.db.raw('select count(*)::int as n from "signupSeat" where "liveId" = $1', [liveId])
  return Number(rows[0]?.['n'])
}

describe('a paid sign-up', () => {
  test('ORDER-114 Takes its place and is paid before there is a seat; then the links are made and the letter goes', async () => {
    const { live, form, order } = await course(5)
    const person = aPerson()
    const placed = placedIn(await order(person))
    // The letter about an unpaid order goes no more once it is paid.
    await t.platform.jobs.idle()
    expect(placed.total).toBe(ticketPrice)
    expect(placed.orderNo).toMatch(/^CL261120\d{4}$/)
    expect([await takenIn(t, live.id), await seatsIn(live.id)]).toEqual([1, 0])
    const before = await infoOf(t, placed)
    expect(before).toMatchObject({
      source: 'signup',
      sourceName: '一日陶藝課',
      roomPath: `/f/${form.customUrl}`,
      deliveryType: 'none',
      sessions: [{ title: '週六場', path: '' }],
      lines: [{ variantId: null, productId: null, productName: '早鳥票', variantName: '週六場', price: ticketPrice }],
    })
    expect(await pay(placed)).toBe('paid')
    const after = await infoOf(t, placed)
    expect(after.sessions[0]?.path).toMatch(new RegExp(`^/stream/${live.streamId}/[\\w-]{27}$`))
    expect(after.events.map(({ kind }) => kind)).toEqual(['placed', 'paid', 'seated'])
    expect(await t.call(signupOrderRoutes.show, {}, withKey(placed))).toMatchObject({
      orderNo: placed.orderNo,
      paymentState: 'paid',
      total: ticketPrice,
      heldUntil: null,
      signupTitle: '一日陶藝課',
      pagePath: `/f/${form.customUrl}`,
      sessions: after.sessions,
    })
    expect([await takenIn(t, live.id), await seatsIn(live.id)]).toEqual([1, 1])
    const keys = await lettersTo(person.email)
    expect(keys.filter((key) => key.startsWith('order:'))).toHaveLength(2)
    expect(keys.filter((key) => key.startsWith('signup:'))).toHaveLength(1)
    // The event may come twice.
    await t.platform.db.transaction((tx) =>
      t.platform.events.emit(tx, 'order.paid', { firmId: member.firmId, orderId: placed.orderId, liveId: null }),
    )
    expect((await lettersTo(person.email)).length).toBe(keys.length)
    expect(await seatsIn(live.id)).toBe(1)
  })

  test('ORDER-115 Is read as a free one: name, phone, county, questions and consent are refused at their field', async () => {
    const questionList = [{ id: 'q', kind: 'text', label: '做過陶嗎？', required: true, options: [] }]
    const { live, order } = await course(null, { countyRequired: true, questionList })
    const fine = { county: '臺東縣', answers: { q: '沒有' } }
    expect(errorOf(await order({ ...fine, phone: '123' })).fields).toHaveProperty('phone')
    expect(errorOf(await order({ ...fine, consent: false })).fields).toHaveProperty('consent')
    expect(errorOf(await order({ ...fine, name: '' })).fields).toHaveProperty('name')
    expect(errorOf(await order({ ...fine, liveIds: [] })).fields).toHaveProperty('liveIds')
    expect(errorOf(await order({ answers: fine.answers })).fields).toHaveProperty('county')
    expect(Object.keys(errorOf(await order({ county: fine.county })).fields ?? {})).toEqual([
      expect.stringContaining('q'),
    ])
    expect(await takenIn(t, live.id)).toBe(0)
    placedIn(await order(fine))
  })

  test('ORDER-116 The free call refuses a paid form, and this one a free form', async () => {
    const { form, live, order } = await course()
    const free = await aForm(t, member, [{ liveId: live.id }])
    const reply = await t.request({
      method: 'POST',
      url: pathOf(publicSignupRoutes.signUp),
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ customUrl: form.customUrl, liveIds: [live.id], ...aPerson() }),
    })
    expect(errorOf(reply)).toMatchObject({ name: 'conflict', message: expect.stringContaining('付費') })
    expect(errorOf(await order({ customUrl: free.customUrl }))).toMatchObject({
      name: 'conflict',
      message: expect.stringContaining('免費'),
    })
    expect(errorOf(await order({ customUrl: 'nothing-here' })).name).toBe('notFound')
  })

  test('ORDER-117 An order that expires or is cancelled gives its places back', async () => {
    const { live, order } = await course(2)
    const [one, two] = [placedIn(await order()), placedIn(await order())]
    expect(errorOf(await order())).toMatchObject({ name: 'soldOut', message: '這個場次已額滿' })
    await t.app.services.orders.cancel(member.firmId, one.orderId, { actorKind: 'member' })
    expect(await takenIn(t, live.id)).toBe(1)
    await expire()
    expect((await infoOf(t, two)).paymentState).toBe('expired')
    expect(await takenIn(t, live.id)).toBe(0)
    placedIn(await order())
  })

  test('ORDER-118 Paid after its end it takes the places anew, or the money is owed back', async () => {
    const { live, order } = await course(1)
    const late = placedIn(await order())
    await expire()
    expect(await pay(late)).toBe('paidLate')
    expect([await takenIn(t, live.id), await seatsIn(live.id)]).toEqual([1, 1])
    const full = await course(1)
    const lost = placedIn(await full.order())
    await expire()
    placedIn(await full.order())
    expect(await pay(lost)).toBe('refundDue')
    expect([await takenIn(t, full.live.id), await seatsIn(full.live.id)]).toEqual([1, 0])
    expect((await infoOf(t, lost)).sessions[0]?.path).toBe('')
  })

  test('ORDER-119 Who holds the session already is refused, by phone or e-mail, and gets the link again', async () => {
    const { live, order } = await course()
    const person = aPerson()
    await pay(placedIn(await order(person)))
    const before = (await lettersTo(person.email)).length
    for (const again of [{ phone: person.phone }, { email: person.email }])
      expect(errorOf(await order(again))).toMatchObject({
        name: 'conflict',
        message: expect.stringContaining('已經報名過'),
      })
    expect(await takenIn(t, live.id)).toBe(1)
    expect((await lettersTo(person.email)).length).toBe(before + 1)
  })

  test('ORDER-120 Of two orders of one person the first that is paid counts: the other ends, and its money is owed back', async () => {
    const { live, order } = await course()
    const person = aPerson()
    const [one, two] = [placedIn(await order(person)), placedIn(await order(person))]
    expect(await takenIn(t, live.id)).toBe(2)
    expect(await pay(one)).toBe('paid')
    expect((await infoOf(t, two)).paymentState).toBe('cancelled')
    expect(await takenIn(t, live.id)).toBe(1)
    expect(await pay(two)).toBe('refundDue')
    expect([await takenIn(t, live.id), await seatsIn(live.id)]).toEqual([1, 1])
    const others = await course()
    const both = [placedIn(await others.order(person)), placedIn(await others.order(person))]
    const outcomes = await Promise.all(both.map(pay))
    expect(outcomes.toSorted()).toEqual(['paid', 'refundDue'])
    expect([await takenIn(t, others.live.id), await seatsIn(others.live.id)]).toEqual([1, 1])
  })

  test('ORDER-121 A product comes with each place: its stock is taken, it is sent somewhere, and costs nothing more', async () => {
    const product = await aProduct(t, member, { name: '陶土包', stock: 1 })
    const variantId = product.variants[0]?.id ?? ''
    const { live, order } = await course(null, { productId: product.id })
    const home = { type: 'home', county: '臺南市', district: '中西區', zipcode: '700', address: '民權路二段 1 號' }
    const given = { delivery: home, expectedTotal: ticketPrice }
    const placed = placedIn(await order(given))
    expect((await infoOf(t, placed)).lines).toMatchObject([
      { productName: '早鳥票', price: ticketPrice, quantity: 1 },
      { variantId, productName: '陶土包', price: 0, quantity: 1 },
    ])
    expect(await stockOf(t, variantId)).toEqual({ stock: 0, sold: 0 })
    expect(errorOf(await order(given)).message).toBe('「陶土包」已售完')
    expect(await takenIn(t, live.id)).toBe(1)
    await expire()
    expect(await stockOf(t, variantId)).toEqual({ stock: 1, sold: 0 })
    await pay(placedIn(await order(given)))
    expect(await stockOf(t, variantId)).toEqual({ stock: 0, sold: 1 })
    const without = await course()
    expect(errorOf(await without.order(given)).message).toContain('取貨方式')
  })

  test('ORDER-122 Several sessions cost the ticket each; all of them are taken, or none', async () => {
    const [one, two] = [await aLive(t, member, { minutes: 600 }), await aLive(t, member, { minutes: 900 })]
    const form = await aPaidForm(t, member, [
      { liveId: one.id, title: '上午' },
      { liveId: two.id, title: '下午', capacity: 1 },
    ])
    const both = () => orderPlaces(t, form.customUrl, [one.id, two.id])
    const placed = placedIn(await both())
    expect(placed.total).toBe(2 * ticketPrice)
    expect((await infoOf(t, placed)).lines.map(({ variantName }) => variantName)).toEqual(['上午', '下午'])
    expect(errorOf(await both()).name).toBe('soldOut')
    expect([await takenIn(t, one.id), await takenIn(t, two.id)]).toEqual([1, 1])
    await pay(placed)
    expect((await infoOf(t, placed)).sessions.map(({ path }) => path !== '')).toEqual([true, true])
  })

  test('ORDER-123 Money that comes for sessions that are over is owed back, and none can be begun', async () => {
    const late = await course(5)
    const lost = placedIn(await late.order())
    await expire()
    t.clock.advance(24 * 3_600_000)
    expect(await pay(lost)).toBe('refundDue')
    expect([await takenIn(t, late.live.id), await seatsIn(late.live.id)]).toEqual([0, 0])
    t.clock.set(start)
    const off = await course(5)
    const unpaid = placedIn(await off.order())
    await t.call(liveRoutes.remove, { params: { id: off.live.id } }, member.headers)
    const begin = t.call(signupOrderRoutes.createPayment, { body: { method: 'card' } }, withKey(unpaid))
    await expect(begin).rejects.toMatchObject({ errorName: 'gone' })
    expect(await pay(unpaid)).toBe('refundDue')
    expect([await takenIn(t, off.live.id), await seatsIn(off.live.id)]).toEqual([0, 0])
  })

  test('ORDER-124 The way to pay is changed before a payment was begun, never while one may still be paid', async () => {
    const { order } = await course()
    const placed = placedIn(await order())
    const change = (method: PaymentMethod) =>
      t.call(signupOrderRoutes.paymentMethod, { body: { method } }, withKey(placed))
    expect(await change('card')).toEqual({ total: ticketPrice, paymentFee: 0 })
    await expect(change('cod')).rejects.toMatchObject({ errorName: 'conflict' })
    const paymentMethods = [{ ...cardSetting, fee: 30_00 }]
    await t.app.services.firms.change(member.firmId, { paymentMethods } as never)
    try {
      expect(await change('card')).toEqual({ total: ticketPrice + 30_00, paymentFee: 30_00 })
      expect((await infoOf(t, placed)).events.at(-1)).toMatchObject({ kind: 'methodChanged' })
      await t.call(signupOrderRoutes.createPayment, { body: { method: 'card' } }, withKey(placed))
      await t.app.services.firms.change(member.firmId, { paymentMethods: [] } as never)
      await expect(change('card')).rejects.toMatchObject({ errorName: 'conflict' })
    } finally {
      await t.app.services.firms.change(member.firmId, { paymentMethods: [] } as never)
    }
    await expire()
    await expect(change('card')).rejects.toMatchObject({ errorName: 'gone' })
  })

  test('ORDER-125 An earlier try that is paid after the way was changed: the order costs what was paid', async () => {
    const { order } = await course()
    const placed = placedIn(await order())
    await t.call(signupOrderRoutes.createPayment, { body: { method: 'card' } }, withKey(placed))
    const { rows } = await t.platform.db.raw('select reference from payment where "orderId" = $1', [placed.orderId])
    const notify = async (kind: 'failed' | 'paid') => {
      const at = t.clock.now().toISOString()
      const facts = { reference: String(rows[0]?.['reference']), tradeNo: 'SB1', orderNo: placed.orderNo, at }
      const word = { kind, ...facts, amount: ticketPrice, currency: 'TWD' } as const
      const text = writeSandboxNotice(t.platform.secret.keyFor(sandboxPurpose), { id: newId(), word })
      await t.app.services.payments.takeNotice('sandbox', { text, header: () => undefined }, '127.0.0.1')
      await t.app.services.payments.noticesApplied()
    }
    await notify('failed')
    const paymentMethods = [{ ...cardSetting, fee: 30_00 }]
    await t.app.services.firms.change(member.firmId, { paymentMethods } as never)
    try {
      const change = { body: { method: 'card' as const } }
      expect((await t.call(signupOrderRoutes.paymentMethod, change, withKey(placed))).total).toBe(ticketPrice + 30_00)
    } finally {
      await t.app.services.firms.change(member.firmId, { paymentMethods: [] } as never)
    }
    await notify('paid')
    expect(await infoOf(t, placed)).toMatchObject({
      paymentState: 'paid',
      total: ticketPrice,
      paymentFee: 0,
      rounding: 0,
    })
  })

  test('ORDER-126 An order of another source is refused at its calls; order_info works for all', async () => {
    const live = await aLive(t, member, { minutes: 0 })
    const { orderId, ...rest } = placedIn(await (await course()).order())
    await t.platform.db.raw(
      `update "order" set source = 'room', "sourceId" = null, "liveId" = $2, "liveUserId" = $2 where id = $1`,
      [orderId, live.id],
    )
    const key = withKey({ orderId, ...rest })
    for (const call of [
      () => t.call(signupOrderRoutes.show, {}, key),
      () => t.call(signupOrderRoutes.createPayment, { body: { method: 'card' } }, key),
      () => t.call(signupOrderRoutes.paymentMethod, { body: { method: 'card' } }, key),
    ])
      await expect(call()).rejects.toMatchObject({ errorName: 'conflict' })
    expect(await t.call(purchaseRoutes.orderInfo, {}, key)).toMatchObject({ source: 'room', sessions: [] })
  })
})
