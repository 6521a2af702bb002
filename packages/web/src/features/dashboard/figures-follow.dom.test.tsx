import { Dashboard } from '@kaimai/contract/figure/figure.schema.ts'
import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { record } from '../../../test/record.ts'
import { dashboardFigures, type FigureChoice, figureSources } from './figures.api.ts'

const choice: FigureChoice = {
  live: '',
  from: '2026-02-01',
  to: '2026-03-02',
  withSimulated: false,
  association: '',
  stayed: 5,
}
const figuresOf = (status: LiveStatus | undefined) =>
  record(Dashboard, {
    live:
      status === undefined
        ? null
        : {
            id: '01890000-0000-7000-8000-0000000000aa',
            liveName: '',
            status,
            beginAt: '2026-03-02T04:00:00.000Z',
            endAt: '2026-03-02T05:00:00.000Z',
            isRemoved: false,
          },
  })

afterEach(() => {
  vi.useRealTimers()
})

/** How often it is asked in so many seconds, the first time included. */
const timesAsked = async (options: object, answer: unknown, seconds: number): Promise<number> => {
  vi.useFakeTimers()
  const client = new QueryClient()
  let times = 0
  const queryFn = async () => {
    times += 1
    return answer
  }
  const observer = new QueryObserver(client, { queryKey: [], ...options, queryFn })
  const stop = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  stop()
  client.clear()
  return times
}

test('DASHBOARD-223 Figures are asked for every two seconds while their live is open or runs, or any live does that adds to the days, and else every thirty', async () => {
  const times = []
  for (const [status, isRunning] of [
    ['live', false],
    ['open', false],
    [undefined, true],
    ['ended', false],
    [undefined, false],
  ] as const)
    times.push(await timesAsked(dashboardFigures(choice, isRunning), figuresOf(status), 59))
  expect(times).toEqual([30, 30, 30, 2, 2])
  const sources = { sources: [] }
  expect([
    await timesAsked(figureSources(choice, true), sources, 59),
    await timesAsked(figureSources(choice, false), sources, 59),
  ]).toEqual([30, 2])
})
