import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { assert, asyncProperty, constantFrom, integer, oneof, option, tuple } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { fileServer } from './serve.ts'
import type { FileServer, ServedFile } from './serve.ts'

let root = ''
let disk: FileStore
const servers: Server[] = []
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kaimai-serve-'))
  disk = diskStore({ folder: root })
})
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await rm(root, { recursive: true, force: true })
})

const counted = (store: FileStore) => {
  const calls = { stat: 0, read: 0 }
  const counting: FileStore = {
    ...store,
    stat: (key) => {
      calls.stat += 1
      return store.stat(key)
    },
    read: (key, range) => {
      calls.read += 1
      return store.read(key, range)
    },
  }
  return { store: counting, calls }
}

/** A web server that answers every path with the file of that key. */
const listen = async (files: FileServer, more: Partial<ServedFile> = {}) => {
  const errors: unknown[] = []
  const server = createServer((request, response) => {
    const file = { key: (request.url ?? '').slice(1), contentType: 'video/mp2t', cacheControl: 'max-age=60', ...more }
    files.serve(request, response, file).then(
      (found) => {
        if (!found) response.writeHead(404).end('none')
      },
      (error: unknown) => errors.push(error),
    )
  })
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, errors }
}

interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: Buffer
}

const get = async (
  port: number,
  key: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> => {
  const request = httpRequest({ port, path: `/${key}`, method, headers, agent: false }).end()
  const [response]: IncomingMessage[] = await once(request, 'response')
  if (!response) throw new Error('no response')
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

test('FILES-16 A file is answered whole, with its etag and so that nothing in it can run as a page', async () => {
  const body = randomBytes(100_000)
  const { etag } = await disk.put('whole.ts', body)
  const { port } = await listen(fileServer(disk), { headers: { 'access-control-allow-origin': '*' } })
  const answer = await get(port, 'whole.ts')
  expect(answer.status).toBe(200)
  expect(answer.body.equals(body)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'video/mp2t',
    'content-length': '100000',
    'cache-control': 'max-age=60',
    etag: `"${etag}"`,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
  })
  expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox$/)
  expect(answer.headers['content-disposition']).toBeUndefined()
})

test('FILES-17 A download has its name in any script, and can start no header', async () => {
  await disk.put('report', Buffer.from('x'))
  const { port } = await listen(fileServer(disk), { downloadAs: '訂單 "1".xlsx\r\nx: y' })
  const { headers } = await get(port, 'report')
  expect(headers['x']).toBeUndefined()
  const utf8 = /filename\*=UTF-8''(.*)$/.exec(headers['content-disposition'] ?? '')?.[1] ?? ''
  expect(decodeURIComponent(utf8)).toBe('訂單 "1".xlsx\r\nx: y')
})

test('FILES-18 Who has the file already gets 304 without it', async () => {
  const { etag } = await disk.put('known', Buffer.from('content'))
  const { port } = await listen(fileServer(disk))
  for (const tags of [`"${etag}"`, `W/"${etag}"`, `"other", "${etag}"`, '*']) {
    const answer = await get(port, 'known', { 'if-none-match': tags, range: 'bytes=0-1' })
    expect([answer.status, answer.body.length, answer.headers.etag]).toEqual([304, 0, `"${etag}"`])
    expect(answer.headers['content-length']).toBeUndefined()
  }
  expect((await get(port, 'known', { 'if-none-match': '"other"' })).status).toBe(200)
  expect((await get(port, 'known', { 'if-none-match': etag })).status).toBe(200)
})

