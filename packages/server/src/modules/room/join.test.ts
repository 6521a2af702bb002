import { closeCodes, protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aRoom, aRoomNode, type RoomStage, roomStage, startOfTests } from '../../../test/room-factory.ts'
import { joinRoom, openSocket, type RoomServer, serveRoom } from '../../../test/room-socket.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'
import { firmTopic } from '../auth/suspension.service.ts'

const db = await sharedDatabase()
let stage: RoomStage
let clock: ManualClock
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
  const socket = await openSocket(server.port)
  socket.send({ t: 'join', v: protocolVersion, ticket, seq: 0 })
  return socket
}

describe('tickets', () => {
  test.each([false, true])('ROOM-61 A ticket lets in once (shared database: %s)', async (sharesDatabase) => {
    const live = await aRoom(db, stage)
    await serving({ sharesDatabase }, async (server) => {
      const viewer = await joinRoom(server, live.streamId, 'device-1')
      const again = await show(server, viewer.ticket)
      expect(await again.closed()).toBe(closeCodes.badTicket)
      expect(viewer.isOpen()).toBe(true)
    })
  })

  test.each([false, true])('ROOM-127 Nor in another writing (shared database: %s)', async (sharesDatabase) => {
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

  test('ROOM-128 Where processes share a database a ticket used at one is used at the other', async () => {
    const live = await aRoom(db, stage)
    await serving({ sharesDatabase: true }, async (one) => {
      const viewer = await joinRoom(one, live.streamId, 'device-1')
      await serving({ sharesDatabase: true }, async (two) => {
        expect(await (await show(two, viewer.ticket)).closed()).toBe(closeCodes.badTicket)
      })
    })
  })
})

test('ROOM-63 What no database keeps (NUL, half a surrogate pair) is said without it, or refused, and the room goes on', async () => {
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

test('ROOM-64 The room of a merchant that was suspended ends at once, and lets nobody in again', async () => {
  const live = await aRoom(db, stage)
  await serving({}, async (server) => {
    const viewer = await joinRoom(server, live.streamId, 'device-1')
    stage.firms.set(live.firmId, { disclosure: true, isDemo: false, suspended: true })
    server.node.bus.publish(firmTopic, { firmId: live.firmId })
    expect(await viewer.closed()).toBe(closeCodes.roomEnded)
    const back = await openSocket(server.port)
    back.send({ t: 'resume', v: protocolVersion, token: viewer.joined.resume, seq: 0 })
    expect(await back.closed()).toBe(closeCodes.roomEnded)
  })
})
