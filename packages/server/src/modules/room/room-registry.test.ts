import type { ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import { closeCodes, type CloseReason, roomLimits, protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import { applyFact, emptyRoom, type RoomState } from '@kaimai/contract/room/room.reducer.ts'
import type { RoomProduct } from '@kaimai/contract/room/room.routes.ts'
import { assert, asyncProperty, array, integer, nat, record } from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aBlacklist } from '../../../test/block-factory.ts'
import { silentLog } from '../../../test/database.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'
import {
  aRoom,
  aRoomNode,
  type RoomStage,
  roomStage,
  type StagedLive,
  startOfTests,
} from '../../../test/room-factory.ts'
import { joinRoom, openSocket, resumeRoom, type RoomServer, serveRoom } from '../../../test/room-socket.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { inProcessBus } from '../../platform/bus/in-process-bus.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { createRoomNotices } from './room-notices.ts'

const db = await sharedDatabase()
let stage: RoomStage
let clock: ManualClock
let servers: RoomServer[]
beforeEach(() => {
  stage = roomStage()
  clock = manualClock(startOfTests)
  servers = []
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()))
})

/** One more process, on its own bus unless one is given. */
const aServer = async (bus?: Bus): Promise<RoomServer> => {
  const server = await serveRoom(aRoomNode(db, stage, { clock, ...(bus === undefined ? {} : { bus }) }))
  servers.push(server)
  return server
}

const say = (text: string, id: string = newId()) => ({ t: 'say', id, text }) as const
const code = (reason: CloseReason): number => closeCodes[reason]
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const place = (live: StagedLive) => ({ firmId: live.firmId, liveId: live.id, beginAtMs: live.beginAtMs })
const speaker = { userId: 'x', name: 'x', imgUrl: '', as: 'viewer' } as const
const append = (server: RoomServer, live: StagedLive, text: string) =>
  server.node.roomLog.append(place(live), {
    event: { kind: 'commented', user: speaker, text },
    liveUserId: null,
    key: newId(),
  })
const beats = async (server: RoomServer, count: number) => {
  for (let at = 0; at < count; at += 1) await server.node.registry.beat()
}
/** A bus that tells nobody anything. */
const deafBus = (): Bus => ({ ...inProcessBus(silentLog), publish: () => {} })

const product = (productId: string, variantId: string, left: number): RoomProduct => ({
  productId,
  productName: '杯子',
  keyword: 'A01',
  description: '',
  unit: '個',
  price: 100,
  originalPrice: null,
  priceKind: 'normal',
  prices: {
    price: 100,
    originalPrice: null,
    onSalePrice: null,
    onSaleFrom: null,
    onSaleUntil: null,
    specialOfferPrice: null,
  },
  currency: 'TWD',
  imageUrl: '',
  perPersonLimit: null,
  returnException: null,
  variants: [{ variantId, name: '', keyword: '', left }],
  showLeft: true,
})

