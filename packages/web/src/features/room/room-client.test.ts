import { closeCodes, type CloseReason, type Fact, ClientMessage } from '@kaimai/contract/room/room.protocol.ts'
import type { RealEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import { array, assert, asyncProperty, constantFrom, integer, oneof, record } from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createTestClock } from '../../lib/clock/clock.ts'
import { CallError } from '../../lib/http/call-error.ts'
import { createRoomClient, type RoomClientOptions, roomSocketUrl } from './room-client.ts'
import type { SocketEvents, OpenSocket } from './room-socket.ts'

const you = { userId: 'me', name: '我', imgUrl: '', as: 'viewer' } as const
const serverAheadMs = 5_000

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
    commit: (given: { acknowledge: boolean } = { acknowledge: true }) => {
      const socket = current()
      for (const request of socket.received.splice(0)) {
        if (request.t !== 'say') continue
        const { seq, ms } = write(request.id, request.text)
        if (!given.acknowledge) continue
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

const aClient = (given: Partial<RoomClientOptions> = {}) => {
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
    ...given,
  })
  client.start()
  return { clock, server, ticket, client, view: client.view.get, room: () => client.view.get().room }
}

const code = (reason: CloseReason): number => closeCodes[reason]
const texts = (events: readonly { kind: string }[]) => events.flatMap((event) => ('text' in event ? [event.text] : []))

