import { chunkBytes } from '@kaimai/contract/video/video.rules.ts'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestClock } from '../../lib/clock/clock.ts'
import { configureHttp } from '../../lib/http/http.ts'
import type { Progress } from '../../lib/progress/progress.ts'
import { isUnderWay } from './leave-warning.ts'
import { type FrameRead, thumbnailOffset } from './read-frame.ts'
import { callsOf } from './upload-calls.ts'
import { createUploadManager, doneShownMs } from './upload-manager.ts'
import type { KnownFile, Upload, UploadTexts } from './upload-job.ts'
import { createUploadMemory } from './upload-memory.ts'
import { afterAnswer, afterError, afterSuccess, beginUpload, chunkOf, isStuck } from './upload-plan.ts'
import { discardVideo } from './video.api.ts'

const firmId = '01900000-0000-7000-8000-00000000000f'
const videoId = '01900000-0000-7000-8000-0000000000aa'

const mp4 = (bytes: number, name = 'show.mp4', lastModified = 7) =>
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

const memoryStorage = () => {
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
const goodFrame: FrameRead = { kind: 'frame', duration: 60, thumbnail: new Blob(['jpeg']) }

interface Given {
  storage?: ReturnType<typeof memoryStorage>
  frame?: FrameRead
  fingerprint?: (file: File) => string
  /** By fingerprint. */
  known?: Readonly<Record<string, KnownFile>>
}

const setUp = (given: Given = {}) => {
  const server = fakeServer()
  const clock = createTestClock()
  configureHttp({ fetch: server.fakeFetch, clock, origin: 'http://kaimai.test', language: () => 'en' })
  const board = new Map<string, Progress>()
  const said: string[] = []
  const seen: number[] = []
  const words: UploadTexts = {
    error: (error) => error,
    failed: (name, problem) => said.push(`failed ${name}: ${problem}`),
    done: (name) => said.push(`done ${name}`),
    twice: (name) => said.push(`twice ${name}`),
  }
  const controlRoom = createUploadManager({
    clock,
    newId: () => `01900000-0000-7000-8000-${String(++ids).padStart(12, '0')}`,
    memory: createUploadMemory(given.storage ?? memoryStorage(), clock.now),
    board: { put: (progress) => board.set(progress.id, progress), remove: (id) => board.delete(id) },
    readFrame: async () => given.frame ?? goodFrame,
    // The file holds nothing but zeros: its name identifies it.
    fingerprintOf: async (file) => (file instanceof File ? given.fingerprint?.(file) : undefined) ?? '',
    known: async (fingerprint) => given.known?.[fingerprint] ?? { unfinished: null, twin: null },
    pictures: { urlOf: () => 'blob:picture', release: () => undefined },
    callsOf,
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

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
const refusal = (status: number, code: number, message: string) => () =>
  Response.json({ error: { code, message } }, { status })

afterEach(() => configureHttp({}))

describe('uploading a video', () => {
  test('VIDEO-46 A file goes out in chunks of 5,242,880 bytes, each with its offset; the last ends it and has the thumbnail', async () => {
    const { add, clock, sent, controlRoom, said } = setUp()
    add(mp4(2 * chunkBytes + 10))
    await clock.forward(5000)
    expect(sent.map(({ chunk, offset, bytes }) => [chunk, offset, bytes])).toEqual([
      [0, 0, chunkBytes],
      [1, chunkBytes, chunkBytes],
      [2, 2 * chunkBytes, 10],
    ])
    expect(sent.map(({ finished, thumbnail }) => [finished, thumbnail])).toEqual([
      ['false', false],
      ['false', false],
      ['true', true],
    ])
    expect(new Set(sent.map(({ uuid }) => uuid)).size).toBe(1)
    expect(sent.every(({ size, type }) => size === 2 * chunkBytes + 10 && type === '.mp4')).toBe(true)
    expect(controlRoom.get()).toEqual([])
    expect(said).toEqual(['done show.mp4'])
  })

  test('VIDEO-47 Progress is counter / chunk count * 100, on every screen, and 100 at the end', async () => {
    const { add, clock, seen, board } = setUp()
    add(mp4(4 * chunkBytes))
    await clock.forward(500)
    expect([...board.values()]).toMatchObject([{ name: 'show.mp4', percent: 50, state: 'running' }])
    await clock.forward(1000)
    expect(seen).toEqual([0, 25, 50, 75, 100])
    expect([...board.values()]).toMatchObject([{ percent: 100, state: 'done' }])
    await clock.forward(doneShownMs)
    expect(board.size).toBe(0)
  })

  test('VIDEO-48 A chunk that is answered with an error is sent again, and the upload goes on where it was', async () => {
    const { add, clock, sent, asked, mishaps, said } = setUp()
    mishaps.push(...times(3, () => 'error' as const))
    add(mp4(2 * chunkBytes))
    await clock.forward(5000)
    expect(sent.map(({ chunk }) => chunk)).toEqual([0, 0, 0, 0, 1])
    expect(asked).toEqual([])
    expect(said).toEqual(['done show.mp4'])
  })

  test('VIDEO-49 At ten errors it starts from zero: asks what the server holds and sends what is missing', async () => {
    const { add, clock, sent, asked, held, mishaps, seen, said } = setUp()
    const good = () => undefined as never
    mishaps.push(good, good, ...times(10, () => 'error' as const))
    add(mp4(4 * chunkBytes))
    await clock.forward(700)
    // The server lost it meanwhile: only a call can find out.
    held.get(sent[0]?.uuid ?? '')?.delete(0)
    await clock.forward(10_000)
    expect(sent.map(({ chunk }) => chunk)).toEqual([0, 1, ...times(10, 2), 0, 2, 3])
    expect(asked).toHaveLength(1)
    expect(seen).toEqual([0, 25, 50, 0, 25, 50, 75, 100])
    expect(said).toEqual(['done show.mp4'])
  })

  test('VIDEO-50 After a reload the same file goes on under the same name, another file does not', async () => {
    const storage = memoryStorage()
    const before = setUp({ storage })
    before.add(mp4(3 * chunkBytes))
    await before.clock.forward(400)
    expect(before.sent.map(({ chunk }) => chunk)).toEqual([0, 1])

    const after = setUp({ storage })
    for (const [uuid, chunks] of before.held) after.held.set(uuid, chunks)
    after.add(mp4(3 * chunkBytes), mp4(3 * chunkBytes, 'other.mp4'))
    expect(after.controlRoom.get().map(({ resumed }) => resumed)).toEqual([true, false])
    await after.clock.forward(10_000)
    const [resumed, fresh] = [after.sent.slice(0, 1), after.sent.slice(1)]
    expect(after.asked).toEqual([before.sent[0]?.uuid])
    expect(resumed).toMatchObject([{ uuid: before.sent[0]?.uuid, chunk: 2, finished: 'true' }])
    expect(fresh.map(({ chunk }) => chunk)).toEqual([0, 1, 2])
    expect(fresh[0]?.uuid).not.toBe(before.sent[0]?.uuid)
    expect(after.said).toEqual(['done show.mp4', 'done other.mp4'])
  })

  test('VIDEO-51 An upload that the server has forgotten starts again by itself', async () => {
    const storage = memoryStorage()
    const before = setUp({ storage })
    before.add(mp4(2 * chunkBytes))
    await before.clock.forward(1)
    const after = setUp({ storage })
    after.mishaps.push(refusal(410, 11, 'expired'))
    after.add(mp4(2 * chunkBytes))
    await after.clock.forward(5000)
    expect(after.sent.map(({ chunk }) => chunk)).toEqual([0, 0, 1])
    expect(after.sent[1]?.uuid).not.toBe(after.sent[0]?.uuid)
    expect(after.said).toEqual(['done show.mp4'])
  })

  test('VIDEO-52 A lost network is tried again every two seconds; when nothing goes through for long, the upload waits for the user', async () => {
    const { add, clock, sent, mishaps, controlRoom, said, seen } = setUp()
    mishaps.push(() => undefined as never, ...times(30, () => 'lost' as const))
    add(mp4(2 * chunkBytes))
    await clock.forward(2500)
    expect(sent.map(({ chunk }) => chunk)).toEqual([0, 1, 1])
    await clock.forward(120_000)
    expect(sent).toHaveLength(31)
    expect(controlRoom.get()).toMatchObject([{ phase: 'failed', problem: 'stuck', mayRetry: true }])
    expect(said).toEqual(['failed show.mp4: stuck'])
    controlRoom.retry(controlRoom.get()[0]?.id ?? '')
    await clock.forward(5000)
    expect(sent.slice(31).map(({ chunk }) => chunk)).toEqual([1])
    expect(seen.at(-1)).toBe(100)
  })

  test('VIDEO-53 An error that no repetition can fix is shown in the words of the server, once', async () => {
    const { add, clock, sent, mishaps, controlRoom, said } = setUp()
    mishaps.push(refusal(413, 9, 'The space for videos is used up'))
    add(mp4(2 * chunkBytes))
    await clock.forward(60_000)
    expect(sent).toHaveLength(1)
    expect(controlRoom.get()).toMatchObject([{ phase: 'failed', problem: 'The space for videos is used up' }])
    expect(said).toEqual(['failed show.mp4: The space for videos is used up'])
  })

  test.each([
    ['a text file', mp4(10, 'notes.txt'), undefined, 'notMp4'],
    ['a clip that ends before its thumbnail', mp4(10), { kind: 'fault', error: 'tooShort' } as const, 'tooShort'],
    ['a damaged file', mp4(10), { kind: 'fault', error: 'unreadable' } as const, 'unreadable'],
  ])('VIDEO-54 %s is refused before anything is sent', async (_what, file, frame, problem) => {
    const { add, clock, sent, controlRoom, said } = setUp(frame ? { frame } : {})
    add(file)
    await clock.forward(5000)
    expect(sent).toEqual([])
    expect(controlRoom.get()).toMatchObject([{ phase: 'failed', problem, mayRetry: false }])
    expect(said).toEqual([`failed ${file.name}: ${problem}`])
  })

  test('VIDEO-55 The thumbnail is taken from a tenth of the film, at most 15 s in, and never before one second', () => {
    expect([0.5, 1, 8, 60, 3600].map(thumbnailOffset)).toEqual([1, 1, 1, 6, 15])
  })

  test('VIDEO-56 Files go out one after the other, and the same file is not taken twice', async () => {
    const { add, clock, sent, said } = setUp()
    add(mp4(2 * chunkBytes, 'a.mp4'), mp4(2 * chunkBytes, 'b.mp4'), mp4(2 * chunkBytes, 'a.mp4'))
    await clock.forward(5000)
    expect(sent.map(({ chunk }) => chunk)).toEqual([0, 1, 0, 1])
    expect(said).toEqual(['twice a.mp4', 'done a.mp4', 'done b.mp4'])
  })

  test('VIDEO-57 Cancelling stops it, and takes what has arrived off the server', async () => {
    const { add, clock, sent, controlRoom, board, removed, said } = setUp()
    add(mp4(4 * chunkBytes, 'a.mp4'), mp4(chunkBytes, 'b.mp4'))
    await clock.forward(400)
    controlRoom.cancel(controlRoom.get()[0]?.id ?? '')
    await clock.forward(5000)
    expect(sent.map(({ chunk, size }) => [chunk, size / chunkBytes])).toEqual([
      [0, 4],
      [1, 4],
      [0, 1],
    ])
    expect(removed).toEqual([`/api/video/${videoId}`])
    expect(said).toEqual(['done b.mp4'])
    await clock.forward(doneShownMs)
    expect(board.size).toBe(0)
  })

  test('VIDEO-58 A stuck upload goes on by itself once the network is back, and is announced once', async () => {
    const { add, clock, controlRoom, mishaps, said } = setUp()
    mishaps.push(...times(60, () => 'lost' as const))
    add(mp4(2 * chunkBytes))
    await clock.forward(120_000)
    expect(controlRoom.get()).toMatchObject([{ phase: 'failed', problem: 'stuck' }])
    controlRoom.wake()
    await clock.forward(120_000)
    expect(controlRoom.get()).toMatchObject([{ phase: 'failed', problem: 'stuck' }])
    controlRoom.wake()
    await clock.forward(10_000)
    expect(said).toEqual(['failed show.mp4: stuck', 'done show.mp4'])
  })

  test('VIDEO-59 A paused upload sends nothing, lets the next go first, and goes on from what the server holds', async () => {
    const { add, clock, controlRoom, sent, asked, idOf, said } = setUp()
    add(mp4(4 * chunkBytes, 'a.mp4'), mp4(2 * chunkBytes, 'b.mp4'))
    await clock.forward(400)
    controlRoom.pause(idOf('a.mp4'))
    const before = sent.length
    await clock.forward(10_000)
    expect(said).toEqual(['done b.mp4'])
    expect(controlRoom.get()).toMatchObject([{ fileName: 'a.mp4', phase: 'paused' }])
    controlRoom.retry(idOf('a.mp4'))
    await clock.forward(10_000)
    expect(said).toEqual(['done b.mp4', 'done a.mp4'])
    expect(asked).toEqual([sent[0]?.uuid])
    expect(sent.filter(({ size }) => size === 4 * chunkBytes).slice(before).length).toBe(4 - before)
  })

  test('VIDEO-60 All can be paused at once and continued at once', async () => {
    const { add, clock, controlRoom, sent, said } = setUp()
    add(mp4(4 * chunkBytes, 'a.mp4'), mp4(2 * chunkBytes, 'b.mp4'))
    await clock.forward(400)
    controlRoom.pauseAll()
    const before = sent.length
    await clock.forward(60_000)
    expect([sent.length, controlRoom.get().map(({ phase }) => phase)]).toEqual([before, ['paused', 'paused']])
    controlRoom.continueAll()
    await clock.forward(10_000)
    expect(said).toEqual(['done a.mp4', 'done b.mp4'])
  })

  test('VIDEO-61 One can be sent first: the one at work waits behind it and loses nothing', async () => {
    const { add, clock, controlRoom, sent, idOf, said, held } = setUp()
    add(mp4(4 * chunkBytes, 'a.mp4'), mp4(chunkBytes, 'b.mp4'), mp4(2 * chunkBytes, 'c.mp4'))
    await clock.forward(400)
    controlRoom.sendFirst(idOf('c.mp4'))
    await clock.forward(20_000)
    expect(said).toEqual(['done c.mp4', 'done a.mp4', 'done b.mp4'])
    expect(held.get(sent[0]?.uuid ?? '')).toEqual(new Set([0, 1, 2, 3]))
  })

  test('VIDEO-62 A file that is known from another device goes on there; the very one chosen for an upload must be it', async () => {
    const uuid = '01900000-0000-7000-8000-0000000000bb'
    const known = { print: { unfinished: { uuid }, twin: null } }
    const { add, addTo, clock, sent, held, said, controlRoom } = setUp({
      known,
      fingerprint: ({ name }) => (name === 'other.mp4' ? 'else' : 'print'),
    })
    held.set(uuid, new Set([0, 1]))
    addTo(uuid, mp4(3 * chunkBytes, 'other.mp4'))
    await clock.forward(5000)
    expect([sent, said]).toEqual([[], ['failed other.mp4: otherFile']])
    controlRoom.cancel(controlRoom.get()[0]?.id ?? '')
    addTo(uuid, mp4(3 * chunkBytes))
    add(mp4(3 * chunkBytes, 'a-copy.mp4'))
    await clock.forward(5000)
    expect(sent).toMatchObject([{ uuid, chunk: 2, finished: 'true' }])
    expect(said.slice(1)).toEqual(['twice a-copy.mp4', 'done show.mp4'])
  })

  test('VIDEO-63 A file that is a video already asks before it is sent again', async () => {
    const twin = { name: '開窯', createdAt: '2026-11-20T12:00:00Z' }
    const { add, clock, sent, said, controlRoom, board, idOf } = setUp({
      known: { print: { unfinished: null, twin } },
      fingerprint: () => 'print',
    })
    add(mp4(chunkBytes, 'a.mp4'), mp4(chunkBytes, 'b.mp4'))
    await clock.forward(60_000)
    expect([sent, said, board.size]).toEqual([[], [], 0])
    expect(controlRoom.get()).toMatchObject([
      { phase: 'asking', twin },
      { phase: 'asking', twin },
    ])
    controlRoom.cancel(idOf('b.mp4'))
    controlRoom.retry(idOf('a.mp4'))
    await clock.forward(5000)
    expect(said).toEqual(['done a.mp4'])
  })

  test('VIDEO-64 Leaving the page asks while progress is between 0 and 100', () => {
    const upload = (phase: Upload['phase'], progress: number) => ({ phase, progress })
    expect([0, 1, 99.9, 100].map((progress) => isUnderWay(upload('running', progress)))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(isUnderWay(upload('failed', 50))).toBe(false)
  })
})

describe('the plan of an upload', () => {
  test('VIDEO-65 Whatever fails on the way, the server ends up with every chunk, and the last one ends it', () => {
    const mishap = fc.constantFrom('ok', 'ok', 'ok', 'error', 'lostAnswer')
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 * chunkBytes }),
        fc.array(mishap, { maxLength: 60 }),
        fc.uniqueArray(fc.nat(6), { maxLength: 4 }),
        (size, mishaps, heldBefore) => {
          const server = new Set(heldBefore)
          const count = Math.ceil(size / chunkBytes)
          let state = beginUpload('guid', size, heldBefore.length > 0)
          const luck = [...mishaps]
          for (let step = 0; !state.finished && !isStuck(state); step++) {
            expect(step).toBeLessThan(1000)
            expect(state.progress).toBeGreaterThanOrEqual(0)
            expect(state.progress).toBeLessThan(100)
            if (state.asks) {
              state = afterAnswer(state, { chunks: [...server], finished: false })
              continue
            }
            const { chunk, offset, end, finished } = chunkOf(state)
            expect(end - offset).toBe(Math.min(chunkBytes, size - offset))
            const happens = luck.shift() ?? 'ok'
            if (happens !== 'error') server.add(chunk)
            const whole = Array.from({ length: count }, (_, each) => server.has(each)).every(Boolean)
            state = happens === 'ok' && (!finished || whole) ? afterSuccess(state) : afterError(state)
          }
          if (state.finished) {
            expect(state.progress).toBe(100)
            for (let chunk = 0; chunk < count; chunk++) expect(server.has(chunk)).toBe(true)
          }
          expect(state.finished || mishaps.length >= 30).toBe(true)
        },
      ),
    )
  })
})