describe('coming back', () => {
  test('ROOM-16 A resume gives all that was missed, real and scripted, each once', async () => {
    const script: ScriptItem[] = [
      { id: 'a', atMs: 61_000, kind: 'comment', name: '阿明', imgUrl: '', text: '腳本一' },
      { id: 'b', atMs: 62_000, kind: 'audience', count: 0 },
      { id: 'c', atMs: 63_000, kind: 'comment', name: '阿明', imgUrl: '', text: '腳本二' },
    ]
    const live = await aRoom(db, stage, { script })
    const server = await aServer()
    const watcher = await joinRoom(server, live.streamId, 'd0')
    const viewer = await joinRoom(server, live.streamId, 'd1')
    clock.advance(1_500)
    await viewer.comment('腳本一')
    await append(server, live, '真的一')
    await viewer.comment('真的一')
    viewer.end()
    await append(server, live, '真的二')
    clock.advance(2_000)
    await watcher.comment('腳本二')
    const back = await resumeRoom(server, viewer.joined.resume, viewer.state())
    const joined = await back.fact('joined')
    expect(joined.reset).toBe(false)
    expect(back.comments()).toEqual(['真的二', '腳本二'])
    const merged: RoomState = [...viewer.facts, ...back.facts].reduce(applyFact, emptyRoom)
    expect(merged.events).toEqual(watcher.state().events)
  })

  test('ROOM-173 Who missed more than 500, or claims what never was, starts anew with the last 50', async () => {
    const live = await aRoom(db, stage)
    const server = await aServer()
    const viewer = await joinRoom(server, live.streamId, 'd1')
    await Promise.all(Array.from({ length: 501 }, (_, at) => append(server, live, `${at}`)))
    await viewer.comment('500')
    for (const held of [
      { seq: 0, heardAtMs: 1 },
      { seq: 9_999, heardAtMs: clock.ms() },
    ]) {
      const back = await resumeRoom(server, viewer.joined.resume, held)
      const joined = await back.fact('joined')
      expect(joined).toMatchObject({ seq: 501, reset: true })
      expect(back.comments()).toEqual(Array.from({ length: roomLimits.historyLength }, (_, at) => `${at + 451}`))
    }
  })

  test('ROOM-174 A node that has just started knows what was said before', async () => {
    const live = await aRoom(db, stage)
    const first = await aServer()
    for (let at = 0; at < 60; at += 1) await append(first, live, `${at}`)
    const viewer = await joinRoom(await aServer(), live.streamId, 'd1')
    expect(viewer.joined.seq).toBe(60)
    expect(viewer.comments()).toEqual(Array.from({ length: 50 }, (_, at) => `${at + 10}`))
  })
})

