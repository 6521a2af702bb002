import type { Sent } from '@kaimai/contract/common/route.ts'
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { gridOf, stepOf } from '@kaimai/contract/figure/figure-grid.rules.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { figuresOf, rollUp, writeFact } from '../../../test/figure-stage.ts'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { aLive } from '../../../test/studio.ts'
import { type Member, urlOf } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
const { db } = t.platform
const minuteMs = 60_000
let owner: Member
beforeAll(async () => {
  owner = await aFirmWithHours(t, '器日')
})

type Query = NonNullable<Sent<typeof figureRoutes.rows>['query']>
const rows = (query: Query, headers = owner.headers) => t.call(figureRoutes.rows, { query }, headers)

const stay = fc.record({
  person: fc.nat(3),
  from: fc.integer({ min: -20, max: 90 }),
  length: fc.option(fc.nat(60), { freq: 5 }),
})

test('FIGURE-447 Behind the people in the room at an instant stand as many as its chart says, each once, running or over', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stay, { maxLength: 10 }), fc.boolean(), async (stays, isOver) => {
      const live = await aLive(t, owner, { minutes: 1 })
      const people = [newId(), newId(), newId(), newId()]
      const beginMs = Date.parse(live.beginAt)
      for (const { person, from, length } of stays) {
        const presence = { sourceId: newId(), liveId: live.id, signupUserId: people[person] ?? null }
        const at = (second: number) => ({ at: new Date(beginMs + second * 1000), offsetMs: second * 1000 })
        await writeFact(db, owner.firmId, { ...presence, kind: 'joined', ...at(from) })
        if (length !== null) await writeFact(db, owner.firmId, { ...presence, kind: 'left', ...at(from + length) })
      }
      t.clock.set(isOver ? new Date(Date.parse(live.endAt) + minuteMs) : new Date(beginMs + 45_000))
      await rollUp(t)
      const { concurrentOnlineChart } = await figuresOf(t, owner, { liveId: live.id })
      const counted = await Promise.all(
        concurrentOnlineChart.map(async ({ second }) => {
          const { rows: persons, total } = await rows({ figure: 'present', liveId: live.id, second })
          expect(new Set(persons.map(({ id }) => id)).size).toBe(total)
          return total
        }),
      )
      expect(counted).toEqual(concurrentOnlineChart.map(({ real }) => real))
    }),
    { numRuns: 6, endOnFailure: true },
  )
})

test('FIGURE-448 Behind each second in which something sold, and behind each column of the chart, stand the payments that make it up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ second: fc.integer({ min: -30, max: 200 }), dollars: fc.integer({ min: 1, max: 900 }) }), {
        maxLength: 8,
      }),
      async (payments) => {
        const live = await aLive(t, owner, { minutes: 1 })
        const beginMs = Date.parse(live.beginAt)
        for (const { second, dollars } of payments)
          await writeFact(db, owner.firmId, {
            kind: 'paid',
            sourceId: newId(),
            at: new Date(beginMs + second * 1000),
            liveId: live.id,
            offsetMs: second * 1000,
            amount: dollars * 100,
          })
        t.clock.set(new Date(Date.parse(live.endAt) + 10 * minuteMs))
        await rollUp(t)
        const { salesBySecond, salesReportChart } = await figuresOf(t, owner, { liveId: live.id })
        const behind = async (placed: string) => {
          const found = await rows({ figure: 'payments', liveId: live.id, placed })
          return { payments: found.total, paid: found.rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0) }
        }
        for (const { second, ...sums } of salesBySecond) expect(await behind(`${second}-${second + 1}`)).toEqual(sums)
        const seconds = (Date.parse(live.endAt) - beginMs) / 1000
        const step = stepOf(seconds)
        expect(salesReportChart.map(({ second }) => second)).toEqual(gridOf(step, seconds))
        for (const [place, { second, payments: count, paid }] of salesReportChart.entries()) {
          const from = second ?? 0
          const until = place === salesReportChart.length - 1 ? '' : from + step
          expect(await behind(`${from}-${until}`)).toEqual({ payments: count, paid })
        }
      },
    ),
    { numRuns: 6, endOnFailure: true },
  )
})

