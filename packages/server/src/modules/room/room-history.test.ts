import type { ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import { identityOf } from '@kaimai/contract/room/event-order.rules.ts'
import type { RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { beforeEach, expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aRoom, aRoomNode, type RoomNode, type RoomStage, roomStage, startOfTests } from '../../../test/room-factory.ts'
import { manualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'

const db = await sharedDatabase()
let stage: RoomStage
let node: RoomNode
beforeEach(() => {
  stage = roomStage()
  node = aRoomNode(db, stage, { clock: manualClock(startOfTests) })
})

const user = { userId: 'x', name: 'x', imgUrl: '', as: 'viewer' } as const
type Staged = Awaited<ReturnType<typeof aRoom>>

const say = (live: Staged, text: string, liveUserId: string, held = false) =>
  node.roomLog.append(
    { firmId: live.firmId, liveId: live.id, beginAtMs: live.beginAtMs },
    { event: { kind: 'commented', user, text }, liveUserId, key: newId(), held },
  )
const callerOf = (live: Staged, liveUserId: string) =>
  ({ kind: 'viewer', firmId: live.firmId, liveId: live.id, liveUserId }) as const
const textsOf = (events: readonly RoomEvent[]) => events.map((event) => (event.kind === 'commented' ? event.text : ''))

test('ROOM-32 The history holds what the viewer may see, before a seq, oldest first', async () => {
  const live = await aRoom(db, stage)
  const [me, you] = [newId(), newId()]
  for (let at = 1; at <= 6; at += 1) await say(live, `${at}`, at % 2 === 0 ? me : you, at > 3)
  const caller = callerOf(live, me)
  const texts = async (before: number, limit: number) =>
    textsOf((await node.rooms.history(caller, live.streamId, { before, limit })).events)
  expect(await texts(99, 50)).toEqual(['1', '2', '3', '4', '6'])
  expect(await texts(6, 2)).toEqual(['3', '4'])
  const other = await aRoom(db, stage)
  await expect(node.rooms.history(caller, other.streamId, { before: 9, limit: 9 })).rejects.toMatchObject({
    errorName: 'notFound',
  })
})

/** The live began a minute ago: three lines a second, and as many that are still to come. */
const script: ScriptItem[] = Array.from({ length: 240 }, (_, at) => ({
  id: `c${String(at).padStart(3, '0')}`,
  atMs: Math.floor(at / 3) * 1000,
  kind: 'comment',
  name: '佳蓉',
  imgUrl: '',
  text: `s${at}`,
}))

test('ROOM-900 Whoever reads back page by page sees each line of script and viewers once, in order, to the first', async () => {
  const live = await aRoom(db, stage, { script })
  const me = newId()
  for (let at = 1; at <= 30; at += 1) await say(live, `r${at}`, me)
  let held: readonly RoomEvent[] = []
  for (let pages = 0; pages < 40; pages += 1) {
    const [oldest] = held
    const seqs = held.flatMap((event) => ('seq' in event ? [event.seq] : []))
    const place = { before: Math.min(31, ...seqs), beforeMs: oldest?.ms ?? 60_001, limit: 17 }
    const beforeSid = oldest !== undefined && 'sid' in oldest ? oldest.sid : undefined
    const { events } = await node.rooms.history(callerOf(live, me), live.streamId, { ...place, beforeSid })
    held = [...events, ...held]
    if (events.length < place.limit) break
  }
  const before = script.filter(({ atMs }) => atMs <= 60_000)
  expect(held).toHaveLength(before.length + 30)
  expect(new Set(held.map(identityOf)).size).toBe(held.length)
  expect(textsOf(held).filter((text) => text.startsWith('s'))).toEqual(before.map((_, at) => `s${at}`))
  expect(textsOf(held).filter((text) => text.startsWith('r'))).toEqual(
    Array.from({ length: 30 }, (_, at) => `r${at + 1}`),
  )
})

test('ROOM-901 The history tells nothing of the script that is still to come, whatever place is asked for', async () => {
  const live = await aRoom(db, stage, { script })
  const asked = { before: 1, beforeMs: 86_400_000, limit: 100 }
  const { events } = await node.rooms.history(callerOf(live, newId()), live.streamId, asked)
  expect(Math.max(...events.map(({ ms }) => ms))).toBe(60_000)
  const real = await node.rooms.history(callerOf(live, newId()), live.streamId, { before: 99, limit: 100 })
  expect(real.events).toEqual([])
})
