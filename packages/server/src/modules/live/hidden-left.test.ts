import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { cartRoutes } from '@kaimai/contract/order/order.routes.ts'
import { quantityMax } from '@kaimai/contract/order/checkout.schema.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { aConnection, aViewer } from '../../../test/control-room.ts'
import { sharedApp } from '../../../test/fixtures.ts'
import { aProduct, aVideo, inMinutes } from '../../../test/studio.ts'
import { type Member } from '../../../test/test-app.ts'

const t = await sharedApp()
let member: Member
let port: number
beforeAll(async () => {
  port = Number(new URL(await t.app.listen(0)).port)
  member = await t.aFirm()
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})

test('LIVE-82 Where stock is hidden, the staff receives the number and no viewer does; a viewer who asks for too many learns it', async () => {
  const [hidden, open] = [await aProduct(t, member, { stock: 3 }), await aProduct(t, member, { stock: 3 })]
  const idOf = (product: typeof hidden) => product.variants[0]?.id ?? ''
  const [shut, seen] = [idOf(hidden), idOf(open)]
  const entry = { showAt: null, hideAt: null, livePrice: null }
  const live = await t.call(
    liveRoutes.create,
    {
      body: {
        liveName: '秋窯',
        platformType: 'video',
        videoId: await aVideo(t, member, 600),
        publish: true,
        beginAt: inMinutes(t, 1),
        productList: [
          { productId: hidden.id, ...entry, showLeft: false },
          { productId: open.id, ...entry, showLeft: true },
        ],
      },
    },
    member.headers,
  )
  t.clock.advance(120_000)
  const page = async () =>
    (await t.call(roomRoutes.show, { query: { streamId: live.streamId } })).products.map(
      ({ variants: [variant] }) => variant?.left,
    )
  const controlRoom = async () =>
    (await t.call(controlRoomRoutes.controlRoom, { query: { liveId: live.id } }, member.headers)).products.map(
      ({ variants: [variant] }) => variant?.left,
    )
  expect([await page(), await controlRoom()]).toEqual([
    [quantityMax, 3],
    [3, 3],
  ])
  const viewer = await aViewer(t, port, live.streamId)
  const seat = await aConnection(t, port, member, live.id)
  expect(viewer.joined.stock).toEqual({ [shut]: quantityMax, [seen]: 3 })
  expect(seat.joined.stock).toEqual({ [shut]: 3, [seen]: 3 })

  const stock = async (left: number) =>
    t.platform.db.transaction(async (tx) => {
      const { products } = t.app.services
      const lines = [shut, seen].map((variantId) => ({ variantId, quantity: 3 - left }))
      expect(await products.reserve(tx, member.firmId, lines)).toEqual({ ok: true })
    })
  await stock(2)
  await viewer.until('2 left', () => viewer.state().stock[seen] === 2 || undefined)
  await seat.until('2 left', () => (seat.state().stock[shut] === 2 && seat.state().stock[seen] === 2) || undefined)
  expect(viewer.state().stock[shut]).toBe(quantityMax)

  const put = (quantity: number) =>
    t.call(cartRoutes.set, { body: { variantId: shut, quantity } }, { 'x-viewer-key': viewer.viewerKey })
  await expect(put(3)).rejects.toMatchObject({ message: expect.stringContaining('只剩 2 件') })
  await put(2)
  await t.platform.db.transaction(async (tx) => {
    await t.app.services.products.reserve(tx, member.firmId, [{ variantId: shut, quantity: 2 }])
  })
  await viewer.until('sold out', () => viewer.state().stock[shut] === 0 || undefined)
  expect(await page()).toEqual([0, 2])
  // Nothing that this viewer was sent, by any way, has held the number.
  const numbers = viewer.facts.flatMap((fact) => ('stock' in fact && fact.stock ? [fact.stock[shut]] : []))
  expect(new Set(numbers.filter((number) => number !== undefined))).toEqual(new Set([quantityMax, 0]))
})
