import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { closeCodes, protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { describe, expect, test } from 'vitest'
import { anOpenRoom, aViewer, pass, sharedControlRoom } from '../../../test/control-room.ts'
import { openSocket } from '../../../test/room-socket.ts'

const { t, port, owner, helper, node } = await sharedControlRoom()

const controlRoom = (liveId: string) => t.call(controlRoomRoutes.controlRoom, { query: { liveId } }, owner.headers)
describe('rules of a running room', () => {
  test('CONTROL-ROOM-4 Slow mode counts for everybody at once, at every node, also after a reload, and ends', async () => {
    const live = await anOpenRoom(t, owner)
    const viewer = await aViewer(t, node.port, live.streamId)
    const slow = (slowSeconds: number) =>
      t.call(controlRoomRoutes.settings, { body: { liveId: live.id, slowSeconds } }, owner.headers)
    await slow(30)
    await viewer.heard('slowed')
    expect(await viewer.say('一')).toMatchObject({ t: 'said' })
    await pass(t, 10_000, [viewer])
    expect(await viewer.say('二')).toMatchObject({ t: 'refused', error: 'tooManyRequests', retryAfterMs: 20_000 })
    const [said] = viewer.facts.filter((fact) => fact.t === 'said')
    viewer.end()
    const again = await aViewer(t, node.port, live.streamId, viewer.viewerKey)
    expect(again.joined.slow).toBe(30)
    // The same message once more, as after a lost answer.
    again.send({ t: 'say', id: said?.id ?? '', text: '一' })
    expect(await again.fact('said')).toEqual(said)
    again.send({ t: 'say', id: 'message-again', text: '三' })
    expect(await again.fact('refused')).toMatchObject({ retryAfterMs: 20_000 })
    t.clock.advance(20_000)
    again.send({ t: 'say', id: 'message-later', text: '四' })
    await again.fact('said', 1)
    await slow(0)
    await again.until('quick again', () => (again.state().slow === 0 ? true : undefined))
    again.send({ t: 'say', id: 'message-quick', text: '五' })
    await again.fact('said', 2)
    expect((await controlRoom(live.id)).slowSeconds).toBe(0)
  })

  test('CONTROL-ROOM-5 Slow mode holds over nodes: who has spoken at one waits at the other', async () => {
    const live = await anOpenRoom(t, owner)
    await t.call(controlRoomRoutes.settings, { body: { liveId: live.id, slowSeconds: 30 } }, owner.headers)
    const here = await aViewer(t, port, live.streamId)
    const there = await aViewer(t, node.port, live.streamId, here.viewerKey)
    expect(await here.say('一')).toMatchObject({ t: 'said' })
    await there.sees('一')
    await pass(t, 10_000, [here, there])
    there.send({ t: 'say', id: 'message-there', text: '二' })
    expect(await there.fact('refused')).toMatchObject({ error: 'tooManyRequests', retryAfterMs: 20_000 })
    await pass(t, 20_000, [here, there])
    there.send({ t: 'say', id: 'message-there', text: '二' })
    expect(await there.fact('said')).toMatchObject({ id: 'message-there' })
  })

  test('CONTROL-ROOM-6 A banned word in a viewer’s name holds all that viewer says, and nothing the staff says', async () => {
    const live = await anOpenRoom(t, owner)
    const keyword = { liveId: live.id, bannedKeywords: ['小美', '王小明'] }
    await t.call(controlRoomRoutes.keyword, { body: keyword }, owner.headers)
    const viewer = await aViewer(t, node.port, live.streamId)
    const other = await aViewer(t, port, live.streamId)
    await viewer.say('你好')
    const say = { liveId: live.id, id: 'staff-words-1', as: 'staff', virtualUserId: null, text: '歡迎' } as const
    await t.call(controlRoomRoutes.say, { body: say }, owner.headers)
    for (const socket of [viewer, other]) await socket.sees('歡迎')
    expect(viewer.seen()).toEqual(['你好', '歡迎'])
    expect(other.seen()).toEqual(['歡迎'])
    const { comments } = await t.call(
      controlRoomRoutes.comments,
      { query: { liveId: live.id, filter: 'held' } },
      owner.headers,
    )
    expect(comments).toMatchObject([{ text: '你好', held: true, user: { name: '小美' } }])
  })

  test('CONTROL-ROOM-7 Closing anonymous entry sends out who has not signed up, at every node, and no token brings them back', async () => {
    const live = await anOpenRoom(t, owner)
    const here = await aViewer(t, port, live.streamId)
    const there = await aViewer(t, node.port, live.streamId)
    const late = await t.call(roomRoutes.join, { body: { streamId: live.streamId } })
    const allow = (anonymousAllowed: boolean) =>
      t.call(controlRoomRoutes.anonymousEntry, { body: { liveId: live.id, anonymousAllowed } }, owner.headers)
    await allow(false)
    // Not 'blocked': the page asks for another ticket, and is told why there is none.
    for (const socket of [here, there]) expect(await socket.closed()).toBe(closeCodes.badTicket)
    for (const at of [port, node.port]) {
      const back = await openSocket(at, { origin: `http://127.0.0.1:${at}` })
      back.send({ t: 'resume', v: protocolVersion, token: here.joined.resume, seq: 0 })
      expect(await back.closed()).toBe(closeCodes.badTicket)
    }
    const first = await openSocket(port, { origin: `http://127.0.0.1:${port}` })
    first.send({ t: 'join', v: protocolVersion, ticket: late.ticket, seq: 0 })
    expect(await first.closed()).toBe(closeCodes.badTicket)
    const { streamId } = live
    await expect(t.call(roomRoutes.join, { body: { streamId, viewerKey: here.viewerKey } })).rejects.toMatchObject({
      errorName: 'forbidden',
      message: expect.stringContaining(roomErrors.anonymousClosed['zh-TW']),
    })
    await allow(true)
    // Once the node has heard of it.
    await expect
      .poll(async () => {
        const { ticket } = await t.call(roomRoutes.join, { body: { streamId, viewerKey: here.viewerKey } })
        const again = await openSocket(port, { origin: `http://127.0.0.1:${port}` })
        again.send({ t: 'join', v: protocolVersion, ticket, seq: 0 })
        const joined = again.fact('joined').then(({ you }) => you.userId)
        return Promise.race([joined, again.closed()])
      })
      .toBe(here.userId)
  })

  test('CONTROL-ROOM-8 Banned words are tried before they hold anything, and hold from then on', async () => {
    const live = await anOpenRoom(t, owner)
    const viewer = await aViewer(t, node.port, live.streamId)
    const words = (body: { bannedKeywords?: string[]; test?: string }) =>
      t.call(controlRoomRoutes.keyword, { body: { liveId: live.id, ...body } }, owner.headers)
    expect(await words({ test: '假 貨' })).toEqual({ bannedKeywords: [], held: false })
    expect(await words({ bannedKeywords: ['假貨', ''], test: '假 貨' })).toEqual({
      bannedKeywords: ['假貨'],
      held: true,
    })
    await expect
      .poll(async () => {
        await viewer.say('假貨！')
        t.clock.advance(1_500)
        return (await t.call(controlRoomRoutes.comments, { query: { liveId: live.id, filter: 'held' } }, owner.headers))
          .counts.held
      })
      .toBeGreaterThan(0)
  })

  test('CONTROL-ROOM-9 Is kept open longer, and its firm’s ready answers are the same in every room', async () => {
    const live = await anOpenRoom(t, owner)
    const { endAt } = await controlRoom(live.id)
    const later = await t.call(controlRoomRoutes.extend, { body: { liveId: live.id, minutes: 15 } }, owner.headers)
    expect(Date.parse(later.endAt) - Date.parse(endAt)).toBe(15 * 60_000)
    await t.call(controlRoomRoutes.quickReplies, { body: { quickReplies: ['三天內出貨', '可以微波'] } }, owner.headers)
    expect((await controlRoom(live.id)).quickReplies).toEqual(['三天內出貨', '可以微波'])
    const stranger = await t.aFirm('別家')
    await t.app.services.metering.addHours(stranger.firmId, { kind: 'topUp', key: 'test', seconds: 36_000 })
    const theirs = await anOpenRoom(t, stranger)
    const { quickReplies } = await t.call(
      controlRoomRoutes.controlRoom,
      { query: { liveId: theirs.id } },
      stranger.headers,
    )
    expect(quickReplies).toEqual([])
  })
})

describe('figures and people', () => {
  test('CONTROL-ROOM-10 Count who is there, who came, and what was said; a room of all is found with what waits', async () => {
    const live = await anOpenRoom(t, owner)
    await t.call(controlRoomRoutes.keyword, { body: { liveId: live.id, bannedKeywords: ['假貨'] } }, owner.headers)
    const [here, left] = [await aViewer(t, port, live.streamId), await aViewer(t, node.port, live.streamId)]
    await here.say('有幾個')
    await here.say('假貨')
    const registries = [node.node.registry, t.app.services.rooms.registry]
    const beats = async () => {
      for (const registry of registries) for (let at = 0; at < 15; at += 1) await registry.beat()
    }
    const figures = async () => {
      await beats()
      return t.call(controlRoomRoutes.figures, { query: { liveId: live.id } }, owner.headers)
    }
    await expect.poll(async () => (await figures()).online).toBe(2)
    expect(await figures()).toMatchObject({
      online: 2,
      joins: 2,
      joinsLastMinute: 2,
      comments: 2,
      orders: 0,
      unpaid: 0,
    })
    const { lives } = await t.call(controlRoomRoutes.running, {}, owner.headers)
    expect(lives.find(({ id }) => id === live.id)).toMatchObject({ status: 'live', online: 2, waiting: 1 })
    left.end()
    await pass(t, 61_000, [here])
    await beats()
    expect(await figures()).toMatchObject({ online: 1, joins: 2, joinsLastMinute: 0 })
    const viewers = await t.call(controlRoomRoutes.viewers, { query: { liveId: live.id } }, helper.headers)
    expect(viewers.items.map(({ userId, isOnline }) => [userId, isOnline])).toEqual([
      [here.userId, true],
      [left.userId, false],
    ])
    const gone = await t.call(controlRoomRoutes.viewers, { query: { liveId: live.id, online: 'no' } }, owner.headers)
    expect(gone).toMatchObject({ total: 1, items: [{ userId: left.userId, muted: false }] })
    const person = await t.call(
      controlRoomRoutes.person,
      { query: { liveId: live.id, userId: here.userId } },
      owner.headers,
    )
    expect(person).toMatchObject({ userId: here.userId, messages: 2, regular: false, muted: false })
    expect(person.comments.map(({ text, held }) => [text, held])).toEqual([
      ['假貨', true],
      ['有幾個', false],
    ])
  })
})
