import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { chunkBytes } from '@kaimai/contract/video/video.rules.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../packages/server/test/servers.ts'
import { callApi, loginApi } from './harness/api.ts'
import { launchChromium, openVisitor, type Visitor } from './harness/browser.ts'
import { expectAccessible } from './harness/journey.ts'
import { logIn } from './harness/log-in.ts'
import { type Line, openSocket } from './harness/viewer-socket.ts'
import { freePort } from '../packages/server/test/free-port.ts'
import { removeData, type RunningServer, startServer } from './harness/server.ts'

const execute = promisify(execFile)

let postgres: Awaited<ReturnType<typeof startPostgres>>
let browser: Browser
let server: RunningServer
let line: Line
let merchant: Visitor
/** A tab of the merchant's that stays open while the film is packaged. */
let liveForm: Page
let folder: string
let film: string

const account = { account: 'uploader', password: 'a film in many parts', email: 'lin@example.com', userName: '林晨' }

/** A real recording of 40 MB and more: constant 5 Mbit/s, whatever is in the picture, which is light enough to be copied. */
const makeFilm = async (path: string): Promise<void> => {
  const coding = [
    '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50 -b:v 5M -minrate 5M -maxrate 5M -bufsize 5M',
    '-x264-params nal-hrd=cbr:force-cfr=1 -c:a aac -b:a 96k -movflags +faststart',
  ].flatMap((part) => part.split(' '))
  const inputs = ['testsrc2=size=640x360:rate=25:duration=68', 'sine=frequency=220:duration=68']
  await execute('ffmpeg', ['-v', 'error', ...inputs.flatMap((input) => ['-f', 'lavfi', '-i', input]), ...coding, path])
}

/** What the server holds of the only upload there is, its chunks one after the other. */
const held = async (): Promise<{ uploads: number; chunks: number; sha256: string }> => {
  const root = join(server.dataDir, 'files', 'uploads')
  const files = (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
  const hash = createHash('sha256')
  for (const file of files) hash.update(await readFile(file))
  const uploads = new Set(files.map((file) => file.slice(0, file.lastIndexOf('/')))).size
  return { uploads, chunks: files.length, sha256: hash.digest('hex') }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaimai-upload-'))
  film = join(folder, '開窯夜 40MB.mp4')
  const port = await freePort()
  line = await openSocket({
    port: () => port,
    bytesPerSecond: 6 * 1024 * 1024,
    // In the middle of the second, the fifth and the seventh chunk or so.
    cutAt: [8, 24, 36].map((megabytes) => megabytes * 1024 * 1024),
    downMs: 1500,
  })
  ;[postgres, browser] = await Promise.all([startPostgres(), launchChromium(), makeFilm(film)])
  // Without the worker nothing is packaged: what was uploaded stays as it came.
  server = await startServer({
    port,
    env: {
      DATABASE_URL: postgres.url,
      KAIMAI_SECRET: 's'.repeat(40),
      KAIMAI_DEMO: '0',
      ROLES: 'console,room,purchase',
      PUBLIC_URL: line.url,
    },
  })
  await callApi(server.url, authRoutes.register, {
    body: { ...account, name: '器日', userPhone: '0912345678', deviceId: 'e2e-device' },
  })
}, 180_000)

afterAll(async () => {
  await merchant?.close()
  await browser?.close()
  await line?.close()
  await server?.kill()
  if (server) await removeData(server)
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const headersOf = async () => (await loginApi(server.url, account.account, account.password)).headers

const chooseFilm = async (page: Page): Promise<void> => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '上傳影片' }).click()
  await (await chooser).setFiles(film)
}
const percent = async (page: Page): Promise<number> =>
  Number(await page.getByRole('main').getByRole('progressbar').getAttribute('aria-valuenow'))

