import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { KaimaiError } from '@kaimai/contract/common/error.ts'
import { afterEach, expect, test } from 'vitest'
import { readWholeBody } from './whole-body.ts'

let server: Server | undefined
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
})

/** What the reader makes of one request's body, of at most 1,000 bytes. */
const listen = async () => {
  const results: (Buffer | string)[] = []
  server = createServer((incoming, response) => {
    readWholeBody(incoming, 1000)
      .then((body) => results.push(body))
      .catch((error: unknown) => results.push(error instanceof KaimaiError ? error.errorName : String(error)))
      .finally(() => response.end())
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const send = (headers: Record<string, string>, pieces: readonly Buffer[], cut = false) =>
    new Promise<void>((resolve) => {
      const sent = request({ port, host: '127.0.0.1', method: 'POST', headers }, (answer) =>
        answer.resume().on('end', resolve),
      )
      sent.on('error', () => resolve())
      for (const piece of pieces) sent.write(piece)
      if (cut) setTimeout(() => sent.destroy(), 50)
      else sent.end()
    })
  return { results, send }
}

test('HTTP-601 A body is one piece, byte for byte, whether its length was declared or not', async () => {
  const { results, send } = await listen()
  const pieces = [Buffer.alloc(300, 1), Buffer.alloc(1, 2), Buffer.alloc(699, 3)]
  await send({ 'content-length': '1000' }, pieces)
  await send({ 'transfer-encoding': 'chunked' }, pieces)
  await send({ 'content-length': '0' }, [])
  expect(results).toEqual([Buffer.concat(pieces), Buffer.concat(pieces), Buffer.alloc(0)])
})

test('HTTP-602 A body over the limit is refused as too large, declared or not', async () => {
  const { results, send } = await listen()
  await send({ 'content-length': '1001' }, [Buffer.alloc(1001)])
  await send({ 'transfer-encoding': 'chunked' }, [Buffer.alloc(600), Buffer.alloc(401)])
  expect(results).toEqual(['tooLarge', 'tooLarge'])
})

test('HTTP-603 A body whose sender goes away in the middle is bad input, and no bug', async () => {
  const { results, send } = await listen()
  await send({ 'content-length': '900' }, [Buffer.alloc(100)], true)
  await expect.poll(() => results).toEqual(['invalid'])
  await send({ 'transfer-encoding': 'chunked' }, [Buffer.alloc(100)], true)
  await expect.poll(() => results).toEqual(['invalid', 'invalid'])
})
