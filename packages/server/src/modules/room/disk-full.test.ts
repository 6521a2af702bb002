import { errorTable } from '@kaimai/contract/common/error.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aRoom, aRoomNode, roomStage, startOfTests } from '../../../test/room-factory.ts'
import { joinRoom, serveRoom } from '../../../test/room-socket.ts'
import { manualClock } from '../../platform/clock.ts'
import { type DiskLevel, unlimitedDisk } from '../../platform/disk-space-monitor.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { newId } from '../../platform/ids.ts'

const db = await sharedDatabase()

const aNode = async () => {
  let level: DiskLevel = 'ok'
  const stage = roomStage()
  const clock = manualClock(startOfTests)
  const diskSpace = {
    ...unlimitedDisk,
    level: async () => level,
    check: async () => {
      if (level !== 'ok') throw fail('diskFull')
    },
  }
  const node = aRoomNode(db, stage, { clock, diskSpace })
  const server = await serveRoom(node)
  return { stage, clock, server, set: (next: DiskLevel) => void (level = next) }
}
const rowsOf = async (table: string, liveId: string) =>
  Number(
    (await db.raw(`select count(*)::int as count from "${table}" where "liveId" = $1`, [liveId])).rows[0]?.['count'],
  )

test('ROOM-950 On a full disk a viewer who has a seat comes in without a write, a new one is told so and comes in once there is room', async () => {
  const { stage, server, set } = await aNode()
  const live = await aRoom(db, stage)
  const first = await joinRoom(server, live.streamId, 'device-1', { name: '小美' })
  set('low')
  const back = await joinRoom(server, live.streamId, 'device-1', { name: '另一個名字' })
  expect(back.joined.you.name).toBe('小美')
  await expect(joinRoom(server, live.streamId, 'device-2')).rejects.toMatchObject({ errorName: 'diskFull' })
  expect(await rowsOf('liveUser', live.id)).toBe(1)
  set('ok')
  const second = await joinRoom(server, live.streamId, 'device-2')
  expect(await rowsOf('liveUser', live.id)).toBe(2)
  for (const viewer of [first, back, second]) viewer.end()
  await server.stop()
})

test('ROOM-951 On a full disk comments and votes are refused in words while the room plays on', async () => {
  const { stage, server, set } = await aNode()
  const live = await aRoom(db, stage)
  const viewer = await joinRoom(server, live.streamId, 'device-1')
  set('low')
  const id = newId()
  viewer.send({ t: 'say', id, text: '你好' })
  expect(await viewer.fact('refused')).toMatchObject({ id, error: 'diskFull', message: roomErrors.diskFull['zh-TW'] })
  const poll = newId()
  viewer.send({ t: 'vote', poll, option: 0 })
  expect(await viewer.fact('voted')).toMatchObject({ poll, refused: errorTable.diskFull.message['zh-TW'] })
  expect(await rowsOf('roomEvent', live.id)).toBe(0)
  set('ok')
  viewer.send({ t: 'say', id, text: '你好' })
  await viewer.comment('你好')
  await server.stop()
})

test('ROOM-952 Where only the database has room left, a node keeps in memory who came and went, and writes it later', async () => {
  const { stage, server, set } = await aNode()
  const live = await aRoom(db, stage)
  const viewer = await joinRoom(server, live.streamId, 'device-1')
  const fifteenSeconds = async () => {
    for (let second = 0; second < 15; second += 1) await server.node.registry.beat()
  }
  set('critical')
  await fifteenSeconds()
  expect(await rowsOf('connection', live.id)).toBe(0)
  set('low')
  await fifteenSeconds()
  expect(await rowsOf('connection', live.id)).toBe(1)
  viewer.end()
  await server.stop()
})
