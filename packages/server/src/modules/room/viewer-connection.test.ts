import { once } from 'node:events'
import { roomLimits } from '@kaimai/contract/room/room.protocol.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aRoom, aRoomNode, type RoomStage, roomStage, startOfTests } from '../../../test/room-factory.ts'
import { joinRoom, type Line, type RoomServer, serveRoom } from '../../../test/room-socket.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'
import { lineOf } from './viewer-connection.ts'

const db = await sharedDatabase()

test('ROOM-119 Once a connection has said goodbye no frame is written to it any more', () => {
  const written: Uint8Array[] = []
  const ws = { readyState: 1, OPEN: 1 }
  const line = lineOf(ws, { write: (bytes) => written.push(bytes), writableLength: 7 })
  line.write(Buffer.from('a'))
  ws.readyState = 2
  line.write(Buffer.from('b'))
  expect([written.map(String), line.writableLength]).toEqual([['a'], 7])
})

describe('silence', () => {
  let stage: RoomStage
  let clock: ManualClock
  let server: RoomServer
  beforeEach(async () => {
    stage = roomStage()
    clock = manualClock(startOfTests)
    server = await serveRoom(aRoomNode(db, stage, { clock }))
  })
  afterEach(() => server.stop())

  const beat = () => server.node.registry.beat()
  /** Resolves once the server has heard what this viewer's socket answered so far: pongs come in the order they were sent. */
  const answered = async ({ socket }: Line): Promise<void> => {
    socket.ping()
    await once(socket, 'pong')
  }

  test('ROOM-19 Who is silent is asked for a sign of life, and cut when none comes', async () => {
    const live = await aRoom(db, stage)
    const viewer = await joinRoom(server, live.streamId, 'd1')
    let asked = 0
    viewer.socket.on('ping', () => (asked += 1))
    clock.advance(21_000)
    await beat()
    await expect.poll(() => asked).toBe(1)
    await answered(viewer)
    // The answer to the ping counted as a sign of life.
    clock.advance(21_000)
    await beat()
    await expect.poll(() => asked).toBe(2)
    expect(viewer.isOpen()).toBe(true)
    await answered(viewer)
    viewer.socket.pause()
    for (let at = 0; at < 2; at += 1) {
      clock.advance(roomLimits.silenceMs / 2 + 1)
      await beat()
    }
    viewer.socket.resume()
    expect(await viewer.closed()).toBe(1006)
    expect(server.node.registry.counts().connections).toBe(0)
  })

  test('ROOM-1277 A server that stood still for minutes asks everybody before it ends anybody', async () => {
    const live = await aRoom(db, stage)
    const viewer = await joinRoom(server, live.streamId, 'd1')
    const asleep = await joinRoom(server, live.streamId, 'd2')
    asleep.socket.pause()
    clock.advance(3 * roomLimits.silenceMs)
    await beat()
    await beat()
    expect(server.node.registry.counts().connections).toBe(2)
    await answered(viewer)
    clock.advance(roomLimits.silenceMs / 2)
    await beat()
    asleep.socket.resume()
    expect(await asleep.closed()).toBe(1006)
    expect(viewer.isOpen()).toBe(true)
    expect(server.node.registry.counts().connections).toBe(1)
  })
})
