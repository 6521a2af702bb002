import { type CloseReason, closeCodes } from '@kaimai/contract/room/room.protocol.ts'
import type { ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { silentLog, testDatabase, type TestDatabase } from '../../../test/database.ts'
import { aRoom, aRoomNode, type RoomNode, type RoomStage, roomStage, startOfTests } from '../../../test/room-factory.ts'
import { joinRoom, type Line, resumeRoom, type RoomServer, serveRoom } from '../../../test/room-socket.ts'
import { collectUncaught } from '../../../test/uncaught.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { createConnectionLimits } from './connection-limits.ts'
import type { RoomInstance } from './room-instance.ts'
import { createRoomSocket } from './room-socket.ts'
import { createUsedTickets } from './used-tickets.ts'

let db: TestDatabase
let stage: RoomStage
let clock: ManualClock
const uncaught = collectUncaught()

beforeAll(async () => {
  db = await testDatabase()
})
beforeEach(() => {
  stage = roomStage()
  clock = manualClock(startOfTests)
})
afterAll(async () => {
  await db.close()
})

const code = (reason: CloseReason): number => closeCodes[reason]
const bug = () => {
  throw new Error('a bug')
}
const sayAndHear = async (speaker: Line, text: string, hearers: readonly Line[] = [speaker]) => {
  speaker.send({ t: 'say', id: newId(), text })
  await Promise.all(hearers.map((hearer) => hearer.comment(text)))
}

/** A comment of the script that throws once, when it is to be told: so many seconds after the tests begin. */
const throwingItem = (seconds: number): ScriptItem => {
  let isSpent = false
  const item: ScriptItem = {
    id: newId(),
    kind: 'comment',
    atMs: 60_000 + seconds * 1000,
    name: '小安',
    imgUrl: '',
    text: '',
  }
  return Object.defineProperty(item, 'text', {
    enumerable: true,
    get: () => {
      if (isSpent) return '說過了'
      isSpent = true
      return bug()
    },
  })
}

test('ROOM-940 A room whose timer throws begins anew alone: its viewers resume where they were, other rooms notice nothing', async () => {
  const server = await serveRoom(aRoomNode(db, stage, { clock }))
  const broken = await aRoom(db, stage, { script: [throwingItem(5)] })
  const sound = await aRoom(db, stage)
  const viewer = await joinRoom(server, broken.streamId, 'device-1')
  const elsewhere = await joinRoom(server, sound.streamId, 'device-2')
  await sayAndHear(viewer, '之前')
  clock.advance(5_000)
  expect(await viewer.closed()).toBe(code('goingAway'))

  const back = await resumeRoom(server, viewer.joined.resume, viewer.state())
  expect(await back.fact('joined')).toMatchObject({ seq: 1, reset: false })
  expect(back.comments()).toEqual(['說過了'])
  await sayAndHear(back, '之後')
  await sayAndHear(elsewhere, '沒事')
  expect([elsewhere.isOpen(), back.isOpen()]).toEqual([true, true])
  expect(uncaught).toEqual([])
  await server.stop()
})

test('ROOM-941 A room that throws again soon after goes on as it is, and begins anew at most every ten seconds', async () => {
  const server = await serveRoom(aRoomNode(db, stage, { clock }))
  const live = await aRoom(db, stage, { script: [throwingItem(5), throwingItem(6), throwingItem(16)] })
  const first = await joinRoom(server, live.streamId, 'device-1')
  clock.advance(5_000)
  expect(await first.closed()).toBe(code('goingAway'))

  const second = await resumeRoom(server, first.joined.resume, first.state())
  await second.fact('joined')
  clock.advance(1_000)
  await sayAndHear(second, '還在')
  expect(second.isOpen()).toBe(true)
  clock.advance(10_000)
  expect(await second.closed()).toBe(code('goingAway'))
  expect(uncaught).toEqual([])
  await server.stop()
})

/** A node whose rooms throw, for one viewer, at what `methods` name, as soon as `fails` says so. */
const brokenFor = async (
  methods: readonly ('hear' | 'leave')[],
  fails: (name: string) => boolean,
): Promise<RoomServer> => {
  const node: RoomNode = aRoomNode(db, stage, { clock })
  const brittle = (instance: RoomInstance, name: string): RoomInstance => {
    const at =
      <A extends unknown[]>(method: 'hear' | 'leave', work: (...args: A) => void) =>
      (...args: A): void =>
        methods.includes(method) && fails(name) ? bug() : work(...args)
    return { ...instance, hear: at('hear', instance.hear), leave: at('leave', instance.leave) }
  }
  const socket = createRoomSocket({
    registry: {
      ...node.registry,
      enter: (identity, held, seatIn) =>
        node.registry.enter(identity, held, (known, instance) => seatIn(known, brittle(instance, identity.name))),
    },
    say: async () => undefined,
    vote: () => {},
    tickets: node.tickets,
    used: createUsedTickets({ clock, shared: undefined }),
    limits: createConnectionLimits(clock),
    addressOf: () => '127.0.0.1',
    originAllowed: () => true,
    platform: { clock, log: silentLog },
  })
  return serveRoom({ ...node, socket })
}

test('ROOM-942 A pong that can not be noted ends its own connection; the room and all others play on', async () => {
  const server = await brokenFor(['hear'], (name) => name === 'broken')
  const live = await aRoom(db, stage)
  const broken = await joinRoom(server, live.streamId, 'broken')
  const beside = await joinRoom(server, live.streamId, 'beside')
  broken.socket.pong()
  expect(await broken.closed()).toBe(1006)
  beside.send({ t: 'heartbeat', at: 2 })
  await beside.fact('heartbeatAnswer')
  expect(uncaught).toEqual([])
  await server.stop()
})

test('ROOM-943 A connection that can not leave its room harms nobody, and its seat goes for its silence', async () => {
  const server = await brokenFor(['leave'], (name) => name === 'broken')
  const live = await aRoom(db, stage)
  const broken = await joinRoom(server, live.streamId, 'broken')
  const beside = await joinRoom(server, live.streamId, 'beside')
  await beside.until('two viewers', () => (beside.state().online === 2 ? true : undefined))
  broken.end()
  await expect.poll(() => server.node.socket.counts().connections).toBe(1)
  for (let seconds = 0; seconds < 60; seconds += 10) {
    clock.advance(10_000)
    beside.send({ t: 'heartbeat', at: seconds })
    await beside.fact('heartbeatAnswer', seconds / 10)
    await server.node.registry.beat()
  }
  await beside.until('one viewer', () => (beside.state().online === 1 ? true : undefined))
  expect(beside.isOpen()).toBe(true)
  expect(uncaught).toEqual([])
  await server.stop()
})
