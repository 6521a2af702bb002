import { chunkBytes } from '@kaimai/contract/video/video.rules.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { configureHttp } from '../../lib/http/http.ts'
import { goodFilm, mp4, refusal, setUp } from './test-upload.ts'

afterEach(() => configureHttp({}))

/** An upload of four chunks that was paused after two, and the file as it is on the disk since. */
const paused = async () => {
  const disk = { readable: true, content: 'as chosen' }
  const upload = setUp({
    readable: ({ name }) => disk.readable || name !== 'show.mp4',
    fingerprint: () => disk.content,
  })
  upload.add(mp4(4 * chunkBytes))
  await upload.clock.forward(400)
  const { controlRoom, sent } = upload
  controlRoom.pause(controlRoom.get()[0]?.id ?? '')
  await upload.clock.forward(1000)
  expect(controlRoom.get()).toMatchObject([{ phase: 'paused' }])
  const before = sent.length
  const goOn = async () => {
    controlRoom.retry(controlRoom.get()[0]?.id ?? '')
    await upload.clock.forward(0)
  }
  return { ...upload, disk, before, goOn }
}

describe('a file that is not what it was when it was chosen', () => {
  test('VIDEO-850 A paused upload whose file cannot be read any more says at once to choose it again, without a try', async () => {
    const { disk, goOn, sent, before, controlRoom, said, clock } = await paused()
    disk.readable = false
    await goOn()
    expect(controlRoom.get()).toMatchObject([{ phase: 'failed', problem: 'uploadChanged', mayRetry: false }])
    controlRoom.wake()
    await clock.forward(120_000)
    expect([sent.length, said]).toEqual([before, ['failed show.mp4: uploadChanged']])
  })

  test('VIDEO-851 Touched alone, it is chosen again and goes on where it was, even after its row was taken away', async () => {
    for (const isTakenAway of [false, true]) {
      const { disk, goOn, sent, before, controlRoom, said, clock, add, removed } = await paused()
      disk.readable = false
      await goOn()
      if (isTakenAway) controlRoom.cancel(controlRoom.get()[0]?.id ?? '')
      disk.readable = true
      add(mp4(4 * chunkBytes, 'show.mp4', 8))
      await clock.forward(isTakenAway ? 0 : 10_000)
      expect(removed).toEqual([])
      if (isTakenAway) continue
      expect(said).toEqual(['failed show.mp4: uploadChanged', 'done show.mp4'])
      expect(sent.slice(before).map(({ uuid, chunk }) => [uuid === sent[0]?.uuid, chunk])).toEqual(
        [2, 3].filter((chunk) => chunk >= before).map((chunk) => [true, chunk]),
      )
    }
  })

  test('VIDEO-852 Another film of the same name, size and time is refused for that upload, and is another one of its own', async () => {
    const { disk, goOn, sent, before, controlRoom, said, clock, add } = await paused()
    disk.content = 'another film'
    await goOn()
    expect(controlRoom.get()).toMatchObject([{ phase: 'failed', problem: 'uploadChanged', mayRetry: false }])
    expect(sent).toHaveLength(before)
    add(mp4(4 * chunkBytes))
    await clock.forward(10_000)
    expect(said).toEqual(['failed show.mp4: uploadChanged', 'done show.mp4'])
    expect(sent.slice(before).map(({ chunk }) => chunk)).toEqual([0, 1, 2, 3])
    expect(sent.at(-1)?.uuid).not.toBe(sent[0]?.uuid)
  })

  test('VIDEO-853 Chosen while the upload of the old content is paused, it is no second choice of that', async () => {
    const { disk, controlRoom, said, clock, add, sent } = await paused()
    disk.content = 'another film'
    add(mp4(4 * chunkBytes))
    await clock.forward(10_000)
    expect(said).toEqual(['done show.mp4'])
    expect(controlRoom.get()).toMatchObject([{ phase: 'paused' }])
    expect(new Set(sent.map(({ uuid }) => uuid)).size).toBe(2)
  })

  test('VIDEO-854 One that changes while it is sent ends the upload with the next chunk, not as a line that is down', async () => {
    const disk = { readable: true }
    const { add, clock, sent, said, controlRoom } = setUp({ readable: () => disk.readable })
    add(mp4(4 * chunkBytes))
    await clock.forward(200)
    disk.readable = false
    const before = sent.length
    await clock.forward(120_000)
    // The chunk that was read before may still wait for its turn.
    expect(sent.length - before).toBeLessThanOrEqual(1)
    expect(said).toEqual(['failed show.mp4: uploadChanged'])
    expect(controlRoom.get()).toMatchObject([{ phase: 'failed', mayRetry: false }])
  })

  test('VIDEO-855 A file that cannot be read when it is chosen says so, and nothing is sent', async () => {
    const { add, clock, sent, said } = setUp({ readable: () => false })
    add(mp4(chunkBytes))
    await clock.forward(5000)
    expect([sent, said]).toEqual([[], ['failed show.mp4: fileUnreadable']])
  })
})

describe('what another try cannot help', () => {
  const hevc = { ...goodFilm, pictures: ['hvc1'] }

  test('VIDEO-856 A film that the server can only copy, and cannot copy, is refused before its first chunk', async () => {
    const frame = { kind: 'unseen' } as const
    const without = setUp({ film: hevc, frame, encodes: false })
    without.add(mp4(chunkBytes, 'IMG_0042.MOV'))
    await without.clock.forward(5000)
    expect(without.sent).toEqual([])
    expect(without.controlRoom.get()).toMatchObject([{ phase: 'failed', problem: 'videoCodec', mayRetry: false }])
    const encoding = setUp({ film: hevc, frame })
    encoding.add(mp4(chunkBytes, 'IMG_0042.MOV'))
    await encoding.clock.forward(5000)
    expect(encoding.said).toEqual(['done IMG_0042.MOV'])
  })

  test.each([
    ['413 of a proxy', () => new Response('<html>', { status: 413 })],
    ['415 of a proxy', () => new Response('<html>', { status: 415 })],
    ['422 of a proxy', () => new Response('', { status: 422 })],
    ['a film that the server refuses', refusal(400, 1, 'This file is in WebM format')],
    ['a chunk of another file', refusal(409, 6, 'This file was changed')],
  ])('VIDEO-857 %s ends the upload with the first answer', async (_what, answer) => {
    const { add, clock, sent, mishaps, said } = setUp()
    mishaps.push(answer)
    add(mp4(2 * chunkBytes))
    await clock.forward(120_000)
    expect(sent).toHaveLength(1)
    expect(said).toHaveLength(1)
    expect(said[0]).not.toContain('stuck')
  })

  test('VIDEO-858 Where only another file helps, no other try is offered; where room can be made, one is', async () => {
    for (const [answer, mayRetry] of [
      [refusal(400, 1, 'This file is in WebM format'), false],
      [refusal(409, 6, 'This file was changed'), false],
      [refusal(413, 9, 'Your video storage is full'), true],
    ] as const) {
      const { add, clock, mishaps, controlRoom } = setUp()
      mishaps.push(answer)
      add(mp4(2 * chunkBytes))
      await clock.forward(5000)
      expect(controlRoom.get()).toMatchObject([{ phase: 'failed', mayRetry }])
    }
  })
})
