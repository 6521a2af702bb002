import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { crewRoutes } from '@kaimai/contract/control-room/crew.routes.ts'
import { pollControlRoutes } from '@kaimai/contract/control-room/poll-control.routes.ts'
import { rehearsalRoutes } from '@kaimai/contract/control-room/rehearsal.routes.ts'
import { scriptControlRoutes } from '@kaimai/contract/control-room/script-control.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { searchRoutes } from '@kaimai/contract/search/search.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { expect, test } from 'vitest'
import { aConnection, sharedControlRoom } from '../../../test/control-room.ts'
import { errorNameOf } from '../../../test/fixtures.ts'
import { aLive, aProduct, aVideo } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { createRehearsalSweep } from '../room/rehearsal-sweep.ts'

const { t, port, owner, helper } = await sharedControlRoom()
const { db, clock } = t.platform

const begin = (liveId: string, fromSecond = 0, by: Member = owner) =>
  t.call(rehearsalRoutes.begin, { body: { liveId, fromSecond } }, by.headers)
const end = (liveId: string, by: Member = owner) => t.call(rehearsalRoutes.end, { query: { liveId } }, by.headers)
const roomOf = (liveId: string, by: Member = owner) =>
  t.call(controlRoomRoutes.controlRoom, { query: { liveId } }, by.headers)
const countIn = async (table: string, liveId: string): Promise<number> => {
  const column = table === 'live' ? 'id' : '"liveId"'
  return Number((await db.raw(`select count(*) as n from ${table} where ${column} = $1`, [liveId])).rows[0]?.['n'])
}
const tables = ['room', '"roomEvent"', '"roomCue"', 'poll', 'giveaway', 'connection', '"liveUser"', '"liveHoursLedger"']
const countsOf = async (liveId: string) => Promise.all(tables.map((table) => countIn(table, liveId)))

test('CONTROL-ROOM-167 A rehearsal plays a live from a second of it to its staff, with calls, polls, products and a broadcast, and the live has none of them', async () => {
  const { id: productId } = await aProduct(t, owner)
  const live = await aLive(t, owner, { minutes: 90, productIds: [productId], videoId: await aVideo(t, owner, 60) })
  const before = await roomOf(live.id)
  const rehearsed = await begin(live.id, 25)
  const inside = await roomOf(rehearsed.liveId)
  expect(inside).toMatchObject({ status: 'live', rehearsalOf: live.id, playlistUrl: '', roomPath: '', crewRole: null })
  expect(inside.may).toEqual({ moderate: true, run: true, stock: false, crew: false })
  expect(Date.parse(inside.now) - Date.parse(inside.beginAt)).toBe(25_000)
  // The product that the script shows from second 20 on stands already.
  expect(inside.products.map(({ shown }) => shown)).toEqual([true])
  expect((await roomOf(live.id)).rehearsal).toBe(rehearsed.liveId)

  const seat = await aConnection(t, port, helper, rehearsed.liveId)
  const { liveId } = rehearsed
  await t.call(scriptControlRoutes.call, { body: { liveId, text: '只剩今晚', url: '' } }, owner.headers)
  await t.call(
    pollControlRoutes.openPoll,
    { body: { liveId, question: '先看哪一件？', options: ['碗', '壺'], seconds: 60 } },
    owner.headers,
  )
  await t.call(controlRoomRoutes.product, { body: { liveId, productId, action: 'hide' } }, owner.headers)
  await t.call(controlRoomRoutes.broadcast, { body: { liveId, text: '彩排測試' } }, owner.headers)
  await t.call(controlRoomRoutes.settings, { body: { liveId, slowSeconds: 10 } }, owner.headers)
  await seat.heard('calledToAction')
  await seat.heard('pollOpened')
  await seat.heard('announced')
  const acted = await roomOf(liveId)
  expect(acted.products.map(({ shown }) => shown)).toEqual([false])
  expect(acted).toMatchObject({ slowSeconds: 10, announcement: { text: '彩排測試' } })

  const { now: _now, rehearsal: _rehearsal, ...same } = await roomOf(live.id)
  const { now: _before, rehearsal: _none, ...planned } = before
  expect(same).toEqual(planned)
  expect(await countsOf(live.id)).toEqual(tables.map(() => 0))

  await end(liveId)
  await seat.closed()
  expect((await roomOf(live.id)).rehearsal).toBeNull()
  expect(await errorNameOf(t.call(controlRoomRoutes.ticket, { body: { liveId } }, owner.headers))).toBe('gone')
})

