import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { S3mini, S3NetworkError, S3ServiceError } from 's3mini'
import { checkKey, folderPrefix, noFile } from './file-store.ts'
import type { ByteRange, FileFacts, FileStore, ListedFile, PutOptions } from './file-store.ts'

export interface S3Settings {
  /** With the bucket as its last part: https://s3.example.com/kaimai */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Where withLocalFile keeps its copies; the system's folder for temporary files by default. */
  readonly temporaryFolder?: string
}

/** Bytes of a part; S3 takes 10,000 parts of at least 5 MiB, so this carries 80 GiB. */
const partSize = 8 * 1024 * 1024
const partsInFlight = 3
const attempts = 4
/** Keys of one list or removal; S3 takes up to 1,000. */
const pageSize = 250

const statusOf = (error: unknown): number | undefined => (error instanceof S3ServiceError ? error.status : undefined)

const isPassing = (error: unknown): boolean => {
  const status = statusOf(error)
  if (status !== undefined) return status >= 500 || status === 429
  // What fetch throws: 'fetch failed' and, for a body that broke off, 'terminated', both with the cause.
  return error instanceof S3NetworkError || (error instanceof TypeError && error.cause !== undefined)
}

/** For calls that may be repeated: again after 5xx, 429 and network errors, within about 3 s. */
const patiently = async <T>(call: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      if (attempt >= attempts || !isPassing(error)) throw error
      await sleep(200 * 3 ** (attempt - 1) * (0.5 + Math.random()))
    }
  }
}

const orMissing = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work
  } catch (error) {
    if (statusOf(error) === 404) return undefined
    throw error
  }
}

const bare = (etag: string | null): string => (etag ?? '').replace(/^W\//, '').replaceAll('"', '')

const totalSize = (response: Response): number => {
  const total = response.headers.get('content-range')?.split('/')[1] ?? response.headers.get('content-length')
  const size = Number(total)
  if (total === null || total === undefined || !Number.isSafeInteger(size)) throw new Error('S3 did not say the size')
  return size
}

/** The first `bytes` of a body: some services take `bytes=0-0` for the whole file (s3rver does). */
async function* firstBytes(body: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes
  for await (const chunk of body) {
    yield chunk.byteLength > left ? chunk.subarray(0, left) : chunk
    left -= chunk.byteLength
    if (left <= 0) return
  }
}

/** Cuts a stream into parts of `partSize`; the last one may be shorter. */
async function* inParts(body: Readable): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    const bytes: unknown = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    if (!(bytes instanceof Uint8Array)) throw new Error('a file body must be a stream of bytes')
    held.push(bytes)
    size += bytes.byteLength
    while (size >= partSize) {
      const all = Buffer.concat(held)
      yield all.subarray(0, partSize)
      held = [all.subarray(partSize)]
      size -= partSize
    }
  }
  if (size > 0) yield Buffer.concat(held)
}

