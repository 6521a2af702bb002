import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { auditRoutes } from '@kaimai/contract/member/member.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { beforeAll, expect, test } from 'vitest'
import { errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { aLive, aVideo, inMinutes } from '../../../test/studio.ts'
import { type Member } from '../../../test/test-app.ts'

const t = await sharedApp()
let member: Member
beforeAll(async () => {
  member = await t.aFirm()
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
})

type Asked = { kind: 'word' | 'again' | 'video'; videoId?: string | null; text?: string }
const choose = (liveId: string, asked: Asked, by = member) =>
  t.call(controlRoomRoutes.pastFilm, { body: { liveId, ...asked } }, by.headers)
const extend = (liveId: string, minutes: number, pastFilm?: Asked) =>
  t.call(controlRoomRoutes.extend, { body: { liveId, minutes, ...(pastFilm && { pastFilm }) } }, member.headers)
const roomOf = (live: { streamId: string }) => t.call(roomRoutes.show, { query: { streamId: live.streamId } })
const controlRoom = (liveId: string) => t.call(controlRoomRoutes.controlRoom, { query: { liveId } }, member.headers)
/** Segments of 4 s are due 6 s ahead; 4 s more until everybody has heard. */
const leadMs = 10_000
const minuteMs = 60_000

test('LIVE-773 A room says what plays past its film once its host has chosen, and from when on', async () => {
  const live = await aLive(t, member, { minutes: 0 })
  expect((await roomOf(live)).pastFilm).toBeUndefined()
  const filmEndMs = Date.parse(live.endAt)
  await extend(live.id, 15, { kind: 'again', text: '九點半抽獎' })
  const film = `/media/live/${live.streamId}/index.m3u8`
  const { pastFilm, endAt } = await roomOf(live)
  expect(Date.parse(endAt)).toBe(filmEndMs + 15 * minuteMs)
  expect(pastFilm).toEqual({
    text: '九點半抽獎',
    runs: [{ fromMs: Date.parse(live.beginAt), untilMs: null, url: film }],
  })
  const videoId = await aVideo(t, member, 5)
  await choose(live.id, { kind: 'video', videoId, text: '' })
  expect((await roomOf(live)).pastFilm).toEqual({
    text: '',
    runs: [
      { fromMs: Date.parse(live.beginAt), untilMs: filmEndMs, url: film },
      {
        fromMs: filmEndMs,
        untilMs: filmEndMs + 5 * minuteMs,
        url: `/media/live/${live.streamId}/past-1/index.m3u8`,
      },
    ],
  })
})

test('LIVE-774 What viewers see past the film is changed while the extension runs, and the control room shows the newest choice', async () => {
  const live = await aLive(t, member, { minutes: 0 })
  await extend(live.id, 30)
  expect((await controlRoom(live.id)).pastFilmChosen).toBeNull()
  t.clock.advance(4 * minuteMs)
  const { from } = await choose(live.id, { kind: 'again' })
  expect(Date.parse(from)).toBe(t.clock.ms() + leadMs)
  expect(await controlRoom(live.id)).toMatchObject({
    pastFilmChosen: { kind: 'again', videoId: null, videoName: '', text: '', from },
    pastFilm: { runs: [{}, { fromMs: Date.parse(from), untilMs: null }] },
  })
  const videoId = await aVideo(t, member, 1)
  await choose(live.id, { kind: 'video', videoId, text: '快回來了' })
  expect((await controlRoom(live.id)).pastFilmChosen).toMatchObject({ kind: 'video', videoId, videoName: '開窯' })
})

test('LIVE-769 Only a ready recording of the firm, and a live that is open, take a picture past the film; YouTube takes a word', async () => {
  const live = await aLive(t, member, { minutes: 0 })
  const other = await t.aFirm()
  const foreign = await aVideo(t, other)
  const unready = await aVideo(t, member)
  await t.platform.db.raw(`update video set state = 'processing' where id = $1`, [unready])
  for (const videoId of [foreign, unready, null])
    expect(await errorNameOf(choose(live.id, { kind: 'video', videoId }))).toBe('invalid')
  expect(await errorNameOf(choose(live.id, { kind: 'word' }, other))).toBe('noData')
  const later = await aLive(t, member, { minutes: 120 })
  expect(await errorNameOf(choose(later.id, { kind: 'again' }))).toBe('conflict')
  const tube = await t.call(
    liveRoutes.create,
    {
      body: {
        liveName: 'YouTube 場',
        platformType: 'youtube',
        youtubeUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
        plannedMinutes: 30,
        videoId: null,
        beginAt: inMinutes(t, 0),
        publish: true,
      },
    },
    member.headers,
  )
  expect(await errorNameOf(choose(tube.id, { kind: 'again' }))).toBe('invalid')
  await extend(tube.id, 5, { kind: 'word', text: '馬上回來' })
  expect((await roomOf(tube)).pastFilm).toEqual({ text: '馬上回來', runs: [] })
})

test('LIVE-770 A recording that a live plays past its film is not deleted before that is over; one that isn’t ready any more gives way to the word', async () => {
  const live = await aLive(t, member, { minutes: 0 })
  const videoId = await aVideo(t, member)
  await extend(live.id, 10, { kind: 'video', videoId })
  const remove = () => t.call(videoRoutes.remove, { params: { id: videoId } }, member.headers)
  expect(await errorNameOf(remove())).toBe('conflict')
  expect((await roomOf(live)).pastFilm?.runs).toHaveLength(2)
  await t.platform.db.raw(`update video set state = 'failed' where id = $1`, [videoId])
  // Nobody has told of it: rooms show it half a second later.
  t.clock.advance(500)
  expect((await roomOf(live)).pastFilm?.runs).toHaveLength(1)
  await t.platform.db.raw(`update video set state = 'ready' where id = $1`, [videoId])
  await t.call(roomRoutes.close, { query: { liveId: live.id } }, member.headers)
  await remove()
  expect((await roomOf(live)).pastFilm?.runs).toHaveLength(1)
})

test('LIVE-771 New words leave the picture that runs alone; the same recording asked for once more plays once more; each stands in the log', async () => {
  const live = await aLive(t, member, { minutes: 0 })
  const videoId = await aVideo(t, member, 1)
  await extend(live.id, 30, { kind: 'again', text: '一' })
  const runs = (await roomOf(live)).pastFilm?.runs
  await choose(live.id, { kind: 'again', text: '二' })
  await choose(live.id, { kind: 'again', text: '二' })
  expect((await roomOf(live)).pastFilm).toEqual({ text: '二', runs })
  t.clock.advance(4 * minuteMs)
  for (const _ of [1, 2]) {
    await choose(live.id, { kind: 'video', videoId, text: '二' })
    t.clock.advance(2 * minuteMs)
  }
  expect((await roomOf(live)).pastFilm?.runs.map(({ url }) => url.split('/').at(-2))).toEqual([
    live.streamId,
    'past-1',
    'past-2',
  ])
  const { items } = await t.call(auditRoutes.list, { query: { limit: 100 } }, member.headers)
  const changes = items.filter(({ target, action }) => target === live.id && action === 'live.change')
  const isOurs = (field: string) => field === 'text' || field.startsWith('pastFilm')
  const past = changes.map(({ changes: each }) => each.flatMap(({ field }) => (isOurs(field) ? [field] : [])))
  expect(past.map((fields) => fields.toSorted())).toEqual([['pastFilm'], ['pastFilm'], ['text'], ['pastFilm', 'text']])
})
