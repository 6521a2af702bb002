import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { expect, test } from 'vitest'
import { aShow, figuresOf, writeFact } from '../../../test/figure-stage.ts'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { WireError } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
const minuteMs = 60_000

const fieldsOf = async (call: Promise<unknown>) =>
  call.then(
    () => ({}),
    (error: unknown) => (error instanceof WireError ? error.fields : String(error)),
  )

test('FIGURE-34 Days are those of Taipei: what is paid a second before midnight is of the day before', async () => {
  t.clock.set(new Date('2027-01-02T04:00:00Z'))
  const owner = await aFirmWithHours(t)
  for (const [at, dollars] of [
    ['2026-12-31T15:59:59Z', 100],
    ['2026-12-31T16:00:00Z', 200],
    ['2027-01-01T15:59:59Z', 400],
    ['2027-01-01T16:00:00Z', 800],
  ] as const)
    await writeFact(t.platform.db, owner.firmId, {
      kind: 'paid',
      sourceId: at,
      at: new Date(at),
      amount: dollars * 100,
    })
  const shown = await figuresOf(t, owner, { from: '2026-12-31', to: '2027-01-02' })
  expect(shown.salesReportChart.map(({ day, paid }) => [day, paid])).toEqual([
    ['2026-12-31', 100_00],
    ['2027-01-01', 600_00],
    ['2027-01-02', 800_00],
  ])
  expect(shown.days).toEqual({ from: '2026-12-31', to: '2027-01-02' })
  const december = await figuresOf(t, owner, { from: '2026-12-01', to: '2026-12-31' })
  expect(december.money).toMatchObject([{ paid: 100_00 }])
})

test('FIGURE-35 Who comes on three days is one person of the three', async () => {
  const { owner, form } = await aShow(t, await aFirmWithHours(t, '器日'))
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => name.repeat(22))
  const today = t.clock.ms()
  for (const [daysAgo, visits] of [
    [2, [a, b, c]],
    [1, [a, b, c]],
    [0, [a, b, c, d]],
  ] as const)
    for (const visit of visits)
      await writeFact(t.platform.db, owner.firmId, {
        kind: 'visited',
        sourceId: `signup ${form.id} ${visit ?? ''} ${daysAgo}`,
        at: new Date(today - daysAgo * 24 * 60 * minuteMs),
        visit: visit ?? null,
      })
  const day = (daysAgo: number) =>
    new Date(today - daysAgo * 24 * 60 * minuteMs + 8 * 60 * minuteMs).toISOString().slice(0, 10)
  const visited = async (from: number, to: number) =>
    (await figuresOf(t, owner, { from: day(from), to: day(to) })).funnel[0]?.persons
  expect([await visited(2, 2), await visited(1, 1), await visited(0, 0), await visited(2, 0)]).toEqual([3, 3, 4, 4])
})

test('FIGURE-36 Days to come, backward days and 400 of them are refused in words; a live or firm of others is not there', async () => {
  const shop = await aShow(t, await aFirmWithHours(t, '器日'))
  const other = await aFirmWithHours(t, '別家')
  const ask = (query: object, headers = shop.owner.headers) => t.call(figureRoutes.dashboard, { query }, headers)
  expect(await fieldsOf(ask({ from: '2199-01-01', to: '2199-01-02' }))).toEqual({
    from: '這段日期還沒到，還沒有數據',
  })
  const english = { ...shop.owner.headers, 'accept-language': 'en' }
  expect(await fieldsOf(ask({ from: '2025-01-01', to: '2026-02-05' }, english))).toEqual({
    to: 'Choose at most 366 days',
  })
  expect(await fieldsOf(ask({ from: '2026-01-02', to: '2026-01-01' }))).toEqual({ to: '結束日期不能早於開始日期' })
  expect(await errorNameOf(ask({ liveId: shop.live.id }, other.headers))).toBe('notFound')
  expect(await errorNameOf(ask({ liveId: newId() }))).toBe('notFound')
  expect(await errorNameOf(ask({ firmId: other.firmId }))).toBe('notFound')
  const assistant = await t.aMember(shop.owner, 'assistant')
  expect(await errorNameOf(ask({}, assistant.headers))).toBe('forbidden')
  const analyst = await t.aMember(shop.owner, 'analyst')
  expect((await ask({}, analyst.headers)).hasFigures).toBe(false)
})

test('FIGURE-41 The hours of days are what lives were charged on them, in Taipei', async () => {
  const { owner, live } = await aShow(t, await aFirmWithHours(t, '器日'))
  const ask = (liveHoursBegin: string, liveHoursEnd: string) =>
    t.call(figureRoutes.liveHours, { query: { liveHoursBegin, liveHoursEnd } }, owner.headers)
  for (const [period, seconds, at] of [
    ['one', 3_600, '2026-11-20T15:59:59Z'],
    ['two', 61, '2026-11-20T16:00:00Z'],
  ] as const)
    await t.platform.db.raw(
      `insert into "liveHoursLedger" (id, "firmId", "liveId", period, seconds, kind, "createdAt")
       values ($1, $2, $3, $4, $5, 'charge', $6)`,
      [newId(), owner.firmId, live.id, period, -seconds, new Date(at)],
    )
  expect(await ask('2026-11-20', '2026-11-20')).toEqual({ liveHours: '01:00:00', seconds: 3_600 })
  expect(await ask('2026-11-20', '2026-11-21')).toEqual({ liveHours: '01:01:01', seconds: 3_661 })
  expect(await fieldsOf(ask('2026-11-21', '2026-11-20'))).toEqual({ liveHoursEnd: '結束日期不能早於開始日期' })
  // No hours of days that are still to come is no fact.
  const toCome = { liveHoursBegin: '這段日期還沒到，還沒有數據' }
  expect(await fieldsOf(ask('2199-01-01', '2199-01-01'))).toEqual(toCome)
})
