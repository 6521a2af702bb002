import { chunkBytes } from '@kaimai/contract/video/video.rules.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { configureHttp } from '../../lib/http/http.ts'
import { thumbnailOffset } from './read-frame.ts'
import { doneShownMs } from './upload-manager.ts'
import { goodFilm, memoryStorage, mp4, refusal, setUp, times } from './test-upload.ts'

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
    await after.clock.forward(0)
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
    ['a text file', mp4(10, 'notes.txt'), { film: { ...goodFilm, film: false } }, 'videoNotFilm'],
    ['a clip that ends before its thumbnail', mp4(10), { frame: { kind: 'tooShort' } as const }, 'videoTooShort'],
    ['what broke off', mp4(10), { film: { ...goodFilm, index: 'missing' as const } }, 'videoIncomplete'],
  ])('VIDEO-54 %s is refused before anything is sent', async (_what, file, options, problem) => {
    const { add, clock, sent, controlRoom, said } = setUp(options)
    add(file)
    await clock.forward(5000)
    expect(sent).toEqual([])
    expect(controlRoom.get()).toMatchObject([{ phase: 'failed', problem, mayRetry: false }])
    expect(said).toEqual([`failed ${file.name}: ${problem}`])
  })

  test('VIDEO-77 A .mov, or a film that this browser cannot show, is sent all the same: without length and picture', async () => {
    const { add, clock, sent } = setUp({ frame: { kind: 'unseen' } })
    add(mp4(2 * chunkBytes, 'IMG_0042.MOV'))
    await clock.forward(5000)
    expect(sent.map(({ chunk, thumbnail }) => [chunk, thumbnail])).toEqual([
      [0, false],
      [1, false],
    ])
  })

  test('VIDEO-55 The thumbnail is taken from a tenth of the film, at most 15 s in, and never before one second', () => {
    expect([0.5, 1, 8, 60, 3600].map(thumbnailOffset)).toEqual([1, 1, 1, 6, 15])
  })
})
