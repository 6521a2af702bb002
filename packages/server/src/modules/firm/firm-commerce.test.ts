import type { PaymentSetting } from '@kaimai/contract/gateway/payment-setting.schema.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cardSetting } from '../../../test/payment-settings.ts'
import { aSmallShop, buildShop, cartOwner, orderBody, type Shop, shopOpensAt } from '../../../test/commerce-factory.ts'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { aLive } from '../../../test/studio.ts'
import { testApp, type TestApp } from '../../../test/test-app.ts'
import { manualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { secretFrom } from '../../platform/secret.ts'
import { createSenderDomains } from './sender-domain.ts'

describe('payment methods', () => {
  let db: TestDatabase
  let shop: Shop
  beforeAll(async () => {
    db = await testDatabase()
    shop = buildShop(db, { clock: manualClock(new Date(shopOpensAt)) })
  })
  afterAll(() => db.close())

  test('FIRM-22 Shoppers are offered what the firm offers, at its fee', async () => {
    const { firmId, live, product, variantId } = await aSmallShop(shop, 10)
    const offered = async () => (await shop.orders.paymentMethods({ streamId: live.streamId })).methods
    const set = (paymentMethods: PaymentSetting[]) => shop.firms.change(firmId, { paymentMethods })
    await set([
      { ...cardSetting, method: 'applePay', gateway: 'ecpay' },
      { ...cardSetting, fee: 30_00 },
    ])
    // A method whose gateway does not run here is never offered.
    expect(await offered()).toEqual([{ method: 'card', fee: 30_00, least: null, most: null }])
    const viewer = shop.aViewer(live)
    await shop.orders.carts.set(cartOwner(viewer), { variantId, quantity: 1 })
    const body = orderBody(live, viewer, [{ price: product.price, quantity: 1 }])
    await expect(shop.orders.place(body)).rejects.toMatchObject({ errorName: 'conflict' })
    const placed = await shop.orders.place({ ...body, expectedTotal: product.price + 30_00 })
    expect(placed.total).toBe(product.price + 30_00)
    await set([{ ...cardSetting, offered: false }])
    expect(await offered()).toEqual([])
  })

  test('FIRM-23 An order is paid at the fee it was placed with, whatever the firm has changed since', async () => {
    const { firmId, live, product, variantId } = await aSmallShop(shop, 10)
    const viewer = shop.aViewer(live)
    await shop.orders.carts.set(cartOwner(viewer), { variantId, quantity: 1 })
    const placed = await shop.orders.place(orderBody(live, viewer, [{ price: product.price, quantity: 1 }]))
    await shop.firms.change(firmId, { paymentMethods: [{ ...cardSetting, fee: 50_00 }] })
    const caller = { kind: 'order' as const, firmId, orderId: placed.orderId }
    const started = await shop.payments.start(firmId, await shop.payments.prepare(caller, 'card'), 'zh-TW')
    expect(started.step).toMatchObject({ kind: 'visit', url: expect.stringContaining('/sandbox-pay/') })
    const { rows } = await db.raw('select amount from payment where id = $1', [started.paymentId])
    expect(rows).toEqual([{ amount: product.price }])
  })
})

describe('in the whole app', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp({ environment: { KAIMAI_SANDBOX: '1' } })
  })
  afterAll(() => t.close())

  test('FIRM-24 Deliveries and payments that are saved are what a room’s checkout shows, in that order', async () => {
    const member = await t.aFirm()
    const params = { id: member.firmId }
    await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'x', seconds: 3600 })
    const { streamId } = await aLive(t, member)
    const methods = async () => (await t.call(purchaseRoutes.deliveryMethods, { query: { streamId } })).methods
    const defaults = await t.call(firmRoutes.show, { params }, member.headers)
    expect(defaults.deliveryIsOwn).toBe(false)
    expect(await methods()).toEqual(defaults.deliveryMethods)
    const deliveryMethods = [
      { type: 'self', fee: 0, freeFrom: null, note: '週末 11:00–18:00' },
      { type: 'home', fee: 120_00, freeFrom: 2_000_00, note: '' },
    ] as const
    const paymentMethods = [{ ...cardSetting, fee: 15_00 }] as const
    const body = { deliveryMethods: [...deliveryMethods], paymentMethods: [...paymentMethods] }
    const saved = await t.call(firmRoutes.change, { params, body }, member.headers)
    expect([saved.deliveryIsOwn, saved.paymentGateways]).toEqual([true, ['sandbox', 'cod', 'transfer']])
    expect(await methods()).toEqual(deliveryMethods)
    expect((await t.call(purchaseRoutes.paymentMethods, { query: { streamId } })).methods).toEqual([
      { method: 'card', fee: 15_00, least: null, most: null },
    ])
  })

  test('FIRM-25 Letters come under the sender’s name that is set, else under the firm’s', async () => {
    const member = await t.aFirm('器日')
    const { letters, firms } = t.app.services
    const handed = vi.spyOn(t.platform.mail, 'send')
    onTestFinished(() => handed.mockRestore())
    const values = { sessionTitle: '開窯', liveBeginAt: '今晚', liveUrl: 'https://example.com' }
    const person = { name: '小美', to: 'mei@example.com', language: 'zh-TW', values } as const
    const send = async (key: string) => {
      await t.platform.db.transaction((tx) =>
        letters.queue(tx, { firmId: member.firmId, firmName: '器日', type: 2, letters: [{ ...person, key }] }),
      )
      await t.platform.jobs.idle()
    }
    await send('one')
    await firms.change(member.firmId, { senderName: '器日客服' })
    await send('two')
    expect(handed.mock.calls.map(([letter]) => letter.fromName)).toEqual(['器日', '器日客服'])
  })
})