test('FILES-19 A range is answered as RFC 9110 says, from memory and from the store alike', async () => {
  const size = 1000
  const body = randomBytes(size)
  const { etag } = await disk.put('parts', body)
  await disk.put('empty', Buffer.alloc(0))
  const { port: fromMemory } = await listen(fileServer(disk))
  const { port: fromStore } = await listen(fileServer(disk, { memory: 0 }))
  const number = oneof(integer({ min: 0, max: 1100 }), constantFrom(0, 998, 999, 1000, 1001, 2 ** 60))
  await assert(
    asyncProperty(tuple(option(number), option(number)), constantFrom(fromMemory, fromStore), async ([a, b], port) => {
      const answer = await get(port, 'parts', { range: `bytes=${a ?? ''}-${b ?? ''}` })
      const start = a ?? Math.max(0, size - (b ?? 0))
      const end = a === null ? size - 1 : Math.min(b ?? size - 1, size - 1)
      const nonsense = (a === null && b === null) || (a !== null && b !== null && b < a)
      const past = a === null ? b === 0 : a >= size
      if (nonsense) {
        expect(answer.status).toBe(200)
        expect(answer.body.equals(body)).toBe(true)
      } else if (past) {
        expect([answer.status, answer.headers['content-range'], answer.body.length]).toEqual([
          416,
          `bytes */${size}`,
          0,
        ])
      } else {
        expect([answer.status, answer.headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${size}`])
        expect(answer.headers['content-length']).toBe(String(end - start + 1))
        expect(answer.body.equals(body.subarray(start, end + 1))).toBe(true)
      }
    }),
    { numRuns: 200 },
  )
  for (const range of ['bytes=0-1,5-6', 'items=0-1', 'bytes=a-b', 'bytes'])
    expect((await get(fromMemory, 'parts', { range })).status).toBe(200)
  expect((await get(fromMemory, 'parts', { range: 'bytes=0-1', 'if-range': `"${etag}"` })).status).toBe(206)
  expect((await get(fromMemory, 'parts', { range: 'bytes=0-1', 'if-range': '"older"' })).status).toBe(200)
  expect((await get(fromMemory, 'empty', { range: 'bytes=0-1' })).status).toBe(416)
  expect((await get(fromMemory, 'empty')).status).toBe(200)
})

test('FILES-20 HEAD answers the same headers and sends nothing', async () => {
  await disk.put('head', randomBytes(5000))
  const { store, calls } = counted(disk)
  const { port } = await listen(fileServer(store))
  const head = await get(port, 'head', {}, 'HEAD')
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '5000', 0])
  expect(calls.read).toBe(0)
  const { headers } = await get(port, 'head')
  const same = (all: IncomingHttpHeaders) => ({ ...all, date: '' })
  expect(same(head.headers)).toEqual(same(headers))
})

test('FILES-21 What is not there sends nothing, so that the caller answers', async () => {
  const { port } = await listen(fileServer(disk))
  expect((await get(port, 'nothing')).body.toString()).toBe('none')
})

test('FILES-22 Many who ask at once for a small file read it once', async () => {
  const body = randomBytes(2_000_000)
  await disk.put('hot', body)
  const { store, calls } = counted(disk)
  let now = 1_000_000
  const { port } = await listen(fileServer(store, { now: () => now }), { immutable: true })
  const answers = await Promise.all(Array.from({ length: 30 }, () => get(port, 'hot')))
  expect(answers.every((answer) => answer.body.equals(body))).toBe(true)
  expect(calls.read).toBe(1)
  const statsBefore = calls.stat
  now += 4999
  await get(port, 'hot')
  expect(calls).toEqual({ stat: statsBefore, read: 1 })
  // After five seconds the store is asked once whether the file is still there.
  now += 1
  await get(port, 'hot')
  await get(port, 'hot')
  expect(calls).toEqual({ stat: statsBefore + 1, read: 1 })
})

test('FILES-23 A replaced file is answered anew at once, a removed one no more', async () => {
  const { port } = await listen(fileServer(disk))
  for (let i = 0; i < 20; i += 1) {
    const content = `version ${'x'.repeat(i % 3)}${i}`
    await disk.put('changing', Buffer.from(content))
    expect((await get(port, 'changing')).body.toString()).toBe(content)
    expect((await get(port, 'changing')).body.toString()).toBe(content)
  }
  await disk.remove('changing')
  expect((await get(port, 'changing')).status).toBe(404)
})

test('FILES-24 A file replaced between its facts and its content is answered whole, with the right etag', async () => {
  for (const memory of [0, 1_000_000]) {
    await disk.put('race', Buffer.from('old'))
    let newTag = ''
    let once = true
    const racing: FileStore = {
      ...disk,
      stat: async (key) => {
        const facts = await disk.stat(key)
        if (once) newTag = (await disk.put('race', Buffer.from('much newer'))).etag
        once = false
        return facts
      },
    }
    const { port } = await listen(fileServer(racing, { memory }))
    const answer = await get(port, 'race')
    expect([answer.body.toString(), answer.headers.etag]).toEqual(['much newer', `"${newTag}"`])
    await disk.remove('race')
  }
})

test('FILES-25 Memory stays within its bound however many slow clients hold different files', async () => {
  const size = 1_000_000
  const bound = 4_500_000
  for (let i = 0; i < 12; i += 1) await disk.put(`slow/${i}`, Buffer.alloc(size, i))
  const files = fileServer(disk, { memory: bound })
  const { port, errors } = await listen(files, { immutable: true })
  // They ask and read nothing, so their files stay in use.
  const slow = Array.from({ length: 12 }, (_, i) => {
    const socket = connect(port, '127.0.0.1')
    socket.pause()
    socket.write(`GET /slow/${i} HTTP/1.1\r\nhost: x\r\n\r\n`)
    return socket
  })
  for (let i = 0; i < 50; i += 1) {
    expect(files.held()).toBeLessThanOrEqual(bound)
    // From one look to the next.
    await sleep(10)
  }
  expect(files.held()).toBe(4 * size)
  const all = await Promise.all(Array.from({ length: 12 }, (_, i) => get(port, `slow/${i}`)))
  expect(all.every((answer, i) => answer.body.equals(Buffer.alloc(size, i)))).toBe(true)
  expect(files.held()).toBeLessThanOrEqual(bound)
  for (const socket of slow) socket.destroy()
  // What was in use is given back: the least recently used go and others come in.
  await disk.put('slow/fresh', Buffer.alloc(4_400_000))
  await expect
    .poll(async () => {
      await get(port, 'slow/fresh')
      return files.held()
    })
    .toBe(4_400_000)
  expect(errors).toEqual([])
})

test('FILES-26 A client that leaves in the middle leaves no open file behind and is no error', async () => {
  await disk.put('big', randomBytes(20_000_000))
  const { port, errors } = await listen(fileServer(disk))
  const openFiles = async () => (await readdir('/dev/fd')).length
  const before = await openFiles()
  for (let i = 0; i < 20; i += 1) {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /big HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(socket, 'data')
    socket.destroy()
  }
  await expect.poll(openFiles).toBeLessThanOrEqual(before + 1)
  expect(errors).toEqual([])
})

test('FILES-27 A store that fails in the middle ends the connection and reports the error to the caller', async () => {
  await disk.put('torn', randomBytes(3_000_000))
  const failing: FileStore = {
    ...disk,
    read: async (key) => {
      const opened = await disk.read(key)
      opened?.stream.once('data', () => setImmediate(() => opened.stream.destroy(new Error('disk error'))))
      return opened
    },
  }
  for (const memory of [0, 10_000_000]) {
    const { port, errors } = await listen(fileServer(failing, { memory }))
    const request = httpRequest({ port, path: '/torn', agent: false }).end()
    const outcome = once(request, 'response').then(async ([response]: IncomingMessage[]) => {
      if (response) await buffer(response)
    })
    if (memory === 0) await expect(outcome).rejects.toThrow()
    await expect.poll(() => errors.map(String)).toEqual(['Error: disk error'])
    request.on('error', () => {})
    request.destroy()
    if (memory > 0) await outcome.catch(() => {})
  }
})
