import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { Fact, protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import { applyFact, emptyRoom, type RoomState } from '@kaimai/contract/room/room.reducer.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { anOpenRoom, arrive } from '../../../test/control-room.ts'
import { recordStatements } from '../../../test/explain.ts'
import {
  type AnyLive,
  aRoom,
  aRoomNode,
  type RoomStage,
  roomStage,
  type StagedLive,
  startOfTests,
} from '../../../test/room-factory.ts'
import { type RoomServer, serveRoom } from '../../../test/room-socket.ts'
import { testApp } from '../../../test/test-app.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { createConnectionLimits } from './connection-limits.ts'
import { createConnectionStore } from '../live-hours/connection.store.ts'
import { createConnections } from './connections.ts'
import { fairShareLimits } from './fair-share.ts'
import { createRoomNotices } from './room-notices.ts'
import type { RoomPartsDeps } from './room-parts.ts'
import { createRoomStore } from './room.store.ts'

const db = await sharedDatabase()
let stage: RoomStage
let clock: ManualClock
beforeEach(() => {
  stage = roomStage()
  clock = manualClock(startOfTests)
})

const minute = 60_000
const patience = { timeout: 20_000 }
const carrier = '203.0.113.9'

const serving = async (work: (server: RoomServer) => Promise<void>, edge?: RoomPartsDeps['edge']): Promise<void> => {
  const server = await serveRoom(aRoomNode(db, stage, { clock, edge: { trustProxy: ['loopback'], ...edge } }))
  try {
    await work(server)
  } finally {
    await server.stop()
  }
}

const aMeteredRoom = async (given: AnyLive = {}): Promise<StagedLive> => {
  const begin = startOfTests.getTime()
  const live = await aRoom(db, stage, { beginAtMs: begin, endAtMs: begin + 60 * minute, ...given })
  await createRoomStore(db).open(live.firmId, live.id, clock.now())
  return live
}

/** Comes in through an address as a browser does. */
const come = async (server: RoomServer, live: StagedLive, address: string, viewerKey?: string) => {
  const { ticket } = await server.node.rooms.join(
    { streamId: live.streamId, viewerKey },
    { device: undefined, setDevice: () => {}, newDevice: () => newId(), ip: address, language: 'zh-TW' },
  )
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/api/room/socket`, {
    headers: { origin: 'http://kaimai.test', 'x-forwarded-for': address },
  })
  let state: RoomState = emptyRoom
  let closed: number | undefined
  let asked = 0
  const { promise: settled, resolve } = Promise.withResolvers<void>()
  let beaten = 0
  socket.on('error', () => {})
  socket.on('message', (data) => {
    const fact = Fact.parse(JSON.parse(String(data)))
    if (fact.t === 'presenceAsked') asked += 1
    if (fact.t === 'heartbeatAnswer') beaten += 1
    state = applyFact(state, fact)
    resolve()
  })
  socket.on('close', (code) => {
    closed = code
    resolve()
  })
  socket.on('open', () => socket.send(JSON.stringify({ t: 'join', v: protocolVersion, ticket, seq: 0 })))
  await settled
  const send = (message: object) => socket.send(JSON.stringify(message))
  return { send, state: () => state, closed: () => closed, asked: () => asked, beaten: () => beaten }
}
const comeAll = async (server: RoomServer, live: StagedLive, address: string, count: number) => {
  const lines: Awaited<ReturnType<typeof come>>[] = []
  for (let done = 0; done < count; done += 25)
    lines.push(
      ...(await Promise.all(Array.from({ length: Math.min(25, count - done) }, () => come(server, live, address)))),
    )
  return lines
}

/** What the merchant has been charged in viewer minutes, once all have watched for five minutes. */
const chargedMinutes = async (server: RoomServer, live: StagedLive): Promise<number> => {
  clock.advance(5 * minute)
  await server.node.connections.flush()
  await server.node.metering.settleLive(live.firmId, live.id)
  return -(await server.node.metering.hoursBalance(live.firmId)) / 60
}
/** So many seconds of a node's own work. */
const beat = async (server: RoomServer, times: number) => {
  for (let at = 0; at < times; at += 1) await server.node.registry.beat()
}

describe('viewers behind one address', () => {
  test('ROOM-854 Three hundred viewers behind one address are all let in, see the product shown and read the chat', async () => {
    const productId = newId()
    const live = await aMeteredRoom({ script: [{ id: 'a', atMs: 0, kind: 'showProduct', productId }] })
    await serving(async (server) => {
      const lines = await comeAll(server, live, carrier, 300)
      expect(lines.filter((socket) => socket.closed() !== undefined)).toEqual([])
      const last = lines.at(-1)
      last?.send({ t: 'say', id: 'message-1', text: '我在捷運上' })
      const reads = ({ state }: (typeof lines)[number]) =>
        state().events.some((event) => 'text' in event && event.text === '我在捷運上')
      await expect.poll(() => lines.filter(reads).length, patience).toBe(300)
      expect(lines.filter(({ state }) => state().shown.includes(productId))).toHaveLength(300)
    })
  }, 60_000)

  test('ROOM-855 Of the anonymous viewers of one network a fair number is charged to the merchant, the others watch free of charge', async () => {
    const live = await aMeteredRoom()
    await serving(async (server) => {
      await comeAll(server, live, carrier, 50)
      await comeAll(server, live, '198.51.100.1', 3)
      expect(await chargedMinutes(server, live)).toBe(5 * (fairShareLimits.charged + 3))
    })
  })

  test('ROOM-856 All addresses of one IPv6 /64 are one network, and the next /64 is another', async () => {
    const live = await aMeteredRoom()
    await serving(async (server) => {
      for (let at = 0; at < 30; at += 1) await come(server, live, `2001:db8:0:1::${at.toString(16)}`)
      await come(server, live, '2001:db8:0:2::1')
      expect(await chargedMinutes(server, live)).toBe(5 * (fairShareLimits.charged + 1))
    })
  })

  test('ROOM-857 A viewer with a personal link is charged however many come from its network', async () => {
    const live = await aMeteredRoom()
    await serving(async (server) => {
      const { liveUsers } = server.node
      await comeAll(server, live, carrier, 30)
      for (let at = 0; at < 4; at += 1) {
        const person = {
          signupUserId: newId(),
          name: '林小姐',
          phone: `+88691234567${at}`,
          email: `a${at}@example.com`,
        }
        const user = await db.transaction((tx) => liveUsers.ensure(tx, live.firmId, live.id, person))
        await come(server, live, carrier, liveUsers.viewerKeyOf(user))
      }
      expect(await chargedMinutes(server, live)).toBe(5 * (fairShareLimits.charged + 4))
    })
  })

  test('ROOM-858 A viewer who is not charged is asked whether it is watching, and is charged from its arrival once it answers, speaks or orders', async () => {
    const live = await aMeteredRoom()
    await serving(async (server) => {
      const lines = await comeAll(server, live, carrier, fairShareLimits.charged + 4)
      await beat(server, 15)
      await expect.poll(() => lines.filter(({ asked }) => asked() === 1).length, patience).toBe(4)
      const [first, second, third] = lines.filter(({ asked }) => asked() > 0)
      first?.send({ t: 'watching' })
      second?.send({ t: 'say', id: 'message-1', text: '+1' })
      await expect.poll(() => second?.state().events.length, patience).toBe(1)
      const userId = third?.state().you?.userId ?? ''
      const buyer = await server.node.liveUsers.byPublicId(live.firmId, live.id, userId)
      const { orderPlaced } = createRoomNotices({
        roomLog: server.node.roomLog,
        lives: stage.sources.lives,
        liveUsers: server.node.liveUsers,
        clock,
        linesOf: async () => [],
        buyerOf: async () => buyer?.id,
        connections: createConnectionStore(db),
      })
      await orderPlaced({ firmId: live.firmId, orderId: newId(), liveId: live.id })
      expect(await chargedMinutes(server, live)).toBe(5 * (fairShareLimits.charged + 3))
      // Nobody is asked twice, and who has answered is not asked after a reload.
      await beat(server, 15)
      expect(lines.filter(({ asked }) => asked() > 1)).toEqual([])
    })
  })

  test('ROOM-859 Signs of life of one network count at a bounded rate: a script that gives them for each of its viewers is free of charge too', async () => {
    const live = await aMeteredRoom()
    await serving(async (server) => {
      const lines = await comeAll(server, live, carrier, 80)
      for (const socket of lines) {
        socket.send({ t: 'watching' })
        socket.send({ t: 'heartbeat', at: 1 })
      }
      await expect.poll(() => lines.filter(({ beaten }) => beaten() > 0).length, patience).toBe(80)
      const max = fairShareLimits.charged + fairShareLimits.signs.burst
      const charged = (await chargedMinutes(server, live)) / 5
      expect(charged).toBeGreaterThanOrEqual(fairShareLimits.signs.burst)
      expect(charged).toBeLessThanOrEqual(max)
    })
  })

  test('ROOM-860 A flood of joins from one network moves the merchant’s hours by nothing, and those of others stay charged', async () => {
    const live = await aMeteredRoom()
    await serving(async (server) => {
      for (let at = 0; at < 20; at += 1) await come(server, live, `198.51.100.${at}`)
      await comeAll(server, live, carrier, 20)
      await server.node.connections.flush()
      await comeAll(server, live, carrier, fairShareLimits.arrivals.burst)
      expect(await chargedMinutes(server, live)).toBe(5 * 20)
    })
  }, 60_000)
})

test('ROOM-874 Who is freed of the charge while its row is being written is not charged', async () => {
  const live = await aMeteredRoom()
  const store = createConnectionStore(db)
  const { promise: mayWrite, resolve: write } = Promise.withResolvers<void>()
  const { promise: isWriting, resolve: writes } = Promise.withResolvers<void>()
  const connections = createConnections({
    store: {
      ...store,
      insert: async (rows) => {
        writes()
        await mayWrite
        await store.insert(rows)
      },
    },
    clock,
    node: newId(),
  })
  const arrive = () =>
    connections.arrived({ firmId: live.firmId, liveId: live.id, liveUserId: newId(), anonymous: true }, carrier)
  for (let at = 0; at < fairShareLimits.charged; at += 1) arrive()
  const flushing = connections.flush()
  await isWriting
  for (let at = 0; at <= fairShareLimits.arrivals.burst; at += 1) arrive()
  write()
  await flushing
  await connections.flush()
  const { rows } = await db.raw('select count(*)::int as n from connection where "liveId" = $1 and not uncharged', [
    live.id,
  ])
  expect(rows).toEqual([{ n: 0 }])
})

describe('how fast one network comes', () => {
  test('ROOM-861 New anonymous viewers who come faster than a crowd does are told when to come again, known ones and other networks come in', async () => {
    const live = await aMeteredRoom()
    const newViewers = { burst: 5, perSecond: 0.5 }
    await serving(
      async ({ node }) => {
        const join = (ip: string, device?: string) =>
          node.rooms.join(
            { streamId: live.streamId },
            { device, setDevice: () => {}, newDevice: () => newId(), ip, language: 'zh-TW' },
          )
        await join(carrier, 'known-browser')
        for (let at = 1; at < newViewers.burst; at += 1) await join(carrier)
        const refused = { errorName: 'tooManyRequests', details: { retryAfterMs: 2_000 } }
        await expect(join(carrier)).rejects.toMatchObject(refused)
        await expect(join(carrier, 'made-up-cookie')).rejects.toMatchObject(refused)
        expect(await join(carrier, 'known-browser')).toMatchObject({ anonymous: true })
        expect(await join('198.51.100.1')).toMatchObject({ anonymous: true })
        clock.advance(2_000)
        expect(await join(carrier)).toMatchObject({ anonymous: true })
        await expect(join(carrier)).rejects.toMatchObject(refused)
      },
      { newViewers },
    )
  })

  test('ROOM-85 Who is refused for coming too fast costs the database no statement', async () => {
    const live = await aMeteredRoom()
    await serving(
      async ({ node }) => {
        const join = () =>
          node.rooms.join(
            { streamId: live.streamId },
            { device: undefined, setDevice: () => {}, newDevice: () => newId(), ip: carrier, language: 'zh-TW' },
          )
        const admitted = await recordStatements(join)
        expect(admitted.filter(({ text }) => text.includes('"liveUser"')).length).toBeGreaterThan(0)
        let firmsRead = 0
        const { publicFirm } = stage.sources.firms
        const counting: typeof publicFirm = (firmId) => {
          firmsRead += 1
          return publicFirm(firmId)
        }
        Object.assign(stage.sources.firms, { publicFirm: counting })
        const outcomes: string[] = []
        const refused = await recordStatements(async () => {
          for (let at = 0; at < 200; at += 1) await join().catch(({ errorName }) => outcomes.push(errorName))
        })
        expect(outcomes).toEqual(Array.from({ length: 200 }, () => 'tooManyRequests'))
        // The firm's row is read by another feature, from the database too.
        expect(firmsRead).toBe(0)
        // The room's own upkeep may ask something meanwhile.
        expect(refused.length).toBeLessThan(5)
      },
      { newViewers: { burst: 1, perSecond: 0.5 } },
    )
  })

  test('ROOM-862 Connections of one network are bounded in number and rate, and none too few after any goings', () => {
    const step = fc.record({ network: fc.constantFrom('a', 'b', ''), goes: fc.nat(9), waitMs: fc.nat(900) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        let nowMs = 0
        const rule = { connections: 5, newConnections: { burst: 8, perSecond: 1 } } as const
        const limits = createConnectionLimits({ ms: () => nowMs }, rule)
        const inside: string[] = []
        const opened = new Map<string, number>()
        for (const { network, goes, waitMs } of steps) {
          nowMs += waitMs
          if (goes < 3 && inside.length > 0) {
            const [gone = ''] = inside.splice(goes % inside.length, 1)
            limits.close(gone)
            continue
          }
          const here = inside.filter((each) => each === network).length
          const sofar = opened.get(network) ?? 0
          const isIn = limits.open(network)
          if (network === '') expect(isIn).toBe(true)
          else if (here >= rule.connections) expect(isIn).toBe(false)
          // As many as the burst are let in at any rate.
          else if (sofar < rule.newConnections.burst) expect(isIn).toBe(true)
          if (!isIn) continue
          inside.push(network)
          opened.set(network, sofar + 1)
          if (network !== '') expect(sofar + 1).toBeLessThanOrEqual(rule.newConnections.burst + nowMs / 1000)
        }
        for (const each of inside) limits.close(each)
        expect(limits.size()).toBe(0)
      }),
    )
  })
})

test('ROOM-863 The control room’s figures say how many viewers cost no hours', async () => {
  const t = await testApp()
  try {
    const owner = await t.aFirm()
    await t.app.services.metering.addHours(owner.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
    const live = await anOpenRoom(t, owner)
    const { connections, liveUsers } = t.app.services.rooms.parts
    for (let at = 0; at < fairShareLimits.charged + 7; at += 1) {
      const names = { typed: '', fallback: '訪客' }
      const { id } = await liveUsers.ofDevice(owner.firmId, live.id, `phone-${at}`, names)
      const viewing = { firmId: owner.firmId, liveId: live.id, liveUserId: id, anonymous: true }
      await arrive(t, viewing, carrier)
      if (at === fairShareLimits.charged) connections.showedLife(viewing)
    }
    await connections.flush()
    const figures = await t.call(controlRoomRoutes.figures, { query: { liveId: live.id } }, owner.headers)
    expect(figures).toMatchObject({ online: fairShareLimits.charged + 7, uncharged: 6 })
  } finally {
    await t.close()
  }
})
