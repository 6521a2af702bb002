// A live in which fifty comments a second are said, for ten minutes: how soon a phone in the room and a moderator's control room
// answer a hand meanwhile, timed by the browser itself (event timing), and whether anything grows. With --profile what the
// scripts of both pages did is written to .cache/busy-room, for a browser's tools to open; with --heap both their heaps at
// both looks. --seconds=90 makes it shorter or longer.
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import type { Browser } from 'playwright-core'
import { loginApi } from '../e2e/harness/api.ts'
import { launchChromium, openVisitor, type Visitor } from '../e2e/harness/browser.ts'
import { startLive } from '../e2e/harness/evening.ts'
import { untilDemoIsFilled } from '../e2e/harness/filled.ts'
import { removeData, type RunningServer, startServer } from '../e2e/harness/server.ts'
import { shopperOn } from '../e2e/harness/shopper.ts'
import { uploadFilm } from '../e2e/harness/upload.ts'
import { bannedWord, moderatorActs, viewerActs } from './busy-room-acts.ts'
import {
  actUntil,
  describe,
  type Memory,
  memoryOf,
  personOf,
  rowsOf,
  startProfile,
  watch,
  writeHeap,
  writeProfile,
} from './busy-room-measure.ts'
import { longFilm, perSecond, speakAt, startTalkers, viewers } from './busy-room-stage.ts'
import type { BenchRow } from './process.ts'

const slowedBy = 4
/** What is said before, in the part of the run that shows how the same acts feel in a calm room on the machine of that hour. */
const calmPerSecond = 1
const sizes = {
  whole: { calmSeconds: 120, seconds: 600, firstLookAtSeconds: 120 },
  smoke: { calmSeconds: 15, seconds: 60, firstLookAtSeconds: 20 },
} as const

const residentMegabytes = async ({ process: { pid } }: RunningServer): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

const openPhone = async (browser: Browser, origin: string, path: string): Promise<Visitor> => {
  const visitor = await openVisitor(browser, { name: 'phone', shape: 'phone', origin, motion: true })
  const { page } = visitor
  await page.addInitScript(watch)
  await page.goto(path)
  // The first line asks for a name.
  await shopperOn(page).write('大家好')
  await page.getByRole('dialog').getByRole('textbox').fill('王小美')
  await page.getByRole('dialog').getByRole('button', { name: '用這個名字留言' }).click()
  await shopperOn(page).seen('大家好').first().waitFor()
  return visitor
}

const openControlRoom = async (browser: Browser, origin: string, liveId: string): Promise<Visitor> => {
  const visitor = await openVisitor(browser, { name: 'moderator', shape: 'desktop', origin, motion: true })
  const { page } = visitor
  await page.addInitScript(watch)
  await page.goto('/auth/login')
  await page.locator('input[autocomplete=username]').fill('demo')
  await page.locator('input[autocomplete=current-password]').fill('kaimai-demo')
  await page.locator('button[type=submit]').click()
  await page.waitForURL('**/dashboard')
  await page.goto(`/manage-live-stream/streaming-edit/${liveId}`)
  await page.getByRole('log', { name: '聊天' }).waitFor()
  return visitor
}

/** `smoke`: one minute, which shows that it runs. */
export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  const size = sizes[smoke ? 'smoke' : 'whole']
  const seconds = Number(process.argv.find((word) => word.startsWith('--seconds='))?.split('=')[1] ?? size.seconds)
  const { calmSeconds } = size
  const firstLookAtSeconds = Math.min(size.firstLookAtSeconds, seconds / 3)
  const [server, browser] = await Promise.all([startServer(), launchChromium()])
  let talkers: ChildProcess | undefined
  try {
    const { url } = server
    await untilDemoIsFilled(url, server.dataDir)
    const login = await loginApi(url, 'demo', 'kaimai-demo')
    const { id: videoId } = await uploadFilm(url, login, await longFilm(server.dataDir))
    const { live, path } = await startLive(
      url,
      '五十則留言之夜',
      [
        ['A01', 1],
        ['A02', null],
        ['A03', null],
      ],
      { videoId, bannedKeywords: [bannedWord] },
      login.headers,
    )
    const [phoneVisitor, moderatorVisitor] = await Promise.all([
      openPhone(browser, url, path),
      openControlRoom(browser, url, live.id),
    ])
    const phone = await personOf('room', `room on a phone at ${slowedBy}× CPU`, phoneVisitor, slowedBy, viewerActs)
    const moderator = await personOf('control-room', 'control room on a desktop', moderatorVisitor, 1, moderatorActs)
    const people = [phone, moderator]
    talkers = await startTalkers(url, live.streamId)
    await speakAt(talkers, calmPerSecond)
    const calmEndMs = performance.now() + calmSeconds * 1000
    await Promise.all(people.map((person) => actUntil(person, calmEndMs)))
    const calm = people.map(({ interactions }) => interactions.splice(0))
    const before = await speakAt(talkers, perSecond)
    const beganMs = performance.now()
    const loads = [loadavg()[0] ?? 0]
    const part = async (untilSeconds: number): Promise<readonly [phone: Memory, moderator: Memory, server: number]> => {
      await Promise.all(people.map((person) => actUntil(person, beganMs + untilSeconds * 1000)))
      loads.push(loadavg()[0] ?? 0)
      return [await memoryOf(phone), await memoryOf(moderator), await residentMegabytes(server)]
    }
    const [earlyPhone, earlyModerator, earlyServer] = await part(firstLookAtSeconds)
    for (const person of people) await writeHeap(person, 'early')
    for (const person of people) await startProfile(person)
    const [latePhone, lateModerator, lateServer] = await part(seconds)
    for (const person of people) await writeProfile(person)
    for (const person of people) await writeHeap(person, 'late')
    const report = await speakAt(talkers, 0)
    const tookSeconds = (performance.now() - beganMs) / 1000
    for (const person of people) describe(person)
    console.error(`the talkers: ${JSON.stringify(report)}, load ${loads.map((load) => load.toFixed(1)).join(' ')}`)
    for (const error of (await Promise.all([phoneVisitor.takeErrors(), moderatorVisitor.takeErrors()])).flat())
      console.error(error)
    const perSecondSaid = (report.confirmed - before.confirmed) / tookSeconds
    const about = `load of the machine ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`
    return [
      {
        name: `comments of ${viewers} viewers written and shown in one room, over ${Math.round(tookSeconds)} s`,
        ours: Number(perSecondSaid.toFixed(1)),
        peer: undefined,
        unit: 'a second',
        ratio: undefined,
        goal: undefined,
        ok: report.lost === 0 && (smoke || perSecondSaid >= 0.95 * perSecond),
      },
      ...rowsOf(phone, calm[0] ?? [], earlyPhone, latePhone, about, smoke),
      ...rowsOf(moderator, calm[1] ?? [], earlyModerator, lateModerator, about, smoke),
      {
        name: 'memory of the server meanwhile, at the end (peer: early in the same run)',
        ours: Math.round(lateServer),
        peer: Math.round(earlyServer),
        unit: 'MB',
        ratio: earlyServer / lateServer,
        goal: undefined,
        ok: true,
      },
    ]
  } finally {
    talkers?.kill()
    await browser.close()
    await server.stop()
    await removeData(server)
  }
}

if (import.meta.main) console.table(await run({ smoke: process.argv.includes('--smoke') }))
