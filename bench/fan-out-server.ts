// One server of the fan-out bench, in a process of its own: our room, or Socket.IO as its first page shows it.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { Server as SocketIo } from 'socket.io'
import { createRoomRegistry } from '../packages/server/src/modules/room/room-registry.ts'
import { createSay } from '../packages/server/src/modules/room/room-say.ts'
import { createConnectionLimits } from '../packages/server/src/modules/room/connection-limits.ts'
import { createRoomSocket } from '../packages/server/src/modules/room/room-socket.ts'
import { createUsedTickets } from '../packages/server/src/modules/room/used-tickets.ts'
import type { LoggedEvent, RoomStore } from '../packages/server/src/modules/room/room.store.ts'
import { roomShows } from '../packages/server/src/modules/room/room-shows.ts'
import { createTickets } from '../packages/server/src/modules/room/tickets.ts'
import { inProcessBus } from '../packages/server/src/platform/bus/in-process-bus.ts'
import { systemClock } from '../packages/server/src/platform/clock.ts'
import { openDatabase } from '../packages/server/src/platform/db/open-database.ts'
import { migrate } from '../packages/server/src/platform/db/migrate.ts'
import { newId } from '../packages/server/src/platform/ids.ts'
import { silentLog } from '../packages/server/test/database.ts'
import { aRoom, aRoomNode, roomSecret, roomStage, type StagedLive } from '../packages/server/test/room-factory.ts'

export type ServerKind = 'socketio' | 'hub' | 'pglite' | 'postgres'

export interface Ready {
  readonly port: number
  /** Lines written to this port are said in the room, past its sockets. */
  readonly controlPort: number
  readonly firmId: string
  readonly liveId: string
}

const listening = async (server: { listen(port: number, host: string): unknown; address(): unknown }) => {
  const listened = once(server as Server, 'listening')
  server.listen(0, '127.0.0.1')
  await listened
  return (server.address() as AddressInfo).port
}

const serveSockets = (handle: ReturnType<typeof createRoomSocket>['handleUpgrade']): Server => {
  const server = createServer((_, response) => response.writeHead(404).end())
  server.on('upgrade', (request, socket, head) => {
    if (!handle(request, socket, head)) socket.destroy()
  })
  return server
}

const hourMs = 3_600_000

const serveSocketIo = async (): Promise<Ready> => {
  const server = createServer()
  const io = new SocketIo(server, { transports: ['websocket'] })
  io.on('connection', (socket) => {
    socket.on('join', (room: string) => void socket.join(room))
    socket.on('msg', (message: { room: string; text: string }) => void io.to(message.room).emit('msg', message))
  })
  return { port: await listening(server), controlPort: 0, firmId: '', liveId: '' }
}

/** The whole module on a database. */
const serveDatabase = async (url: string | undefined): Promise<Ready> => {
  const db = await openDatabase({ ...(url === undefined ? {} : { url }), log: silentLog })
  await migrate(db, { log: silentLog })
  const stage = roomStage()
  const live = await aRoom(db, stage, { beginAtMs: Date.now(), endAtMs: Date.now() + hourMs })
  const node = aRoomNode(db, stage, { clock: systemClock })
  const port = await listening(serveSockets(node.socket.handleUpgrade))
  return { port, controlPort: 0, firmId: live.firmId, liveId: live.id }
}