describe('several nodes', () => {
  test('ROOM-17 Viewers of two nodes on one bus see the same order, without a gap', async () => {
    const bus = inProcessBus(silentLog)
    const live = await aRoom(db, stage)
    const [one, two] = [await aServer(bus), await aServer(bus)]
    const [a, b] = [await joinRoom(one, live.streamId, 'd1'), await joinRoom(two, live.streamId, 'd2')]
    const count = 60
    await Promise.all(Array.from({ length: count }, (_, at) => append(at % 2 === 0 ? one : two, live, `${at}`)))
    for (const socket of [a, b]) await socket.until('all', () => (socket.state().seq === count ? true : undefined))
    expect(a.state().events).toEqual(b.state().events)
    expect(a.state().events.map((event) => ('seq' in event ? event.seq : 0))).toEqual(
      Array.from({ length: count }, (_, at) => at + 1),
    )
  })

  test('ROOM-175 Hints that are lost are found out within five seconds', async () => {
    const live = await aRoom(db, stage)
    const [one, two] = [await aServer(deafBus()), await aServer(deafBus())]
    const viewer = await joinRoom(two, live.streamId, 'd1')
    await append(one, live, '沒人告訴我')
    // Without a hint nothing may come in this time.
    await pause(250)
    expect(viewer.comments()).toEqual([])
    await beats(two, 5)
    await viewer.comment('沒人告訴我')
  })

  test('ROOM-176 Who comes from a node that was ahead is told the rest, not the whole anew', async () => {
    const live = await aRoom(db, stage)
    const [ahead, behind] = [await aServer(deafBus()), await aServer(deafBus())]
    const other = await joinRoom(behind, live.streamId, 'd0')
    const viewer = await joinRoom(ahead, live.streamId, 'd1')
    await append(ahead, live, '一')
    await append(ahead, live, '二')
    await viewer.comment('二')
    const back = await resumeRoom(behind, viewer.joined.resume, viewer.state())
    expect(await back.fact('joined')).toMatchObject({ reset: false, seq: 2, events: [] })
    await other.comment('二')
  })

  test('ROOM-177 A node reads the gap between what it knows and what it has written itself', async () => {
    const live = await aRoom(db, stage)
    const [one, two] = [await aServer(deafBus()), await aServer(deafBus())]
    const viewer = await joinRoom(two, live.streamId, 'd1')
    await append(one, live, '一')
    await append(one, live, '二')
    await append(two, live, '三')
    await viewer.comment('三')
    expect(viewer.comments()).toEqual(['一', '二', '三'])
  })

  test('ROOM-178 The number of viewers counts people: over nodes, not tabs, not reloads, not killed nodes', async () => {
    const bus = inProcessBus(silentLog)
    const live = await aRoom(db, stage)
    const [one, two] = [await aServer(bus), await aServer(bus)]
    const first = await joinRoom(one, live.streamId, 'd1')
    const tab = await joinRoom(one, live.streamId, 'd1')
    expect(tab.joined.online).toBe(1)
    first.end()
    const reload = await joinRoom(one, live.streamId, 'd1')
    expect(reload.joined.online).toBe(1)
    const other = await joinRoom(two, live.streamId, 'd2')
    await joinRoom(two, live.streamId, 'd1')
    await beats(one, 1)
    await beats(two, 1)
    // d1 sits at both nodes: told apart when the presences have been written.
    await expect
      .poll(async () => {
        await beats(one, 15)
        await beats(two, 15)
        return one.node.registry.online(live.id)?.online
      })
      .toBe(2)
    await other.until('2 online', () => (other.state().online === 2 ? true : undefined))
    expect((await one.node.rooms.show(live.streamId)).online).toBe(2)
    expect(await one.node.rooms.onlineNow([live.id])).toEqual(new Map([[live.id, 2]]))
    // Node two is killed: it says nothing any more.
    clock.advance(5_000)
    await beats(one, 1)
    expect(one.node.registry.online(live.id)?.online).toBe(1)
  })

  test('ROOM-179 The audience that a script adds is in the number shown, not in the real one', async () => {
    const script: ScriptItem[] = [{ id: 'a', atMs: 1_000, kind: 'audience', count: 120 }]
    const live = await aRoom(db, stage, { script })
    const server = await aServer()
    const viewer = await joinRoom(server, live.streamId, 'd1')
    expect(viewer.joined.online).toBe(121)
    await server.node.connections.flush()
    expect((await server.node.rooms.onlineNow([live.id])).get(live.id)).toBe(1)
    const away = await aServer()
    expect((await away.node.rooms.show(live.streamId)).online).toBe(121)
  })
})

