import { closeCodes, type CloseReason, type Fact, ClientMessage } from '@kaimai/contract/room/room.protocol.ts'
import type { RealEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { vi } from 'vitest'
import { createTestClock } from '../../lib/clock/clock.ts'
import { createRoomClient, type RoomClientOptions } from './room-client.ts'
import type { SocketEvents, OpenSocket } from './room-socket.ts'

export const you = { userId: 'me', name: '我', imgUrl: '', as: 'viewer' } as const
export const serverAheadMs = 5_000

/** A room's server without a network: one log, and the lines that stand. */
const aServer = (clock: ReturnType<typeof createTestClock>) => {
  const log: RealEvent[] = []
  const byKey = new Map<string, RealEvent>()
  const lines: { events: SocketEvents; received: ClientMessage[]; open: boolean; announce: (fact: Fact) => void }[] = []
  let reachable = true
  let mute = false
  const now = () => clock.now() + serverAheadMs

  const write = (key: string, text: string): RealEvent => {
    const present = byKey.get(key)
    if (present !== undefined) return present
    const event = { seq: log.length + 1, ms: now(), kind: 'commented', user: you, text } as const
    log.push(event)
    byKey.set(key, event)
    return event
  }

  const openSocket: OpenSocket = (_, events) => {
    const socket = {
      events,
      received: [] as ClientMessage[],
      open: reachable,
      announce: (fact: Fact) => {
        if (socket.open && !mute) events.received(JSON.stringify(fact))
      },
    }
    lines.push(socket)
    void Promise.resolve().then(() => (reachable ? events.opened() : events.closed(1006)))
    return {
      send: (text) => {
        if (!socket.open) return
        const request = ClientMessage.parse(JSON.parse(text))
        socket.received.push(request)
        if (mute) return
        if (request.t === 'join' || request.t === 'resume') {
          const events = log.filter(({ seq }) => seq > request.seq)
          socket.announce({
            t: 'joined',
            now: now(),
            you,
            resume: 'token',
            seq: log.length,
            events,
            reset: false,
            shown: [],
            stock: {},
            online: 1,
          })
        } else if (request.t === 'heartbeat') socket.announce({ t: 'heartbeatAnswer', at: request.at, now: now() })
      },
      end: () => {
        socket.open = false
      },
    }
  }
  const current = () => {
    const socket = lines.at(-1)
    if (socket === undefined) throw new Error('no line was opened')
    return socket
  }
  return {
    log,
    lines,
    openSocket,
    current,
    /** The server commits what the client has said and publishes it, unless the connection breaks in between. */
    commit: (options: { acknowledge: boolean } = { acknowledge: true }) => {
      const socket = current()
      for (const request of socket.received.splice(0)) {
        if (request.t !== 'say') continue
        const { seq, ms } = write(request.id, request.text)
        if (!options.acknowledge) continue
        socket.announce({ t: 'said', id: request.id, seq, ms })
        socket.announce({ t: 'frame', now: now(), seq: log.length, events: log.slice(-3) })
      }
    },
    drop: (code = 1006) => {
      const socket = current()
      if (!socket.open) return
      socket.open = false
      socket.events.closed(code)
    },
    setReachable: (value: boolean) => {
      reachable = value
    },
    setMute: (value: boolean) => {
      mute = value
    },
  }
}

export const aClient = (options: Partial<RoomClientOptions> = {}) => {
  const clock = createTestClock(1_000_000)
  const server = aServer(clock)
  const ticket = vi.fn<() => Promise<string | undefined>>(async () => 'ticket')
  const client = createRoomClient({
    url: 'ws://kaimai.test/api/room/socket',
    ticket,
    language: 'zh-TW',
    clock,
    openSocket: server.openSocket,
    random: () => 1,
    ...options,
  })
  client.start()
  return { clock, server, ticket, client, view: client.view.get, room: () => client.view.get().room }
}

export const code = (reason: CloseReason): number => closeCodes[reason]
export const texts = (events: readonly { kind: string }[]) =>
  events.flatMap((event) => ('text' in event ? [event.text] : []))
