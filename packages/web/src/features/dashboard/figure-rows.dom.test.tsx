import { funnelSteps } from '@kaimai/contract/figure/figure.rules.ts'
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { Dashboard } from '@kaimai/contract/figure/figure.schema.ts'
import { LiveRow } from '@kaimai/contract/live/live.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { fill } from '../../../test/user.ts'
import { FiguresSection } from './figures-section.tsx'

const shown = record(Dashboard, { hasFigures: true, days: { from: '2026-02-01', to: '2026-03-02' } })

/** Opens what stands behind a figure, and closes it again. */
const opening =
  (user: Parameters<typeof fill>[0]) =>
  async (button: RegExp | string, title: RegExp | string): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: button }))
    const dialog = await screen.findByRole('dialog', { name: title })
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  }

test('DASHBOARD-225 A step by source, a time on the stage and what sold beside all of them open their own rows', async ({
  wire,
  mount,
  user,
}) => {
  const product = '019a1b2c-0000-4000-8000-000000000001'
  const live = {
    id: product,
    liveName: 'Kiln night',
    status: 'ended' as const,
    beginAt: '2026-02-01T12:00:00.000Z',
    endAt: '2026-02-01T13:00:00.000Z',
    isRemoved: false,
  }
  wire.answer(figureRoutes.dashboard, () => ({
    ...shown,
    days: null,
    live,
    currency: 'TWD' as const,
    showings: [{ productId: product, productName: 'Bowl', fromSecond: 10, untilSecond: 30, orders: 2, paid: 300_00 }],
    outsideShowings: { orders: 1, paid: 400_00 },
  }))
  wire.answer(figureRoutes.retention, () => ({ joined: 0, seconds: 60, persons: [], stage: [] }))
  wire.answer(figureRoutes.sources, () => ({
    sources: [{ source: 'line', funnel: funnelSteps.map((step) => ({ step, persons: step === 'paid' ? 3 : 0 })) }],
    goneBefore: null,
  }))
  wire.answer(figureRoutes.rows, () => ({ rows: [], total: 0, goneBefore: null }))
  const open = opening(user)
  const begun = record(LiveRow, { id: product, liveName: 'Kiln night', status: 'ended', beginAt: live.beginAt })
  await mount(<FiguresSection lives={[begun]} />)
  await user.click(await screen.findByRole('button', { name: 'Live' }))
  await user.click(await screen.findByRole('menuitemradio', { name: /Kiln night/ }))
  await open('3, view details: Paid · line', 'Paid · line')
  await open(/^2, view details: Payments · Bowl · /, /^Payments · Bowl · /)
  await open(/^Outside any time on stage: 1 payment, /, 'Payments · Outside any time on stage')
  expect(
    wire.sent(figureRoutes.rows).map(({ query: { figure, source, showing } }) => [figure, source ?? showing]),
  ).toEqual([
    ['paid', 'line'],
    ['payments', { fromSecond: 10, productId: product }],
    ['payments', 'none'],
  ])
})

test('DASHBOARD-226 A month of first purchases opens who bought then, and a later month who of them came back', async ({
  wire,
  mount,
  user,
}) => {
  wire.answer(figureRoutes.dashboard, () => shown)
  wire.answer(figureRoutes.sources, () => ({ sources: [] }))
  wire.answer(figureRoutes.cohorts, () => ({
    cohorts: [
      { month: '2025-12', persons: 40, back: [40, 10] },
      { month: '2026-01', persons: 2, back: [2] },
    ],
    all: [
      { persons: 42, back: 42 },
      { persons: 40, back: 10 },
    ],
  }))
  wire.answer(figureRoutes.rows, () => ({ rows: [], total: 0, goneBefore: null }))
  const open = opening(user)
  await mount(<FiguresSection lives={[]} />)
  const later = 'First-time buyers · December 2025 · 1 month later'
  await open(`25%, view details: ${later}`, later)
  const first = 'First-time buyers · January 2026'
  await open(`2 people, view details: ${first}`, first)
  const all = 'First-time buyers · All'
  await open(`42 people, view details: ${all}`, all)
  await open(`25%, view details: ${all} · 1 month later`, `${all} · 1 month later`)
  expect(
    wire
      .sent(figureRoutes.rows)
      .map(({ query: { figure, cohort, month, monthsLater } }) => [figure, cohort, month, monthsLater]),
  ).toEqual([
    ['cohort', '2025-12', '2026-01', undefined],
    ['cohort', '2026-01', '2026-01', undefined],
    ['cohort', undefined, undefined, 0],
    ['cohort', undefined, undefined, 1],
  ])
})

