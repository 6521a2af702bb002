import { once } from 'node:events'
import { closeCodes } from '@kaimai/contract/room/room.protocol.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { aRoom, aRoomNode, type RoomStage, roomStage, startOfTests } from '../../../test/room-factory.ts'
import { joinRoom, openLine, type RoomServer, serveRoom } from '../../../test/room-line.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'
import { firmTopic } from '../auth/suspension.service.ts'
import { createCrowd } from './crowd.ts'

let db: TestDatabase
let stage: RoomStage
let clock: ManualClock

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(async () => db.close())
beforeEach(() => {
  stage = roomStage()
  clock = manualClock(startOfTests)
})

const serving = async (
  edge: { trustProxy?: readonly string[]; sharesDatabase?: boolean },
  work: (server: RoomServer) => Promise<void>,
): Promise<void> => {
  const server = await serveRoom(aRoomNode(db, stage, { clock, edge }))
  try {
    await work(server)
  } finally {
    await server.stop()
  }
}
const show = async (server: RoomServer, ticket: string) => {
  const line = await openLine(server.port)
  line.send({ t: 'join', v: 1, ticket, seq: 0 })
  return line
}

describe('tickets', () => {
  test.each([false, true])('ROOM-61 a ticket lets in once (shared database: %s)', async (sharesDatabase) => {
    const live = await aRoom(db, stage)
    await serving({ sharesDatabase }, async (server) => {
      const viewer = await joinRoom(server, live.streamId, 'device-1')
      const again = await show(server, viewer.ticket)
      expect(await again.closed()).toBe(closeCodes.badTicket)
      expect(viewer.isOpen()).toBe(true)
    })
  })

  test.each([false, true])('ROOM-61 nor in another writing (shared database: %s)', async (sharesDatabase) => {
    const live = await aRoom(db, stage)
    await serving({ sharesDatabase }, async (server) => {
      const { ticket } = await joinRoom(server, live.streamId, 'device-1')
      const [body = '', signature = ''] = ticket.split('.')
      for (const again of [
        `${ticket}.x`,
        `${ticket}.`,
        `${ticket}=`,
        `${ticket}!!`,
        ` ${ticket}`,
        `${body}=.${signature}`,
      ])
        expect(await (await show(server, again)).closed()).toBe(closeCodes.badTicket)
    })
  })

  test('ROOM-61 where processes share a database a ticket used at one is used at the other', async () => {
    const live = await aRoom(db, stage)
    await serving({ sharesDatabase: true }, async (one) => {
      const viewer = await joinRoom(one, live.streamId, 'device-1')
      await serving({ sharesDatabase: true }, async (two) => {
        expect(await (await show(two, viewer.ticket)).closed()).toBe(closeCodes.badTicket)
      })
    })
  })
})

describe('the crowd of one address', () => {
  test('ROOM-62 an address has at most so many lines, each room counted by itself, and none too few after any goings', () => {
    const wish = fc.record({
      address: fc.constantFrom('a', 'b', 'own'),
      room: fc.constantFrom('x', 'y'),
      leave: fc.nat(9),
    })
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 60 }), (wishes) => {
        const crowd = createCrowd((address) => address !== 'own', { perProcess: 5, perRoom: 3 })
        const inside: { address: string; room: string }[] = []
        const count = (address: string, room?: string) =>
          inside.filter((each) => each.address === address && (room === undefined || each.room === room)).length
        for (const { address, room, leave } of wishes) {
          if (leave < 3 && inside.length > 0) {
            const [gone] = inside.splice(leave % inside.length, 1)
            if (gone) {
              crowd.leave(gone.address)
              crowd.rise(gone.address, gone.room)
            }
            continue
          }
          const mayEnter = address === 'own' || count(address) < 5
          expect(crowd.enter(address)).toBe(mayEnter)
          if (!mayEnter) continue
          const maySit = address === 'own' || count(address, room) < 3
          expect(crowd.sit(address, room)).toBe(maySit)
          if (maySit) inside.push({ address, room })
          else crowd.leave(address)
        }
        for (const each of inside) {
          crowd.leave(each.address)
          crowd.rise(each.address, each.room)
        }
        expect(crowd.size()).toBe(0)
      }),
    )
  })

  test('ROOM-62 the fifty-first line of one address into a room is told that it is full; another address comes in', async () => {
    const live = await aRoom(db, stage)
    await serving({ trustProxy: ['loopback'] }, async (server) => {
      const lines: WebSocket[] = []
      const come = async (address: string, device: string): Promise<'in' | number> => {
        const door = { device, setDevice: () => {}, newDevice: () => device, ip: address, language: 'zh-TW' } as const
        const { ticket } = await server.node.rooms.join({ streamId: live.streamId, name: device }, door)
        const socket = new WebSocket(`ws://127.0.0.1:${server.port}/api/room/socket`, {
          headers: { origin: 'http://kaimai.test', 'x-forwarded-for': address },
        })
        lines.push(socket)
        await once(socket, 'open')
        socket.send(JSON.stringify({ t: 'join', v: 1, ticket, seq: 0 }))
        return Promise.race([
          once(socket, 'message').then(() => 'in' as const),
          once(socket, 'close').then(([code]) => Number(code)),
        ])
      }
      for (let at = 0; at < 50; at += 1) expect(await come('203.0.113.9', `phone-${at}`)).toBe('in')
      expect(await come('203.0.113.9', 'phone-50')).toBe(closeCodes.full)
      expect(await come('203.0.113.10', 'phone-51')).toBe('in')
      lines[0]?.close()
      await expect.poll(() => server.node.socket.counts().connections).toBe(50)
      expect(await come('203.0.113.9', 'phone-52')).toBe('in')
      for (const line of lines) line.terminate()
    })
  }, 30_000)
})

test('ROOM-63 what no database keeps (NUL, half a surrogate pair) is said without it, or refused, and the room goes on', async () => {
  const live = await aRoom(db, stage)
  await serving({}, async (server) => {
    const viewer = await joinRoom(server, live.streamId, 'device-1')
    viewer.send({ t: 'say', id: 'message-1', text: 'a\u0000b' })
    await viewer.comment('a b')
    viewer.send({ t: 'say', id: 'message-2', text: '\ud83d好' })
    await viewer.comment('\ufffd好')
    viewer.send({ t: 'say', id: 'message-3', text: '\u0000' })
    expect(await viewer.fact('refused')).toMatchObject({ id: 'message-3' })
    expect(viewer.isOpen()).toBe(true)
  })
})

test('ROOM-64 the room of a merchant that was suspended ends at once, and lets nobody in again', async () => {
  const live = await aRoom(db, stage)
  await serving({}, async (server) => {
    const viewer = await joinRoom(server, live.streamId, 'device-1')
    stage.firms.set(live.firmId, { disclosure: true, isDemo: false, suspended: true })
    server.node.bus.publish(firmTopic, { firmId: live.firmId })
    expect(await viewer.closed()).toBe(closeCodes.roomEnded)
    const back = await openLine(server.port)
    back.send({ t: 'resume', v: 1, token: viewer.joined.resume, seq: 0 })
    expect(await back.closed()).toBe(closeCodes.roomEnded)
  })
})
