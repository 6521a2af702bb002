import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commissionRoutes } from '@kaimai/contract/commission/commission.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { srcSetOf } from '@kaimai/contract/video/picture.rules.ts'
import { callApi, loginApi } from './api.ts'
import { filledFolder, isFilled, removeData, startServer } from './server.ts'

const pictureWaitMs = 300_000
const payoutWaitMs = 60_000

/** Until every picture stands in its widths: each copy would make them again, beside the journey that it serves. */
const untilPicturesStand = async (dataDir: string): Promise<void> => {
  const names = async (folder: string) => readdir(join(dataDir, 'files', 'image', folder)).catch(() => [])
  const isMade = async (picture: string): Promise<boolean> => {
    const made = await names(picture.replace(/\.\w+$/, '-widths'))
    return made.length >= srcSetOf(`/media/image/${picture}`, 'avif').split(', ').length
  }
  for (const until = performance.now() + pictureWaitMs; performance.now() < until; await sleep(1000)) {
    const pictures = (await names('')).filter((name) => name.includes('.'))
    if ((await Promise.all(pictures.map(isMade))).every(Boolean)) return
  }
}

/** Until the demo firm has all it gets at its first start; its past lives and pictures come after the server is ready. */
export const untilDemoIsFilled = async (url: string, dataDir: string): Promise<void> => {
  const { headers } = await loginApi(url, 'demo', 'kaimai-demo')
  const ended = () => callApi(url, liveRoutes.list, { query: { status: 'ended' } }, headers)
  for (let before = -1, now = 0; now === 0 || now !== before; ) {
    await sleep(1500)
    before = now
    now = (await ended()).items.reduce((sum, { signups }) => sum + signups, 0)
  }
  // The last that it gets: what its partners earned is paid out.
  const isPaidOut = async () =>
    (await callApi(url, commissionRoutes.payouts, {}, headers)).items.some(({ state }) => state === 'sent')
  for (const until = performance.now() + payoutWaitMs; performance.now() < until && !(await isPaidOut()); )
    await sleep(500)
  await untilPicturesStand(dataDir)
}

/** Fills in the demo firm, its lives cancelled, so that each start begins a new one, as the first start does. */
const fill = async (dataDir: string): Promise<void> => {
  const server = await startServer({ dataDir })
  await untilDemoIsFilled(server.url, dataDir)
  const { headers } = await loginApi(server.url, 'demo', 'kaimai-demo')
  for (const status of ['live', 'open', 'scheduled'] as const) {
    const { items } = await callApi(server.url, liveRoutes.list, { query: { status } }, headers)
    for (const { id } of items) await callApi(server.url, roomRoutes.cancel, { query: { liveId: id } }, headers)
  }
  await server.stop()
}

/** Fills a folder and says beside it that it is filled, or why not. */
export const fillFolder = async (dataDir: string): Promise<void> => {
  const outcome = await fill(dataDir).then(
    () => '',
    (error: unknown) => (error instanceof Error ? `${error.stack}` : String(error)),
  )
  await writeFile(isFilled(dataDir), outcome)
}

/**
 * Every journey that wants the demo firm starts on a copy of one that is filled in once: by npm test, which names its
 * folder, or here before all journeys, while those that do without begin.
 */
export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env[filledFolder] !== undefined) return undefined
  const dataDir = await mkdtemp(join(tmpdir(), 'kaimai-e2e-filled-'))
  const filling = fillFolder(dataDir)
  process.env[filledFolder] = dataDir
  return async () => {
    await filling
    await removeData({ dataDir })
    await removeData({ dataDir: isFilled(dataDir) })
  }
}
