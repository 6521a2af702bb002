import { mkdtemp, rm, statfs, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { ApiError, callApi } from '../harness/api.ts'
import { freePort, type RunningServer, startServer } from '../harness/server.ts'
import { acknowledgedFindings, type Finding } from './acknowledged.ts'
import { buyer, type Bought } from './buyer.ts'
import { talker } from './talker.ts'
import { pause, type Stage } from './viewer-connection.ts'

const mebibyte = 1024 * 1024
/** Of the floor's 200 MiB. */
const belowFloorMiB = 90
const phaseMs = 12_000

const freeMiBOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return Math.floor((bavail * bsize) / mebibyte)
}

/** Fills the disk of `folder` but for so many MiB; answers what is free then. */
const fill = async (folder: string, leaveMiB: number): Promise<number> => {
  const take = (await freeMiBOf(folder)) - leaveMiB
  const block = Buffer.alloc(mebibyte, 1)
  for (let at = 0; at < take; at += 1) {
    // The last block may not fit: then the disk is as full as it gets.
    const isWritten = await writeFile(join(folder, 'filling'), block, { flag: 'a' }).then(
      () => true,
      () => false,
    )
    if (!isWritten) break
  }
  return freeMiBOf(folder)
}

/** What a stranger is told who signs up now. */
const signUpNow = async (url: string, { customUrl, talk }: Stage): Promise<string> => {
  const somebody = { name: '測試', phone: '0912777001', email: 'late@example.com', consent: true as const }
  try {
    const { result } = await callApi(url, publicSignupRoutes.signUp, {
      body: { ...somebody, customUrl, liveIds: [talk.id] },
    })
    return result
  } catch (error) {
    return error instanceof ApiError ? error.message : String(error)
  }
}

/**
 * A disk that fills while people talk and order: first below the floor, then to the last byte, then it is emptied. What
 * strangers send is refused in words, nothing that was acknowledged is lost, and the server heals without a hand.
 * `disk` is a folder on a small file system of its own (a tmpfs of 1 GB, say).
 */
export const smallDisk = async (disk: string, setStage: (url: string) => Promise<Stage>): Promise<Finding[]> => {
  const findings: Finding[] = []
  const add = (what: string, holds: boolean, detail = ''): void => void findings.push({ what, holds, detail })
  const folder = await mkdtemp(join(disk, 'kaimai-'))
  const place = { port: await freePort(), dataDir: join(folder, 'data') }
  let server: RunningServer = await startServer(place)
  const { url } = server
  let starts = 1
  // As `npm start` does: a server that ended is started again.
  const supervisor = setInterval(() => {
    if (server.process.exitCode === null) return
    starts += 1
    startServer(place).then(
      (next) => (server = next),
      () => {},
    )
  }, 1000)
  const stage = await setStage(url)
  const over = new AbortController()
  const talking = [1, 2].map((number) => talker(url, stage, number, over.signal))
  const buying = [1, 2, 3].map((number) => buyer(url, stage, number, over.signal))
  await pause(phaseMs)

  const low = await fill(folder, belowFloorMiB)
  await pause(1000)
  const said = await signUpNow(url, stage)
  add(`with ${low} MiB free a sign-up is refused in words`, said.includes('儲存空間不足'), said)
  await pause(phaseMs)
  const full = await fill(folder, 0)
  await pause(phaseMs)
  add(`with ${full} MiB free the server still answers`, (await fetch(`${url}/health`)).ok)

  await truncate(join(folder, 'filling'), 0)
  const emptiedAt = performance.now()
  while (!/^(signedUp|already)/.test(await signUpNow(url, stage)) && performance.now() - emptiedAt < 60_000)
    await pause(250)
  const healedMs = performance.now() - emptiedAt
  add(`space is back: strangers are served again (after ${(healedMs / 1000).toFixed(1)} s)`, healedMs < 60_000)
  await pause(phaseMs)
  over.abort()
  const bought: Bought[][] = await Promise.all(buying)
  const acknowledged = { said: await Promise.all(talking), bought: bought.flat() }
  findings.push(...(await acknowledgedFindings(url, stage, acknowledged)))
  clearInterval(supervisor)
  add('the server ran through', starts === 1, `${starts} starts:\n${server.output()}`)
  await server.stop()
  await rm(folder, { recursive: true, force: true })
  return findings
}
