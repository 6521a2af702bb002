import { taipeiDay } from '@kaimai/contract/common/taipei.ts'
import { daysFrom } from '@kaimai/contract/figure/figure-grid.rules.ts'
import { funnelSteps } from '@kaimai/contract/figure/figure.rules.ts'
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { Dashboard, ProductFigures } from '@kaimai/contract/figure/figure.schema.ts'
import { FigureRow } from '@kaimai/contract/figure/figure-rows.schema.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import { FiguresSection } from './figures-section.tsx'

const days = { from: '2026-02-01', to: '2026-03-02' }
const shown = record(Dashboard, {
  hasFigures: true,
  days,
  funnel: funnelSteps.map((step) => ({ step, persons: step === 'visited' ? 2 : 0 })),
  liveWatchTimes: 3,
})
const nobody = { cohorts: [], all: [] }
const dash = '—This month isn’t over, or nobody bought first then'

test('DASHBOARD-200 Of thirty buyers or more a share came back, of fewer a count, and of a month that is not over nothing is said', async ({
  wire,
  mount,
}) => {
  wire.answer(figureRoutes.dashboard, () => shown)
  wire.answer(figureRoutes.sources, () => ({ sources: [] }))
  wire.answer(figureRoutes.cohorts, () => ({
    cohorts: [
      { month: '2026-01', persons: 40, back: [40, 10, 4, null] },
      { month: '2026-02', persons: 10, back: [10, 5, null] },
      { month: '2026-03', persons: 0, back: [null, null] },
      { month: '2026-04', persons: 2, back: [null] },
    ],
    all: [
      { persons: 50, back: 50 },
      { persons: 50, back: 15 },
      { persons: 40, back: 4 },
      { persons: 0, back: 0 },
    ],
  }))
  await mount(<FiguresSection lives={[]} />)
  const table = within(await screen.findByRole('region', { name: 'Repeat buyers by first month' }))
  const cells = table
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
  expect(cells).toEqual([
    ['40 people', '25%', '10%', dash],
    ['10 people', '5 people', dash, dash],
    ['0 people', dash, dash, dash],
    ['2 people', dash, dash, dash],
    ['52 people', '30%', '10%', dash],
  ])
})

