import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { s3Store } from './s3-store.ts'

// What both stores do is in file-store.test.ts.

test('FILES-15 Passing errors of S3 are retried, final ones are thrown at once', async () => {
  const statuses: number[] = []
  let calls = 0
  const server = createServer((request, response) => {
    request.resume()
    calls += 1
    const status = statuses.shift() ?? 200
    if (status === 0) return void request.socket.destroy()
    response.writeHead(status, status === 200 ? { etag: '"e"', 'last-modified': new Date().toUTCString() } : {})
    response.end(status === 200 ? 'content' : '')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const settings = { region: 'x', accessKeyId: 'x', secretAccessKey: 'x' }
  const store = s3Store({ ...settings, endpoint: `http://127.0.0.1:${port}/kaimai` })
  try {
    statuses.push(503, 0, 429)
    expect(Buffer.from((await store.bytes('a')) ?? []).toString()).toBe('content')
    expect(calls).toBe(4)
    statuses.push(403)
    await expect(store.stat('a')).rejects.toThrow('403')
    expect(calls).toBe(5)
    statuses.push(404)
    expect(await store.bytes('a')).toBeUndefined()
    statuses.push(500, 500, 500, 500)
    await expect(store.put('a', Buffer.from('x'))).rejects.toThrow('500')
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