test('JOURNEY-91 A recording of 40 MB arrives byte by byte over a line that drops three times, and over a reload', async () => {
  const { size } = await stat(film)
  expect(size).toBeGreaterThan(40 * 1024 * 1024)
  merchant = await openVisitor(browser, { name: '商家', shape: 'desktop', origin: line.url })
  merchant.announce(
    /^net::ERR_(CONNECTION_RESET|CONNECTION_CLOSED|EMPTY_RESPONSE|CONNECTION_REFUSED|SOCKET_NOT_CONNECTED)/,
  )
  const { page } = merchant
  // Leaving while something is uploaded asks: this merchant wants to.
  let asked = 0
  page.on('dialog', (dialog) => {
    asked += 1
    void dialog.accept()
  })
  await logIn(page, account.account, account.password)
  await page.goto('/manage-live')
  await chooseFilm(page)
  await page.getByRole('main').getByRole('progressbar').waitFor()
  await expectAccessible(page, 'an upload')
  await expect.poll(() => percent(page), { timeout: 60_000, interval: 100 }).toBeGreaterThanOrEqual(50)
  expect(line.cuts()).toBeGreaterThanOrEqual(1)

  const before = line.sent()
  await page.reload()
  expect(asked).toBe(1)
  await page
    .getByRole('row', { name: /開窯夜 40MB/ })
    .getByText(/已傳 \d+%/)
    .waitFor()
  await chooseFilm(page)
  await page.getByText(/接續上次的進度/).waitFor()
  await page.getByText(/上傳完成，正在處理/).waitFor({ timeout: 240_000 })
  expect(line.cuts()).toBe(3)
  // What had arrived was not sent again: of each cut and of the reload at most the chunk that was on its way.
  expect(line.sent() - before).toBeLessThan(size - 4 * chunkBytes + 3 * chunkBytes)

  const sha256 = createHash('sha256')
    .update(await readFile(film))
    .digest('hex')
  expect(await held()).toEqual({ uploads: 1, chunks: Math.ceil(size / chunkBytes), sha256 })
  expect(await merchant.takeErrors()).toEqual([])
})

test('JOURNEY-300 A live of a film that is still being packaged keeps it, says so and is not published', async () => {
  liveForm = await merchant.newTab()
  await liveForm.goto('/manage-live')
  const [video] = (await callApi(server.url, videoRoutes.list, {}, await headersOf())).items
  await liveForm.goto(`/manage-live-stream/create/video?videoId=${video?.id}`)
  const name = liveForm.locator('[name=liveName]')
  expect(await name.inputValue()).toBe('開窯夜 40MB')
  const field = liveForm.locator('[data-field=videoId]')
  await field.getByText('開窯夜 40MB').waitFor()
  await field.getByText(/^處理中 \d+%，完成後就能發布$/).waitFor()
  await expectAccessible(liveForm, 'a live of a film on its way')
  merchant.announce(/^409 POST \/api\/live/)
  await liveForm.getByRole('button', { name: '發布直播' }).click()
  await field.getByText('影片還在處理，完成後才能發布').waitFor()
  await liveForm.locator('footer [role=status]').getByText('1 個欄位需要修正').waitFor()
  expect(await name.inputValue()).toBe('開窯夜 40MB')
  expect((await callApi(server.url, liveRoutes.list, {}, await headersOf())).total).toBe(0)
})

test('JOURNEY-92 The same recording is packaged once a worker runs, and its file is known again', async () => {
  const { page } = merchant
  const { port, dataDir } = server
  // Two pages go on asking while nobody answers.
  merchant.announce(/^(?:net::ERR_\w+|503) GET /)
  await server.stop()
  server = await startServer({
    port,
    dataDir,
    env: {
      DATABASE_URL: postgres.url,
      KAIMAI_SECRET: 's'.repeat(40),
      KAIMAI_DEMO: '0',
      PUBLIC_URL: line.url,
    },
  })
  await page.goto('/manage-live')
  await page
    .getByRole('row', { name: /開窯夜 40MB/ })
    .getByText('可使用')
    .waitFor({ timeout: 200_000 })
  // The form that waited for it needs no reload.
  await liveForm.locator('[data-field=videoId]').getByText('影片還在處理').waitFor({ state: 'detached' })
  await liveForm.getByRole('button', { name: '發布直播' }).click()
  await liveForm.getByRole('dialog', { name: '直播排定了' }).waitFor()
  await liveForm.close()

  await chooseFilm(page)
  await page.getByText(/已經上傳過這個檔案，影片名稱是「開窯夜 40MB」/).waitFor()
  await expectAccessible(page, 'a file that is known')
  await page.getByRole('button', { name: '不上傳' }).click()
  await page.getByText('目前沒有檔案上傳').waitFor()
  expect(await merchant.takeErrors()).toEqual([])
})
