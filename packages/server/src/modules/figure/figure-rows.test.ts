import type { Sent } from '@kaimai/contract/common/route.ts'
import { funnelSteps } from '@kaimai/contract/figure/figure.rules.ts'
import type { FigureRow } from '@kaimai/contract/figure/figure-rows.schema.ts'
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { trackingRoutes } from '@kaimai/contract/tracking/tracking.routes.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { aShow, anOrderRow, figuresOf, rollUp, writeFact } from '../../../test/figure-stage.ts'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { aLive, aProduct } from '../../../test/studio.ts'
import { type Member, urlOf } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
const { db } = t.platform
let owner: Member
beforeAll(async () => {
  owner = await aFirmWithHours(t, '器日')
})

type Query = NonNullable<Sent<typeof figureRoutes.rows>['query']>
const page = async (query: Query, headers = owner.headers) => {
  await rollUp(t)
  return t.call(figureRoutes.rows, { query }, headers)
}
/** All rows, a few at a time. */
const allRows = async (query: Query, limit: number) => {
  const rows: FigureRow[] = []
  for (let cursor: string | undefined; ; ) {
    const { next, ...got } = await page({ ...query, limit, ...(cursor === undefined ? {} : { cursor }) })
    rows.push(...got.rows)
    if (next === undefined) return rows
    cursor = next
  }
}

const ownShow = async () => {
  const { live, form } = await aShow(t, owner)
  return { liveId: live.id, form }
}

const act = fc.record({
  kind: fc.constantFrom('visited', 'signedUp', 'joined', 'carted', 'ordered', 'paid' as const),
  person: fc.nat(4),
})

test('FIGURE-220 Behind each step of the funnel, behind sign-ups and attendees, stand as many persons as it says, each once, however small the pages', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { maxLength: 20 }),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(...funnelSteps),
      async (acts, limit, step) => {
        const { liveId, form } = await ownShow()
        const people = await Promise.all(
          [0, 1, 2, 3, 4].map(async () => ({
            person: newId(),
            visit: newId().replaceAll('-', '').slice(0, 22),
            orderId: await anOrderRow(db, owner.firmId, liveId, t.clock.now()),
          })),
        )
        for (const [at, { kind, person }] of acts.entries()) {
          const who = people[person]
          if (who === undefined) continue
          const { visit, orderId } = who
          const isMoney = kind === 'ordered' || kind === 'paid'
          await writeFact(db, owner.firmId, {
            kind,
            sourceId: kind === 'visited' ? `signup ${form.id} ${visit}` : `${liveId} ${at}`,
            at: t.clock.now(),
            ...(kind === 'visited' ? { visit } : { liveId, offsetMs: 0, signupUserId: who.person }),
            ...(kind === 'signedUp' ? { visit } : {}),
            ...(isMoney ? { orderId, amount: 100_00 } : {}),
          })
        }
        const shown = await figuresOf(t, owner, { liveId })
        const says = {
          [step]: shown.funnel.find((each) => each.step === step)?.persons,
          signups: shown.liveSignupTimes,
          attendees: shown.liveJoinTimes,
        }
        for (const figure of [step, 'signups', 'attendees'] as const) {
          const rows = await allRows({ figure, liveId }, limit)
          expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
          expect([figure, rows.length]).toEqual([figure, says[figure]])
          expect((await page({ figure, liveId })).total).toBe(rows.length)
        }
      },
    ),
    { numRuns: 8, endOnFailure: true },
  )
})

