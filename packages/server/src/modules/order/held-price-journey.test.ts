import type { AddressInfo } from 'node:net'
import { pathOf } from '@kaimai/contract/common/route.ts'
import { cardPriceOf } from '@kaimai/contract/order/held-price.rules.ts'
import { cartRoutes, purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openSocket } from '../../../test/room-socket.ts'
import { aLive } from '../../../test/studio.ts'
import { type Member, testApp, type TestApp } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

let t: TestApp
let owner: Member
let port: number

beforeAll(async () => {
  t = await testApp({ environment: { KAIMAI_SANDBOX: '1' } })
  owner = await t.aFirm()
  await t.app.services.metering.addHours(owner.firmId, { kind: 'topUp', key: 'test', seconds: 3_600_000 })
  await t.app.listen(0)
  port = (t.app.http.server.address() as AddressInfo).port
})
afterAll(() => t.close())

test('ORDER-181 Over the end of a live the room, the cart and the order of a viewer say the price that the hold promised', async () => {
  const body = {
    productName: '霧白飯碗',
    keyword: 'A01',
    price: 680_00,
    specialOfferPrice: 480_00,
    variants: [{ name: '', stock: 10 }],
  }
  const bowl = await t.call(productRoutes.create, { body }, owner.headers)
  const live = await aLive(t, owner, { minutes: 1, productIds: [bowl.id] })
  const { streamId } = live
  t.clock.advance(85_000)
  const connection = await t.call(roomRoutes.join, { body: { streamId } })
  const headers = { 'x-viewer-key': connection.viewerKey }
  const socket = await openSocket(port, { origin: `http://127.0.0.1:${port}` })
  socket.send({ t: 'join', v: protocolVersion, ticket: connection.ticket, seq: 0, since: 0 })
  await socket.fact('joined')
  socket.send({ t: 'say', id: newId(), text: '+2' })
  const said = async () => {
    const room = await t.call(roomRoutes.show, { query: { streamId } })
    const cart = await t.call(cartRoutes.show, {}, headers)
    const today = room.products[0]?.price ?? 0
    return { status: room.status, today, card: cardPriceOf(today, cart.lines), subtotal: cart.subtotal, cart }
  }
  await expect.poll(async () => (await said()).cart.lines[0]?.held, { timeout: 20_000 }).toBe(2)
  expect(await said()).toMatchObject({ status: 'live', today: 480_00, card: 480_00, subtotal: 960_00 })

  t.clock.set(new Date(Date.parse(live.endAt) + 60_000))
  expect(await said()).toMatchObject({ status: 'ended', today: 680_00, card: 480_00, subtotal: 960_00 })

  const place = (expectedTotal: number) =>
    t.request({
      method: 'POST',
      url: pathOf(purchaseRoutes.createOrder),
      headers: { 'content-type': 'application/json', 'idempotency-key': newId() },
      payload: JSON.stringify({
        streamId,
        viewerKey: connection.viewerKey,
        personal: { fullName: '林小美', phone: '0912345678', email: 'mei@example.com' },
        delivery: { type: 'self' },
        paymentMethod: 'card',
        invoice: { class: 'member' },
        expectedTotal,
      }),
    })
  expect((await place(1360_00)).status).toBe(409)
  const { body: placed } = await place(960_00)
  expect(placed).toMatchObject({ data: { total: 960_00 } })
  const { data } = z.object({ data: z.object({ orderKey: z.string() }) }).parse(placed)
  const order = await t.call(purchaseRoutes.orderInfo, {}, { 'x-order-key': data.orderKey })
  expect(order.lines).toMatchObject([{ price: 480_00, quantity: 2, amount: 960_00 }])
})
