import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'
import type { ViewerConnection } from './viewer-connection.ts'

const aConnection = () => ({}) as ViewerConnection

test('ROOM-879 Whatever comes and goes, each is sent every frame since it came once, in order, and waits for few ticks', () => {
  const step = fc.record({
    kind: fc.constantFrom('push', 'push', 'tick', 'tick', 'add', 'remove', 'take', 'rest'),
    which: fc.nat(11),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const turns = createTurns()
      const connections = Array.from({ length: 12 }, aConnection)
      const heard = new Map<ViewerConnection, string>()
      const expected = new Map<ViewerConnection, string>()
      const hear = (connection: ViewerConnection, frames: Buffer | undefined): void => {
        heard.set(connection, (heard.get(connection) ?? '') + (frames?.toString() ?? ''))
      }
      let pushed = 0
      for (const { kind, which } of steps) {
        const connection = connections[which] ?? aConnection()
        const isIn = turns.has(connection)
        if (kind === 'push') {
          const frame = `<${pushed}>`
          pushed += 1
          turns.push(Buffer.from(frame))
          for (const one of connections) if (turns.has(one)) expected.set(one, `${expected.get(one) ?? ''}${frame}`)
        } else if (kind === 'tick') for (const [one, frames] of turns.next()) hear(one, frames)
        else if (kind === 'rest') for (const [one, frames] of turns.rest()) hear(one, frames)
        else if (kind === 'take') hear(connection, turns.take(connection))
        else if (kind === 'remove') hear(connection, turns.remove(connection))
        else if (!isIn) turns.add(connection)
      }
      for (let tick = 0; tick < 4; tick += 1) for (const [one, frames] of turns.next()) hear(one, frames)
      for (const one of connections) expect(heard.get(one) ?? '').toBe(expected.get(one) ?? '')
    }),
  )
})

test('ROOM-880 A tick tells at most five hundred of them, those who wait longest first', () => {
  const turns = createTurns()
  const connections = Array.from({ length: 2_500 }, aConnection)
  for (const one of connections) turns.add(one)
  turns.push(Buffer.from('a'))
  const sent = Array.from({ length: 5 }, () => turns.next().map(([one]) => one))
  expect(sent.map(({ length }) => length)).toEqual([500, 500, 500, 500, 500])
  expect(sent.flat()).toEqual(connections)
  expect(turns.next()).toEqual([])
})