test('CONTROL-ROOM-168 No viewer enters a rehearsal: by no link, key, short address or address of its pictures', async () => {
  const live = await aLive(t, owner, { minutes: 90 })
  const { liveId } = await begin(live.id)
  const { streamId } = await roomOf(liveId)
  const { rows } = await db.raw('select "shortUrl" from live where id = $1', [liveId])
  expect(await errorNameOf(t.call(roomRoutes.show, { query: { streamId } }))).toBe('notFound')
  expect(await errorNameOf(t.call(roomRoutes.join, { body: { streamId } }))).toBe('notFound')
  for (const url of [`/stream/${streamId}/anonymous`, `/stream/${String(rows[0]?.['shortUrl'])}`])
    expect([200, 302]).not.toContain((await t.request({ method: 'GET', url, headers: {} })).status)
  for (const kind of ['live', 'replay']) {
    const reply = await t.request({ method: 'GET', url: `/media/${kind}/${streamId}/index.m3u8`, headers: {} })
    expect(reply.status).toBe(404)
  }
  const shown = await t.call(rehearsalRoutes.show, { query: { liveId } }, owner.headers)
  expect(shown.room).toMatchObject({ streamId, playlistUrl: '', replayUrl: '', signupPath: '' })
  expect(shown.recordingUrl).not.toBe('')
})

test('CONTROL-ROOM-169 A rehearsal stands in no list, count, search, form, balance or record of the firm, and once it is over nothing of it is kept', async () => {
  const live = await aLive(t, owner, { minutes: 90 })
  const listed = async () => ({
    lives: await t.call(liveRoutes.list, { query: {} }, owner.headers),
    counts: await t.call(liveRoutes.counts, { query: {} }, owner.headers),
    running: (await t.call(controlRoomRoutes.running, {}, owner.headers)).lives,
    found: await t.call(searchRoutes.find, { query: { q: '秋窯' } }, owner.headers),
    audit: (await db.raw('select count(*) as n from audit where "firmId" = $1', [owner.firmId])).rows,
    hours: (await db.raw('select sum(seconds) as n from "liveHoursLedger" where "firmId" = $1', [owner.firmId])).rows,
    letters: (await db.raw('select count(*) as n from "letterRecipient" where "firmId" = $1', [owner.firmId])).rows,
  })
  const before = await listed()
  const { liveId } = await begin(live.id, 10)
  const seat = await aConnection(t, port, owner, liveId)
  await t.call(controlRoomRoutes.broadcast, { body: { liveId, text: '彩排' } }, owner.headers)
  expect(await listed()).toEqual(before)
  expect(await errorNameOf(t.call(liveRoutes.show, { params: { id: liveId } }, owner.headers))).toBe('notFound')
  const form = {
    signupName: '秋窯',
    customUrl: `form-${liveId.slice(-12)}`,
    signupTitle: '開窯夜',
    sessionInfoList: [{ liveId, title: '一', capacity: null }],
    published: true,
  }
  expect(await errorNameOf(t.call(signupRoutes.create, { body: form }, owner.headers))).not.toBe('none')
  expect(await countIn('"roomEvent"', liveId)).toBeGreaterThan(0)

  await end(liveId)
  await seat.closed()
  t.clock.advance(120_000)
  await t.app.services.metering.chargeDue()
  await createRehearsalSweep(db, clock)()
  expect(await countsOf(liveId)).toEqual(tables.map(() => 0))
  expect(await countIn('live', liveId)).toBe(0)
  expect(await countIn('live', live.id)).toBe(1)
  expect((await listed()).hours).toEqual(before.hours)
})

test('CONTROL-ROOM-170 Only a live to come is rehearsed, by who may run it; another rehearsal ends the one before, and one that nobody ended goes after a day', async () => {
  const live = await aLive(t, owner, { minutes: 3_000, videoId: await aVideo(t, owner, 60) })
  expect(await errorNameOf(begin(live.id, 0, helper))).toBe('forbidden')
  expect(await errorNameOf(begin(live.id, 0, await t.aFirm()))).toBe('noData')
  expect(await errorNameOf(begin(live.id, 3_600))).toBe('invalid')
  expect(await errorNameOf(begin((await aLive(t, owner, { publish: false })).id))).toBe('conflict')
  expect(await errorNameOf(begin((await aLive(t, owner, { minutes: 0 })).id))).toBe('conflict')
  const first = await begin(live.id)
  const seat = await aConnection(t, port, helper, first.liveId)
  // From within the rehearsal: the same live, at another second.
  const second = await begin(first.liveId, 600)
  await seat.closed()
  expect(await roomOf(second.liveId)).toMatchObject({ rehearsalOf: live.id, status: 'live' })
  expect((await roomOf(live.id)).rehearsal).toBe(second.liveId)
  // It has the crew of its live, and none of its own.
  const memberId = helper.userId
  await t.call(crewRoutes.set, { body: { liveId: live.id, memberId, role: 'host' } }, owner.headers)
  expect((await roomOf(second.liveId, helper)).may.run).toBe(true)
  expect(
    await errorNameOf(t.call(crewRoutes.set, { body: { liveId: second.liveId, memberId, role: null } }, owner.headers)),
  ).toBe('noData')
  // The calls of a live end and prolong no rehearsal, and the rehearsal's end no live.
  const stranger = await t.aFirm()
  for (const sent of [
    () => t.call(roomRoutes.close, { query: { liveId: second.liveId } }, owner.headers),
    () => end(live.id),
    () => end(second.liveId, stranger),
  ])
    expect(await errorNameOf(sent())).toBe('noData')
  t.clock.advance(86_400_000 + 1)
  await createRehearsalSweep(db, clock)()
  expect(await countIn('live', second.liveId)).toBe(0)
  expect(await countIn('live', live.id)).toBe(1)
})
