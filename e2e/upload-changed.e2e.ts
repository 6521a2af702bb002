import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { testFilm, testWebm } from '@kaimai/contract/video/test-film.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { chunkBytes } from '@kaimai/contract/video/video.rules.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { expectAccessible, useJourney } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'

// A merchant chooses what can't be taken, or a file that changes under way: what to do is said at once, and only what helps.

const execute = promisify(execFile)
const { server, visitor } = useJourney()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaimai-changed-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const people = [
  {
    language: 'zh-TW',
    shape: 'desktop',
    upload: '上傳影片',
    goOn: '繼續上傳',
    webm: '這個檔案的內容是 WebM，不是 MP4 或 MOV',
    noPicture: '檔案裡沒有影像',
    changed: '這個檔案在上傳途中被更動或移走了，請重新選擇檔案',
    pause: /^暫停上傳/,
    resume: /^繼續上傳：/,
    paused: '已暫停',
    resumed: /接續上次的進度/,
    done: /上傳完成，正在處理/,
    again: '請重試',
    uploads: '影片上傳',
  },
  {
    language: 'en',
    shape: 'phone',
    upload: 'Upload video',
    goOn: 'Resume upload',
    webm: 'This file is in WebM format, not MP4 or MOV',
    noPicture: 'This file has no video track',
    changed: 'This file was changed or moved during the upload. Choose it again.',
    pause: /^Pause upload/,
    resume: /^Resume upload:/,
    paused: 'Paused',
    resumed: /Resumed from last time/,
    done: /uploaded. Processing/,
    again: 'try again',
    uploads: 'Uploads',
  },
] as const
type Words = (typeof people)[number]

const choose = async (page: Page, words: Words, file: string): Promise<void> => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: words.upload, exact: true }).first().click()
  await (await chooser).setFiles(file)
}
const rowOf = (page: Page, words: Words, name: string) =>
  page.getByRole('region', { name: words.uploads }).getByRole('listitem').filter({ hasText: name })

/** A merchant at the library, whose chunks are counted and take their time. */
const merchantAt = async (words: Words, chunkMs: number) => {
  const { page } = await visitor({ name: words.language, shape: words.shape, language: words.language })
  await logIn(page)
  await page.goto('/manage-live')
  let chunks = 0
  await page.route('**/api/video', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    chunks += 1
    // A slow line, so that it can be paused between two chunks.
    await new Promise((resolve) => setTimeout(resolve, chunkMs))
    // One that was paused meanwhile is gone.
    await route.continue().catch(() => undefined)
  })
  return { page, chunks: () => chunks }
}

test.each(people)(
  'JOURNEY-435 What is no MP4, and a film without a picture, is refused before anything is sent, with what to do instead ($language)',
  async (words) => {
    const { page, chunks } = await merchantAt(words, 0)
    const wrong = [
      ['a-stream.mp4', testWebm(3 * chunkBytes), words.webm],
      ['sound.MOV', testFilm(chunkBytes, { picture: undefined, indexLast: true }), words.noPicture],
    ] as const
    for (const [name, bytes, problem] of wrong) {
      await writeFile(join(folder, name), bytes)
      await choose(page, words, join(folder, name))
      const row = rowOf(page, words, name)
      await row.getByText(problem).waitFor()
      expect(await row.getByRole('button', { name: words.goOn, exact: true }).count()).toBe(0)
      expect(await row.innerText()).not.toContain(words.again)
    }
    await expectAccessible(page, 'films that cannot be taken')
    expect(chunks()).toBe(0)
  },
)

test('JOURNEY-436 A .MOV of a phone in HEVC and one in ProRes, which this browser cannot show, are sent and packaged', async () => {
  const [words] = people
  const { page } = await merchantAt(words, 0)
  const codings = {
    'IMG_0042.MOV': '-c:v libx265 -tag:v hvc1 -x265-params log-level=error',
    'cut.mov': '-c:v prores_ks',
  }
  for (const [name, coding] of Object.entries(codings)) {
    const path = join(folder, name)
    const sources = ['testsrc2=s=160x90:r=30:d=2', 'sine=d=2'].flatMap((source) => ['-f', 'lavfi', '-i', source])
    await execute('ffmpeg', ['-v', 'error', '-y', ...sources, ...coding.split(' '), '-c:a', 'aac', path])
    await choose(page, words, path)
  }
  const { headers } = await loginApi(server().url, 'demo', 'kaimai-demo')
  for (const q of ['IMG_0042', 'cut'])
    await expect
      .poll(async () => (await callApi(server().url, videoRoutes.list, { query: { q } }, headers)).items[0]?.state, {
        timeout: 120_000,
      })
      .toBe('ready')
})

test.each(people)(
  'JOURNEY-437 A paused upload whose file was touched goes on once it is chosen again; changed or replaced, it is another upload ($language)',
  async (words) => {
    const { page, chunks } = await merchantAt(words, 1500)
    const name = `recording-${words.language}.mp4`
    const path = join(folder, name)
    // Of a size of its own: a film that is known already would go on under its former name.
    await writeFile(path, testFilm(4 * chunkBytes + 1000 + words.language.length))
    const { atime, mtime } = await stat(path)
    const row = rowOf(page, words, name)
    const { headers } = await loginApi(server().url, 'demo', 'kaimai-demo')
    const query = { q: name.replace('.mp4', '') }
    const uploads = async () => (await callApi(server().url, videoRoutes.list, { query }, headers)).total

    /** Pauses after the first chunk, lets something happen to the file, and goes on: the words come without a try. */
    const changedWhilePaused = async (change: () => Promise<void>): Promise<void> => {
      await expect.poll(() => row.getByRole('progressbar').getAttribute('aria-valuenow')).not.toBe('0')
      await row.getByRole('button', { name: words.pause }).click()
      await row.getByText(words.paused).waitFor()
      const before = chunks()
      await change()
      await row.getByRole('button', { name: words.resume }).click()
      await row.getByText(words.changed).waitFor()
      expect(await row.getByRole('button', { name: words.goOn, exact: true }).count()).toBe(0)
      expect(chunks()).toBe(before)
    }

    await choose(page, words, path)
    await changedWhilePaused(() => utimes(path, atime, new Date(mtime.getTime() + 5000)))
    await expectAccessible(page, 'a file that was changed')
    await choose(page, words, path)
    await row.getByText(words.resumed).waitFor()
    await expect.poll(uploads).toBe(1)

    // Of the same name, size and time, and another film.
    const touched = await stat(path)
    await changedWhilePaused(async () => {
      const bytes = await readFile(path)
      await writeFile(path, bytes.fill(7, chunkBytes))
      await utimes(path, touched.atime, touched.mtime)
    })
    await choose(page, words, path)
    await expect.poll(uploads).toBe(2)

    await changedWhilePaused(() => appendFile(path, 'and more'))
    await choose(page, words, path)
    await page.getByRole('status').filter({ hasText: words.done }).last().waitFor({ timeout: 120_000 })
    expect(await uploads()).toBe(3)
  },
)
