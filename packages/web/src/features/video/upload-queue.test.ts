import { chunkBytes } from '@kaimai/contract/video/video.rules.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { configureHttp } from '../../lib/http/http.ts'
import { isUnderWay } from './upload-job.ts'
import { doneShownMs } from './upload-manager.ts'
import type { Upload } from './upload-job.ts'
import { mp4, setUp, times, videoId } from './test-upload.ts'

afterEach(() => configureHttp({}))

describe('uploading a video', () => {
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

  test('VIDEO-71 All can be paused at once and continued at once', async () => {
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

  test('VIDEO-72 One can be sent first: the one at work waits behind it and loses nothing', async () => {
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
