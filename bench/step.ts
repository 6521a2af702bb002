// Are all viewers at the same second? Viewers join a live at random moments, with segments that come late or not at all and
// with a slow processor; what their video shows is read out of the picture and compared with who was there before.
import { setTimeout as sleep } from 'node:timers/promises'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import type { Browser, Page } from 'playwright-core'
import { callApi, loginApi } from '../e2e/harness/api.ts'
import { launchChromium, openVisitor } from '../e2e/harness/browser.ts'
import { filmFile, shownSecond } from '../e2e/harness/film.ts'
import { removeData, startServer } from '../e2e/harness/server.ts'
import { uploadFilm } from '../e2e/harness/upload.ts'
import type { BenchRow } from './process.ts'

/** live.md, Figures. */
const apartGoalMs = 500
const inStepGoalSeconds = 15

/** What happens to a joiner. */
const troubles = ['none', 'late segments', 'lost segments', 'a stall on the way', 'a slow processor'] as const
type Trouble = (typeof troubles)[number]

const lateMs = 2_500
const stallMs = 6_000
const slowedBy = 4
/** After what was done to it, a joiner has so long to come into step; one that is not is waited for, and told. */
const settleMs = { whole: 10_000, smoke: 4_000 } as const
const lateToSettleMs = 30_000
const looks = 5
const lookEveryMs = 400
/** Joins go on in one live as long as the slowest of them would still see its film running. */
const filmSeconds = { whole: 420, smoke: 120 } as const
const giveUpMs = 60_000
const longestJoinMs = giveUpMs + stallMs + settleMs.whole + lateToSettleMs + looks * 2 * lookEveryMs

interface Joined {
  readonly trouble: Trouble
  /** How far from the reference, in ms, at each look. */
  readonly apart: readonly number[]
  /** From opening the page until it was within the goal for the first time. */
  readonly inStepSeconds: number
}

const untilPlaying = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5, undefined, {
    timeout: giveUpMs,
  })

const trouble = async (page: Page, kind: Trouble): Promise<{ readonly later: () => Promise<void> }> => {
  const segments = '**/*.m4s'
  let later = async (): Promise<void> => {}
  if (kind === 'a slow processor') {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowedBy })
  } else if (kind !== 'none') {
    let [asked, heldUntil] = [0, 0]
    await page.route(segments, async (route) => {
      asked += 1
      if (kind === 'late segments' && asked <= 2) await sleep(lateMs)
      if (kind === 'lost segments' && asked % 2 === 1 && asked < 6) return route.abort('connectionfailed')
      await sleep(Math.max(0, heldUntil - performance.now()))
      return route.continue().catch(() => undefined)
    })
    if (kind === 'a stall on the way')
      later = async () => {
        heldUntil = performance.now() + stallMs
        await sleep(stallMs)
      }
  }
  return { later }
}

/** How far apart what two pages show is, in ms, by their pictures. */
const apartOf = async (one: Page, other: Page): Promise<number> => {
  const [a, b] = await Promise.all([shownSecond(one), shownSecond(other)])
  return Math.abs((a.atMs / 1000 - a.filmSeconds - (b.atMs / 1000 - b.filmSeconds)) * 1000)
}

const joinWith = async (
  browser: Browser,
  origin: string,
  path: string,
  reference: Page,
  kind: Trouble,
  size: keyof typeof settleMs,
): Promise<Joined> => {
  const joiner = await openVisitor(browser, { name: 'joiner', shape: 'phone', origin, motion: true })
  try {
    const { later } = await trouble(joiner.page, kind)
    const openedAt = performance.now()
    await joiner.page.goto(path)
    await untilPlaying(joiner.page)
    await later()
    const settledBy = performance.now() + settleMs[size]
    let inStepAt = Number.POSITIVE_INFINITY
    const isWaitedFor = () =>
      performance.now() < settledBy ||
      (inStepAt === Number.POSITIVE_INFINITY && performance.now() < settledBy + lateToSettleMs)
    while (isWaitedFor()) {
      if (inStepAt === Number.POSITIVE_INFINITY && (await apartOf(joiner.page, reference)) < apartGoalMs)
        inStepAt = performance.now()
      await sleep(lookEveryMs)
    }
    const apart: number[] = []
    for (let look = 0; look < looks; look += 1) {
      apart.push(await apartOf(joiner.page, reference))
      await sleep(lookEveryMs)
    }
    return { trouble: kind, apart, inStepSeconds: (inStepAt - openedAt) / 1000 }
  } finally {
    await joiner.close()
  }
}

