import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { errorRow } from '@kaimai/contract/common/error.ts'
import { type Language, languageOf } from '@kaimai/contract/common/language.ts'
import { type ClientMessage, type CloseReason, roomLimits, socketPath } from '@kaimai/contract/room/room.protocol.ts'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import { guarded } from '../../platform/guarded.ts'
import { type ConnectionLimits, sendsTooMuch } from './connection-limits.ts'
import type { RoomInstance } from './room-instance.ts'
import type { RoomRegistry } from './room-registry.ts'
import type { SayHandler } from './room-say.ts'
import type { StaffConnection } from './staff-connections.ts'
import { noOrders, type RoomOrders } from './order-port.ts'
import type { Voting } from './poll-vote.ts'
import { readMessage } from './read-message.ts'
import { closeSocket, type Connection, lineOf, type ViewerConnection } from './viewer-connection.ts'
import { chatUserOf, type Tickets } from './tickets.ts'
import type { UsedTickets } from './used-tickets.ts'

export interface RoomSocketDeps {
  readonly registry: RoomRegistry
  readonly say: SayHandler
  readonly orders?: Pick<RoomOrders, 'choose'> | undefined
  readonly vote: Voting['vote']
  readonly tickets: Tickets
  readonly used: UsedTickets
  readonly limits: ConnectionLimits
  /** Who connects, by what TRUST_PROXY says. */
  readonly addressOf: (request: IncomingMessage) => string
  readonly originAllowed: (origin: string | undefined, host: string | undefined) => boolean
  readonly platform: { readonly clock: Clock; readonly log: Log }
  /** Connections of this process; more are told to try elsewhere. */
  readonly limit?: number
}

type Said = Extract<ClientMessage, { t: 'say' }>

/** What hangs on a WebSocket: first a stranger, then who has a seat. */
interface Guest {
  readonly socket: Socket
  readonly network: string
  readonly language: Language
  readonly sinceMs: number
  state: 'stranger' | 'entering' | 'seated'
  /** Frames it sent since that moment. */
  frames: number
  framesSinceMs: number
  connection?: ViewerConnection | StaffConnection
  instance?: RoomInstance
}

const limitByDefault = 20_000
const sweepMs = 1_000
const goodbyeMs = 2_000

/** What is too much is dropped, and nobody is told; what counts shows that somebody is there. */
const giveHearts = (instance: RoomInstance, connection: ViewerConnection, count: number): void => {
  if (instance.hearts.give(connection.identity, count) > 0) instance.showedLife(connection)
}

const isSocket = (stream: Duplex): stream is Socket => 'remoteAddress' in stream

