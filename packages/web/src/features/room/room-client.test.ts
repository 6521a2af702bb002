import { describe, expect, test } from 'vitest'
import { CallError } from '../../lib/http/call-error.ts'
import { roomSocketUrl } from './room-client.ts'
import { aClient, code, serverAheadMs, you } from './test-room.ts'

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

  test('ROOM-302 Connects to the host of its page, encrypted where the page is', () => {
    expect(roomSocketUrl({ protocol: 'https:', host: 'live.test' })).toBe('wss://live.test/api/room/socket')
    expect(roomSocketUrl({ protocol: 'http:', host: 'localhost:3000' })).toBe('ws://localhost:3000/api/room/socket')
  })
})