/** Hub and socket alone: what is said comes in as if the log had just committed it. */
const serveHub = async (): Promise<Ready> => {
  const [firmId, liveId] = [newId(), newId()]
  const now = Date.now()
  const stage = roomStage()
  const live: StagedLive = {
    id: liveId,
    firmId,
    streamId: 'fan-out',
    liveName: '',
    platformType: 'video',
    videoId: null,
    imageUrl: '',
    hostName: '',
    publishedAtMs: 0,
    beginAtMs: now,
    endAtMs: now + hourMs,
    cancelledAtMs: null,
    waitingMinutes: 0,
    replayUntilMs: null,
    anonymousAllowed: true,
    heartsAllowed: true,
    bannedKeywords: [],
    productIds: [],
    liveProducts: [],
    slowSeconds: 0,
    disclosure: null,
    youtubeId: '',
    infoImages: [],
    shortUrl: 'FANAUT2',
    rehearsalOf: null,
    pastFilm: [],
    script: [],
    products: [],
  }
  stage.lives.set(liveId, live)
  const head = { liveId, lastSeq: 0, blockEpoch: 0 }
  const store: RoomStore = {
    open: async () => head,
    heads: async () => [head],
    newest: async () => [],
    newestPrivate: async () => [],
    marksUpTo: async () => [],
    saidBy: async () => [],
    after: async () => [],
    before: async () => [],
    byKeys: async () => [],
    append: async () => undefined,
    raiseBlockEpoch: async () => undefined,
  }
  let commit: (liveId: string, events: readonly LoggedEvent[]) => void = () => {}
  const platform = { bus: inProcessBus(silentLog), clock: systemClock, log: silentLog, secret: roomSecret }
  const tickets = createTickets({ secret: roomSecret, clock: systemClock })
  const registry = createRoomRegistry({
    store,
    presence: {
      store: {
        insert: async () => {},
        close: async () => {},
        see: async () => {},
        online: async () => new Map(),
        countedTwice: async () => new Map(),
        page: async () => [],
        free: async () => {},
        setActive: async () => {},
        active: async () => new Set(),
        uncharged: async () => 0,
      },
      connections: {
        arrived: () => {},
        gone: () => {},
        showedLife: () => {},
        isUnknown: () => false,
        takeUnasked: () => [],
        hasChanges: () => false,
        flushChanges: async () => {},
        flush: async () => {},
      },
    },
    roomLog: { onCommit: (listener) => void (commit = listener) },
    showOf: roomShows(stage.sources),
    changedScripts: async () => [],
    blocksOf: async () => ({ blocked: false, keyVersion: 1 }),
    platform,
    tickets,
    node: newId(),
  })
  const say = createSay({
    roomLog: { append: () => Promise.reject(new Error('nobody says anything here')) },
    clock: systemClock,
    log: silentLog,
  })
  const socket = createRoomSocket({
    registry,
    say,
    vote: () => {},
    tickets,
    used: createUsedTickets({ clock: platform.clock, shared: undefined }),
    limits: createConnectionLimits(systemClock),
    addressOf: () => '127.0.0.1',
    originAllowed: () => true,
    platform,
  })
  let seq = 0
  const user = { userId: 'x'.repeat(16), name: '王小明', imgUrl: '', as: 'viewer' } as const
  const control = createTcpServer((line) => {
    line.setEncoding('utf8')
    let rest = ''
    line.on('data', (data: string) => {
      const texts = (rest + data).split('\n')
      rest = texts.pop() ?? ''
      const events = texts.map((text): LoggedEvent => {
        seq += 1
        const event = { kind: 'commented', seq, ms: Date.now() - live.beginAtMs, user, text } as const
        return { event, held: false, liveUserId: null }
      })
      commit(liveId, events)
    })
  })
  return {
    port: await listening(serveSockets(socket.handleUpgrade)),
    controlPort: await listening(control),
    firmId,
    liveId,
  }
}

const serve = (kind: string): Promise<Ready> => {
  switch (kind) {
    case 'socketio':
      return serveSocketIo()
    case 'hub':
      return serveHub()
    case 'pglite':
      return serveDatabase(undefined)
    case 'postgres':
      return serveDatabase(process.env['DATABASE_URL'])
    default:
      throw new Error(`no server is called ${kind}`)
  }
}

if (import.meta.main) {
  const ready = await serve(process.argv[2] ?? '')
  process.send?.(ready)
  // The bench has gone: there is nobody to serve.
  process.on('disconnect', () => process.exit(0))
}