test('DASHBOARD-201 A figure opens the people behind it, a page at a time', async ({ wire, mount, user }) => {
  wire.answer(figureRoutes.dashboard, () => shown)
  wire.answer(figureRoutes.sources, () => ({ sources: [] }))
  wire.answer(figureRoutes.cohorts, () => nobody)
  wire.answer(figureRoutes.rows, ({ query }) => ({
    rows: [
      record(FigureRow, { id: query.cursor ?? 'a', name: query.cursor === undefined ? 'Amy' : 'Bob', step: 'paid' }),
    ],
    total: 2,
    ...(query.cursor === undefined ? { next: 'b' } : {}),
    goneBefore: null,
  }))
  await mount(<FiguresSection lives={[]} />)
  await user.click(await screen.findByRole('button', { name: /view details: Saw the sign-up page$/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Saw the sign-up page' }))
  expect(await dialog.findByText('Amy')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Load more (1 shown)' }))
  expect(await dialog.findByText('Bob')).toBeDefined()
  expect(dialog.getByText('2 people')).toBeDefined()
  expect(wire.sent(figureRoutes.rows)).toMatchObject([
    { query: { figure: 'visited', limit: 50 } },
    { query: { figure: 'visited', cursor: 'b' } },
  ])
})

test('DASHBOARD-202 A figure whose raw rows are gone says so', async ({ wire, mount, user }) => {
  wire.answer(figureRoutes.dashboard, () => shown)
  wire.answer(figureRoutes.sources, () => ({ sources: [] }))
  wire.answer(figureRoutes.cohorts, () => nobody)
  wire.answer(figureRoutes.rows, () => ({ rows: [], total: 0, goneBefore: '2025-12-02' }))
  await mount(<FiguresSection lives={[]} />)
  await user.click(await screen.findByRole('button', { name: /view details: Views$/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Views' }))
  expect(await dialog.findByText('Details of this period are gone')).toBeDefined()
  expect(dialog.getByText(/kept in detail for 90 days/)).toBeDefined()
})

test('DASHBOARD-203 Who may not see people reads the figures and has no way behind them', async ({ wire, mount }) => {
  wire.answer(figureRoutes.dashboard, () => shown)
  wire.answer(figureRoutes.sources, () => ({ sources: [] }))
  wire.answer(figureRoutes.cohorts, () => nobody)
  await mount(<FiguresSection lives={[]} />, { authority: { bombmySignup: 0 } })
  await screen.findByText('Saw the sign-up page')
  expect(screen.queryByRole('button', { name: /view details/ })).toBeNull()
})

test('DASHBOARD-204 How far people came is said by source, each person in every source they came by', async ({
  wire,
  mount,
}) => {
  wire.answer(figureRoutes.dashboard, () => shown)
  wire.answer(figureRoutes.cohorts, () => nobody)
  const funnel = (...persons: number[]) => funnelSteps.map((step, at) => ({ step, persons: persons[at] ?? 0 }))
  wire.answer(figureRoutes.sources, () => ({
    goneBefore: null,
    sources: [
      { source: 'line', funnel: funnel(40, 20, 10) },
      { source: 'facebook', funnel: funnel(3) },
    ],
  }))
  await mount(<FiguresSection lives={[]} />)
  const table = within(await screen.findByRole('region', { name: 'Funnel by source' }))
  const rows = table
    .getAllByRole('row')
    .slice(1)
    .map((row) => [
      within(row).getByRole('rowheader').textContent,
      ...within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ])
  expect(rows.map((row) => row.slice(0, 4))).toEqual([
    ['line', '40', '20', '10'],
    ['facebook', '3', '0', '0'],
  ])
  expect(wire.sent(figureRoutes.sources)).toMatchObject([{ query: { to: expect.any(String) } }])
})

test('DASHBOARD-220 A shop in which nothing has happened yet reads what will fill its figures, and no zero that looks like one', async ({
  wire,
  mount,
}) => {
  wire.answer(figureRoutes.dashboard, () => record(Dashboard, { hasFigures: false, days }))
  await mount(<FiguresSection lives={[]} />)
  await screen.findByText('No figures yet')
  expect(screen.getByText(/Once someone opens your sign-up page, enters a room, or places an order/)).toBeDefined()
  expect(screen.queryByText('Payments received')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  expect(wire.sent(figureRoutes.sources)).toEqual([])
})

test('DASHBOARD-221 How long somebody must have been there to have stayed is chosen, and counted so in the funnel, by source and in the rows', async ({
  wire,
  mount,
  user,
}) => {
  const funnel = funnelSteps.map((step) => ({ step, persons: 3 }))
  wire.answer(figureRoutes.dashboard, () => record(Dashboard, { hasFigures: true, days, funnel }))
  wire.answer(figureRoutes.sources, () => ({ sources: [] }))
  wire.answer(figureRoutes.cohorts, () => nobody)
  wire.answer(figureRoutes.rows, () => ({ rows: [], total: 0, goneBefore: null }))
  await mount(<FiguresSection lives={[]} />)
  await screen.findByText('Stayed 5 min or more')
  await user.click(screen.getByRole('radio', { name: '10 min' }))
  await user.click(await screen.findByRole('button', { name: /view details: Stayed 10 min or more$/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Stayed 10 min or more' }))
  await dialog.findByText('No details')
  expect(wire.sent(figureRoutes.dashboard).at(-1)).toMatchObject({ query: { stayedMinutes: 10 } })
  expect(wire.sent(figureRoutes.sources).at(-1)).toMatchObject({ query: { stayedMinutes: 10 } })
  expect(wire.sent(figureRoutes.rows)).toMatchObject([{ query: { figure: 'stayed', stayedMinutes: 10 } }])
})

test('DASHBOARD-222 What a product sold and what a partner’s link brought open their own rows, whatever the funnel is narrowed to', async ({
  wire,
  mount,
  user,
}) => {
  const productId = '0199aaaa-0000-7000-8000-000000000001'
  const mug = record(ProductFigures, { productId, productName: 'Mug', pieces: 3, paid: 600_00, refunded: 200_00 })
  const amy = { association: 'amy', signedUp: 2, joined: 1, payments: 1, paid: 50_00 }
  wire.answer(figureRoutes.dashboard, () => ({
    ...shown,
    currency: 'TWD' as const,
    products: [mug],
    associationSignupTimes: 4,
    associationRecommendChartList: [amy],
  }))
  wire.answer(figureRoutes.sources, () => ({ sources: [] }))
  wire.answer(figureRoutes.cohorts, () => nobody)
  wire.answer(figureRoutes.rows, () => ({
    rows: [record(FigureRow, { id: '1', name: 'Amy', orderNo: 'K1', amount: 600_00, currency: 'TWD', pieces: 3 })],
    total: 1,
    goneBefore: null,
  }))
  await mount(<FiguresSection lives={[]} />)
  await user.click(await screen.findByRole('button', { name: 'Partner link' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'amy' }))
  const open = async (name: RegExp) => {
    await user.click(await screen.findByRole('button', { name }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findAllByText('Amy')
    await user.keyboard('{Escape}')
  }
  await open(/^3, view details: Sold · Mug$/)
  await open(/view details: Refunded .* · Mug$/)
  await open(/^2, view details: Sign-ups · amy$/)
  await open(/^1, view details: Paid orders · amy$/)
  await open(/by a partner link, view details: Sign-ups$/)
  const asked = wire.sent(figureRoutes.rows).map(({ query }) => [query.figure, query.productId, query.association])
  expect(asked).toEqual([
    ['payments', productId, undefined],
    ['refunds', productId, undefined],
    ['associationSignups', undefined, 'amy'],
    ['associationOrders', undefined, 'amy'],
    ['associationSignups', undefined, undefined],
  ])
})

test('DASHBOARD-224 Of nobody, and of fifteen who were added without a visit, the funnel shows the count and a dash with its reason, never a percentage', async ({
  wire,
  mount,
}) => {
  const persons: Partial<Record<string, number>> = { visited: 15, signedUp: 15 }
  const funnel = funnelSteps.map((step) => ({ step, persons: persons[step] ?? 0 }))
  wire.answer(figureRoutes.dashboard, () => record(Dashboard, { hasFigures: true, days, funnel }))
  wire.answer(figureRoutes.sources, () => ({ sources: [] }))
  wire.answer(figureRoutes.cohorts, () => nobody)
  await mount(<FiguresSection lives={[]} />)
  await screen.findByText('Saw the sign-up page')
  const steps = screen.getAllByRole('listitem').filter(({ textContent }) => /people/.test(textContent ?? ''))
  expect(steps.map(({ textContent }) => /(\d+ people)(.*)$/.exec(textContent ?? '')?.slice(1))).toEqual(
    [15, 15, 0, 0, 0, 0, 0, 0].map((count, at) => [
      `${count} people`,
      at === 0 ? '' : '—No percentage: fewer than 30 people',
    ]),
  )
  expect(document.body.textContent).not.toMatch(/\d%|NaN|Infinity/)
})

const isToday = (day: string) => day === taipeiDay(Date.now())

test('DASHBOARD-232 Each sum says by how much it is more or less than in as many days before: a percentage of thirty or more, else how many', async ({
  wire,
  mount,
}) => {
  const money = (payments: number, paid: number) => [
    { currency: 'TWD' as const, orders: payments, ordered: paid, payments, paid, refunded: 0 },
  ]
  const now = { ...shown, liveWatchTimes: 120, liveSignupTimes: 33, liveJoinTimes: 20, money: money(40, 900_00) }
  const past = { liveWatchTimes: 100, liveSignupTimes: 40, liveJoinTimes: 12, money: money(29, 1_000_00) }
  wire.answer(figureRoutes.dashboard, ({ query: { from = '', to = '' } }) => ({
    ...now,
    ...(isToday(to) ? {} : past),
    days: { from, to },
  }))
  wire.answer(figureRoutes.sources, () => ({ sources: [] }))
  wire.answer(figureRoutes.cohorts, () => nobody)
  await mount(<FiguresSection lives={[]} />)
  const said = async () => {
    const found = await screen.findAllByText(/vs\. previous 30 days$/)
    return found.map(({ textContent }) => textContent)
  }
  expect(await said()).toEqual([
    'Up20% vs. previous 30 days',
    'Down17.5% vs. previous 30 days',
    'Up8 vs. previous 30 days',
    'DownNT$100 vs. previous 30 days',
  ])
  const [first, second] = wire.sent(figureRoutes.dashboard).map(({ query: { from = '', to = '' } }) => ({ from, to }))
  const asked = first !== undefined && isToday(first.to) ? [second, first] : [first, second]
  expect(daysFrom(asked[0]?.from ?? '', asked[1]?.to ?? '')).toHaveLength(60)
})

test('DASHBOARD-233 A shop that was not there before reads its sums without a comparison', async ({ wire, mount }) => {
  wire.answer(figureRoutes.dashboard, ({ query: { from = '', to = '' } }) => ({
    ...record(Dashboard, { hasFigures: true, days: { from, to } }),
    liveWatchTimes: isToday(to) ? 3 : 0,
  }))
  wire.answer(figureRoutes.sources, () => ({ sources: [] }))
  wire.answer(figureRoutes.cohorts, () => nobody)
  await mount(<FiguresSection lives={[]} />)
  await screen.findByText('Views')
  await expect.poll(() => wire.sent(figureRoutes.dashboard).length).toBe(2)
  expect(screen.queryByText(/vs\. previous/)).toBeNull()
})
