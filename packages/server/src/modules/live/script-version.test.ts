import { expect, test } from 'vitest'
import { anOpenRoom, aViewer } from '../../../test/control-room.ts'
import { sharedApp } from '../../../test/fixtures.ts'

const t = await sharedApp()

test('LIVE-103 A running room plays a script that was changed elsewhere within seconds, though no hint of it arrived', async () => {
  const port = Number(new URL(await t.app.listen(0)).port)
  const owner = await t.aFirm()
  await t.app.services.metering.addHours(owner.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
  const live = await anOpenRoom(t, owner)
  const viewer = await aViewer(t, port, live.streamId)
  const { sources, registry } = t.app.services.rooms.parts
  expect(await sources.lives.script(live.id)).toEqual([])
  const words = '這句是在別的主機改的'
  const item = { id: 'x', atMs: 62_000, kind: 'comment', name: '阿美', imgUrl: '', text: words }
  // As another process leaves it: in the database, with no event on this node.
  await t.platform.db.raw('update live set script = cast($1 as jsonb) where id = $2', [JSON.stringify([item]), live.id])
  expect(await sources.lives.script(live.id)).toEqual([])
  for (let second = 0; second < 5; second += 1) await registry.beat()
  expect(await sources.lives.script(live.id)).toMatchObject([{ atMs: 62_000, text: words }])
  t.clock.advance(5_000)
  await viewer.sees(words)
})
