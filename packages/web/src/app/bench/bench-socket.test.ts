import { expect, test } from 'vitest'
import type { LineEvents } from '../../features/room/room-socket.ts'
import { createBenchLine, framesKept } from './bench-socket.ts'

const wire = () => {
  const sent: string[] = []
  let events: LineEvents | undefined
  let ended = 0
  const line = createBenchLine(
    (_, given) => {
      events = given
      return { send: (text) => void sent.push(text), end: () => (ended += 1) }
    },
    () => 0,
  )
  const closed: number[] = []
  const heard: string[] = []
  const open = () =>
    line.openLine('ws://x', {
      opened: () => undefined,
      heard: (text) => void heard.push(text),
      closed: (code) => void closed.push(code),
    })
  return { line, open, sent, closed, heard, ended: () => ended, hear: (text: string) => events?.heard(text) }
}

test('APP-12 The bench sees every frame both ways and passes it on; only the newest are kept', () => {
  const w = wire()
  const line = w.open()
  line.send('hello')
  w.hear('world')
  expect([w.sent, w.heard]).toEqual([['hello'], ['world']])
  expect(w.line.frames.get().map(({ way, text }) => `${way} ${text}`)).toEqual(['out hello', 'in world'])
  for (let at = 0; at < framesKept + 5; at += 1) w.hear(String(at))
  expect(w.line.frames.get()).toHaveLength(framesKept)
  expect(w.line.frames.get().at(-1)?.text).toBe(String(framesKept + 4))
})

test('APP-13 A cut line is lost without a goodbye, stays lost, and is there again once it is mended', async () => {
  const w = wire()
  w.open()
  w.line.cut()
  expect([w.closed, w.ended()]).toEqual([[1006], 1])
  w.open()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(w.closed).toEqual([1006, 1006])
  w.line.mend()
  w.open().send('again')
  expect(w.sent).toEqual(['again'])
})
