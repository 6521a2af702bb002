import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { trackingRoutes } from '@kaimai/contract/tracking/tracking.routes.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { readFacts } from '../../../test/fact-reading.ts'
import { figuresOf } from '../../../test/figure-stage.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { openSocket } from '../../../test/room-socket.ts'
import { aLive, aProduct } from '../../../test/studio.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
await t.app.listen(0)
const { port } = t.app.http.server.address() as AddressInfo
afterEach(() => {
  vi.useRealTimers()
})

test('FIGURE-420 Who comes into a running room is in its figures after one second of the room and one roll-up, and so is that they left', async () => {
  // The rooms' seconds pass by the test's hand alone.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const owner = await aFirmWithHours(t, '器日')
  const live = await aLive(t, owner, { minutes: 1 })
  t.clock.set(new Date(Date.parse(live.beginAt) + 10_000))
  const second = () => t.app.services.rooms.parts.registry.beat()
  const stayed = async () => {
    const { liveJoinTimes, funnel } = await figuresOf(t, owner, { liveId: live.id, stayedMinutes: 1 })
    return [liveJoinTimes, funnel.find(({ step }) => step === 'stayed')?.persons]
  }
  const { ticket } = await t.call(roomRoutes.join, { body: { streamId: live.streamId } })
  const viewer = await openSocket(port, { origin: `http://127.0.0.1:${port}` })
  viewer.send({ t: 'join', v: protocolVersion, ticket, seq: 0, since: 0 })
  await viewer.fact('joined')
  expect(await stayed()).toEqual([0, 0])
  await second()
  expect(await stayed()).toEqual([1, 0])

  t.clock.advance(30_000)
  viewer.end()
  while (t.app.services.rooms.parts.registry.counts().connections > 0) await setImmediate()
  await second()
  // Had the end not been written, this person would stay on.
  t.clock.advance(60_000)
  expect(await stayed()).toEqual([1, 0])
})

test('FIGURE-421 What a browser makes up of products is taken and in no figure, and a clock that is ten minutes off moves nothing', async () => {
  const [owner, other] = [await aFirmWithHours(t, '器日'), await aFirmWithHours(t, '別家')]
  const [bowl, theirs] = [await aProduct(t, owner), await aProduct(t, other)]
  const live = await aLive(t, owner, { minutes: 1, productIds: [bowl.id] })
  t.clock.set(new Date(Date.parse(live.beginAt) + 60_000))
  const { tracking } = await t.call(roomRoutes.show, { query: { streamId: live.streamId } })
  const tenMinutes = 600_000
  for (const [step, off] of [-tenMinutes, tenMinutes].entries()) {
    const at = new Date(t.clock.ms() + off)
    const events = [bowl.id, theirs.id, newId()].map((id, number) => ({
      event: 'ClickProduct' as const,
      number: step * 3 + number + 1,
      items: [{ id, price: 1, quantity: 1 }],
      currency: 'TWD' as const,
      at: at.toISOString(),
      atMs: at.getTime(),
    }))
    const body = { base: tracking.eventBase, given: {}, events, at: at.toISOString() }
    // Answered as any other: the caller learns nothing of whose product it is.
    await t.call(trackingRoutes.liveViewContent, { body }, { date: at.toUTCString() })
  }
  const shown = await figuresOf(t, owner, { liveId: live.id })
  expect(shown.products.map(({ productId, clicked }) => [productId, clicked])).toEqual([[bowl.id, 1]])
  expect([shown.liveWatchTimes, shown.money[0]?.paid]).toEqual([1, 0])
  expect((await figuresOf(t, other)).products).toEqual([])
  const facts = await readFacts(t.platform.db, owner.firmId, 'clicked')
  expect(new Set(facts.map(({ at, offsetMs }) => `${at.toISOString()} ${offsetMs}`))).toEqual(
    new Set([`${t.clock.now().toISOString()} 60000`]),
  )
})
