import type { FilmFacts } from '@kaimai/contract/video/film-file.rules.ts'
import { chunkBytes } from '@kaimai/contract/video/video.rules.ts'
import { createTestClock } from '../../lib/clock/clock.ts'
import { UnreadableFile } from '../../lib/file/read-part.ts'
import { configureHttp } from '../../lib/http/http.ts'
import type { Progress } from '../../lib/progress/progress.ts'
import type { FrameRead } from './read-frame.ts'
import { callsWith } from './upload-calls.ts'
import { createUploadManager } from './upload-manager.ts'
import type { KnownFile, UploadTexts } from './upload-job.ts'
import { createUploadMemory } from './upload-memory.ts'
import { discardVideo } from './video.api.ts'

const firmId = '01900000-0000-7000-8000-00000000000f'
export const videoId = '01900000-0000-7000-8000-0000000000aa'

export const mp4 = (bytes: number, name = 'show.mp4', lastModified = 7) =>
  new File([new Uint8Array(bytes)], name, { type: 'video/mp4', lastModified })

interface Sent {
  readonly uuid: string
  readonly chunk: number
  readonly offset: number
  readonly bytes: number
  readonly finished: string
  readonly size: number
  readonly type: string
  readonly thumbnail: boolean
}

/** A server in front of which `fetch` is faked: it stores chunks, and fails as the test wants. */
const fakeServer = () => {
  const held = new Map<string, Set<number>>()
  const sent: Sent[] = []
  const asked: string[] = []
  const removed: string[] = []
  /** Per chunk to come: what happens to it instead of success. */
  const mishaps: (() => Response | 'error' | 'lost')[] = []
  const answer = (data: unknown) => Response.json({ data })

  const takeChunk = (form: FormData): Response => {
    const text = (name: string) => String(form.get(name))
    const file = form.get('file')
    const one: Sent = {
      uuid: text('uuid'),
      chunk: Number(text('chunk')),
      offset: Number(text('offset')),
      bytes: file instanceof Blob ? file.size : -1,
      finished: text('finished'),
      size: Number(text('size')),
      type: text('type'),
      thumbnail: form.get('thumbnail') instanceof Blob,
    }
    sent.push(one)
    const mishap = mishaps.shift()?.()
    if (mishap === 'lost') throw new TypeError('the line is down')
    if (mishap === 'error') return answer({ result: 'error' })
    if (mishap) return mishap
    const chunks = held.get(one.uuid) ?? new Set()
    held.set(one.uuid, chunks.add(one.chunk))
    const isWhole = one.finished === 'false' || chunks.size === Math.ceil(one.size / chunkBytes)
    return answer(isWhole ? { result: 'Success', videoId } : { result: 'error' })
  }

  const fakeFetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const address = new URL(String(url), 'http://kaimai.test')
    if (init?.method === 'POST' && init.body instanceof FormData) return takeChunk(init.body)
    if (init?.method === 'DELETE') {
      removed.push(address.pathname)
      return answer({})
    }
    const uuid = address.searchParams.get('uuid') ?? ''
    asked.push(uuid)
    return answer({ chunks: [...(held.get(uuid) ?? [])], finished: false })
  }
  return { held, sent, asked, removed, mishaps, fakeFetch }
}

export const memoryStorage = () => {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size
    },
  }
}

let ids = 0
export const goodFilm: FilmFacts = {
  film: true,
  format: '',
  index: 'found',
  pictures: ['avc1.64001f'],
  sounds: ['mp4a'],
}
const goodFrame: FrameRead = { kind: 'frame', duration: 60, thumbnail: new Blob(['jpeg']) }

interface SetUpOptions {
  storage?: ReturnType<typeof memoryStorage>
  film?: FilmFacts
  frame?: FrameRead
  /** Of what a file holds now; its name unless it is given. */
  fingerprint?: (file: File) => string
  /** Whether a file can be read (any more); every one unless it is given. */
  readable?: (file: File) => boolean
  /** By fingerprint. */
  known?: Readonly<Record<string, Omit<KnownFile, 'encodes'>>>
  /** Whether the server encodes what it can't copy; it does unless it is said not to. */
  encodes?: boolean
}

export const setUp = (options: SetUpOptions = {}) => {
  const server = fakeServer()
  const clock = createTestClock()
  configureHttp({ fetch: server.fakeFetch, clock, origin: 'http://kaimai.test', language: () => 'en' })
  const board = new Map<string, Progress>()
  const said: string[] = []
  const seen: number[] = []
  const words: UploadTexts = {
    error: (error) => (typeof error === 'string' ? error : 'reason' in error ? error.reason.name : error.name),
    failed: (name, problem) => said.push(`failed ${name}: ${problem}`),
    done: (name) => said.push(`done ${name}`),
    twice: (name) => said.push(`twice ${name}`),
  }
  const onDisk = <T>(file: Blob, read: (file: File) => T): T => {
    if (!(file instanceof File) || options.readable?.(file) === false) throw new UnreadableFile()
    return read(file)
  }
  const controlRoom = createUploadManager({
    clock,
    newId: () => `01900000-0000-7000-8000-${String(++ids).padStart(12, '0')}`,
    memory: createUploadMemory(options.storage ?? memoryStorage(), clock.now),
    board: { put: (progress) => board.set(progress.id, progress), remove: (id) => board.delete(id) },
    readFilm: async (file) => onDisk(file, () => options.film ?? goodFilm),
    readFrame: async () => options.frame ?? goodFrame,
    // The file holds nothing but zeros: its name identifies it.
    fingerprintOf: async (file) => onDisk(file, (one) => options.fingerprint?.(one) ?? one.name),
    known: async (fingerprint) => ({
      ...(options.known?.[fingerprint] ?? { unfinished: null, twin: null }),
      encodes: options.encodes ?? true,
    }),
    pictures: { urlOf: () => 'blob:picture', release: () => undefined },
    callsOf: callsWith(async (file, start, end) => onDisk(file, (one) => one.slice(start, end))),
    removeVideo: discardVideo,
  })
  controlRoom.subscribe(() => {
    const progress = controlRoom.get()[0]?.progress
    if (progress !== undefined && progress !== seen.at(-1)) seen.push(progress)
  })
  const add = (...files: File[]) => controlRoom.add(files, { firmId, words, onChange: () => undefined })
  const addTo = (expects: string, file: File) =>
    controlRoom.add([file], { firmId, words, onChange: () => undefined, expects })
  const idOf = (name: string) => controlRoom.get().find(({ fileName }) => fileName === name)?.id ?? ''
  return { ...server, clock, controlRoom, board, said, seen, add, addTo, idOf }
}

export const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
export const refusal = (status: number, code: number, message: string) => () =>
  Response.json({ error: { code, message } }, { status })
