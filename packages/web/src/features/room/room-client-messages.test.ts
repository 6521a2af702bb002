import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import { array, assert, asyncProperty, constantFrom, integer, oneof, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aClient, code, texts } from './test-room.ts'

describe('the room client', () => {
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

  test('ROOM-937 Taps on ♡ go out in bundles, the first at once, none is lost by a lost connection, and too many are not taken', async () => {
    const { clock, server, client } = aClient()
    expect(client.heart()).toBe(false)
    await clock.forward(0)
    const sent = () =>
      server.lines.flatMap(({ received }) => received.flatMap((one) => (one.t === 'heart' ? [one.count] : [])))
    const tap = (times: number) => Array.from({ length: times }, () => client.heart()).filter(Boolean).length
    expect(tap(4)).toBe(4)
    expect(sent()).toEqual([1])
    await clock.forward(500)
    expect(sent()).toEqual([1, 3])
    expect(tap(100)).toBe(20)
    server.drop()
    expect(client.heart()).toBe(false)
    await clock.forward(5_000)
    expect(sent().reduce((sum, count) => sum + count, 0)).toBe(24)
    expect(Math.max(...sent())).toBeLessThanOrEqual(10)
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
})
