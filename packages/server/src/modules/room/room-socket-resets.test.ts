import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog, testDatabase, type TestDatabase } from '../../../test/database.ts'
import { aRoom, aRoomNode, type RoomStage, roomStage, startOfTests } from '../../../test/room-factory.ts'
import { joinRoom, type RoomServer, serveRoom } from '../../../test/room-socket.ts'
import { collectUncaught } from '../../../test/uncaught.ts'
import { manualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { createConnectionLimits } from './connection-limits.ts'
import { noOrders } from './order-port.ts'
import { createRoomSocket } from './room-socket.ts'
import { createUsedTickets } from './used-tickets.ts'

let db: TestDatabase
let stage: RoomStage
let server: RoomServer
const uncaught = collectUncaught()

beforeAll(async () => {
  db = await testDatabase()
  stage = roomStage()
  server = await serveRoom(aRoomNode(db, stage, { clock: manualClock(startOfTests) }))
})
afterAll(async () => {
  await server.stop()
  await db.close()
})

const upgrade = (lines: readonly string[]): string =>
  [
    'GET /api/room/socket HTTP/1.1',
    'Host: kaimai.test',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...lines,
    '\r\n',
  ].join('\r\n')
const origin = 'Origin: http://kaimai.test'
/** The head of a masked frame of 100 bytes, and ten of them. */
const halfFrame = Buffer.from([0x81, 0x80 | 100, 1, 2, 3, 4, ...Array.from({ length: 10 }, () => 7)])
const join = Buffer.from([0x81, 0x80 | 2, 0, 0, 0, 0, 0x7b, 0x7d])

const answered = (socket: Socket) => new Promise<void>((resolve) => void socket.once('data', () => resolve()))

/** Says its part, and cuts the connection with a TCP reset at that stage. */
const stages: readonly (readonly [string, (socket: Socket) => Promise<void> | void])[] = [
  ['with a foreign Origin', (socket) => void socket.write(upgrade(['Origin: https://evil.test']))],
  ['without an Origin', (socket) => void socket.write(upgrade([]))],
  [
    'of another path',
    (socket) => void socket.write(upgrade([origin]).replace('/api/room/socket', '/api/room/elsewhere')),
  ],
  ['with half a body', (socket) => void socket.write(`${upgrade([origin, 'Content-Length: 5'])}he`)],
  [
    'with half a chunk',
    (socket) => void socket.write(`${upgrade(['Origin: https://evil.test', 'Transfer-Encoding: chunked'])}5\r\nhe`),
  ],
  ['with half a head', (socket) => void socket.write(upgrade([origin]).slice(0, 80))],
  [
    'after the handshake',
    async (socket) => {
      socket.write(upgrade([origin]))
      await answered(socket)
    },
  ],
  [
    'within a frame',
    async (socket) => {
      socket.write(upgrade([origin]))
      await answered(socket)
      socket.write(halfFrame)
    },
  ],
  [
    'while its first message is answered',
    async (socket) => {
      socket.write(upgrade([origin]))
      await answered(socket)
      socket.write(join)
    },
  ],
]

const cutAt = async (act: (socket: Socket) => Promise<void> | void): Promise<void> => {
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => {})
  await new Promise<void>((resolve) => void socket.once('connect', resolve))
  await act(socket)
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  // What was written goes out first.
  await new Promise((resolve) => setImmediate(resolve))
  socket.resetAndDestroy()
  await closed
}

test.each(stages)('ROOM-700 A TCP reset of an upgrade disturbs nobody else: %s', async (_stage, act) => {
  const live = await aRoom(db, stage)
  const viewer = await joinRoom(server, live.streamId, newId())
  for (let round = 0; round < 6; round += 1) await Promise.all(Array.from({ length: 6 }, () => cutAt(act)))
  viewer.send({ t: 'say', id: newId(), text: '還在' })
  await viewer.comment('還在')
  expect(uncaught).toEqual([])
  expect(viewer.isOpen()).toBe(true)
  viewer.end()
})

test('ROOM-701 A refused upgrade is closed by the server although the other side keeps it open.', async () => {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  const words: string[] = []
  socket.on('data', (bytes) => void words.push(String(bytes)))
  const ended = new Promise<void>((resolve) => void socket.once('end', resolve))
  socket.write(upgrade(['Origin: https://evil.test']))
  await ended
  expect(words.join('')).toContain('403')
  // Bytes for a stream that the server still held would be taken without a word.
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  socket.on('error', () => {})
  const talk = setInterval(() => socket.write('x'), 20)
  await closed
  clearInterval(talk)
})

const broken = () => {
  throw new Error('a bug')
}

test('ROOM-702 A message that ends in an error of ours is answered to its sender and ends nothing.', async () => {
  const node = aRoomNode(db, stage, { clock: manualClock(startOfTests), orders: { ...noOrders, read: broken } })
  const other = await serveRoom(node)
  const live = await aRoom(db, stage)
  const sender = await joinRoom(other, live.streamId, newId())
  const id = newId()
  sender.send({ t: 'say', id, text: '碗 +1' })
  expect(await sender.fact('refused')).toMatchObject({ id, error: 'internal', message: '系統發生錯誤，請稍後再試' })
  expect(sender.isOpen()).toBe(true)
  expect(uncaught).toEqual([])
  await other.stop()
})

test('ROOM-703 An error in a handler of the socket ends the connection that caused it alone.', async () => {
  const clock = manualClock(startOfTests)
  const node = aRoomNode(db, stage, { clock })
  const socket = createRoomSocket({
    registry: node.registry,
    say: async () => undefined,
    vote: broken,
    tickets: node.tickets,
    used: createUsedTickets({ clock, shared: undefined }),
    limits: createConnectionLimits(clock),
    addressOf: () => '127.0.0.1',
    originAllowed: () => true,
    platform: { clock, log: silentLog },
  })
  const other = await serveRoom({ ...node, socket })
  const live = await aRoom(db, stage)
  const sender = await joinRoom(other, live.streamId, newId())
  const beside = await joinRoom(other, live.streamId, newId())
  sender.send({ t: 'vote', poll: newId(), option: 0 })
  expect(await sender.closed()).toBe(1006)
  beside.send({ t: 'heartbeat', at: 2 })
  await beside.fact('heartbeatAnswer')
  expect(uncaught).toEqual([])
  await other.stop()
})
