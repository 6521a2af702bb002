import { PublicRoom, ViewerKey } from '@kaimai/contract/room/room.routes.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { aBlacklist } from '../../../test/block-factory.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aRoom, aRoomNode, type RoomNode, type RoomStage, roomStage, startOfTests } from '../../../test/room-factory.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { JoinRequest } from './room.service.ts'
import { viewerAuthenticator } from '../viewer/viewer-authenticator.ts'

const db = await sharedDatabase()
let stage: RoomStage
let clock: ManualClock
let node: RoomNode
beforeEach(() => {
  stage = roomStage()
  clock = manualClock(startOfTests)
  node = aRoomNode(db, stage, { clock })
})

const joinOf = (device?: string): JoinRequest & { made: string[] } => {
  const made: string[] = []
  return {
    made,
    device,
    newDevice: newId,
    setDevice: (id) => void made.push(id),
    ip: '203.0.113.7',
    language: 'zh-TW',
  }
}

const minutes = 60_000
const now = startOfTests.getTime()
const person = (name = '王小明') => ({ signupUserId: newId(), name, phone: '+886912345678', email: 'ming@example.com' })

describe('getting a ticket', () => {
  test.each([
    ['a draft', { publishedAtMs: null }, 'notFound', undefined],
    ['one that is not open yet', { beginAtMs: now + 31 * minutes }, 'forbidden', roomErrors.notOpenYet],
    ['one that has ended', { endAtMs: now }, 'gone', roomErrors.liveEnded],
    ['a cancelled one', { cancelledAtMs: now }, 'gone', roomErrors.liveCancelled],
    ['one that wants a sign-up', { anonymousAllowed: false }, 'forbidden', roomErrors.anonymousClosed],
  ])('ROOM-25 Into %s is refused in words', async (_, given, errorName, reason) => {
    const live = await aRoom(db, stage, given)
    await expect(node.rooms.join({ streamId: live.streamId }, joinOf())).rejects.toMatchObject({ errorName, reason })
  })

  test('ROOM-205 The waiting room and the live itself let viewers in; an unknown room is not found', async () => {
    for (const beginAtMs of [now + 30 * minutes, now - 1]) {
      const live = await aRoom(db, stage, { beginAtMs, endAtMs: now + 60 * minutes })
      const answer = await node.rooms.join({ streamId: live.streamId }, joinOf())
      expect(answer).toMatchObject({ anonymous: true, now: startOfTests.toISOString() })
      expect(ViewerKey.parse(answer.viewerKey)).toHaveLength(27)
    }
    await expect(node.rooms.join({ streamId: 'unknown-stream' }, joinOf())).rejects.toMatchObject({
      errorName: 'notFound',
    })
  })

  test('ROOM-26 An anonymous viewer is the same after a reload: by the cookie, and by the key it was given', async () => {
    const live = await aRoom(db, stage)
    const first = joinOf()
    const one = await node.rooms.join({ streamId: live.streamId }, first)
    expect(one.name).toMatch(/^訪客 \d{4}$/)
    expect(first.made).toHaveLength(1)
    const back = joinOf(first.made[0])
    const two = await node.rooms.join({ streamId: live.streamId, name: ' 小\u200b美 ' }, back)
    expect(two).toMatchObject({ viewerKey: one.viewerKey, name: '小美' })
    expect(back.made).toEqual([])
    const three = await node.rooms.join({ streamId: live.streamId, viewerKey: one.viewerKey }, joinOf())
    expect(three).toMatchObject({ viewerKey: one.viewerKey, name: '小美' })
    const { rows } = await db.raw('select count(*)::int as n from "liveUser" where "liveId" = $1', [live.id])
    expect(rows).toEqual([{ n: 1 }])
    // In another room, and on another device, it is somebody else.
    const other = await aRoom(db, stage)
    const elsewhere = await node.rooms.join({ streamId: other.streamId }, joinOf(first.made[0]))
    expect(elsewhere.viewerKey).not.toBe(one.viewerKey)
    expect((await node.rooms.join({ streamId: live.streamId }, joinOf())).viewerKey).not.toBe(one.viewerKey)
  })

  test.each([
    ['a live counts as having come, with or without a cookie', 60 * minutes, [startOfTests, startOfTests]],
    ['a replay does not', -1, [null, null]],
  ])('ROOM-881 A new viewer who gets into %s', async (_, untilEndMs, expected) => {
    const live = await aRoom(db, stage, {
      beginAtMs: now - 60 * minutes,
      endAtMs: now + untilEndMs,
      replayUntilMs: now + 60 * minutes,
    })
    await node.rooms.join({ streamId: live.streamId }, joinOf())
    await node.rooms.join({ streamId: live.streamId }, joinOf('a-cookie-of-another-live'))
    const { rows } = await db.raw('select "joinedAt" from "liveUser" where "liveId" = $1', [live.id])
    expect(rows.map(({ joinedAt }) => joinedAt)).toEqual(expected)
  })

  test('ROOM-206 Two requests of one new device at once make one viewer', async () => {
    const live = await aRoom(db, stage)
    const both = await Promise.all(
      [1, 2].map(() => node.rooms.join({ streamId: live.streamId }, joinOf('one-device-here'))),
    )
    expect(both[0]?.viewerKey).toBe(both[1]?.viewerKey)
  })

  test('ROOM-207 A device that returns finds the door closed when anonymous entry was closed', async () => {
    const live = await aRoom(db, stage)
    const { viewerKey } = await node.rooms.join({ streamId: live.streamId }, joinOf('device-that-returns'))
    stage.lives.set(live.id, { ...live, anonymousAllowed: false })
    await expect(node.rooms.join({ streamId: live.streamId, viewerKey }, joinOf())).rejects.toMatchObject({
      errorName: 'forbidden',
    })
  })
})

