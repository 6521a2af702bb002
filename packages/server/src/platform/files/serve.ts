import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { ByteRange, FileStore } from './file-store.ts'
import { wanted } from './http-range.ts'
import { memoryFiles } from './memory-files.ts'
import type { HeldFile } from './memory-files.ts'

export interface ServedFile {
  readonly key: string
  readonly contentType: string
  readonly cacheControl: string
  /** The content under this key never changes: then the store is asked only now and then whether it is still there. */
  readonly immutable?: boolean
  /** Offered as a download under this name instead of being shown. */
  readonly downloadAs?: string
  /** Further headers (access-control-allow-origin …). */
  readonly headers?: Readonly<Record<string, string>>
}

export interface FileServer {
  /**
   * Answers a GET or HEAD on the bare response (behind Fastify: `reply.hijack()` first), with 200, 206, 304 or 416.
   * False when there is no such file: nothing was sent. A client that goes away is no error; an error of the store
   * in the middle of a file ends the connection and is thrown.
   */
  serve(request: IncomingMessage, response: ServerResponse, file: ServedFile): Promise<boolean>
  /** Bytes of files in memory now. */
  held(): number
}

export interface FileServerOptions {
  /** Bytes of memory for files, 64 MiB by default; what slow clients still read from is within it. */
  readonly memory?: number
  /** Files up to this many bytes are answered from memory, 8 MiB by default; larger ones are streamed. */
  readonly largestInMemory?: number
  /** Milliseconds since 1970; the machine's clock by default. */
  readonly now?: () => number
}

const mebibyte = 1024 * 1024
/** How long an immutable file in memory is served before the store is asked whether it was removed. */
const trustImmutableMs = 5000
/** The file may be replaced between asking for its facts and opening it: ask again, this often. */
const maxTries = 3

// Nothing in a file may run as a page of ours; the rest lets a browser show a picture or video opened by itself.
const fileSafety = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
}

const disposition = (name: string): string =>
  `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`

interface Facts {
  readonly size: number
  readonly etag: string
}

/** Serves stored files over HTTP: small ones from memory, which every viewer of a live shares. */
export const fileServer = (store: FileStore, options: FileServerOptions = {}): FileServer => {
  const memory = memoryFiles(options.memory ?? 64 * mebibyte)
  const largestInMemory = options.largestInMemory ?? 8 * mebibyte
  const clock = options.now ?? Date.now

  const load = async (key: string): Promise<HeldFile | undefined> => {
    const opened = await store.read(key)
    if (!opened) return undefined
    const bytes = Buffer.allocUnsafeSlow(opened.size)
    let filled = 0
    for await (const chunk of opened.stream) {
      if (!(chunk instanceof Uint8Array)) throw new Error('a file store must stream bytes')
      bytes.set(chunk, filled)
      filled += chunk.byteLength
    }
    if (filled !== opened.size) throw new Error(`${key}: ${filled} of ${opened.size} bytes could be read`)
    return { etag: opened.etag, bytes, checkedAt: clock() }
  }

  const currentFacts = async (file: ServedFile): Promise<Facts | undefined> => {
    const held = memory.peek(file.key)
    const now = clock()
    if (held && file.immutable && now - held.checkedAt < trustImmutableMs)
      return { size: held.bytes.byteLength, etag: held.etag }
    const facts = await store.stat(file.key)
    if (held) {
      if (facts?.etag === held.etag) held.checkedAt = now
      else memory.forget(file.key)
    }
    return facts
  }

  const headersOf = (file: ServedFile, facts: Facts): OutgoingHttpHeaders => ({
    ...file.headers,
    ...fileSafety,
    'content-type': file.contentType,
    'cache-control': file.cacheControl,
    etag: `"${facts.etag}"`,
    'accept-ranges': 'bytes',
    ...(file.downloadAs === undefined ? {} : { 'content-disposition': disposition(file.downloadAs) }),
  })

  /** True when it was sent; false when it must be streamed or the file changed meanwhile. */
  const sendFromMemory = async (
    response: ServerResponse,
    key: string,
    facts: Facts,
    head: () => void,
    range: ByteRange | undefined,
  ): Promise<boolean> => {
    if (facts.size > largestInMemory) return false
    if (!memory.peek(key)) await memory.take(key, facts.size, () => load(key))
    const held = memory.peek(key)
    if (!held || held.etag !== facts.etag) return false
    const giveBack = memory.use(key)
    if (!giveBack) return false
    if (response.destroyed) {
      giveBack()
      return true
    }
    response.once('close', giveBack)
    head()
    response.end(range ? held.bytes.subarray(range.start, range.end + 1) : held.bytes)
    return true
  }

  const sendFromStore = async (
    response: ServerResponse,
    key: string,
    facts: Facts,
    head: () => void,
    range: ByteRange | undefined,
  ): Promise<boolean> => {
    const opened = await store.read(key, range)
    if (!opened) return false
    if (opened.etag !== facts.etag) {
      opened.stream.destroy()
      return false
    }
    head()
    try {
      await pipeline(opened.stream, response)
    } catch (error) {
      if (!isClientGone(error)) throw error
    }
    return true
  }

  const attempt = async (
    request: IncomingMessage,
    response: ServerResponse,
    file: ServedFile,
  ): Promise<'sent' | 'missing' | 'changed'> => {
    const facts = await currentFacts(file)
    if (!facts) return 'missing'
    const variant = wanted(request.headers, facts.size, facts.etag)
    const headers = headersOf(file, facts)
    if (variant.status === 304) {
      response.writeHead(304, headers).end()
      return 'sent'
    }
    if (variant.status === 416) {
      response.writeHead(416, { ...headers, 'content-range': `bytes */${facts.size}`, 'content-length': 0 }).end()
      return 'sent'
    }
    const range = variant.status === 206 ? variant.range : undefined
    const head = (): void => {
      if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${facts.size}`
      headers['content-length'] = range ? range.end - range.start + 1 : facts.size
      response.writeHead(variant.status, headers)
    }
    if (request.method === 'HEAD' || facts.size === 0) {
      head()
      response.end()
      return 'sent'
    }
    const sent =
      (await sendFromMemory(response, file.key, facts, head, range)) ||
      (await sendFromStore(response, file.key, facts, head, range))
    return sent ? 'sent' : 'changed'
  }

  return {
    serve: async (request, response, file) => {
      for (let tries = 0; tries < maxTries; tries += 1) {
        const result = await attempt(request, response, file)
        if (result !== 'changed') return result === 'sent'
        memory.forget(file.key)
      }
      throw new Error(`${file.key} changes faster than it can be read`)
    },
    held: () => memory.held(),
  }
}

const isClientGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
