import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { aLive } from '../../../test/studio.ts'

const t = await sharedApp()
const member = await t.aFirm('器日')
const other = await t.aFirm('別家')
beforeAll(async () => {
  for (const { firmId } of [member, other])
    await t.app.services.metering.addHours(firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})

test('LIVE-85 The lives that run are read of one firm: open and live ones, no drafts, none to come, none cancelled', async () => {
  const [open, live] = [await aLive(t, member, { minutes: 10 }), await aLive(t, member, { minutes: 0 })]
  await aLive(t, member, { minutes: 10, publish: false })
  await aLive(t, member, { minutes: 600 })
  const cancelled = await aLive(t, member, { minutes: 10 })
  await t.call(liveRoutes.remove, { params: { id: cancelled.id } }, member.headers)
  const theirs = await aLive(t, other, { minutes: 0 })
  const { liveReader } = t.app.services
  const idsOf = async (firmId: string) => (await liveReader.runningOf(firmId, t.clock.ms())).map(({ id }) => id)
  expect((await idsOf(member.firmId)).toSorted()).toEqual([open.id, live.id].toSorted())
  expect(await idsOf(other.firmId)).toEqual([theirs.id])
  const { lives } = await t.call(controlRoomRoutes.running, {}, member.headers)
  expect(lives.map(({ id, status }) => [id, status])).toEqual([
    [live.id, 'live'],
    [open.id, 'open'],
  ])
})
