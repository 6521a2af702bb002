import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { loudestBetween, peaksPerSecond } from '@kaimai/contract/video/waveform.rules.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '../../../test/database.ts'
import { sharedApp } from '../../../test/fixtures.ts'
import { aVideo } from '../../../test/studio.ts'
import { patience, testFilms, type TestFilms } from '../../../test/films.ts'
import { transcodeToHls } from '../../platform/media/transcode-to-hls.ts'
import { createPeakReader } from '../../platform/media/waveform.ts'
import { createVideoUrls } from './video-files.ts'
import { createVideoStore } from './video.store.ts'
import { createWaveformService, writeWaveform } from './waveform.service.ts'

const t = await sharedApp()
let films: TestFilms
let outDir: string
let segments: number

beforeAll(async () => {
  films = await testFilms()
  outDir = films.outFolder()
  const packaged = await transcodeToHls({ source: await films.toneInSilence(), outDir, ffmpeg: films.ffmpeg })
  segments = packaged.segments.length
}, patience)
afterAll(() => films.remove())

/** Seconds of a waveform in which something is heard. */
const heard = (peaks: Uint8Array): number[] =>
  Array.from({ length: Math.ceil(peaks.length / peaksPerSecond) }, (_, at) => at).filter(
    (at) => loudestBetween(peaks, at * 1000 + 150, at * 1000 + 850) > 0.02,
  )

/** A ready video whose packaged files are here, as it was packaged before there were waveforms. */
const olderVideo = async (firm: Awaited<ReturnType<typeof t.aFirm>>): Promise<string> => {
  const id = await aVideo(t, firm, (segments * 4) / 60)
  for (const file of (await readdir(outDir)).filter((name) => /^(init|seg-)/.test(name)))
    await t.platform.files.put(`video/${id}/${file}`, await readFile(join(outDir, file)))
  return id
}
const waveform = (id: string, { headers }: Awaited<ReturnType<typeof t.aFirm>>) =>
  t.call(videoRoutes.waveform, { params: { id } }, headers)

test('VIDEO-722 Peaks don’t depend on the pieces in which the sound arrives', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fc.nat(40)),
      fc.integer({ min: 1, max: 9 }),
      (sound, cuts, per) => {
        const whole = createPeakReader(per)
        whole.take(sound)
        const pieces = createPeakReader(per)
        let from = 0
        for (const length of cuts) {
          pieces.take(sound.subarray(from, from + length))
          from += length
        }
        pieces.take(sound.subarray(from))
        const peaks = whole.end()
        expect(pieces.end()).toEqual(peaks)
        expect(peaks.length).toBe(Math.ceil(Math.floor(sound.length / 2) / per))
      },
    ),
  )
})

test(
  'VIDEO-723 Packaging leaves a waveform beside the segments that is loud where the film is and quiet elsewhere',
  async () => {
    await writeWaveform(outDir, films.ffmpeg, silentLog, new AbortController().signal)
    const peaks = new Uint8Array(await readFile(join(outDir, 'waveform.bin')))
    expect(Math.abs(peaks.length - 12 * peaksPerSecond)).toBeLessThanOrEqual(3)
    expect(heard(peaks)).toEqual([3, 4, 5])
  },
  patience,
)

test(
  'VIDEO-724 The waveform of an older video is made once, by a job, for the firm’s own members alone',
  async () => {
    const [owner, other] = [await t.aFirm(), await t.aFirm()]
    const id = await olderVideo(owner)
    expect(await Promise.all([waveform(id, owner), waveform(id, owner)])).toEqual([
      { state: 'making', url: '' },
      { state: 'making', url: '' },
    ])
    await t.platform.jobs.idle()
    const { state, url } = await waveform(id, owner)
    expect(state).toBe('ready')
    await t.app.listen(0)
    const answer = await fetch(t.app.publicUrl() + url)
    expect(heard(new Uint8Array(await answer.arrayBuffer()))).toEqual([3, 4, 5])
    expect(
      (await fetch(t.app.publicUrl() + url.replace(/\/[\w-]+\/wave/, '/aaaaaaaaaaaaaaaaaaaaaa/wave'))).status,
    ).toBe(404)
    await expect(waveform(id, other)).rejects.toMatchObject({ errorName: 'notFound' })
    await expect(t.call(videoRoutes.waveform, { params: { id } }, {})).rejects.toMatchObject({
      errorName: 'sessionExpired',
    })
    await t.call(videoRoutes.remove, { params: { id } }, owner.headers)
    await t.platform.jobs.idle()
    expect(await t.platform.files.stat(`video/${id}/waveform.bin`)).toBeUndefined()
  },
  patience,
)

test(
  'VIDEO-725 A film without sound is silent, and there is none of a film that can’t be read or where ffmpeg is missing',
  async () => {
    const owner = await t.aFirm()
    const silent = await aVideo(t, owner)
    await t.platform.db.raw('update video set "hasAudio" = false where id = $1', [silent])
    expect(await waveform(silent, owner)).toEqual({ state: 'silent', url: '' })

    const lost = await aVideo(t, owner)
    expect((await waveform(lost, owner)).state).toBe('making')
    await t.platform.jobs.idle()
    // Asked for again it is not tried again.
    expect(await waveform(lost, owner)).toEqual({ state: 'none', url: '' })

    const { db, files, jobs, secret } = t.platform
    const without = createWaveformService({
      store: createVideoStore(db),
      files,
      jobs: { ...jobs, define: () => undefined },
      urls: createVideoUrls(secret),
      log: silentLog,
      ffmpeg: async () => undefined,
    })
    expect(await without.show(owner.firmId, await aVideo(t, owner))).toEqual({ state: 'none', url: '' })
  },
  patience,
)
