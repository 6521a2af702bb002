import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, statfs, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import { ApiError, callApi } from '../harness/api.ts'
import { freePort } from '../../packages/server/test/free-port.ts'
import { removeData, type RunningServer, startServer } from '../harness/server.ts'
import { acknowledgedFindings, type Finding } from './acknowledged.ts'
import { buyer, type Bought } from './buyer.ts'
import { talker } from './talker.ts'
import { uploader } from './uploader.ts'
import { pause, type Stage } from './viewer-connection.ts'

const mebibyte = 1024 * 1024
/** Of the floor's 200 MiB, and of the lower one's 100. */
const [belowFloorMiB, belowLowerFloorMiB] = [150, 70]
const diskMiB = 1024
const phaseMs = 8_000
const endsWithinMs = 10_000
const times = 3
const outOfSpace = '儲存空間不足'

const freeMiBOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return Math.floor((bavail * bsize) / mebibyte)
}

const fillingOf = (folder: string): string => join(folder, 'filling')

/** Fills the disk of `folder` but for so many MiB; answers what is free then. */
const fill = async (folder: string, leaveMiB: number): Promise<number> => {
  const take = (await freeMiBOf(folder)) - leaveMiB
  const block = Buffer.alloc(mebibyte, 1)
  for (let at = 0; at < take; at += 1) {
    // The last block may not fit: then the disk is as full as it gets.
    const isWritten = await writeFile(fillingOf(folder), block, { flag: 'a' }).then(
      () => true,
      () => false,
    )
    if (!isWritten) break
  }
  return freeMiBOf(folder)
}

/** What somebody is told who does that now. */
const answerOf = (work: Promise<string>): Promise<string> =>
  work.catch((error: unknown) => (error instanceof ApiError ? error.message : String(error)))

const signUpNow = (url: string, { customUrl, talk }: Stage): Promise<string> => {
  const somebody = { name: '測試', phone: '0912777001', email: 'late@example.com', consent: true as const }
  const body = { ...somebody, customUrl, liveIds: [talk.id] }
  return answerOf(callApi(url, publicSignupRoutes.signUp, { body }).then(({ result }) => result))
}

/** Anonymous viewers who come in as fast as they are let in, whatever the disk says: each makes a row. */
const joiner = async (url: string, { shop }: Stage, over: AbortSignal): Promise<void> => {
  while (!over.aborted) {
    await callApi(url, roomRoutes.join, { body: { streamId: shop.streamId } }).catch(() => {})
    await pause(5)
  }
}

/** A member who saves one thing after the other; answers the names of what was acknowledged. */
const saver = async (url: string, { headers }: Stage, round: number, over: AbortSignal): Promise<string[]> => {
  const saved: string[] = []
  for (let at = 0; !over.aborted; at += 1) {
    const name = `存檔${round}之${at}`
    const made = callApi(url, virtualUserRoutes.create, { body: { name, userImgId: '' } }, headers)
    await made.then(
      () => saved.push(name),
      () => {},
    )
    await pause(100)
  }
  return saved
}

const savedNames = async (url: string, headers: Stage['headers']): Promise<Set<string>> => {
  const names = new Set<string>()
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const page = await callApi(url, virtualUserRoutes.list, { query: { limit: 100, cursor } }, headers)
    for (const { name } of page.items) names.add(name)
    cursor = page.cursor
  }
  return names
}

/** Ends it as an operator would; answers after how many milliseconds it was over. */
const endNow = async (server: RunningServer): Promise<number> => {
  const askedAt = performance.now()
  await server.stop()
  return performance.now() - askedAt
}

/**
 * A disk that fills while strangers come in, talk, order and upload, and the staff saves: below the floor, below the lower
 * one, to the last byte; then it is emptied. What finds no room is refused in words, nothing that was acknowledged is
 * lost, the server heals without a hand, and ends when it is asked to, however full the disk is.
 */
