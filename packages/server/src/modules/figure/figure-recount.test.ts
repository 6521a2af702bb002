import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { rollUp } from '../../../test/figure-stage.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { type Compared, compareFigures, plantError } from '../../../test/month/compare-figures.ts'
import { monthDays, monthIsOver } from '../../../test/month/month.ts'
import { oneConnection } from '../../../test/month/one-connection.ts'
import { dropRecount, prepareRecount } from '../../../test/month/recount-tables.ts'
import { writeMonth } from '../../../test/month/write-month.ts'
import { createRollUpStore } from './roll-up.store.ts'

const database = await testDatabase()
const t = await sharedApp({ database, startAt: monthIsOver })
const connection = await oneConnection(database)
// Two lives, so that a form has a session before; enough orders and refunds that there is one of every kind.
const size = { lives: 2, people: 200, facts: 5000, orderPercent: 60, refundPercent: 40, seed: 1 }
let compared: Compared
beforeAll(async () => {
  const member = await aFirmWithHours(t, '器日')
  const month = await writeMonth(t.platform.db, member.firmId, size)
  await rollUp(t)
  compared = { t, member, month, ask: connection.ask }
  await prepareRecount(connection.ask, member.firmId)
})
afterAll(async () => {
  await dropRecount(connection.ask)
  await connection.end()
})

test('FIGURE-300 Each figure of a month is what plain SQL over its facts, orders and refunds counts', async () => {
  const figures = await compareFigures(compared)
  expect(figures.filter(({ equal }) => !equal)).toEqual([])
  // Nothing is equal for being nothing.
  const empty = new Set(figures.filter(({ ours }) => ours === 0).map(({ figure }) => figure))
  for (const figure of [
    'days: liveWatchTimes',
    'days: associationJoinTimes',
    'days: funnel stayed',
    'days: funnel kept',
    'days: money TWD refunded',
    'days: otherSales paid',
    'days: link amy joined',
    'live 1: online 1800',
    'live 1: outsideShowings paid',
    'live 2: funnel by amy visited',
    'days: funnel from line joined',
    'shop: cohort 2026-11 persons',
    'shop: liveHours',
  ])
    expect([figure, empty.has(figure)]).toEqual([figure, false])
})

/** All that the dashboard, the retention and the cohorts show. */
const shownFigures = async () => {
  const { member, month } = compared
  const of = async (query: { liveId: string } | typeof monthDays) =>
    t.call(figureRoutes.dashboard, { query }, member.headers)
  const lives: unknown[] = []
  for (const { id } of month.lives)
    lives.push(
      await of({ liveId: id }),
      await t.call(figureRoutes.retention, { query: { liveId: id } }, member.headers),
    )
  return [await of(monthDays), ...lives, await t.call(figureRoutes.cohorts, { query: {} }, member.headers)]
}

test('FIGURE-302 In whatever order the facts of a month come in, and however many of them a run of the job finds, every figure is the same', async () => {
  const { db } = t.platform
  const { firmId } = compared.member
  const before = await shownFigures()
  const store = createRollUpStore(db)
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 5 }),
      async (order, batches) => {
        // What came on the stage in one instant keeps its order, which says what stood there.
        await db.raw(
          `update fact set seq = mixed.place from (
           select kind, "sourceId", (select max(seq) from fact) + row_number() over (order by md5($2 || kind || "sourceId")) as place
           from fact where "firmId" = $1 and kind not in ('shown', 'hidden')
         ) as mixed
         where fact."firmId" = $1 and fact.kind = mixed.kind and fact."sourceId" = mixed."sourceId"`,
          [firmId, String(order)],
        )
        await t.app.services.figures.recount(firmId)
        for (const batch of batches) await database.transaction((tx) => store.add(batch, tx))
        await rollUp(t)
        expect(await shownFigures()).toEqual(before)
      },
    ),
    { numRuns: 4, endOnFailure: true },
  )
})

test('FIGURE-301 One minor unit too much in one of the sums that are kept is found, and it is said where', async () => {
  await plantError(compared)
  const wrong = (await compareFigures(compared)).filter(({ equal }) => !equal)
  expect(wrong.every(({ ours, recount }) => Math.abs(ours - recount) === 1)).toBe(true)
  const names = wrong.map(({ figure }) => figure.replace(/^[^:]*: /, ''))
  expect(names).toContain('money TWD paid')
  expect(names.some((name) => name.startsWith('sales '))).toBe(true)
})