const describe = (one: Joined | undefined): string =>
  one ? `in step after ${one.inStepSeconds.toFixed(1)} s, then ${one.apart.map(Math.round).join(' ')} ms apart` : ''

const quantile = (values: readonly number[], part: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** `smoke`: one join, which shows that it runs and that one comes into step. */
export const run = async ({ smoke }: { smoke: boolean }): Promise<BenchRow[]> => {
  const joins = smoke ? 1 : 20
  const size = smoke ? 'smoke' : 'whole'
  const [server, browser] = await Promise.all([startServer(), launchChromium()])
  const joined: Joined[] = []
  try {
    const { url } = server
    const login = await loginApi(url, 'demo', 'kaimai-demo')
    const video = await uploadFilm(url, login, {
      path: await filmFile(filmSeconds[size]),
      name: '同步測試片',
      seconds: filmSeconds[size],
    })
    while (joined.length < joins) {
      const beginsAt = Date.now() + 1_000
      const body = {
        liveName: '同步測試',
        platformType: 'video',
        videoId: video.id,
        beginAt: new Date(beginsAt).toISOString(),
        publish: true,
      } as const
      const { streamId } = await callApi(url, liveRoutes.create, { body }, login.headers)
      const path = `/stream/${streamId}/anonymous`
      const reference = await openVisitor(browser, { name: 'reference', shape: 'desktop', origin: url, motion: true })
      await reference.page.goto(path)
      await untilPlaying(reference.page)
      await sleep(settleMs[size] / 2)
      const lastJoinAt = beginsAt + filmSeconds[size] * 1_000 - (smoke ? 0 : longestJoinMs)
      while (joined.length < joins && Date.now() < lastJoinAt) {
        // Anywhere within a segment.
        await sleep(Math.random() * 4_000)
        const kind = troubles[joined.length % troubles.length] ?? 'none'
        joined.push(await joinWith(browser, url, path, reference.page, kind, size))
        console.error(`join ${joined.length} of ${joins}: ${kind}, ${describe(joined.at(-1))}`)
      }
      await reference.close()
    }
  } finally {
    await browser.close()
    await server.stop()
    await removeData(server)
  }
  const row = (name: string, ours: number, unit: string, goal: number, ok: boolean): BenchRow => ({
    name,
    ours: Math.round(ours * 10) / 10,
    peer: undefined,
    unit,
    ratio: undefined,
    goal,
    ok,
  })
  const all = joined.flatMap(({ apart }) => apart)
  const p95 = quantile(all, 0.95)
  const inStep = quantile(
    joined.map(({ inStepSeconds }) => inStepSeconds),
    0.95,
  )
  const what = `${joins} viewers who join at random moments, with stalls and slow processors`
  return [
    row(
      `apart from who was there before, by the picture, median: ${what}`,
      quantile(all, 0.5),
      'ms',
      apartGoalMs,
      true,
    ),
    row(
      `apart from who was there before, 95 of 100 looks: ${what}`,
      p95,
      'ms',
      apartGoalMs,
      smoke || p95 < apartGoalMs,
    ),
    ...(smoke ? [] : [...new Set(joined.map((each) => each.trouble))]).map((kind) => {
      const worst = Math.max(...joined.flatMap((each) => (each.trouble === kind ? each.apart : [])))
      return row(
        `apart at the worst look of a viewer with ${kind}`,
        worst,
        'ms',
        2 * apartGoalMs,
        worst < 2 * apartGoalMs,
      )
    }),
    row(
      `from opening the page until in step, 95 of 100: ${what}`,
      inStep,
      's',
      inStepGoalSeconds + stallMs / 1000,
      smoke ? Number.isFinite(inStep) : inStep < inStepGoalSeconds + stallMs / 1000,
    ),
  ]
}

if (import.meta.main) console.table(await run({ smoke: process.argv.includes('--smoke') }))