test('DASHBOARD-229 A day on which something was paid opens its payments, and so do a second of a live, an instant the people who were there, and a time what they said', async ({
  wire,
  mount,
  user,
}) => {
  const sums = { orders: 1, ordered: 90_00, payments: 1, paid: 90_00, refunded: 0 }
  const none = { orders: 0, ordered: 0, payments: 0, paid: 0, refunded: 0 }
  const [first, second] = ['2026-02-01', '2026-02-02']
  const live = {
    id: '019a1b2c-0000-4000-8000-000000000001',
    liveName: 'Kiln night',
    status: 'ended' as const,
    beginAt: '2026-02-01T12:00:00.000Z',
    endAt: '2026-02-01T12:01:00.000Z',
    isRemoved: false,
  }
  wire.answer(figureRoutes.dashboard, ({ query }) =>
    query.liveId === undefined
      ? {
          ...shown,
          salesReportChart: [
            { day: first, second: null, ...none },
            { day: second, second: null, ...sums },
          ],
        }
      : {
          ...shown,
          days: null,
          live,
          concurrentOnlineChart: [
            { second: 0, real: 0, simulated: 40 },
            { second: 5, real: 2, simulated: 40 },
          ],
          commentPeriodChart: [
            { second: 0, real: 0, simulated: 3 },
            { second: 5, real: 1, simulated: 0 },
          ],
          salesReportChart: [{ day: null, second: 5, ...sums }],
          salesBySecond: [{ second: 7, payments: 1, paid: 90_00 }],
        },
  )
  wire.answer(figureRoutes.retention, () => ({ joined: 2, seconds: 60, persons: [0, 0, 2], stage: [] }))
  wire.answer(figureRoutes.sources, () => ({ sources: [] }))
  wire.answer(figureRoutes.cohorts, () => ({ cohorts: [], all: [] }))
  wire.answer(figureRoutes.rows, () => ({ rows: [], total: 0, goneBefore: null }))
  const open = opening(user)
  const begun = record(LiveRow, { id: live.id, liveName: 'Kiln night', status: 'ended', beginAt: live.beginAt })
  await mount(<FiguresSection lives={[begun]} />)
  const table = async (title: string) => user.click(await screen.findByText(`View “${title}” as a table`))
  await table('Payments over time')
  // What was nothing has nothing behind it.
  expect(screen.getAllByRole('button', { name: /view details: Payments · / })).toHaveLength(1)
  await open(/^NT\$90, view details: Payments · .*02\/02/, /^Payments · .*02\/02/)
  await user.click(await screen.findByRole('button', { name: 'Live' }))
  await user.click(await screen.findByRole('menuitemradio', { name: /Kiln night/ }))
  await table('People in the room')
  await open('2, view details: People in the room · 00:00:05', 'People in the room · 00:00:05')
  await open('NT$90, view details: Payments · 00:00:07', 'Payments · 00:00:07')
  await table('Comments')
  await open('1, view details: Comments · 00:00:05', 'Comments · 00:00:05')
  await table('Audience retention')
  expect(
    wire
      .sent(figureRoutes.rows)
      .map(({ query }) => [query.figure, query.from ?? query.second ?? query.placed ?? query.said, query.to]),
  ).toEqual([
    ['payments', second, second],
    ['present', 5, undefined],
    ['payments', { from: 7, until: 8 }, undefined],
    ['comments', { from: 5, until: 10 }, undefined],
  ])
})