const fillOnce = async (
  disk: string,
  setStage: (url: string) => Promise<Stage>,
  start: string,
  round: number,
  ending: (() => Promise<unknown>)[],
): Promise<Finding[]> => {
  const findings: Finding[] = []
  const add = (what: string, holds: boolean, detail = ''): void =>
    void findings.push({ what: `disk ${round}: ${what}`, holds, detail })
  const folder = await mkdtemp(join(disk, 'kaimai-'))
  const place = { port: await freePort(), dataDir: join(folder, 'data'), env: { TRUST_PROXY: 'loopback' } }
  await cp(start, place.dataDir, { recursive: true })
  let server: RunningServer = await startServer(place)
  const { url } = server
  // Its room lasts as long as its film, three minutes: each round has its own.
  const stage = await setStage(url)
  let starts = 1
  // As `npm start` does: a server that ended is started again.
  const supervisor = setInterval(() => {
    if (server.process.exitCode === null && server.process.signalCode === null) return
    starts += 1
    startServer(place).then(
      (next) => (server = next),
      () => {},
    )
  }, 1000)
  ending.push(async () => {
    clearInterval(supervisor)
    over.abort()
    await server.kill()
  })
  const over = new AbortController()
  const file = await readFile(fileURLToPath(new URL('../../packages/server/seed/media/demo.mp4', import.meta.url)))
  const talking = [1, 2].map((number) => talker(url, stage, 10 * round + number, over.signal))
  const buying = [1, 2, 3].map((number) => buyer(url, stage, 10 * round + number, over.signal))
  const joining = [1, 2, 3, 4].map(() => joiner(url, stage, over.signal))
  const saving = saver(url, stage, round, over.signal)
  const uploading = uploader(url, { ...stage, file, times: 2 }, over.signal)
  await pause(phaseMs)

  const low = await fill(folder, belowFloorMiB)
  await pause(1000)
  const said = await signUpNow(url, stage)
  add(`with ${low} MiB free a sign-up is refused in words`, said.includes(outOfSpace), said)
  const staffName = `低於門檻${round}`
  const save = (name: string) =>
    answerOf(
      callApi(url, virtualUserRoutes.create, { body: { name, userImgId: '' } }, stage.headers).then(() => 'saved'),
    )
  const staffSaid = await save(staffName)
  add('the staff still saves', staffSaid === 'saved', staffSaid)
  await pause(phaseMs)
  const lower = await fill(folder, belowLowerFloorMiB)
  await pause(1000)
  const staffRefused = await save('不會存')
  add(`with ${lower} MiB free the staff is refused in words`, staffRefused.includes(outOfSpace), staffRefused)
  const full = await fill(folder, 0)
  await pause(phaseMs)
  const ready: unknown = await (await fetch(`${url}/ready`)).json()
  add(
    `with ${full} MiB free the server and its database still answer`,
    JSON.stringify(ready).includes('"database":"ok"'),
    JSON.stringify(ready),
  )

  await truncate(fillingOf(folder), 0)
  const emptiedAt = performance.now()
  while (!/^(signedUp|already)/.test(await signUpNow(url, stage)) && performance.now() - emptiedAt < 60_000)
    await pause(250)
  const healedMs = performance.now() - emptiedAt
  add(`space is back: strangers are served again (after ${(healedMs / 1000).toFixed(1)} s)`, healedMs < 60_000)
  await pause(phaseMs)
  over.abort()
  const bought: Bought[][] = await Promise.all(buying)
  const acknowledged = { said: await Promise.all(talking), bought: bought.flat() }
  const saved = [...(await saving), staffName]
  const uploaded = await uploading
  await Promise.all(joining)
  clearInterval(supervisor)
  add('the server ran through', starts === 1, `${starts} starts:\n${server.output()}`)

  // Its last recording may still be packaged, and strangers come in.
  for (const leaveMiB of [belowFloorMiB, belowLowerFloorMiB, 0]) {
    const ended = new AbortController()
    const coming = joiner(url, stage, ended.signal)
    const left = await fill(folder, leaveMiB)
    await pause(1000)
    const endedMs = await endNow(server)
    ended.abort()
    await coming
    add(
      `with ${left} MiB free it ends when asked to (after ${(endedMs / 1000).toFixed(1)} s)`,
      endedMs < endsWithinMs,
      server.output(),
    )
    await truncate(fillingOf(folder), 0)
    server = await startServer(place)
  }
  findings.push(...(await acknowledgedFindings(url, stage, acknowledged)))
  const names = await savedNames(url, stage.headers)
  add(
    `${saved.length} saves of the staff and ${uploaded.length} uploads acknowledged, no save lost`,
    saved.every((name) => names.has(name)) && !names.has('不會存'),
    saved.filter((name) => !names.has(name)).join(', '),
  )
  await server.stop()
  await rm(folder, { recursive: true, force: true })
  return findings
}

const run = promisify(execFile)

/**
 * Three times on a small file system in memory. Where nobody may mount one it is skipped, and said; who asked for it by
 * name (`isRequired`) is answered by a finding that fails.
 */
export const smallDisk = async (
  setStage: (url: string) => Promise<Stage>,
  say: (text: string) => void,
  isRequired: boolean,
): Promise<Finding[]> => {
  const disk = await mkdtemp(join(tmpdir(), 'kaimai-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMiB}m`, 'tmpfs', disk])
  } catch {
    await rm(disk, { recursive: true })
    const why = 'a small disk can be mounted by root alone'
    if (isRequired) return [{ what: 'the small disk was filled', holds: false, detail: why }]
    say(`skipped: ${why}`)
    return []
  }
  const ending: (() => Promise<unknown>)[] = []
  try {
    const first = await startServer()
    await first.stop()
    const findings: Finding[] = []
    for (let round = 1; round <= times; round += 1) {
      say(`round ${round} of ${times}`)
      findings.push(...(await fillOnce(disk, setStage, first.dataDir, round, ending)))
    }
    await removeData(first)
    return findings
  } finally {
    for (const end of ending) await end()
    await run('umount', ['-l', disk])
    await rm(disk, { recursive: true })
  }
}
