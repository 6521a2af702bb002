import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../../test/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { diskStore } from '../../platform/files/disk-store.ts'
import { fileServer } from '../../platform/files/serve.ts'
import { createPictureMaker, type Made } from './picture-maker.ts'
import { createBoundedQueue } from './picture-maker.ts'
import { createVideoMedia } from './video-media.ts'

const source = 'image/iabcdefghij0123456789.webp'
const picture = { width: 320, format: 'webp' } as const
let folder: string
let files: FileStore
let puts: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaimai-picture-'))
  const store = diskStore({ folder })
  puts = []
  files = {
    ...store,
    put: (key, body, options) => {
      puts.push(key)
      return store.put(key, body, options)
    },
  }
  const picture = sharp({ create: { width: 900, height: 300, channels: 3, background: '#123456' } })
  await store.put(source, await picture.webp().toBuffer())
})
const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) server.close()
  await rm(folder, { recursive: true, force: true })
})

test('VIDEO-20 Many who ask for the same width at once share one drawing', async () => {
  const maker = createPictureMaker({ files, log: silentLog })
  const made = await Promise.all(Array.from({ length: 20 }, () => maker.make(source, picture)))
  expect(new Set(made)).toEqual(new Set(['made']))
  expect(puts).toHaveLength(1)
})

test('VIDEO-21 So many run at once, so many wait, and the rest is turned away', async () => {
  const turns = createBoundedQueue(2, 3)
  let [running, max] = [0, 0]
  const ends: (() => void)[] = []
  const work = async () => {
    running += 1
    max = Math.max(max, running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running -= 1
  }
  const taken = Array.from({ length: 7 }, () => turns.take(work))
  expect(taken.filter((turn) => turn === undefined)).toHaveLength(2)
  const all = Promise.all(taken)
  while (ends.length < 5) {
    ends.at(-1)?.()
    await Promise.resolve()
  }
  for (const end of ends) end()
  await all
  expect(max).toBe(2)
  expect(turns.take(async () => 'free again')).toBeDefined()
})

test('VIDEO-22 A picture that cannot be drawn is tried once', async () => {
  await files.put('image/ibroken123456.webp', Buffer.from('RIFFxxxxWEBP and no more'))
  const maker = createPictureMaker({ files, log: silentLog })
  expect(await maker.make('image/ibroken123456.webp', picture)).toBe('failed')
  await files.put('image/ibroken123456.webp', (await files.bytes(source)) ?? Buffer.alloc(0))
  expect(await maker.make('image/ibroken123456.webp', picture)).toBe('failed')
})

test('VIDEO-23 A file store that is away for a moment costs no width for good', async () => {
  const away = { ...files, put: () => Promise.reject(new Error('the store is away')) }
  let store: FileStore = away
  const maker = createPictureMaker({
    files: { ...files, put: (...given) => store.put(...given) },
    log: silentLog,
  })
  expect(await maker.make(source, picture)).toBe('failed')
  store = files
  expect(await maker.make(source, picture)).toBe('made')
})

test('VIDEO-24 Names that nobody has keep no picture waiting', async () => {
  const slow = {
    ...files,
    bytes: async (key: string) => {
      // A store takes a moment.
      await new Promise((resolve) => setTimeout(resolve, 20))
      return files.bytes(key)
    },
  }
  const maker = createPictureMaker({ files: slow, log: silentLog })
  const made = Array.from({ length: 60 }, (_, at) => maker.make(`image/inobody0000${at}.webp`, picture))
  expect(await maker.make(source, picture)).toBe('made')
  expect(new Set(await Promise.all(made))).toEqual(new Set(['missing']))
})

test('VIDEO-25 A picture that is removed while its width is drawn leaves nothing', async () => {
  const store = files
  const maker = createPictureMaker({
    log: silentLog,
    files: {
      ...store,
      put: async (key, body, options) => {
        await store.remove(source)
        return store.put(key, body, options)
      },
    },
  })
  expect(await maker.make(source, picture)).toBe('missing')
  const left: string[] = []
  for await (const { key } of store.list('')) left.push(key)
  expect(left).toEqual([])
})

const answerWith = async (make: () => Promise<Made>) => {
  const media = createVideoMedia({
    fileServer: fileServer(files),
    log: silentLog,
    patienceMs: 5,
    urls: { urlOf: () => '', keyOf: () => undefined },
    pictures: { make },
    frames: { make: async () => false },
  })
  const server = createServer((request, response) => void media(request, response))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/media/${source}/320.avif`)
}

test.each([
  ['takes long', () => new Promise<Made>(() => undefined)],
  ['has too many before it', async (): Promise<Made> => 'busy'],
  ['cannot be drawn', async (): Promise<Made> => 'failed'],
])('VIDEO-26 While a width %s, the kept picture is answered, and not for long', async (_, make) => {
  const answer = await answerWith(make)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(answer.headers.get('cache-control')).toBe('public, max-age=30')
})
