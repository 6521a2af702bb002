// How long each call of the dashboard takes over HTTP, of a firm that has a whole month of figures.
import type { Route } from '@kaimai/contract/common/route.ts'
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { type Month, monthDays } from '../packages/server/test/month/month.ts'
import { type Member, type TestApp, urlOf } from '../packages/server/test/test-app.ts'
import type { BenchRow } from './process.ts'

const p95GoalMs = 100
const times = 200
const smokeTimes = 2
/** A call that takes seconds is asked less often; how often is written. */
const longestMs = 60_000
const leastTimes = 20

type Query = Readonly<Record<string, string>>

const callsOf = (liveId: string): readonly (readonly [name: string, route: Route, query: Query])[] => [
  ['dashboard of a live', figureRoutes.dashboard, { liveId }],
  ['dashboard of a live by a partner’s link', figureRoutes.dashboard, { liveId, association: 'amy' }],
  ['dashboard of a day', figureRoutes.dashboard, { from: '2026-11-15', to: '2026-11-15' }],
  ['dashboard of 30 days', figureRoutes.dashboard, monthDays],
  ['sources of a live', figureRoutes.sources, { liveId }],
  ['sources of 30 days', figureRoutes.sources, monthDays],
  ['retention of a live', figureRoutes.retention, { liveId }],
  ['cohorts', figureRoutes.cohorts, {}],
  ['persons who stayed in a live', figureRoutes.rows, { figure: 'stayed', liveId }],
  ['views of a live', figureRoutes.rows, { figure: 'views', liveId }],
  ['persons who paid in 30 days', figureRoutes.rows, { figure: 'paid', ...monthDays }],
  ['payments of 30 days', figureRoutes.rows, { figure: 'payments', ...monthDays }],
  ['views of 30 days', figureRoutes.rows, { figure: 'views', ...monthDays }],
  ['persons of a live by a source', figureRoutes.rows, { figure: 'visited', liveId, source: 'line' }],
  [
    'payments of a live beside what stood on its stage',
    figureRoutes.rows,
    { figure: 'payments', liveId, showing: 'none' },
  ],
  ['buyers of a month’s cohort', figureRoutes.rows, { figure: 'cohort', cohort: monthDays.from.slice(0, 7) }],
  ['buyers of all cohorts who came back', figureRoutes.rows, { figure: 'cohort', monthsLater: '1' }],
  ['comments of a live', figureRoutes.rows, { figure: 'comments', liveId }],
  ['comments of a minute', figureRoutes.rows, { figure: 'comments', liveId, said: '600-660' }],
  ['hours of 30 days', figureRoutes.liveHours, { liveHoursBegin: monthDays.from, liveHoursEnd: monthDays.to }],
  ['preview of a live’s hours', figureRoutes.hoursPreview, { seconds: '3600' }],
]

/** Milliseconds of each call, one after the other; the first, which plans its queries, is among them. */
const timesOf = async (url: string, headers: Member['headers'], most: number): Promise<number[]> => {
  const took: number[] = []
  const beganAt = performance.now()
  while (took.length < most && (took.length < leastTimes || performance.now() - beganAt < longestMs)) {
    const askedAt = performance.now()
    const answer = await fetch(url, { headers: { ...headers } })
    const text = await answer.text()
    took.push(performance.now() - askedAt)
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${text.slice(0, 300)}`)
  }
  return took
}

/** A row for each call: its p95, with how often it was asked, the middle and the slowest. */
export const timeCalls = async (
  t: TestApp,
  { headers }: Member,
  month: Pick<Month, 'lives'>,
  { where, smoke }: { readonly where: string; readonly smoke: boolean },
): Promise<BenchRow[]> => {
  await t.app.listen(0)
  const bound = t.app.http.server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  const middle = month.lives[Math.floor(month.lives.length / 2)]
  const rows: BenchRow[] = []
  for (const [name, route, query] of callsOf(middle?.id ?? '')) {
    const url = `http://localhost:${port}${urlOf(route, { query })}`
    const took = await timesOf(url, headers, smoke ? smokeTimes : times)
    took.sort((a, b) => a - b)
    const at = (share: number): number => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? Number.NaN
    const shown = (ms: number): string => ms.toFixed(1)
    process.stderr.write(`${where}, ${name}: ${took.map(shown).join(' ')} ms\n`)
    rows.push({
      name: `p95 of ${name}, ${where} (${took.length} calls, p50 ${shown(at(0.5))} ms, slowest ${shown(at(1))} ms)`,
      ours: Number(shown(at(0.95))),
      peer: undefined,
      unit: 'ms',
      ratio: undefined,
      goal: p95GoalMs,
      ok: smoke || at(0.95) <= p95GoalMs,
    })
  }
  return rows
}
