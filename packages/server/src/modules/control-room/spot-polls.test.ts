import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { giveawayControlRoutes } from '@kaimai/contract/control-room/giveaway-control.routes.ts'
import { pollControlRoutes } from '@kaimai/contract/control-room/poll-control.routes.ts'
import { scriptControlRoutes } from '@kaimai/contract/control-room/script-control.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { replayRoutes } from '@kaimai/contract/replay/replay.routes.ts'
import { isDrawRight, newestGiveaway } from '@kaimai/contract/room/giveaway.rules.ts'
import { giveawayRoutes } from '@kaimai/contract/room/giveaway.routes.ts'
import { newestPoll } from '@kaimai/contract/room/poll.rules.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { expect, test } from 'vitest'
import { aConnection, aViewer, sharedControlRoom, type Viewer } from '../../../test/control-room.ts'
import { aVideo, inMinutes } from '../../../test/studio.ts'

const { t, port, owner, helper, node } = await sharedControlRoom()

const asked = { question: '先介紹哪一件？', options: ['飯碗', '提梁壺'] }
const aShow = async () => {
  const videoId = await aVideo(t, owner, 60)
  const body = {
    liveName: '秋窯開窯夜',
    platformType: 'video' as const,
    videoId,
    beginAt: inMinutes(t, 1),
    replayMinutes: 60,
    poll: [{ at: 40, question: '下一窯？', options: ['春', '秋'], seconds: 30 }],
    publish: true,
  }
  return t.call(liveRoutes.create, { body }, owner.headers)
}
const pollOf = (viewer: Viewer) => newestPoll(viewer.state().polls)
const open = (liveId: string, headers?: Readonly<Record<string, string>>) =>
  t.call(pollControlRoutes.openPoll, { body: { liveId, ...asked, seconds: 60 } }, headers)
const close = (liveId: string, headers?: Readonly<Record<string, string>>) =>
  t.call(pollControlRoutes.closePoll, { query: { liveId } }, headers)

test('CONTROL-ROOM-110 A poll made on the spot stands at every node and for who comes later, is closed by hand, and is in the replay', async () => {
  const live = await aShow()
  t.clock.advance(60_000 + 5_000)
  const connection = await aConnection(t, port, helper, live.id)
  const [here, there] = [await aViewer(t, port, live.streamId), await aViewer(t, node.port, live.streamId)]
  await open(live.id, owner.headers)
  for (const viewer of [here, there])
    expect(await viewer.until('the poll', () => pollOf(viewer)?.opened)).toMatchObject(asked)
  expect(await connection.acted('pollOpened')).toMatchObject({ by: { name: '王小明' }, text: asked.question })
  const poll = pollOf(here)?.opened.poll ?? ''
  there.send({ t: 'vote', poll, option: 1 })
  await there.until('the vote', () => there.state().ownVote)
  // Another one takes its place: the first is closed with what it had.
  await open(live.id, owner.headers)
  const second = await here.until('the second', () =>
    pollOf(here)?.opened.poll === poll ? undefined : pollOf(here)?.opened.poll,
  )
  here.send({ t: 'vote', poll: second, option: 0 })
  await here.until('the vote', () => (here.state().ownVote?.poll === second ? true : undefined))
  const late = await aViewer(t, node.port, live.streamId)
  expect(pollOf(late)).toMatchObject({ opened: { poll: second } })
  await close(live.id, owner.headers)
  await close(live.id, owner.headers)
  for (const viewer of [here, there, late]) {
    // The other node may still be at the end of the first.
    const ended = () => (pollOf(viewer)?.closed?.poll === second ? pollOf(viewer)?.closed : undefined)
    expect(await viewer.until('its end', ended)).toMatchObject({ counts: [1, 0] })
  }
  await connection.acted('pollClosed')
  expect(connection.acts().filter((act) => act.endsWith('pollClosed'))).toHaveLength(1)
  await t.call(roomRoutes.close, { query: { liveId: live.id } }, owner.headers)
  const { polls } = await t.call(replayRoutes.replay, { query: { streamId: live.streamId, fromMs: 0 } })
  expect(polls).toMatchObject([
    { opened: { poll }, closed: { counts: [0, 1] } },
    { opened: { poll: second }, closed: { counts: [1, 0] } },
  ])
  connection.end()
})

test('CONTROL-ROOM-111 A poll of the script is a moment like any: called now it opens now, once, and left out never', async () => {
  const live = await aShow()
  const { script } = await t.call(controlRoomRoutes.controlRoom, { query: { liveId: live.id } }, owner.headers)
  const itemId = script.find(({ kind }) => kind === 'poll')?.id ?? ''
  t.clock.advance(60_000 + 5_000)
  const viewer = await aViewer(t, node.port, live.streamId)
  const cue = (action: 'now' | 'skip') =>
    t.call(scriptControlRoutes.cue, { body: { liveId: live.id, itemId, action } }, owner.headers)
  await cue('skip')
  await cue('now')
  await node.node.registry.refresh(live.id)
  t.clock.advance(2_000)
  await node.node.registry.beat()
  expect(await viewer.until('the poll', () => pollOf(viewer)?.opened)).toMatchObject({
    question: '下一窯？',
    untilMs: 36_000,
  })
  const skipped = await aShow()
  const { script: other } = await t.call(
    controlRoomRoutes.controlRoom,
    { query: { liveId: skipped.id } },
    owner.headers,
  )
  const skip = {
    liveId: skipped.id,
    itemId: other.find(({ kind }) => kind === 'poll')?.id ?? '',
    action: 'skip' as const,
  }
  t.clock.advance(60_000)
  const away = await aViewer(t, node.port, skipped.streamId)
  await t.call(scriptControlRoutes.cue, { body: skip }, owner.headers)
  await node.node.registry.refresh(skipped.id)
  t.clock.advance(35_000)
  await node.node.registry.beat()
  t.clock.advance(10_000)
  await node.node.registry.beat()
  expect(pollOf(away)).toBeUndefined()
})