test('FIGURE-450 Behind each column of comments stand those that make it up, each once, the newest first, held and taken ones among them', async () => {
  const comment = fc.record({ ms: fc.integer({ min: -30_000, max: 90_000 }), by: fc.constantFrom('viewer', 'release') })
  await fc.assert(
    fc.asyncProperty(fc.array(comment, { maxLength: 12 }), async (comments) => {
      const live = await aLive(t, owner, { minutes: 1 })
      await db.raw(`insert into room ("liveId", "firmId", "createdAt") values ($1, $2, $3)`, [
        ...[live.id, owner.firmId, t.clock.now()],
      ])
      for (const [at, { ms, by }] of comments.entries())
        await db.raw(
          `insert into "roomEvent" ("liveId", seq, "firmId", "roomMs", kind, payload, "liveUserId", "messageKey", held, "createdAt")
           values ($1, $2, $3, $4, 'commented', cast($5 as jsonb), $6, $7, $8, $9)`,
          [
            ...[live.id, at + 1, owner.firmId, ms, JSON.stringify({ user: { name: '小美' }, text: `第 ${at} 則` })],
            ...[by === 'viewer' ? newId() : null, newId(), at % 3 === 0, new Date(Date.parse(live.beginAt) + ms)],
          ],
        )
      t.clock.set(new Date(Date.parse(live.endAt) + minuteMs))
      const { commentPeriodChart } = await figuresOf(t, owner, { liveId: live.id })
      const step = stepOf((Date.parse(live.endAt) - Date.parse(live.beginAt)) / 1000)
      for (const { second, real } of commentPeriodChart) {
        const found = await rows({ figure: 'comments', liveId: live.id, said: `${second}-${second + step}` })
        expect([second, found.total, found.rows.length]).toEqual([second, real, real])
      }
      const said = comments.flatMap(({ by }, at) => (by === 'viewer' ? [`第 ${at} 則`] : [])).toReversed()
      const words = async (cursor?: string): Promise<(string | null)[]> => {
        const query = { figure: 'comments', liveId: live.id, limit: '2', ...(cursor === undefined ? {} : { cursor }) }
        const page = await rows(query as Query)
        const shown = page.rows.map((row) => row.comment)
        return page.next === undefined ? shown : [...shown, ...(await words(page.next))]
      }
      expect(await words()).toEqual(said)
      const query = { figure: 'comments', liveId: live.id, format: 'csv' } as const
      const file = String(await t.call(figureRoutes.exportRows, { query }, owner.headers))
      expect(
        file
          .trimEnd()
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(',').slice(1).join(' ')),
      ).toEqual(said.map((text) => `小美 ${text}`))
    }),
    { numRuns: 6, endOnFailure: true },
  )
})

test('FIGURE-449 Seconds of what has none, none of what has them, and seconds that are none are refused at their field; other firms have no such live', async () => {
  const live = await aLive(t, owner, { minutes: 1 })
  const liveId = live.id
  const fieldsOf = async (query: object) => {
    const url = urlOf(figureRoutes.rows, { query })
    const { status, body } = await t.request({ method: 'GET', url, headers: owner.headers })
    return [status, Object.keys((body as { error: { fields?: object } }).error.fields ?? {})]
  }
  for (const [field, query] of [
    ['second', { figure: 'present', liveId }],
    ['second', { figure: 'present', second: 5 }],
    ['second', { figure: 'present', liveId, second: -1 }],
    ['second', { figure: 'joined', liveId, second: 5 }],
    ['placed', { figure: 'payments', placed: '0-5' }],
    ['placed', { figure: 'refunds', liveId, placed: '0-5' }],
    ['placed', { figure: 'payments', liveId, placed: '5' }],
    ['placed', { figure: 'payments', liveId, placed: "0-5'; drop table" }],
    ['placed', { figure: 'payments', liveId, placed: '0-5', showing: 'none' }],
    ['placed', { figure: 'payments', liveId, placed: '0-5', productId: newId() }],
    ['said', { figure: 'comments', said: '0-5' }],
    ['said', { figure: 'comments' }],
    ['said', { figure: 'comments', liveId, said: '-5' }],
    ['said', { figure: 'joined', liveId, said: '0-5' }],
    ['cohort', { figure: 'cohort' }],
    ['monthsLater', { figure: 'cohort', cohort: '2026-01', monthsLater: 1 }],
    ['monthsLater', { figure: 'cohort', monthsLater: 12 }],
    ['monthsLater', { figure: 'joined', monthsLater: 1 }],
  ] as const)
    expect([query, await fieldsOf(query)]).toEqual([query, [400, [field]]])
  const other = await aFirmWithHours(t, '別家')
  for (const query of [
    { figure: 'present', liveId, second: 5 },
    { figure: 'payments', liveId, placed: '0-5' },
    { figure: 'comments', liveId, said: '0-5' },
  ] as const)
    expect(await errorNameOf(rows(query, other.headers))).toBe('notFound')
})
