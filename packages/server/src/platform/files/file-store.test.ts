import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { assert, asyncProperty, constant, integer, record } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startS3 } from '../../../test/s3.ts'
import { diskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { s3Store } from './s3-store.ts'

let root = ''
const stops: (() => Promise<void>)[] = []
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kaimai-files-'))
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await rm(root, { recursive: true, force: true })
})

const kinds: Record<'disk' | 's3', () => Promise<FileStore>> = {
  disk: async () => diskStore({ folder: join(root, 'disk') }),
  s3: async () => {
    const { settings, stop } = await startS3()
    stops.push(stop)
    return s3Store(settings)
  },
}

const listed = async (store: FileStore, folder: string): Promise<string[]> => {
  const keys: string[] = []
  for await (const file of store.list(folder)) keys.push(file.key)
  return keys.sort()
}

const text = async (store: FileStore, key: string): Promise<string | undefined> => {
  const bytes = await store.bytes(key)
  return bytes && Buffer.from(bytes).toString()
}

describe.each(['disk', 's3'] as const)('file store: %s', (kind) => {
  let store: FileStore
  beforeAll(async () => {
    store = await kinds[kind]()
  })

  test.each([0, 1, 70_000, 8 * 1024 * 1024, 20_000_000])(
    'FILES-5 %i bytes come back as they were put',
    async (size) => {
      const body = randomBytes(size)
      const key = `back/${size}.bin`
      for (const given of [body, Readable.from(cut(body, 300_001))]) {
        const put = await store.put(key, given, { size, contentType: 'video/mp4' })
        expect(put.size).toBe(size)
        expect(hash(await store.bytes(key))).toBe(hash(body))
        const opened = await store.read(key)
        expect(opened?.size).toBe(size)
        expect(hash(await buffer(opened?.stream ?? Readable.from([])))).toBe(hash(body))
      }
    },
  )

  test('FILES-6 A body that breaks off or has another length leaves what was there', async () => {
    const breaking = (bytes: number) =>
      Readable.from(
        (async function* () {
          yield randomBytes(bytes)
          throw new Error('line cut')
        })(),
      )
    for (const bytes of [10, 9_000_000]) {
      await expect(store.put('broken/new', breaking(bytes))).rejects.toThrow('line cut')
      expect(await store.stat('broken/new')).toBeUndefined()
    }
    await store.put('broken/old', Buffer.from('old'))
    await expect(store.put('broken/old', breaking(10))).rejects.toThrow('line cut')
    for (const body of [
      Buffer.from('longer'),
      Readable.from([Buffer.from('longer')]),
      Readable.from([randomBytes(9e6)]),
    ])
      await expect(store.put('broken/old', body, { size: 4 })).rejects.toThrow('announced')
    expect(await text(store, 'broken/old')).toBe('old')
    expect(await listed(store, 'broken')).toEqual(['broken/old'])
  })

  test('FILES-7 Put, stat and read answer the same etag, and other content another', async () => {
    const first = await store.put('tag/it', Buffer.from('one'))
    const facts = await store.stat('tag/it')
    const opened = await store.read('tag/it')
    opened?.stream.destroy()
    expect(first.etag).toMatch(/^[\w-]+$/)
    expect([facts?.etag, opened?.etag]).toEqual([first.etag, first.etag])
    expect(facts?.size).toBe(3)
    expect(facts?.modifiedAt.getTime()).toBeGreaterThan(Date.now() - 60_000)
    const second = await store.put('tag/it', Buffer.from('two'))
    expect(second.etag).not.toBe(first.etag)
    const empty = await store.put('tag/empty', Buffer.alloc(0))
    expect(await store.stat('tag/empty')).toMatchObject({ size: 0, etag: empty.etag })
  })

  test('FILES-8 A range is read with both its ends, cut at the end of the file', async () => {
    const body = randomBytes(1000)
    await store.put('range/it', body)
    const range = integer({ min: 0, max: 999 }).chain((start) =>
      record({ start: constant(start), end: integer({ min: start, max: 1500 }) }),
    )
    await assert(
      asyncProperty(range, async ({ start, end }) => {
        const opened = await store.read('range/it', { start, end })
        expect(opened?.size).toBe(1000)
        const got = await buffer(opened?.stream ?? Readable.from([]))
        expect(got.equals(body.subarray(start, end + 1))).toBe(true)
      }),
      { numRuns: 30, examples: [[{ start: 0, end: 0 }], [{ start: 0, end: 999 }], [{ start: 999, end: 1500 }]] },
    )
    await expect(store.read('range/it', { start: 1000, end: 1001 })).rejects.toThrow(RangeError)
  })

  test('FILES-9 What is not there is undefined, and throws only where it must be there', async () => {
    expect(await store.stat('none/x')).toBeUndefined()
    expect(await store.read('none/x')).toBeUndefined()
    expect(await store.read('none/x', { start: 0, end: 5 })).toBeUndefined()
    expect(await store.bytes('none/x')).toBeUndefined()
    await store.remove('none/x')
    await store.removeAll('none')
    expect(await listed(store, 'none')).toEqual([])
    await expect(store.withLocalFile('none/x', async () => 1)).rejects.toThrow('no file none/x')
    await store.put('there/x', Buffer.from('x'))
    expect(await store.stat('there')).toBeUndefined()
    expect(await store.bytes('there')).toBeUndefined()
  })

  test.each([
    '../x',
    'a/../../x',
    '/etc/passwd',
    'a//b',
    'a/',
    '',
    '.',
    '.new/x',
    'a/.b',
    'a\\b',
    'a\0b',
    'a b',
    'ä',
    '%2e%2e/x',
    'x'.repeat(513),
  ])('FILES-10 The key %j is refused everywhere', async (key) => {
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('file key')
    await expect(store.stat(key)).rejects.toThrow('file key')
    await expect(store.read(key)).rejects.toThrow('file key')
    await expect(store.bytes(key)).rejects.toThrow('file key')
    await expect(store.remove(key)).rejects.toThrow('file key')
    await expect(store.withLocalFile(key, async () => 1)).rejects.toThrow('file key')
    if (!['', 'a/'].includes(key)) {
      await expect(listed(store, key)).rejects.toThrow('file key')
      await expect(store.removeAll(key)).rejects.toThrow('file key')
    }
  })

  test('FILES-11 Removing a folder takes what is under it and nothing beside it', async () => {
    for (const key of ['del/1/a', 'del/1/b/c', 'del/12/a', 'del/1.txt']) await store.put(key, Buffer.from(key))
    await store.removeAll('del/1')
    expect(await listed(store, 'del')).toEqual(['del/1.txt', 'del/12/a'])
    await store.remove('del/12/a')
    expect(await listed(store, 'del/')).toEqual(['del/1.txt'])
    await store.put('del/1/again', Buffer.from('x'))
    expect(await listed(store, 'del')).toEqual(['del/1.txt', 'del/1/again'])
    await expect(store.removeAll('')).rejects.toThrow('needs a folder')
    await expect(store.removeAll('/')).rejects.toThrow('needs a folder')
  })

  test('FILES-12 A list has every file once, with its size', async () => {
    const keys = ['list/a', 'list/a-b', 'list/a.b', 'list/a0', 'list/ab/c', 'list/b/1', 'list/b-1', 'list/B']
    for (const key of keys) await store.put(key, Buffer.from(key))
    expect(await listed(store, 'list')).toEqual([...keys].sort())
    for await (const file of store.list('list')) expect(file.size).toBe(file.key.length)
    const many = Array.from({ length: 600 }, (_, i) => `many/${String(i).padStart(4, '0')}`)
    for (let i = 0; i < many.length; i += 50)
      await Promise.all(many.slice(i, i + 50).map((key) => store.put(key, Buffer.from('x'))))
    expect(await listed(store, 'many')).toEqual(many)
    await store.removeAll('many')
    expect(await listed(store, 'many')).toEqual([])
  })

  test('FILES-13 A file is lent as a path that ends like its key, and copies do not stay', async () => {
    await store.put('lend/film.mp4', Buffer.from('moving'))
    const used: string[] = []
    const read = async (path: string) => {
      used.push(path)
      return (await readFile(path)).toString()
    }
    expect(await store.withLocalFile('lend/film.mp4', read)).toBe('moving')
    const failing = store.withLocalFile('lend/film.mp4', async (path) => {
      used.push(path)
      throw new Error('cannot use it')
    })
    await expect(failing).rejects.toThrow('cannot use it')
    expect(used.every((path) => path.endsWith('/film.mp4'))).toBe(true)
    expect(used.map((path) => existsSync(path))).toEqual(kind === 'disk' ? [true, true] : [false, false])
    expect(await text(store, 'lend/film.mp4')).toBe('moving')
  })

  test('FILES-14 Puts and removes beside each other in one folder all succeed', async () => {
    await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const key = `busy/${i % 3}/${i}`
        await store.put(key, Buffer.from(key))
        expect(await text(store, key)).toBe(key)
        await store.remove(key)
      }),
    )
    expect(await listed(store, 'busy')).toEqual([])
  })
})

function* cut(body: Buffer, size: number) {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size)
}

const hash = (bytes: Uint8Array | undefined): string =>
  bytes ? createHash('sha256').update(bytes).digest('hex') : 'none'