test('FIGURE-221 The rows behind money add up to it, each by the day of its own act, and play money is in none', async () => {
  const shop = await aFirmWithHours(t, '帳目')
  const { id: liveId } = await aLive(t, shop)
  const noon = new Date('2026-11-10T12:00:00+08:00')
  const orderId = await anOrderRow(db, shop.firmId, liveId, noon)
  for (const [kind, dollars, at, isSimulated] of [
    ['ordered', 300, noon, false],
    ['paid', 300, noon, false],
    ['paid', 900, noon, true],
    ['refunded', 120, new Date('2026-11-11T00:00:00+08:00'), false],
    ['refunded', -20, new Date('2026-11-11T23:59:59+08:00'), false],
  ] as const)
    await writeFact(db, shop.firmId, {
      kind,
      sourceId: newId(),
      at,
      liveId,
      orderId,
      offsetMs: 0,
      amount: dollars * 100,
      isSimulated,
    })
  const days = (day: string) => ({ from: day, to: day })
  const amounts = async (query: Query) => (await page(query, shop.headers)).rows.map(({ amount }) => amount)
  expect(await amounts({ figure: 'payments', ...days('2026-11-10') })).toEqual([300_00])
  expect(await amounts({ figure: 'refunds', ...days('2026-11-10') })).toEqual([])
  expect(await amounts({ figure: 'refunds', ...days('2026-11-11') })).toEqual([-20_00, 120_00])
  const [payment] = (await page({ figure: 'payments', liveId }, shop.headers)).rows
  expect(payment).toMatchObject({ name: '林小美', currency: 'TWD', orderNo: orderId, step: null, view: null })
  const assistant = await t.aMember(shop, 'assistant')
  expect(await errorNameOf(page({ figure: 'visited', liveId }, assistant.headers))).toBe('forbidden')
  expect(await errorNameOf(page({ figure: 'orders', liveId }))).toBe('notFound')
})

test('FIGURE-222 Behind views stands how far each was scrolled for 90 days; then it is said that the rows are gone, and the figure stays', async () => {
  const { liveId, form } = await ownShow()
  const { tracking } = await t.call(publicSignupRoutes.page, { query: { customUrl: form.customUrl } })
  const given = { attribution: {} }
  await t.call(trackingRoutes.scrollTrack, { body: { base: tracking.eventBase, depth: 40, seconds: 5, given } })
  const query = { figure: 'views' as const, liveId }
  const fresh = await page(query)
  expect(fresh.rows.map(({ view }) => view)).toEqual([{ page: 'signup', depth: 40, seconds: 5 }])
  expect((await figuresOf(t, owner, { liveId })).liveWatchTimes).toBe(1)
  for (const [table, column] of [
    ['pageVisit', 'firstAt'],
    ['figurePerson', 'at'],
  ])
    await db.raw(`update "${table}" set "${column}" = "${column}" - interval '91 days' where "firmId" = $1`, [
      owner.firmId,
    ])
  await db.raw(`update "figureChange" set version = version + 1 where "firmId" = $1`, [owner.firmId])
  await t.platform.jobs.runTick('tracking/sweep')
  const gone = await page(query)
  expect(gone).toMatchObject({ rows: [], total: 0 })
  expect(gone.goneBefore).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect((await figuresOf(t, owner, { liveId })).liveWatchTimes).toBe(1)
  expect(await errorNameOf(t.call(figureRoutes.exportRows, { query }, owner.headers))).toBe('gone')
})

test('FIGURE-223 The file says how far it is before it is there, holds every row, and stands on record', async () => {
  const shop = await aFirmWithHours(t, '匯出')
  const { id: liveId } = await aLive(t, shop)
  for (const [at, dollars] of [100, 250].entries())
    await writeFact(db, shop.firmId, {
      kind: 'paid',
      sourceId: newId(),
      at: new Date(t.clock.ms() + at * 1000),
      liveId,
      offsetMs: 0,
      orderId: await anOrderRow(db, shop.firmId, liveId, t.clock.now()),
      amount: dollars * 100,
    })
  await rollUp(t)
  const query = { figure: 'payments', liveId, format: 'csv' } as const
  const file: unknown = await t.call(figureRoutes.exportRows, { query }, shop.headers)
  const [head, ...lines] = String(file).replace('\uFEFF', '').trim().split('\r\n')
  expect(head).toBe('時間,訂單編號,姓名,金額,幣別,聯盟連結')
  expect(lines.map((line) => line.split(',')[3])).toEqual(['250', '100'])
  const url = urlOf(figureRoutes.exportRows, { query: { ...query, progress: '1' }, params: undefined })
  const { body } = await t.request({ method: 'GET', url, headers: { ...shop.headers } })
  expect(String(body)).toMatch(/^\{"done":0,"total":2\}\n\{"done":2,"total":2\}\n\n/)
  const { rows } = await db.raw(`select change from audit where action = 'figure.export' and "firmId" = $1`, [
    shop.firmId,
  ])
  expect(rows).toHaveLength(2)
})

