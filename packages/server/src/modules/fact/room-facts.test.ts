import type { AddressInfo } from 'node:net'
import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { cartRoutes } from '@kaimai/contract/order/order.routes.ts'
import { protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { readFacts } from '../../../test/fact-reading.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { openSocket } from '../../../test/room-socket.ts'
import { aLive, aProduct } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
await t.app.listen(0)
const { port } = t.app.http.server.address() as AddressInfo
const opensAt = t.clock.now()
let owner: Member
beforeEach(async () => {
  t.clock.set(opensAt)
  owner = await aFirmWithHours(t, '器日')
})
const facts = (...kinds: string[]) => readFacts(t.platform.db, owner.firmId, ...kinds)

/** A live of three minutes that began 25 seconds ago; its script has shown the bowl at 20, and shows the mug at 30. */
const aSale = async () => {
  const [bowl, mug] = [await aProduct(t, owner, { keyword: 'A01' }), await aProduct(t, owner, { keyword: 'B02' })]
  const live = await aLive(t, owner, { minutes: 1, productIds: [bowl.id, mug.id] })
  t.clock.advance(85_000)
  return { bowl, mug, live, variantId: bowl.variants[0]?.id ?? '' }
}

const join = async (streamId: string) => {
  const connection = await t.call(roomRoutes.join, { body: { streamId } })
  const socket = await openSocket(port, { origin: `http://127.0.0.1:${port}` })
  socket.send({ t: 'join', v: protocolVersion, ticket: connection.ticket, seq: 0, since: 0 })
  await socket.fact('joined')
  return { ...socket, headers: { 'x-viewer-key': connection.viewerKey } }
}
const flush = () => t.app.services.rooms.parts.connections.flush()

test('FACT-14 Who comes into a room and goes is a fact each, by how far the live was', async () => {
  const { live } = await aSale()
  const viewer = await join(live.streamId)
  await flush()
  t.clock.advance(10_000)
  viewer.end()
  await vi.waitFor(
    async () => {
      await flush()
      expect(await facts('left')).toHaveLength(1)
    },
    { timeout: 30_000 },
  )
  const [joined, left] = await facts('joined', 'left')
  expect([joined?.kind, joined?.offsetMs, joined?.liveId]).toEqual(['joined', 25_000, live.id])
  expect([left?.kind, left?.offsetMs, left?.sourceId]).toEqual(['left', 35_000, joined?.sourceId])
  expect(joined?.liveUserId).not.toBeNull()
  expect(left?.liveUserId).toBe(joined?.liveUserId)
  await flush()
  expect(await facts()).toHaveLength(2)
})

test('FACT-15 What is put into the cart of a room is one fact until it is out of it again, whatever its number', async () => {
  const { bowl, live, variantId } = await aSale()
  const viewer = await join(live.streamId)
  const set = (quantity: number) => t.call(cartRoutes.set, { body: { variantId, quantity } }, viewer.headers)
  await set(1)
  t.clock.advance(1_000)
  await set(3)
  expect(await facts('carted')).toMatchObject([{ productId: bowl.id, liveId: live.id, offsetMs: 25_000 }])
  await set(0)
  t.clock.advance(1_000)
  await set(1)
  expect((await facts('carted')).map(({ offsetMs }) => offsetMs)).toEqual([25_000, 27_000])
  viewer.end()
})

test('FACT-16 A +1 is a fact of each product that it asks for; one of no product of none; asking for fewer is none', async () => {
  const { bowl, mug, live } = await aSale()
  const viewer = await join(live.streamId)
  const say = async (text: string, answers: number) => {
    viewer.send({ t: 'say', id: newId(), text })
    await viewer.until(text, () =>
      viewer.state().events.filter(({ kind }) => kind === 'ordered').length === answers ? true : undefined,
    )
  }
  await say('A01+2 B02+1', 1)
  await say('A01-1', 2)
  const asked = await facts('plusOne')
  expect(asked.map(({ productId }) => productId).toSorted()).toEqual([bowl.id, mug.id].toSorted())
  for (const fact of asked) expect(fact).toMatchObject({ liveId: live.id, visit: null, isSimulated: false })
  viewer.end()
})

test('FACT-17 What the staff puts on the stage and takes down is a fact at once, what the script did is when the live is over; again is none', async () => {
  const { bowl, mug, live } = await aSale()
  const viewer = await join(live.streamId)
  const body = { liveId: live.id, productId: mug.id }
  await t.call(controlRoomRoutes.product, { body: { ...body, action: 'show' } }, owner.headers)
  await t.call(controlRoomRoutes.product, { body: { ...body, action: 'hide' } }, owner.headers)
  const read = async () =>
    (await facts('shown', 'hidden')).map(({ kind, productId, offsetMs }) => [kind, productId, offsetMs])
  expect((await read()).toSorted()).toEqual([
    ['hidden', mug.id, 25_000],
    ['shown', mug.id, 25_000],
  ])
  viewer.end()
  t.clock.set(new Date(Date.parse(live.endAt) + 120_000))
  for (let time = 0; time < 2; time += 1) await t.app.services.rooms.metering.chargeDue()
  const shown = (await read()).filter(([kind]) => kind === 'shown')
  expect(shown).toEqual([
    ['shown', bowl.id, 20_000],
    ['shown', mug.id, 25_000],
    ['shown', mug.id, 30_000],
  ])
})