describe('the sender’s domain', () => {
  const secret = secretFrom('a'.repeat(40))
  const [firmId, other] = [newId(), newId()]

  test('FIRM-26 Is verified by the firm’s own record and no other', async () => {
    const shown = new Map<string, readonly string[]>()
    const domains = createSenderDomains({ secret, read: async (name) => shown.get(name) ?? [] })
    const [proof] = domains.records(firmId, 'shop.tw')
    const [others] = domains.records(other, 'shop.tw')
    expect(proof?.name).toBe('_kaimai.shop.tw')
    expect(proof?.value).not.toBe(others?.value)
    expect(domains.records(firmId, '')).toEqual([])
    expect(await domains.isOwned(firmId, 'shop.tw')).toBe(false)
    shown.set('_kaimai.shop.tw', ['v=spf1 -all', others?.value ?? ''])
    expect(await domains.isOwned(firmId, 'shop.tw')).toBe(false)
    shown.set('_kaimai.shop.tw', ['v=spf1 -all', ` ${proof?.value} `])
    expect(await domains.isOwned(firmId, 'shop.tw')).toBe(true)
    expect(await domains.isOwned(firmId, 'other.tw')).toBe(false)
  })

  test('FIRM-27 A new domain waits for its proof, none has no state', async () => {
    const t = await testApp()
    const member = await t.aFirm()
    const params = { id: member.firmId }
    const change = (senderDomain: string) =>
      t.call(firmRoutes.change, { params, body: { senderDomain } }, member.headers)
    const first = await change('Shop.TW')
    expect([first.senderDomain, first.emailApiStatus, first.dnsRecords.length]).toEqual(['shop.tw', 1, 2])
    await t.app.services.firms.change(member.firmId, { emailApiStatus: 2 })
    expect((await change('shop.tw')).emailApiStatus).toBe(2)
    expect((await change('other.tw')).emailApiStatus).toBe(1)
    const none = await change('')
    expect([none.emailApiStatus, none.dnsRecords]).toEqual([0, []])
    const check = t.call(firmRoutes.checkSenderDomain, { params }, member.headers)
    await expect(check).rejects.toMatchObject({ errorName: 'conflict' })
    await t.close()
  })
})