test('CONTROL-ROOM-112 Nobody of another firm, and nobody without a login, opens or closes a poll; one option is none', async () => {
  const live = await aShow()
  const stranger = await t.aFirm('別家')
  t.clock.advance(60_000)
  for (const send of [open, close]) {
    await expect(send(live.id, stranger.headers)).rejects.toMatchObject({ errorName: 'noData' })
    await expect(send(live.id)).rejects.toMatchObject({ errorName: 'sessionExpired' })
  }
  const body = { liveId: live.id, question: '？', options: ['只有一個'], seconds: 60 }
  await expect(t.call(pollControlRoutes.openPoll, { body }, owner.headers)).rejects.toMatchObject({
    errorName: 'invalid',
  })
})

const gift = { prize: '筷架', word: '開窯', winners: 1, seconds: 60 }

test('CONTROL-ROOM-113 A giveaway made on the spot is drawn by hand; anybody may fetch who took part, without names, and only once it is drawn', async () => {
  const live = await aShow()
  t.clock.advance(60_000 + 5_000)
  const [here, there] = [await aViewer(t, port, live.streamId), await aViewer(t, node.port, live.streamId)]
  await t.call(giveawayControlRoutes.openGiveaway, { body: { liveId: live.id, ...gift } }, owner.headers)
  const pairOf = (viewer: Viewer) => newestGiveaway(viewer.state().giveaways)
  for (const viewer of [here, there]) await viewer.until('the giveaway', () => pairOf(viewer)?.opened)
  const giveaway = pairOf(here)?.opened.giveaway ?? ''
  const entrants = () => t.call(giveawayRoutes.entrants, { query: { streamId: live.streamId, giveaway } })
  await expect(entrants()).rejects.toMatchObject({ errorName: 'notFound' })
  there.send({ t: 'say', id: 'message-there', text: '開窯' })
  await here.sees('開窯')
  const draw = () => t.call(giveawayControlRoutes.drawGiveaway, { query: { liveId: live.id } }, owner.headers)
  await draw()
  await draw()
  const drawn = await here.until('the draw', () => pairOf(here)?.drawn)
  const you = there.state().you?.userId ?? ''
  expect(drawn).toMatchObject({ entrants: 1, winners: [{ userId: you }] })
  expect(await entrants()).toEqual({ entrants: [you] })
  const pair = pairOf(here)
  if (pair?.drawn === undefined) throw new Error('nothing was drawn')
  expect(await isDrawRight({ opened: pair.opened, drawn: pair.drawn }, [you])).toBe(true)
  const draws = () => t.call(giveawayRoutes.draws, { query: { streamId: live.streamId } })
  expect(await draws()).toEqual({ draws: [pair] })
  const list = { query: { liveId: live.id } }
  const { items } = await t.call(giveawayControlRoutes.giveaways, list, owner.headers)
  expect(items).toMatchObject([{ giveaway, seed: drawn.seed, entrants: [{ userId: you }] }])
  const stranger = await t.aFirm('別的店家')
  await expect(t.call(giveawayControlRoutes.giveaways, list, stranger.headers)).rejects.toMatchObject({
    errorName: 'noData',
  })
  const body = { liveId: live.id, ...gift }
  for (const send of [
    () => t.call(giveawayControlRoutes.openGiveaway, { body }, stranger.headers),
    () => t.call(giveawayControlRoutes.drawGiveaway, list, stranger.headers),
  ])
    await expect(send()).rejects.toMatchObject({ errorName: 'noData' })
  await expect(t.call(giveawayControlRoutes.openGiveaway, { body })).rejects.toMatchObject({
    errorName: 'sessionExpired',
  })
  await t.call(roomRoutes.close, { query: { liveId: live.id } }, owner.headers)
  expect(await draws()).toEqual({ draws: [pair] })
  const { giveaways } = await t.call(replayRoutes.replay, { query: { streamId: live.streamId, fromMs: 0 } })
  expect(giveaways).toMatchObject([{ opened: { giveaway }, drawn: { winners: [{ userId: you }] } }])
})

test('CONTROL-ROOM-234 A giveaway that still runs is no draw, and of a room that nobody knows there are none to see', async () => {
  const live = await aShow()
  t.clock.advance(60_000 + 5_000)
  await t.call(giveawayControlRoutes.openGiveaway, { body: { liveId: live.id, ...gift } }, owner.headers)
  expect(await t.call(giveawayRoutes.draws, { query: { streamId: live.streamId } })).toEqual({ draws: [] })
  const unknown = { query: { streamId: `${live.streamId.slice(0, -4)}zzzz` } }
  await expect(t.call(giveawayRoutes.draws, unknown)).rejects.toMatchObject({ errorName: 'notFound' })
})