test('FIGURE-427 Of thousands of payments the file has each once, the newest first, whatever acts of others stand between them', async () => {
  const shop = await aFirmWithHours(t, '大檔')
  const { id: liveId } = await aLive(t, shop)
  await db.raw(
    `insert into fact ("firmId", kind, "sourceId", at, "liveId", amount, currency, attribution, "isSimulated")
     select $1, case when n % 3 = 0 then 'refunded' else 'paid' end, 'act ' || n, $3, $2, n * 100, 'TWD', '{}', false
     from generate_series(1, 6300) n`,
    [shop.firmId, liveId, t.clock.now()],
  )
  await rollUp(t)
  const query = { figure: 'payments', liveId, format: 'csv' } as const
  const file: unknown = await t.call(figureRoutes.exportRows, { query }, shop.headers)
  const amounts = String(file).trim().split('\r\n').slice(1)
  const paid = Array.from({ length: 6300 }, (_, at) => 6300 - at).filter((n) => n % 3 !== 0)
  expect(amounts.map((line) => Number(line.split(',')[3]))).toEqual(paid)
})

test('FIGURE-224 Days to come and backward days are refused in words, and a cursor that was made up begins anew', async () => {
  const { liveId } = await ownShow()
  expect(await errorNameOf(page({ figure: 'orders', from: '2199-01-01', to: '2199-01-02' }))).toBe('invalid')
  expect(await errorNameOf(page({ figure: 'orders', from: '2026-01-02', to: '2026-01-01' }))).toBe('invalid')
  for (const figure of ['orders', 'views', 'paid'] as const)
    expect((await page({ figure, liveId, cursor: "'; drop table" })).rows).toEqual([])
})

test('FIGURE-433 A source of what is no step, a showing beside payments of a live, a cohort without its month and months that are none are refused at their field', async () => {
  const { liveId } = await ownShow()
  const productId = newId()
  const fieldsOf = async (query: object) => {
    const url = urlOf(figureRoutes.rows, { query })
    const { status, body } = await t.request({ method: 'GET', url, headers: owner.headers })
    return [status, Object.keys((body as { error: { fields?: object } }).error.fields ?? {})]
  }
  for (const [field, query] of [
    ['source', { figure: 'signups', source: 'line' }],
    ['source', { figure: 'visited', source: 'x'.repeat(201) }],
    ['showing', { figure: 'payments', showing: 'none' }],
    ['showing', { figure: 'orders', liveId, showing: 'none' }],
    ['showing', { figure: 'payments', liveId, showing: `10 ${productId}`, productId }],
    ['showing', { figure: 'payments', liveId, showing: "10 '; drop table" }],
    ['cohort', { figure: 'cohort' }],
    ['cohort', { figure: 'cohort', cohort: '2026-13' }],
    ['month', { figure: 'cohort', cohort: '2026-01', month: 'June' }],
  ] as const)
    expect([query, await fieldsOf(query)]).toEqual([query, [400, [field]]])
  const stranger = await aFirmWithHours(t, '別家')
  expect(await page({ figure: 'cohort', cohort: '2026-01' }, stranger.headers)).toMatchObject({ rows: [], total: 0 })
})

