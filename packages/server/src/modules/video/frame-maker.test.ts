import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replayPlaylist } from '@kaimai/contract/live/playlist.rules.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '../../../test/database.ts'
import { diskStore } from '../../platform/files/disk-store.ts'
import { initFile, segmentFile } from '../../platform/media/segment-writer.ts'
import { patience, testFilms, type TestFilms } from '../../../test/films.ts'
import { transcodeToHls } from '../../platform/media/transcode-to-hls.ts'
import { createFrameMaker, isFrameKey } from './frame-maker.ts'

const folder = 'video/00000000-0000-7000-8000-000000000001'
let films: TestFilms
let files: ReturnType<typeof diskStore>

beforeAll(async () => {
  films = await testFilms()
  const outDir = films.outFolder()
  const { segments } = await transcodeToHls({ source: await films.plain(), outDir, ffmpeg: films.ffmpeg })
  files = diskStore({ folder: join(films.folder, 'store') })
  for (const file of await readdir(outDir)) await files.put(`${folder}/${file}`, await readFile(join(outDir, file)))
  const playlist = replayPlaylist({ segments, initUri: initFile, segmentUri: segmentFile })
  await files.put(`${folder}/index.m3u8`, Buffer.from(playlist ?? ''))
}, patience)
afterAll(() => films.remove())

/** How much two pictures differ, from 0 to 255. */
const difference = async (one: Uint8Array, other: Uint8Array): Promise<number> => {
  const [a, b] = await Promise.all(
    [one, other].map((picture) => sharp(picture).resize(64, 36, { fit: 'fill' }).greyscale().raw().toBuffer()),
  )
  if (!a || !b) return 255
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length
}

test(
  'VIDEO-60 A frame on demand is the picture of its moment, whichever segment holds it, and is cut once',
  async () => {
    const maker = createFrameMaker({ files, log: silentLog, ffmpeg: async () => films.ffmpeg })
    // Packaging cut a picture of every half second past the full one: each is most like its own.
    for (const second of [0, 3, 5, 7, 11]) {
      const key = `${folder}/frame-${second * 1000 + 500}.jpg`
      expect(await Promise.all([maker.make(key), maker.make(key)])).toEqual([true, true])
      const frame = await files.bytes(key)
      const away = await Promise.all(
        Array.from({ length: 12 }, async (_, at) => {
          const packaged = await files.bytes(`${folder}/thumb-${String(at).padStart(2, '0')}.jpg`)
          return frame && packaged ? difference(frame, packaged) : 255
        }),
      )
      expect(away.indexOf(Math.min(...away))).toBe(second)
    }
  },
  patience,
)

test('VIDEO-61 There is no frame behind the end, between the moments of the grid, or where there is no ffmpeg', async () => {
  const maker = createFrameMaker({ files, log: silentLog, ffmpeg: async () => films.ffmpeg })
  expect(await maker.make(`${folder}/frame-12500.jpg`)).toBe(false)
  expect([`${folder}/frame-501.jpg`, `${folder}/thumb-01.jpg`, 'image/frame-500.jpg'].some(isFrameKey)).toBe(false)
  const without = createFrameMaker({ files, log: silentLog, ffmpeg: async () => undefined })
  expect(await without.make(`${folder}/frame-2000.jpg`)).toBe(false)
})
