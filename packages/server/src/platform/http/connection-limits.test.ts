import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { ConnectionLimits } from './connection-limits.ts'
import { createHttp } from './server.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

const serve = async (limits: Partial<ConnectionLimits>, trustProxy: readonly string[] = []): Promise<number> => {
  const http = createHttp({ log: pino({ level: 'silent' }), trustProxy, first: [], limits })
  http.get('/', () => 'here')
  http.post('/', () => 'taken')
  http.server.on('upgrade', (_request, stream) => {
    stream.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
    closing.unshift(async () => stream.destroy())
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const address = http.server.address()
  closing.push(() => http.close())
  return typeof address === 'object' && address !== null ? address.port : 0
}

const open = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  closing.push(async () => socket.destroy())
  return socket
}

const ask = 'GET / HTTP/1.1\r\nHost: kaimai.test\r\n\r\n'
/** What comes first: an answer's status line, or the end. */
const firstOf = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.once('data', (bytes) => resolve(String(bytes).split('\r\n')[0] ?? ''))
    socket.once('close', () => resolve('closed'))
  })
/** The first line that came before the connection ended; 'reset' where it was reset, which may drop what came. */
const endOf = async (socket: Socket): Promise<string> => {
  let text = ''
  let isReset = false
  socket.on('data', (bytes) => void (text += String(bytes)))
  socket.on('error', () => (isReset = true))
  await new Promise((resolve) => socket.once('close', resolve))
  return text === '' && isReset ? 'reset' : (text.split('\r\n')[0] ?? '')
}

test('HTTP-700 One network holds a bounded number of connections, and what it gives back it may open again.', async () => {
  const port = await serve({ perNetwork: 3 })
  const held = [await open(port), await open(port), await open(port)]
  for (const socket of held) socket.write(ask)
  expect(await Promise.all(held.map(firstOf))).toEqual(Array.from({ length: 3 }, () => 'HTTP/1.1 200 OK'))
  const over = await open(port)
  over.write(ask)
  expect(await firstOf(over)).toBe('closed')
  held[0]?.destroy()
  const answers: string[] = []
  // The server hears of the closed one a moment later.
  while (answers.at(-1) !== 'HTTP/1.1 200 OK') {
    const again = await open(port)
    again.write(ask)
    answers.push(await firstOf(again))
  }
  expect(answers.at(-1)).toBe('HTTP/1.1 200 OK')
})

test('HTTP-701 The connections of a trusted proxy are not counted, and a WebSocket counts no more.', async () => {
  const proxied = await serve({ perNetwork: 1 }, ['127.0.0.1'])
  const two = [await open(proxied), await open(proxied)]
  for (const socket of two) socket.write(ask)
  expect(await Promise.all(two.map(firstOf))).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK'])

  const plain = await serve({ perNetwork: 1 })
  const socket = await open(plain)
  socket.write('GET / HTTP/1.1\r\nHost: kaimai.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  expect(await firstOf(socket)).toBe('HTTP/1.1 101 Switching Protocols')
  const beside = await open(plain)
  beside.write(ask)
  expect(await firstOf(beside)).toBe('HTTP/1.1 200 OK')
})

test.each([
  ['says nothing at all', ''],
  ['sends its head letter by letter', 'GET / HTTP/1.1\r\nHost: kai'],
])('HTTP-702 A connection that %s is ended.', async (_title, words) => {
  const port = await serve({ headMs: 150, requestMs: 150, checkMs: 20 })
  const socket = await open(port)
  if (words !== '') socket.write(words)
  const drip = setInterval(() => words !== '' && socket.write('m'), 20)
  // A letter that was on its way when the server closed is answered by a reset.
  const ends = words === '' ? ['HTTP/1.1 408 Request Timeout'] : ['HTTP/1.1 408 Request Timeout', 'reset']
  expect(ends).toContain(await endOf(socket))
  clearInterval(drip)
})

test('HTTP-703 A connection without a further request is ended, and so is one that stops in the middle.', async () => {
  const idle = await open(await serve({ idleMs: 50 }))
  idle.write(ask)
  expect(await endOf(idle)).toBe('HTTP/1.1 200 OK')
  const stalled = await open(await serve({ stalledMs: 100 }))
  stalled.write('POST / HTTP/1.1\r\nHost: kaimai.test\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nhalf')
  await endOf(stalled)
  expect(stalled.destroyed).toBe(true)
})