describe('the room client', () => {
  test('ROOM-33 Comes in with a ticket, and comes back with the token and what it holds', async () => {
    const { clock, server, ticket, view } = aClient()
    expect(view().socket).toBe('connecting')
    await clock.forward(0)
    expect(view().socket).toBe('open')
    expect(server.current().received[0]).toMatchObject({ t: 'join', ticket: 'ticket', seq: 0, since: 0, lang: 'zh-TW' })
    const heardAtMs = view().room.heardAtMs
    server.drop()
    expect(view().socket).toBe('lost')
    await clock.forward(500)
    expect(view().socket).toBe('open')
    expect(server.current().received[0]).toMatchObject({ t: 'resume', token: 'token', since: heardAtMs })
    expect(ticket).toHaveBeenCalledTimes(1)
  })

  test('ROOM-34 Tries again ever more slowly, up to 15 seconds, spread by chance', async () => {
    for (const [chance, waits] of [
      [1, [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]],
      [0, [250, 500, 1_000, 2_000, 4_000, 7_500, 7_500]],
    ] as const) {
      const { clock, server } = aClient({ random: () => chance })
      await clock.forward(0)
      server.setReachable(false)
      server.drop()
      let tries = server.lines.length
      for (const wait of waits) {
        await clock.forward(wait - 1)
        expect(server.lines.length).toBe(tries)
        await clock.forward(1)
        tries += 1
        expect(server.lines.length).toBe(tries)
      }
    }
  })

  test('ROOM-293 A server that stops is left within a second, and a refused token is exchanged for a ticket', async () => {
    const { clock, server, ticket, view } = aClient()
    await clock.forward(0)
    server.drop(code('goingAway'))
    await clock.forward(1_000)
    expect(view().socket).toBe('open')
    server.drop(code('badTicket'))
    await clock.forward(500)
    expect(server.current().received[0]).toMatchObject({ t: 'join' })
    expect(ticket).toHaveBeenCalledTimes(2)
    expect(view().socket).toBe('open')
  })

  test.each(['blocked', 'roomEnded', 'replaced'] as const)('ROOM-35 Stays away after %s', async (reason) => {
    const { clock, server, client, view } = aClient()
    await clock.forward(0)
    server.drop(code(reason))
    expect(view()).toMatchObject({ socket: 'over', over: reason })
    client.wake()
    await clock.forward(60_000)
    expect(server.lines).toHaveLength(1)
  })

  test('ROOM-294 Stays away when no ticket is given; a call for one that failed is made again', async () => {
    let tries = 0
    const { clock, server, view } = aClient({
      ticket: async () => {
        tries += 1
        if (tries === 1) throw new Error('offline')
        return undefined
      },
    })
    await clock.forward(0)
    expect(view().socket).toBe('connecting')
    await clock.forward(500)
    expect(view()).toMatchObject({ socket: 'over', over: 'refused' })
    expect(server.lines).toHaveLength(0)
  })

  test('ROOM-295 A choice outlives a lost connection until it is answered, and a question is sent as one', async () => {
    const { clock, server, client } = aClient()
    await clock.forward(0)
    client.choose(7, '00000000-0000-7000-8000-000000000001', 2)
    const chosen = () => server.current().received.filter(({ t }) => t === 'choose')
    expect(chosen()).toHaveLength(1)
    server.drop()
    await clock.forward(500)
    expect(chosen()).toMatchObject([{ t: 'choose', of: 7, quantity: 2 }])
    const nothing = { lines: [], heldUntilMs: null, question: null, left: 0, said: '' }
    const answer = { seq: 8, ms: 80, kind: 'ordered', of: 7, user: you, outcome: 'nothing', ...nothing } as const
    server.current().announce({ t: 'frame', now: clock.now(), seq: 8, events: [answer] })
    server.drop()
    await clock.forward(500)
    expect(chosen()).toHaveLength(0)
    client.say('碗口多大', true)
    expect(server.current().received.at(-1)).toMatchObject({ t: 'say', text: '碗口多大', question: true })
  })

  test('ROOM-296 A room without a free place is asked again, and the client says so until there is one', async () => {
    const { clock, server, view } = aClient()
    await clock.forward(0)
    server.drop(code('full'))
    expect(view()).toMatchObject({ socket: 'lost', full: true })
    await clock.forward(20_000)
    expect(view()).toMatchObject({ socket: 'open', full: false })
  })

  test('ROOM-870 A viewer who comes at the same moment as thousands waits for a turn and comes in', async () => {
    let tries = 0
    const { clock, view } = aClient({
      ticket: async () => {
        tries += 1
        if (tries === 1) throw new CallError('tooManyRequests', 429, 'slow')
        return 'ticket'
      },
    })
    await clock.forward(0)
    expect(view()).toMatchObject({ full: true, over: undefined })
    await clock.forward(20_000)
    expect([tries, view().socket, view().full]).toEqual([2, 'open', false])
  })

  test('ROOM-871 A viewer who is asked answers by a tap or a word, and is not asked again on the screen', async () => {
    const { clock, server, client, view } = aClient()
    await clock.forward(0)
    server.current().announce({ t: 'presenceAsked' })
    expect(view().asked).toBe(true)
    client.watching()
    expect(view().asked).toBe(false)
    const answers = () => server.current().received.filter(({ t }) => t === 'watching').length
    expect(answers()).toBe(1)
    server.current().announce({ t: 'presenceAsked' })
    expect([view().asked, answers()]).toEqual([false, 2])
  })

  test('ROOM-36 A message is sent once more with the same id after a lost connection, and stands in the list once', async () => {
    const { clock, server, client, room } = aClient()
    await clock.forward(0)
    expect(client.say('我要 +1')).toBeUndefined()
    expect(room().pending).toHaveLength(1)
    server.commit({ acknowledge: false })
    server.drop()
    expect(client.say('還在嗎')).toBeUndefined()
    await clock.forward(500)
    server.commit()
    expect(room().pending).toEqual([])
    expect(texts(room().events)).toEqual(['我要 +1', '還在嗎'])
    expect(server.log).toHaveLength(2)
  })

  test('ROOM-297 A message that must wait goes out by itself, one refused for good does not', async () => {
    const said: [string, boolean][] = []
    const { clock, server, client, room } = aClient({ onRefused: (message, again) => said.push([message, again]) })
    await clock.forward(0)
    client.say('太快')
    const id = room().pending[0]?.id ?? ''
    server.current().received.splice(0)
    const refused = { t: 'refused', id, error: 'tooManyRequests', message: '慢' } as const
    server.current().announce({ ...refused, retryAfterMs: 700 })
    await clock.forward(699)
    expect(server.current().received.filter(({ t }) => t === 'say')).toEqual([])
    await clock.forward(1)
    expect(server.current().received).toContainEqual({ t: 'say', id, text: '太快' })
    server.current().announce(refused)
    expect(room().pending).toEqual([])
    expect(said).toEqual([
      ['慢', true],
      ['慢', false],
    ])
  })

  test('ROOM-298 What cannot be said is refused before it is sent', async () => {
    const { clock, client, room } = aClient()
    await clock.forward(0)
    expect(client.say('  ')).toBe(roomErrors.saidNothing)
    expect(client.say('字'.repeat(301))).toBe(roomErrors.saidTooLong)
    for (let at = 0; at < 5; at += 1) expect(client.say(`${at}`)).toBeUndefined()
    expect(client.say('第六')).toBe(roomErrors.saidTooMuch)
    expect(room().pending).toHaveLength(5)
  })

  test('ROOM-299 The client knows the server time, roughly at once and exactly after a heartbeat', async () => {
    const { clock, client } = aClient()
    await clock.forward(0)
    expect(client.serverNow() - clock.now()).toBe(serverAheadMs)
    await clock.forward(2_000)
    expect(client.serverNow() - clock.now()).toBe(serverAheadMs)
  })

  test('ROOM-37 A socket that answers nothing any more is left, at the next heartbeat or as soon as the page wakes', async () => {
    const { clock, server, client, view } = aClient()
    await clock.forward(2_000)
    server.setMute(true)
    await clock.forward(15_000 + 8_000)
    expect(server.lines.length).toBeGreaterThan(1)
    server.setMute(false)
    await clock.forward(20_000)
    expect(view().socket).toBe('open')
    const before = server.lines.length
    server.setMute(true)
    client.wake()
    await clock.forward(2_999)
    expect(server.lines).toHaveLength(before)
    await clock.forward(1)
    expect(server.lines).toHaveLength(before + 1)
    server.setMute(false)
    await clock.forward(20_000)
    expect(view().socket).toBe('open')
  })

  test('ROOM-300 A page that wakes while it waits tries at once', async () => {
    const { clock, server, client, view } = aClient()
    await clock.forward(0)
    server.setReachable(false)
    server.drop()
    await clock.forward(30_000)
    server.setReachable(true)
    client.wake()
    await clock.forward(0)
    expect(view().socket).toBe('open')
  })

  test('ROOM-38 A fact of a later version is passed over', async () => {
    const { clock, server, view } = aClient()
    await clock.forward(0)
    const before = view()
    server.current().events.received('{"t":"danced"}')
    server.current().events.received('not json')
    expect(view()).toBe(before)
  })

  test('ROOM-301 A stopped client receives nothing and tries nothing', async () => {
    const { clock, server, client, view } = aClient()
    await clock.forward(0)
    const before = view()
    client.stop()
    server.drop()
    await clock.forward(60_000)
    expect(server.lines).toHaveLength(1)
    expect(view()).toBe(before)
  })

  test('ROOM-39 Whatever breaks and when, every message said is in the log once, and the list is the log', async () => {
    const step = oneof(
      record({ do: constantFrom('say', 'commit', 'commitUnheard', 'drop', 'goAway', 'wake', 'offline', 'online') }),
      record({ do: constantFrom('wait'), ms: integer({ min: 1, max: 9_000 }) }),
    )
    await assert(
      asyncProperty(array(step, { maxLength: 40 }), async (steps) => {
        const { clock, server, client, room, view } = aClient()
        await clock.forward(0)
        let said = 0
        for (const one of steps) {
          if (one.do === 'say' && client.say(`${said}`) === undefined) said += 1
          if (one.do === 'commit') server.commit()
          if (one.do === 'commitUnheard') server.commit({ acknowledge: false })
          if (one.do === 'drop') server.drop()
          if (one.do === 'goAway') server.drop(code('goingAway'))
          if (one.do === 'wake') client.wake()
          if (one.do === 'offline') server.setReachable(false)
          if (one.do === 'online') server.setReachable(true)
          if ('ms' in one) await clock.forward(one.ms)
        }
        server.setReachable(true)
        for (let at = 0; at < 10; at += 1) {
          await clock.forward(5_000)
          server.commit()
        }
        expect(view().socket).toBe('open')
        expect(room().pending).toEqual([])
        expect(server.log.map((event) => ('text' in event ? event.text : ''))).toEqual(
          Array.from({ length: said }, (_, at) => `${at}`),
        )
        expect(texts(room().events)).toEqual(texts(server.log))
        client.stop()
      }),
      { numRuns: 60 },
    )
  })

  test('ROOM-302 Connects to the host of its page, encrypted where the page is', () => {
    expect(roomSocketUrl({ protocol: 'https:', host: 'live.test' })).toBe('wss://live.test/api/room/socket')
    expect(roomSocketUrl({ protocol: 'http:', host: 'localhost:3000' })).toBe('ws://localhost:3000/api/room/socket')
  })
})
