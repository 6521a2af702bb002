import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { removeData, type RunningServer, startServer } from './harness/server.ts'
import { sendFilm, untilPackaged } from './harness/upload.ts'

const seconds = 60

/** In HEVC: it is encoded anew, which takes longer than anything that is done to it here. */
const makeFilm = async (path: string): Promise<void> => {
  const sources = `-f lavfi -i testsrc2=s=640x360:r=30:d=${seconds} -f lavfi -i sine=d=${seconds}`
  const coded = '-c:v libx265 -preset ultrafast -tag:v hvc1 -x265-params log-level=error -c:a aac'
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...`${sources} ${coded}`.split(' '), path])
}

const demo = (url: string) => loginApi(url, 'demo', 'kaimai-demo')
const videoOf = async (url: string, id: string) =>
  callApi(url, videoRoutes.show, { params: { id } }, (await demo(url)).headers)

/** Until ffmpeg has written of it. */
const untilUnderWay = (url: string, id: string): Promise<void> =>
  expect.poll(async () => (await videoOf(url, id)).progress, { timeout: 60_000 }).toBeGreaterThan(0)

const exitOf = ({ process }: RunningServer): Promise<unknown> =>
  new Promise((resolve) => process.once('exit', (code, signal) => resolve(code ?? signal)))

test('JOURNEY-314 A server that is asked to end while it packages a film closes in order, and one that is killed leaves it whole: the next start packages it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kaimai-packaging-'))
  const path = join(folder, 'film.mp4')
  let server = await startServer()
  const place = { dataDir: server.dataDir }
  try {
    await makeFilm(path)
    const id = await sendFilm(server.url, await demo(server.url), { path, name: '開窯', seconds })
    await untilUnderWay(server.url, id)
    // It counts its ten seconds itself, and ends with another code where it had to break off.
    const ended = exitOf(server)
    server.process.kill('SIGTERM')
    expect(await ended, server.output()).toBe(0)

    server = await startServer(place)
    expect((await videoOf(server.url, id)).state).toBe('processing')
    await untilUnderWay(server.url, id)
    await server.kill()

    server = await startServer(place)
    const video = await untilPackaged(server.url, await demo(server.url), id)
    expect(video.problem).toBe('')
    expect(Math.abs((video.durationMs ?? 0) - seconds * 1000)).toBeLessThan(100)
  } finally {
    await server.kill()
    await removeData(server)
    await rm(folder, { recursive: true })
  }
}, 480_000)
