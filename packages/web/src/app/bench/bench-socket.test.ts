import { expect, test } from 'vitest'
import type { SocketEvents } from '../../features/room/room-socket.ts'
import { createBenchSocket, framesMax } from './bench-socket.ts'

const wire = () => {
  const sent: string[] = []
  let events: SocketEvents | undefined
  let ended = 0
  const socket = createBenchSocket(
    (_, given) => {
      events = given
      return { send: (text) => void sent.push(text), end: () => (ended += 1) }
    },
    () => 0,
  )
  const closed: number[] = []
  const received: string[] = []
  const open = () =>
    socket.openSocket('ws://x', {
      opened: () => undefined,
      received: (text) => void received.push(text),
      closed: (code) => void closed.push(code),
    })
  return { socket, open, sent, closed, received, ended: () => ended, hear: (text: string) => events?.received(text) }
}

test('APP-12 The bench sees every frame both ways and passes it on; only the newest are kept', () => {
  const w = wire()
  const socket = w.open()
  socket.send('hello')
  w.hear('world')
  expect([w.sent, w.received]).toEqual([['hello'], ['world']])
  expect(w.socket.frames.get().map(({ way, text }) => `${way} ${text}`)).toEqual(['out hello', 'in world'])
  for (let at = 0; at < framesMax + 5; at += 1) w.hear(String(at))
  expect(w.socket.frames.get()).toHaveLength(framesMax)
  expect(w.socket.frames.get().at(-1)?.text).toBe(String(framesMax + 4))
})

test('APP-13 A cut socket is lost without a goodbye, stays lost, and is there again once it is restored', async () => {
  const w = wire()
  w.open()
  w.socket.cut()
  expect([w.closed, w.ended()]).toEqual([[1006], 1])
  w.open()
  // A socket tells of its end in a turn of its own.
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(w.closed).toEqual([1006, 1006])
  w.socket.repair()
  w.open().send('again')
  expect(w.sent).toEqual(['again'])
})
