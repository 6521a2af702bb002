import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { videoErrors } from '@kaimai/contract/video/video.errors.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Member, multipart, testApp, type TestApp } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'
import { videoFolder } from './video-files.ts'

const mebibyte = 1024 * 1024
const plenty = 1024 * mebibyte
/** Both floors are one there: what is uploaded is taken as long as there is anything to spare. */
const floor = 64 * mebibyte
let free = plenty
let t: TestApp
let member: Member
const folder = mkdtempSync(join(tmpdir(), 'kaimai-room-'))

beforeAll(async () => {
  t = await testApp({
    diskSpace: { freeBytes: async () => free },
    environment: { KAIMAI_MIN_FREE_DISK: '64' },
  })
  member = await t.aFirm()
})
afterAll(async () => {
  await t.close()
  rmSync(folder, { recursive: true })
})

/** In HEVC: it is encoded anew, which takes its time. */
const film = (seconds: number): Buffer => {
  const path = join(folder, `${seconds}.mp4`)
  const sources = ['-f', 'lavfi', '-i', `testsrc2=s=640x360:r=30:d=${seconds}`]
  const coded = ['-c:v', 'libx265', '-preset', 'ultrafast', '-tag:v', 'hvc1', '-x265-params', 'log-level=error']
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...sources, ...coded, path])
  return readFileSync(path)
}

const upload = async (file: Buffer): Promise<string> => {
  const facts = { firmId: member.firmId, uuid: newId(), chunk: '0', offset: '0', size: String(file.length) }
  const fields = { ...facts, name: '開窯.mp4', type: '.mp4', finished: 'true', duration: '1' }
  const form = multipart(fields, { file })
  const headers = { ...member.headers, ...form.headers }
  const { body } = await t.request({ method: 'POST', url: '/api/video', headers, payload: form.payload })
  return (body as { data: { videoId: string } }).data.videoId
}

const show = (id: string) => t.call(videoRoutes.show, { params: { id } }, member.headers)
/** Time goes on until those that wait are looked at again. */
const takeUpAgain = async (): Promise<void> => {
  // Longer than a reading of the disk is good for.
  await new Promise((resolve) => setTimeout(resolve, 300))
  t.clock.advance(120_000)
  await t.platform.jobs.runTick('package-video/waiting')
  await t.platform.jobs.idle()
}

test('VIDEO-90 A film that finds no room to be packaged waits and says so, lets a smaller one go first, and is packaged once there is room', async () => {
  const [large, small] = [film(20), film(2)]
  expect(large.length).toBeGreaterThan(2 * small.length)
  free = floor + 3 * large.length - 1
  const id = await upload(large)
  await t.platform.jobs.idle()
  expect(await show(id)).toMatchObject({
    state: 'processing',
    problem: videoErrors.videoWaitsForSpace['zh-TW'],
    progress: 0,
  })
  const smaller = await upload(small)
  await t.platform.jobs.idle()
  expect((await show(smaller)).state).toBe('ready')
  free = plenty
  await takeUpAgain()
  expect(await show(id)).toMatchObject({ state: 'ready', problem: '' })
})

test('VIDEO-91 A film stops being packaged when the disk fills meanwhile, leaves nothing, and starts again once there is room', async () => {
  const id = await upload(film(40))
  await expect.poll(async () => (await show(id)).progress).toBeGreaterThan(0)
  free = 10 * mebibyte
  await expect.poll(async () => (await show(id)).problem).toBe(videoErrors.videoWaitsForSpace['zh-TW'])
  await t.platform.jobs.idle()
  expect(await t.platform.files.stat(`${videoFolder(id)}/init.mp4`)).toBeUndefined()
  expect((await show(id)).state).toBe('processing')
  free = plenty
  await takeUpAgain()
  expect(await show(id)).toMatchObject({ state: 'ready', problem: '' })
})
