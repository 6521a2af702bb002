import type { AddressInfo } from 'node:net'
import { cartRoutes } from '@kaimai/contract/order/order.routes.ts'
import { protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { blockStage } from '../../../test/block-stage.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { openSocket } from '../../../test/room-socket.ts'
import { aForm, aLive, aProduct } from '../../../test/studio.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
const owner = await aFirmWithHours(t)
const { aBrowser, aPerson, signUp } = await blockStage(t, owner)
type Browser = ReturnType<typeof aBrowser>
let port = 0
beforeAll(async () => {
  await t.app.listen(0)
  port = (t.app.http.server.address() as AddressInfo).port
})

/** A running live that sells three bowls and ten mugs, with its form. */
const aSale = async () => {
  const keyword = `A${newId().slice(-6)}`.toUpperCase()
  const bowl = await aProduct(t, owner, { keyword, stock: 3 })
  const mug = await aProduct(t, owner, { keyword: `B${newId().slice(-6)}`.toUpperCase() })
  const live = await aLive(t, owner, { minutes: 1, productIds: [bowl.id, mug.id] })
  const form = await aForm(t, owner, [{ liveId: live.id }])
  t.clock.advance(65_000)
  const idOf = (product: typeof bowl) => product.variants[0]?.id ?? ''
  return { keyword, bowlId: idOf(bowl), mugId: idOf(mug), live, form }
}
type Sale = Awaited<ReturnType<typeof aSale>>

interface Joined {
  readonly ticket: string
  readonly viewerKey: string
  readonly cart?: { readonly moved: number; readonly leftBehind: number }
}
const join = async (browser: Browser, { live }: Sale, viewerKey?: string): Promise<Joined> => {
  const body = { streamId: live.streamId, ...(viewerKey === undefined ? {} : { viewerKey }) }
  return (await browser(roomRoutes.join, body)).data as unknown as Joined
}
const cartOf = async ({ viewerKey }: Pick<Joined, 'viewerKey'>) => {
  const { lines } = await t.call(cartRoutes.show, {}, { 'x-viewer-key': viewerKey })
  return lines.map(({ variantId, quantity, held }) => ({ variantId, quantity, held }))
}
const setInCart = ({ viewerKey }: Pick<Joined, 'viewerKey'>, variantId: string, quantity: number) =>
  t.call(cartRoutes.set, { body: { variantId, quantity } }, { 'x-viewer-key': viewerKey })

/** Comments, and waits until it is answered. */
const orderByComment = async ({ ticket }: Joined, text: string): Promise<void> => {
  const socket = await openSocket(port, { origin: `http://127.0.0.1:${port}` })
  socket.send({ t: 'join', v: protocolVersion, ticket, seq: 0, since: 0 })
  await socket.fact('joined')
  socket.send({ t: 'say', id: newId(), text })
  await socket.until('held', () => socket.state().events.find((event) => event.kind === 'ordered'))
  socket.end()
}

test('ROOM-970 The cart of who looked around anonymously goes along with the sign-up in that browser, once, with what its comment holds', async () => {
  const sale = await aSale()
  const { keyword, bowlId, mugId, form } = sale
  const mine = aBrowser()
  const before = await join(mine, sale)
  await orderByComment(before, `${keyword} +2`)
  await setInCart(before, mugId, 1)
  const { key = '' } = await signUp(mine, aPerson(), form)
  const joined = await join(mine, sale, key)
  expect(joined.cart).toEqual({ moved: 3, leftBehind: 0 })
  expect(await cartOf(joined)).toEqual(
    expect.arrayContaining([
      { variantId: bowlId, quantity: 2, held: 2 },
      { variantId: mugId, quantity: 1, held: 0 },
    ]),
  )
  expect(await cartOf(before)).toEqual([])
  // One's own hold keeps the last piece from nobody but others.
  expect((await setInCart(joined, bowlId, 3)).totalQuantity).toBe(4)
  await expect(setInCart(await join(aBrowser(), sale), bowlId, 2)).rejects.toMatchObject({ errorName: 'soldOut' })
  expect((await join(mine, sale, key)).cart).toBeUndefined()
})

test('ROOM-971 Both carts add up, as far as one person may buy; what stays behind is on sale again', async () => {
  const sale = await aSale()
  const { bowlId, mugId, keyword, form, live } = sale
  const mine = aBrowser()
  const before = await join(mine, sale)
  const { key = '' } = await signUp(mine, aPerson(), form)
  const joined = await join(mine, sale, key)
  await setInCart(joined, mugId, 4)
  await orderByComment(before, `${keyword} +2`)
  await setInCart(before, mugId, 5)
  await t.platform.db.raw(
    'update product set "perPersonLimit" = 6 where id = (select "productId" from variant where id = $1)',
    [mugId],
  )
  await t.platform.db.raw('update variant set "removedAt" = now() where id = $1', [bowlId])
  expect((await join(mine, sale, key)).cart).toEqual({ moved: 2, leftBehind: 5 })
  expect(await cartOf(joined)).toEqual([{ variantId: mugId, quantity: 6, held: 0 }])
  const { rows } = await t.platform.db.raw(
    'select stock::int, (select count(*)::int from "orderHold" where "liveId" = $2) as holds from variant where id = $1',
    [bowlId, live.id],
  )
  expect(rows).toEqual([{ stock: 3, holds: 0 }])
})

test('ROOM-972 A personal link opened in a browser that did not sign up brings nothing along', async () => {
  const sale = await aSale()
  const { mugId, form } = sale
  const { key = '' } = await signUp(aBrowser(), aPerson(), form)
  const friend = aBrowser()
  const before = await join(friend, sale)
  await setInCart(before, mugId, 2)
  expect((await join(friend, sale, key)).cart).toBeUndefined()
  expect(await cartOf(before)).toEqual([{ variantId: mugId, quantity: 2, held: 0 }])
})