/** Speaks the room's protocol on `/api/room/socket`: takes the HTTP server's upgrade requests for that path. */
export const createRoomSocket = (deps: RoomSocketDeps) => {
  const { registry, say, tickets, used, limits, originAllowed, limit = limitByDefault, orders = noOrders } = deps
  const { clock, log } = deps.platform
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Frames are encoded once for all; compressing each for each would be the whole cost again.
    perMessageDeflate: false,
    maxPayload: roomLimits.frameBytesIn,
  })
  const guests = new Map<WebSocket, Guest>()
  const strangers = new Set<WebSocket>()
  let sweep: NodeJS.Timeout | undefined
  let closing = false

  const turnAway = (ws: WebSocket, reason: CloseReason): void => {
    strangers.delete(ws)
    closeSocket(ws, reason)
  }

  const sweepStrangers = (): void => {
    const before = clock.ms() - roomLimits.joinWithinMs
    for (const ws of strangers) {
      const guest = guests.get(ws)
      if (guest === undefined || guest.sinceMs <= before) turnAway(ws, 'badTicket')
    }
    if (strangers.size > 0) return
    clearInterval(sweep)
    sweep = undefined
  }

  const onSweep = guarded(log, 'who has not joined in time could not be turned away', sweepStrangers)

  const enter = async (
    ws: WebSocket,
    guest: Guest,
    message: Extract<ClientMessage, { t: 'join' | 'resume' }>,
  ): Promise<void> => {
    const identity = message.t === 'join' ? tickets.readTicket(message.ticket) : tickets.readResume(message.token)
    const member =
      message.t === 'join' && identity === undefined ? tickets.readControlRoomTicket(message.ticket) : undefined
    const liveId = identity?.liveId ?? member?.liveId
    if (liveId === undefined) return turnAway(ws, 'badTicket')
    guest.state = 'entering'
    strangers.delete(ws)
    if (message.t === 'join' && !(await used.use(message.ticket))) return turnAway(ws, 'badTicket')
    if (ws.readyState !== ws.OPEN) return
    const sit = <S extends ViewerConnection | StaffConnection>(
      instance: RoomInstance,
      make: (connection: Connection) => S,
    ): S | undefined => {
      if (ws.readyState !== ws.OPEN) return undefined
      const connection = make({
        socket: lineOf(ws, guest.socket),
        network: guest.network,
        webSocket: ws,
        language: message.lang ?? guest.language,
        heardAtMs: clock.ms(),
        askedAtMs: undefined,
        missedBytes: undefined,
      })
      guest.connection = connection
      guest.instance = instance
      guest.state = 'seated'
      return connection
    }
    const look = { place: 'chat', of: null } as const
    const refused =
      member === undefined
        ? identity &&
          (await registry.enter(identity, message, (known, instance) =>
            sit(instance, (connection): ViewerConnection => ({ ...connection, identity: known })),
          ))
        : await registry.enterControlRoom(member, message, (instance) =>
            sit(instance, (connection): StaffConnection => ({ ...connection, member, look })),
          )
    if (refused !== undefined) turnAway(ws, refused)
  }

  /** What comes of it is an event of the room. */
  const choose = (
    instance: RoomInstance,
    connection: ViewerConnection,
    { of, variantId, quantity }: Extract<ClientMessage, { t: 'choose' }>,
  ) => {
    const { identity } = connection
    const viewer = instance.audience.find(identity.liveUserId)
    // It counts as a message; nothing is said of what is dropped, the chips may be tapped again.
    if (viewer === undefined || instance.audience.speak(viewer, clock.ms()) !== undefined) return
    if (!instance.timeline.mayBeOf(of, identity.publicId)) return
    instance.showedLife(connection)
    const { id: liveId, firmId, beginAtMs } = instance.live()
    orders
      .choose(
        { firmId, liveId, beginAtMs },
        { of, variantId, quantity, liveUserId: identity.liveUserId, user: chatUserOf(identity) },
      )
      .catch((error: unknown) => log.warn({ err: error, liveId, of }, 'a choice could not be carried out'))
  }

  const receive = (ws: WebSocket, guest: Guest, data: RawData, isBinary: boolean): void => {
    const message = sendsTooMuch(guest, clock.ms()) || isBinary ? 'badFrame' : readMessage(data)
    if (typeof message === 'string') return turnAway(ws, guest.state === 'stranger' ? message : 'badFrame')
    const { connection, instance } = guest
    if (message.t === 'join' || message.t === 'resume') {
      if (guest.state !== 'stranger') return turnAway(ws, 'badFrame')
      return letIn(ws, guest, message)
    }
    // Nothing but who it is may come first.
    if (connection === undefined || instance === undefined) return turnAway(ws, 'badFrame')
    instance.hear(connection)
    if (message.t === 'heartbeat')
      return instance.sendTo(connection, { t: 'heartbeatAnswer', at: message.at, now: clock.ms() })
    const isControlRoom = 'member' in connection
    // The staff acts by calls, which are checked and put on record.
    if (isControlRoom !== (message.t === 'focus')) return turnAway(ws, 'badFrame')
    if (isControlRoom) {
      if (message.t === 'focus') registry.look(connection, instance, { place: message.place, of: message.of })
    } else if (message.t === 'choose') choose(instance, connection, message)
    else if (message.t === 'vote') deps.vote(instance, connection, message)
    else if (message.t === 'watching') instance.showedLife(connection)
    else if (message.t === 'heart') giveHearts(instance, connection, message.count)
    else if (message.t === 'say') answer(ws, instance, connection, message)
  }

  const letIn = guarded(log, 'a viewer could not be let in', enter, (_error, ws) => turnAway(ws, 'goingAway'))

  const answer = guarded(
    log,
    'a message could not be answered',
    async (ws: WebSocket, instance: RoomInstance, connection: ViewerConnection, message: Said): Promise<void> => {
      const answered = await say(instance, connection, message)
      if (answered !== undefined && ws.readyState === ws.OPEN) instance.sendTo(connection, answered)
    },
    (_error, _ws, instance, connection, { id }) => {
      const { message } = errorRow('internal')
      instance.sendTo(connection, { t: 'refused', id, error: 'internal', message: message[connection.language] })
    },
  )

  /** An error of ours at one connection ends that connection alone; its page comes back by itself. */
  const giveUp = function (this: WebSocket): void {
    this.terminate()
  }

  const onMessage = guarded(
    log,
    'what a connection sent could not be handled',
    function (this: WebSocket, data: RawData, isBinary: boolean): void {
      const guest = guests.get(this)
      if (guest !== undefined) receive(this, guest, data, isBinary)
    },
    giveUp,
  )

  const onPong = guarded(
    log,
    'the sign of life of a connection could not be noted',
    function (this: WebSocket): void {
      const guest = guests.get(this)
      if (guest?.connection !== undefined) guest.instance?.hear(guest.connection)
    },
    giveUp,
  )

  // The seat of one that could not leave is cut for its silence.
  const onClose = guarded(log, 'a connection could not leave its room', function (this: WebSocket): void {
    const guest = guests.get(this)
    guests.delete(this)
    strangers.delete(this)
    if (guest !== undefined) limits.close(guest.network)
    if (guest?.connection !== undefined) guest.instance?.leave(guest.connection)
  })

  // A stream that fails closes by itself, and ws closes what breaks the protocol (too long, not UTF-8).
  const onError = (): void => {}

  const welcome = (ws: WebSocket, socket: Socket, request: IncomingMessage): void => {
    ws.on('error', onError)
    if (closing || guests.size >= limit) return closeSocket(ws, closing ? 'goingAway' : 'full')
    const network = limits.networkOf(deps.addressOf(request))
    if (!limits.open(network)) return closeSocket(ws, 'full')
    const language = languageOf(request.headers['accept-language'])
    const sinceMs = clock.ms()
    guests.set(ws, { socket, network, language, sinceMs, state: 'stranger', frames: 0, framesSinceMs: sinceMs })
    strangers.add(ws)
    ws.on('message', onMessage)
    ws.on('pong', onPong)
    ws.on('close', onClose)
    sweep ??= setInterval(onSweep, sweepMs)
  }

  const refuseUpgrade = (socket: Duplex): void => {
    // Nobody reads this stream any more: it would stay open until the other side closes it.
    socket.once('finish', () => socket.destroy())
    socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  }

  return {
    /** For the HTTP server's 'upgrade' event. False: another path, whose socket the caller has to end. */
    handleUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer): boolean => {
      // The HTTP server listens to it no longer: a reset at any moment from here on would end the process.
      socket.on('error', onError)
      const path = (request.url ?? '').split('?')[0]?.toLowerCase()
      if (path !== socketPath) return false
      if (!isSocket(socket) || !originAllowed(request.headers.origin, request.headers.host)) {
        refuseUpgrade(socket)
        return true
      }
      server.handleUpgrade(request, socket, head, (ws) => welcome(ws, socket, request))
      return true
    },

    counts: () => ({ connections: guests.size, strangers: strangers.size }),

    /** Tells all to go elsewhere, and waits a moment for them to do so. */
    close: async (): Promise<void> => {
      closing = true
      clearInterval(sweep)
      for (const ws of strangers) turnAway(ws, 'goingAway')
      await registry.close()
      const until = performance.now() + goodbyeMs
      while (guests.size > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
      for (const ws of guests.keys()) ws.terminate()
      server.close()
    },
  }
}
export type RoomSocket = ReturnType<typeof createRoomSocket>