/** A bucket of any S3 service, by path-style addresses. The bucket must be there. */
export const s3Store = (settings: S3Settings): FileStore => {
  const s3 = new S3mini({
    endpoint: settings.endpoint,
    region: settings.region,
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
  })

  const putWhole = async (key: string, body: Uint8Array, contentType: string | undefined) => {
    const response = await patiently(() => s3.putObject(key, body, contentType))
    await response.body?.cancel()
    return { size: body.byteLength, etag: bare(response.headers.get('etag')) }
  }

  const putInParts = async (key: string, parts: AsyncGenerator<Buffer>, first: Buffer, options: PutOptions) => {
    const uploadId = await patiently(() => s3.getMultipartUploadId(key, options.contentType))
    const sent: Promise<{ partNumber: number; etag: string }>[] = []
    try {
      let size = 0
      for (let part: Buffer | undefined = first, number = 1; part; number += 1) {
        const bytes = part
        size += bytes.byteLength
        const sending = patiently(() => s3.uploadPart(key, uploadId, bytes, number))
        // Its failure is thrown where the parts are awaited; until then it must not count as unhandled.
        sending.catch(() => {})
        sent.push(sending)
        const earlier = sent[sent.length - partsInFlight]
        if (earlier) await earlier
        const next = await parts.next()
        part = next.done ? undefined : next.value
      }
      const done = await Promise.all(sent)
      if (options.size !== undefined && options.size !== size)
        throw new Error(`${key}: ${size} bytes came, ${options.size} were announced`)
      const completed = await s3.completeMultipartUpload(key, uploadId, done)
      // S3 may answer 200 with an error inside.
      if (!completed.etag) throw new Error(`${key}: S3 could not put the parts together`)
      return { size, etag: bare(completed.etag) }
    } catch (error) {
      await Promise.allSettled(sent)
      await s3.abortMultipartUpload(key, uploadId).catch(() => {})
      throw error
    }
  }

  const putStream = async (key: string, body: Readable, options: PutOptions) => {
    const parts = inParts(body)
    const first = await parts.next()
    const head = first.done ? Buffer.alloc(0) : first.value
    if (head.byteLength === partSize) return putInParts(key, parts, head, options)
    if (options.size !== undefined && options.size !== head.byteLength)
      throw new Error(`${key}: ${head.byteLength} bytes came, ${options.size} were announced`)
    return putWhole(key, head, options.contentType)
  }

  async function* pages(prefix: string): AsyncGenerator<ListedFile> {
    let token: string | undefined
    do {
      const from = token
      const page = await patiently(() => s3.listObjectsPaged('/', prefix, pageSize, from))
      if (!page) throw new Error('the S3 bucket is not there')
      for (const file of page.objects ?? []) yield { key: file.Key, size: file.Size, modifiedAt: file.LastModified }
      token = page.nextContinuationToken
    } while (token)
  }

  const getOnce = (key: string, range?: ByteRange): Promise<Response> =>
    range ? s3.getObjectRaw(key, false, range.start, range.end + 1) : s3.getObjectRaw(key)
  const get = async (key: string, range?: ByteRange): Promise<Response | undefined> => {
    checkKey(key)
    return orMissing(patiently(() => getOnce(key, range)))
  }

  const open = async (key: string, range?: ByteRange) => {
    const response = await get(key, range)
    if (!response) return undefined
    const body = response.body ?? []
    const asked = range && response.body ? firstBytes(response.body, range.end + 1 - range.start) : body
    const stream = Readable.from(asked, { objectMode: false })
    return { stream, size: totalSize(response), etag: bare(response.headers.get('etag')) }
  }

  const facts = async (key: string): Promise<FileFacts | undefined> => {
    try {
      // The client has no call for all of HEAD's headers; the first byte carries them.
      const response = await get(key, { start: 0, end: 0 })
      if (!response) return undefined
      await response.body?.cancel()
      return {
        size: totalSize(response),
        etag: bare(response.headers.get('etag')),
        modifiedAt: new Date(response.headers.get('last-modified') ?? 0),
      }
    } catch (error) {
      if (statusOf(error) !== 416) throw error
    }
    // An empty file has no first byte.
    const etag = await patiently(() => s3.getEtag(key))
    if (etag === null) return undefined
    for await (const file of pages(key)) if (file.key === key) return { size: 0, etag, modifiedAt: file.modifiedAt }
    return undefined
  }

  return {
    put: async (key, body, options = {}) => {
      checkKey(key)
      if (body instanceof Readable) return putStream(key, body, options)
      if (options.size !== undefined && options.size !== body.byteLength)
        throw new Error(`${key}: ${body.byteLength} bytes came, ${options.size} were announced`)
      return putWhole(key, body, options.contentType)
    },
    stat: facts,
    read: async (key, range) => {
      try {
        return await open(key, range)
      } catch (error) {
        if (range && statusOf(error) === 416) throw new RangeError(`${key} has no byte ${range.start}`)
        throw error
      }
    },
    bytes: async (key) => {
      checkKey(key)
      return orMissing(patiently(async () => new Uint8Array(await (await getOnce(key)).arrayBuffer())))
    },
    remove: async (key) => {
      checkKey(key)
      await orMissing(patiently(() => s3.deleteObject(key)))
    },
    removeAll: async (folder) => {
      const prefix = folderPrefix(folder)
      if (prefix === '') throw new Error('removeAll needs a folder')
      let keys: string[] = []
      const removeThese = async (): Promise<void> => {
        const batch = keys
        keys = []
        if (batch.length === 0) return
        const removed = await patiently(() => s3.deleteObjects(batch))
        if (removed.some((one) => !one)) throw new Error(`not all files under ${folder} could be removed`)
      }
      for await (const file of pages(prefix)) {
        keys.push(file.key)
        if (keys.length === pageSize) await removeThese()
      }
      await removeThese()
    },
    list: (folder) => pages(folderPrefix(folder)),
    withLocalFile: async (key, use) => {
      const parent = settings.temporaryFolder ?? tmpdir()
      await mkdir(parent, { recursive: true, mode: 0o700 })
      const folder = await mkdtemp(join(parent, 'kaimai-file-'))
      try {
        const opened = await open(key)
        if (!opened) throw noFile(key)
        // Programs look at the ending to know what they read.
        const path = join(folder, key.split('/').at(-1) ?? randomBytes(8).toString('hex'))
        await pipeline(opened.stream, createWriteStream(path, { mode: 0o600 }))
        return await use(path)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    free: async () => undefined,
  }
}