describe('the script', () => {
  test('ROOM-14 Whenever viewers come, what they see of the same span is the same', async () => {
    const server = await aServer()
    const items = array(record({ atMs: integer({ min: 60_000, max: 61_200 }), what: nat(3) }), { maxLength: 40 })
    await assert(
      asyncProperty(items, integer({ min: 0, max: 1_200 }), async (drafts, joinsAt) => {
        const script = drafts
          .map(({ atMs, what }, at): ScriptItem => {
            const id = `i${String(at).padStart(3, '0')}`
            const productId = `00000000-0000-7000-8000-00000000000${what}`
            if (what === 0) return { id, atMs, kind: 'showProduct', productId }
            if (what === 1) return { id, atMs, kind: 'hideProduct', productId: productId.replace(/1$/, '0') }
            return { id, atMs, kind: 'comment', name: `n${what}`, imgUrl: '', text: id }
          })
          .toSorted((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1))
        clock.set(startOfTests)
        const live = await aRoom(db, stage, { script })
        const early = await joinRoom(server, live.streamId, newId())
        clock.advance(joinsAt)
        const late = await joinRoom(server, live.streamId, newId())
        clock.advance(1_300 - joinsAt)
        await append(server, live, 'end')
        await Promise.all([early.comment('end'), late.comment('end')])
        expect(late.state().events).toEqual(early.state().events)
        expect(late.state().shown).toEqual(early.state().shown)
        expect(early.state().events).toHaveLength(script.length + 1)
        early.end()
        late.end()
      }),
      { numRuns: 8 },
    )
  })

  test('ROOM-28 A virtual user has one public id in a room, and is marked only where the firm discloses it', async () => {
    const script: ScriptItem[] = [1_000, 2_000].map((atMs) => ({
      id: `${atMs}`,
      atMs,
      kind: 'comment',
      name: '阿明',
      imgUrl: '',
      text: `${atMs}`,
    }))
    const users = async (disclosure: boolean) => {
      const live = await aRoom(db, stage, { script })
      stage.firms.set(live.firmId, { disclosure, isDemo: false, suspended: false })
      const { joined } = await joinRoom(await aServer(), live.streamId, 'd1')
      return joined.events.map((event) => ('user' in event ? event.user : undefined))
    }
    const [open, closed] = [await users(true), await users(false)]
    expect(open[0]).toEqual(open[1])
    expect(open[0]?.as).toBe('virtual')
    expect(closed[0]?.as).toBe('viewer')
    expect(open[0]?.userId).toMatch(/^[\w-]{16}$/)
    expect(open[0]?.userId).not.toBe(closed[0]?.userId)
  })

  test('ROOM-7 What is shown follows from script and hosts together', async () => {
    const [a, b] = [newId(), newId()]
    const script: ScriptItem[] = [
      { id: 'a', atMs: 1_000, kind: 'showProduct', productId: a },
      { id: 'b', atMs: 62_000, kind: 'hideProduct', productId: a },
    ]
    const live = await aRoom(db, stage, { script })
    const server = await aServer()
    await server.node.roomLog.append(place(live), {
      event: { kind: 'productShown', productId: b },
      liveUserId: null,
      key: 'x',
    })
    const viewer = await joinRoom(server, live.streamId, 'd1')
    expect(viewer.joined.shown).toEqual([a, b])
    clock.advance(3_000)
    await viewer.until('a hidden', () => (viewer.state().shown.length === 1 ? true : undefined))
    expect((await joinRoom(await aServer(), live.streamId, 'd2')).joined.shown).toEqual([b])
  })
})

describe('what else a room tells', () => {
  test('ROOM-23 Stock that changed goes out with the next frame, of this room alone', async () => {
    const [ours, foreign] = [newId(), newId()]
    const live = await aRoom(db, stage, { products: [product(newId(), ours, 5)] })
    const server = await aServer()
    const viewer = await joinRoom(server, live.streamId, 'd1')
    expect(viewer.joined.stock).toEqual({ [ours]: 5 })
    server.node.bus.publish(`stock/${live.firmId}`, { [ours]: 3, [foreign]: 1 })
    await viewer.until('3 left', () => (viewer.state().stock[ours] === 3 ? true : undefined))
    expect(viewer.state().stock).toEqual({ [ours]: 3 })
  })

  test('ROOM-29 A live that was changed plays by its new times and words', async () => {
    const live = await aRoom(db, stage)
    const server = await aServer()
    const [one, two] = [await joinRoom(server, live.streamId, 'd1'), await joinRoom(server, live.streamId, 'd2')]
    const script: ScriptItem[] = [{ id: 'n', atMs: 60_500, kind: 'comment', name: 'n', imgUrl: '', text: '新腳本' }]
    stage.lives.set(live.id, { ...live, bannedKeywords: ['便宜'], script })
    server.node.bus.publish('live', { liveId: live.id, streamId: live.streamId })
    await server.node.registry.refresh(live.id)
    clock.advance(1_000)
    await one.comment('新腳本')
    one.send(say('便宜'))
    await one.fact('said')
    two.send(say('好'))
    await two.comment('好')
    expect(two.comments()).toEqual(['新腳本', '好'])
    stage.lives.set(live.id, { ...live, cancelledAtMs: clock.ms() })
    server.node.bus.publish('live', { liveId: live.id, streamId: live.streamId })
    await server.node.registry.refresh(live.id)
    await beats(server, 1)
    expect(await one.closed()).toBe(code('roomEnded'))
  })

  test('ROOM-30 An order and a changed live are told once, however often the event comes', async () => {
    const live = await aRoom(db, stage)
    const server = await aServer()
    const viewer = await joinRoom(server, live.streamId, 'd1')
    const productId = newId()
    const notices = createRoomNotices({
      roomLog: server.node.roomLog,
      lives: stage.sources.lives,
      liveUsers: server.node.liveUsers,
      linesOf: async () => [
        { productId, quantity: 1 },
        { productId, quantity: 2 },
      ],
      clock,
    })
    const order = { firmId: live.firmId, orderId: newId(), liveId: live.id }
    await notices.orderPlaced(order)
    await notices.orderPlaced(order)
    await notices.orderPlaced({ ...order, orderId: newId(), liveId: null })
    await notices.liveChanged(order, { id: 'event-1' })
    await notices.liveChanged(order, { id: 'event-1' })
    await viewer.until('both', () => (viewer.state().seq === 2 ? true : undefined))
    expect(viewer.state().events).toEqual([
      { seq: 1, ms: 60_000, kind: 'sold', productId, quantity: 3 },
      { seq: 2, ms: 60_000, kind: 'roomChanged' },
    ])
  })
})

