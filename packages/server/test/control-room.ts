import type { Role } from '@kaimai/contract/common/access.ts'
import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import type { RealEvent, RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { seenEvents } from '@kaimai/contract/room/room.reducer.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { afterAll } from 'vitest'
import { createBlockedPeople } from '../src/modules/block/blocked-people.service.ts'
import { createRoomParts } from '../src/modules/room/room-parts.ts'
import { createRoomStore } from '../src/modules/room/room.store.ts'
import { silentLog } from './database.ts'
import { aFirmWithHours, sharedApp } from './fixtures.ts'
import { openSocket, type RoomServer, serveRoom } from './room-socket.ts'
import { aLive, aVideo } from './studio.ts'
import type { Member, TestApp } from './test-app.ts'

/** One more process of the rooms, on the same database and bus as the app. */
export const anotherNode = (t: TestApp): Promise<RoomServer> => {
  const { parts } = t.app.services.rooms
  const { db, bus, clock, limits, secret } = t.platform
  return serveRoom(
    createRoomParts({
      platform: { db, bus, clock, limits, secret, log: silentLog },
      sources: parts.sources,
      linesOf: async () => [],
      blocked: createBlockedPeople(db),
      isSessionValid: parts.isSessionValid,
      origins: { publicUrl: 'http://kaimai.test', audienceUrl: undefined },
    }) as RoomServer['node'],
  )
}

/** A live whose room is open: it begins in a minute's time, or (`began`) began a minute ago. */
export const anOpenRoom = async (
  t: TestApp,
  member: Member,
  given: { productIds?: string[]; commentModId?: string; videoId?: string; began?: boolean } = {},
) => {
  const videoId = given.videoId ?? (await aVideo(t, member, 60))
  const live = await aLive(t, member, { minutes: 1, ...given, videoId })
  if (given.began !== false) t.clock.advance(120_000)
  return live
}

/** Somebody comes into the room without a socket; the room's row is there, as it is for whoever joins. */
export const arrive = async (
  { app, platform, clock }: TestApp,
  viewing: { firmId: string; liveId: string; liveUserId: string; anonymous?: boolean },
  network?: string,
): Promise<void> => {
  await createRoomStore(platform.db).open(viewing.firmId, viewing.liveId, clock.now())
  app.services.rooms.parts.connections.arrived(viewing, network)
}

const shownTexts = (events: readonly RoomEvent[]): string[] =>
  events.flatMap((event) => (event.kind === 'commented' ? [event.text] : []))

const opened = async (port: number) => {
  const socket = await openSocket(port, { origin: `http://127.0.0.1:${port}` })
  return {
    ...socket,
    /** Texts of the comments that this one sees. */
    seen: () => shownTexts(seenEvents(socket.state())),
    sees: (text: string) =>
      socket.until(`sight of ${text}`, () => shownTexts(seenEvents(socket.state())).includes(text) || undefined),
    misses: (text: string) =>
      socket.until(`absence of ${text}`, () => !shownTexts(seenEvents(socket.state())).includes(text) || undefined),
    /** The newest real event of a kind. */
    heard: <K extends RealEvent['kind']>(kind: K) =>
      socket.until(kind, () =>
        socket
          .state()
          .events.findLast((event): event is Extract<RealEvent, { kind: K }> => 'seq' in event && event.kind === kind),
      ),
  }
}

/** A viewer without a sign-up; with the key of one who came before, another tab of the same. */
export const aViewer = async (t: TestApp, port: number, streamId: string, viewerKey?: string) => {
  const body = { streamId, ...(viewerKey === undefined ? { name: '小美' } : { viewerKey }) }
  const { ticket, viewerKey: key } = await t.call(roomRoutes.join, { body })
  const socket = await opened(port)
  socket.send({ t: 'join', v: protocolVersion, ticket, seq: 0 })
  const joined = await socket.fact('joined')
  let count = 0
  return {
    ...socket,
    joined,
    viewerKey: key,
    userId: joined.you.userId,
    /** Says it and waits for its place. */
    say: async (text: string, more: { question?: true } = {}) => {
      const id = `message-${count}-${joined.you.userId.slice(0, 8)}`
      count += 1
      socket.send({ t: 'say', id, text, ...more })
      return socket.until('answer', () =>
        socket.facts.find((fact) => (fact.t === 'said' || fact.t === 'refused') && fact.id === id),
      )
    },
  }
}
export type Viewer = Awaited<ReturnType<typeof aViewer>>

/** Time passes, and those lines give signs of life. */
export const pass = async (
  t: TestApp,
  ms: number,
  lines: readonly Pick<Awaited<ReturnType<typeof openSocket>>, 'send' | 'until' | 'facts'>[],
): Promise<void> => {
  for (let left = ms; left > 0; left -= 15_000) {
    t.clock.advance(Math.min(15_000, left))
    const at = t.clock.ms()
    for (const socket of lines) {
      socket.send({ t: 'heartbeat', at })
      await socket.until('a beat', () => socket.facts.find((fact) => fact.t === 'heartbeatAnswer' && fact.at === at))
    }
  }
}

/** One of the staff in the control room. */
export const aConnection = async (
  t: TestApp,
  port: number,
  member: Member,
  liveId: string,
  held: { seq: number; since: number } = { seq: 0, since: 0 },
) => {
  const { ticket } = await t.call(controlRoomRoutes.ticket, { body: { liveId } }, member.headers)
  const socket = await opened(port)
  socket.send({ t: 'join', v: protocolVersion, ticket, ...held })
  const joined = await socket.fact('joined')
  await socket.fact('controlRoom')
  return {
    ...socket,
    joined,
    acts: () =>
      socket.state().events.flatMap((event) => (event.kind === 'acted' ? [`${event.by.name} ${event.act}`] : [])),
    acted: (act: string) =>
      socket.until(act, () => socket.state().events.findLast((event) => event.kind === 'acted' && event.act === act)),
    staff: () => socket.facts.findLast((fact) => fact.t === 'controlRoom' && fact.staff !== undefined),
  }
}

/** A listening app with a firm, its owner and a helper of that role, and one more node. Called at the top of a test file. */
export const sharedControlRoom = async (role: Role = 'assistant') => {
  const t = await sharedApp()
  const port = Number(new URL(await t.app.listen(0)).port)
  const owner = await aFirmWithHours(t)
  const helper = await t.aMember(owner, role)
  const node = await anotherNode(t)
  // Before the app of the fixture is closed: hooks run in the reverse order.
  afterAll(() => node.stop())
  return { t, port, owner, helper, node }
}