describe('the viewer of a sign-up', () => {
  test('ROOM-27 Is one per live, made once, and the key of its link is made again from the record', async () => {
    const live = await aRoom(db, stage, { anonymousAllowed: false })
    const other = await aRoom(db, stage, {}, live.firmId)
    const who = person()
    const ensure = (liveId: string, given = who) =>
      db.transaction((tx) => node.liveUsers.ensure(tx, live.firmId, liveId, given))
    const one = await ensure(live.id)
    const again = await ensure(live.id, { ...who, name: '王大明' })
    expect(again).toMatchObject({ id: one.id, publicId: one.publicId, name: '王大明', anonymous: false })
    const there = await ensure(other.id)
    expect(there.id).not.toBe(one.id)
    expect(there.publicId).not.toBe(one.publicId)
    const key = node.liveUsers.viewerKeyOf(one)
    expect(node.liveUsers.viewerKeyOf(again)).toBe(key)
    expect(key).toMatch(/^[\w-]{27}$/)
    expect(await node.liveUsers.byViewerKey(live.streamId, key)).toMatchObject({ id: one.id })
    expect(await node.liveUsers.byViewerKey(other.streamId, key)).toBeUndefined()
    expect(await node.liveUsers.get(other.firmId, one.id)).toMatchObject({ id: one.id, email: who.email })
    expect(await node.liveUsers.get(newId(), one.id)).toBeUndefined()
    const joined = await node.rooms.join({ streamId: live.streamId, viewerKey: key }, joinOf())
    expect(joined).toMatchObject({ name: '王大明', anonymous: false, viewerKey: key })
    // The key itself stands nowhere.
    const { rows } = await db.raw('select * from "liveUser" where id = $1', [one.id])
    expect(JSON.stringify(rows)).not.toContain(key)
  })

  test('ROOM-208 A revoked link opens nothing any more, the new one does', async () => {
    const live = await aRoom(db, stage)
    const one = await db.transaction((tx) => node.liveUsers.ensure(tx, live.firmId, live.id, person()))
    const old = node.liveUsers.viewerKeyOf(one)
    const key = await node.liveUsers.revokeKey(live.firmId, one.id)
    await expect(node.rooms.join({ streamId: live.streamId, viewerKey: old }, joinOf())).rejects.toMatchObject({
      errorName: 'gone',
      reason: roomErrors.linkUnknown,
    })
    expect((await node.rooms.join({ streamId: live.streamId, viewerKey: key }, joinOf())).viewerKey).toBe(key)
    await expect(node.liveUsers.revokeKey(newId(), one.id)).rejects.toMatchObject({ errorName: 'noData' })
  })

  test('ROOM-209 Calls of a viewer are known by the key of their link; a blocked one is refused', async () => {
    const live = await aRoom(db, stage)
    const authenticate = viewerAuthenticator(node.liveUsers)
    const one = await db.transaction((tx) => node.liveUsers.ensure(tx, live.firmId, live.id, person()))
    const key = node.liveUsers.viewerKeyOf(one)
    const headers: Record<string, string> = { 'x-viewer-key': key }
    const credentials = { header: (name: string) => headers[name], cookie: () => undefined, ip: '' }
    expect(await authenticate(credentials)).toEqual({
      kind: 'viewer',
      firmId: live.firmId,
      liveId: live.id,
      liveUserId: one.id,
    })
    for (const [name, value] of [
      ['x-viewer-key', `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`],
      ['x-viewer-key', ''],
    ] as const) {
      const changed = { ...credentials, header: (asked: string) => (asked === name ? value : headers[asked]) }
      await expect(authenticate(changed)).rejects.toMatchObject({ errorName: 'forbidden' })
    }
    const list = aBlacklist(db, stage, node)
    await list.bar(one)
    await expect(authenticate(credentials)).rejects.toMatchObject({ reason: roomErrors.blockedHere })
    await expect(list.bar({ ...one, firmId: newId() })).rejects.toMatchObject({ errorName: 'noData' })
  })
})

describe('the public room', () => {
  test('ROOM-31 Tells what anybody may see, and its replay only while that is open', async () => {
    const live = await aRoom(db, stage, { replayUntilMs: now + 120 * minutes })
    const room = PublicRoom.parse(await node.rooms.show(live.streamId))
    expect(room).toMatchObject({
      status: 'live',
      liveName: '週五開賣',
      firm: { name: '開賣小舖' },
      disclosure: true,
      online: 0,
      replayUrl: '',
      signupPath: '/f/demo',
    })
    clock.set(new Date(live.endAtMs))
    expect(await node.rooms.show(live.streamId)).toMatchObject({
      status: 'ended',
      replayUrl: expect.stringContaining('replay'),
    })
    stage.firms.set(live.firmId, { disclosure: true, isDemo: false, suspended: true })
    await expect(node.rooms.show(live.streamId)).rejects.toMatchObject({ errorName: 'notFound' })
  })
})