describe('who may stay', () => {
  test('ROOM-20 A blocked viewer is out at once, at every node, and no ticket or token brings it back', async () => {
    const bus = inProcessBus(silentLog)
    const live = await aRoom(db, stage)
    const [one, two] = [await aServer(bus), await aServer(bus)]
    const bad = await joinRoom(one, live.streamId, 'bad')
    const badElsewhere = await joinRoom(two, live.streamId, 'bad')
    const good = await joinRoom(one, live.streamId, 'good')
    const door = { device: 'bad', setDevice: () => {}, newDevice: () => '', ip: '', language: 'en' } as const
    const { ticket } = await one.node.rooms.join({ streamId: live.streamId }, door)
    const user = await one.node.liveUsers.byViewerKey(live.streamId, bad.viewerKey)
    if (user === undefined) throw new Error('no such viewer')
    const list = aBlacklist(db, stage, two.node)
    const blockId = await list.bar(user)
    expect(await bad.closed()).toBe(code('blocked'))
    expect(await badElsewhere.closed()).toBe(code('blocked'))
    const withToken = await resumeRoom(one, bad.joined.resume, bad.state())
    expect(await withToken.closed()).toBe(code('blocked'))
    const withTicket = await openSocket(two.port)
    withTicket.send({ t: 'join', v: protocolVersion, ticket, seq: 0 })
    expect(await withTicket.closed()).toBe(code('blocked'))
    await expect(one.node.rooms.join({ streamId: live.streamId }, door)).rejects.toMatchObject({
      errorName: 'forbidden',
    })
    // The others stay, and their tokens hold.
    expect(good.isOpen()).toBe(true)
    const again = await resumeRoom(two, good.joined.resume, good.state())
    await again.fact('joined')
    await list.letIn(live.firmId, blockId)
    await joinRoom(one, live.streamId, 'bad')
  })

  test('ROOM-180 A node that the news of a block did not reach finds it out within five seconds', async () => {
    const live = await aRoom(db, stage)
    const [one, two] = [await aServer(deafBus()), await aServer(deafBus())]
    const bad = await joinRoom(one, live.streamId, 'bad')
    const good = await joinRoom(one, live.streamId, 'good')
    const user = await two.node.liveUsers.byViewerKey(live.streamId, bad.viewerKey)
    if (user === undefined) throw new Error('no such viewer')
    await aBlacklist(db, stage, two.node).bar(user)
    await beats(one, 5)
    expect(await bad.closed()).toBe(code('blocked'))
    expect(good.isOpen()).toBe(true)
  })
})
