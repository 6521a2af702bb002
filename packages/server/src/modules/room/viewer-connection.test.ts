import { expect, test } from 'vitest'
import { lineOf } from './viewer-connection.ts'

test('ROOM-119 Once a connection has said goodbye no frame is written to it any more', () => {
  const written: Uint8Array[] = []
  const ws = { readyState: 1, OPEN: 1 }
  const line = lineOf(ws, { write: (bytes) => written.push(bytes), writableLength: 7 })
  line.write(Buffer.from('a'))
  ws.readyState = 2
  line.write(Buffer.from('b'))
  expect([written.map(String), line.writableLength]).toEqual([['a'], 7])
})