test('FIGURE-225 Behind the numbers of a product stand as many persons as they say; of no product there are none to ask for', async () => {
  const { liveId } = await ownShow()
  const product = await aProduct(t, owner)
  const people = [newId(), newId()]
  for (const [kind, person] of [
    ['clicked', 0],
    ['carted', 0],
    ['carted', 0],
    ['carted', 1],
    ['plusOne', 1],
  ] as const)
    await writeFact(db, owner.firmId, {
      kind,
      sourceId: newId(),
      at: t.clock.now(),
      liveId,
      offsetMs: 0,
      signupUserId: people[person] ?? null,
      productId: product.id,
    })
  const { products } = await figuresOf(t, owner, { liveId })
  const [shown] = products
  for (const [figure, says] of [
    ['productClicked', shown?.clicked],
    ['productCarted', shown?.carted],
    ['productPlusOne', shown?.plusOne],
  ] as const) {
    const { rows, total } = await page({ figure, liveId, productId: product.id })
    expect([figure, rows.length, total]).toEqual([figure, says, says])
  }
  expect(shown).toMatchObject({ clicked: 1, carted: 2, plusOne: 1 })
  expect((await page({ figure: 'productCarted', liveId, productId: newId() })).rows).toEqual([])
  expect(await errorNameOf(page({ figure: 'productCarted', liveId }))).toBe('invalid')
})

test('FIGURE-424 Behind those who came by partners’ links stand as many persons as the figures say: by any, and by each', async () => {
  const { liveId } = await ownShow()
  const [amy, bob, carol] = [newId(), newId(), newId()]
  const there = { at: t.clock.now(), liveId } as const
  for (const [signupUserId, association] of [
    [amy, 'amy'],
    [bob, 'bob'],
    [carol, ''],
  ] as const)
    await writeFact(db, owner.firmId, {
      ...there,
      kind: 'signedUp',
      sourceId: newId(),
      signupUserId,
      ...(association === '' ? {} : { association }),
    })
  for (const signupUserId of [amy, carol])
    await writeFact(db, owner.firmId, { ...there, kind: 'joined', sourceId: newId(), signupUserId, offsetMs: 0 })
  const shown = await figuresOf(t, owner, { liveId })
  expect([shown.associationSignupTimes, shown.associationJoinTimes]).toEqual([2, 1])
  const behind = async (figure: 'associationSignups' | 'associationAttendees', association?: string) => {
    const { rows, total } = await page({ figure, liveId, ...(association === undefined ? {} : { association }) })
    expect(total).toBe(rows.length)
    return new Set(rows.map(({ id }) => id))
  }
  expect(await behind('associationSignups')).toEqual(new Set([amy, bob]))
  expect(await behind('associationAttendees')).toEqual(new Set([amy]))
  for (const { association, signedUp, joined } of shown.associationRecommendChartList) {
    expect((await behind('associationSignups', association)).size).toBe(signedUp)
    expect((await behind('associationAttendees', association)).size).toBe(joined)
  }
  expect(shown.associationRecommendChartList.map(({ association }) => association).toSorted()).toEqual(['amy', 'bob'])
})

test('FIGURE-422 Who has stayed is as many minutes as are asked for, in the funnel and in the rows behind it', async () => {
  const { liveId } = await ownShow()
  const begin = t.clock.ms()
  for (const minutes of [3, 12]) {
    const sourceId = newId()
    const viewer = { sourceId, liveId, signupUserId: newId() }
    await writeFact(db, owner.firmId, { ...viewer, kind: 'joined', at: new Date(begin), offsetMs: 0 })
    const gone = { at: new Date(begin + minutes * 60_000), offsetMs: minutes * 60_000 }
    await writeFact(db, owner.firmId, { ...viewer, ...gone, kind: 'left' })
  }
  for (const [stayedMinutes, persons] of [
    [1, 2],
    [3, 2],
    [5, 1],
    [10, 1],
    [30, 0],
  ] as const) {
    const { funnel } = await figuresOf(t, owner, { liveId, stayedMinutes })
    expect([stayedMinutes, funnel.find(({ step }) => step === 'stayed')?.persons]).toEqual([stayedMinutes, persons])
    expect((await page({ figure: 'stayed', liveId, stayedMinutes })).rows).toHaveLength(persons)
  }
})
