import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { expect, test } from 'vitest'
import { aShow, anOrderRow, figuresOf, rollUp, type WrittenFact, writeFact } from '../../../test/figure-stage.ts'
import { aFirmWithHours, errorNameOf, sharedApp } from '../../../test/fixtures.ts'
import { loggedInAgain } from '../../../test/login.ts'
import { aLive, aProduct, aVideo } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()
const { db } = t.platform
const dayMs = 86_400_000

const ownShow = async () => aShow(t, await aFirmWithHours(t, '器日'))
const visitName = () => newId().replaceAll('-', '').slice(0, 22)
const stepsOf = ({ funnel }: { readonly funnel: readonly { readonly persons: number }[] }) =>
  funnel.map(({ persons }) => persons)

test('FIGURE-310 Of who visits three times and two who visit once, two signed up: of three persons two, not of five visits', async () => {
  const { owner, live, form } = await ownShow()
  const look = async (visit: string) =>
    writeFact(db, owner.firmId, { kind: 'visited', sourceId: `signup ${form.id} ${visit}`, at: t.clock.now(), visit })
  const signUp = async (person: string, visit: string) =>
    writeFact(db, owner.firmId, {
      kind: 'signedUp',
      sourceId: `${person} ${live.id} ${visit}`,
      at: t.clock.now(),
      liveId: live.id,
      signupUserId: person,
      visit,
    })
  const [amy, bob] = [newId(), newId()]
  for (const person of [amy, amy, amy, bob, undefined]) {
    const visit = visitName()
    await look(visit)
    if (person !== undefined) await signUp(person, visit)
  }
  const shown = await figuresOf(t, owner, { liveId: live.id })
  expect(stepsOf(shown).slice(0, 2)).toEqual([3, 2])
  expect([shown.liveWatchTimes, shown.liveSignupTimes]).toEqual([5, 2])
})

test('FIGURE-311 Who was imported and came has visited too, and who carts and orders in one second did both, however they come in', async () => {
  const { owner, live, form } = await ownShow()
  const at = t.clock.now()
  const orderId = await anOrderRow(db, owner.firmId, live.id, at)
  const [first, imported, buyer] = [newId(), newId(), newId()]
  const here = { at, liveId: live.id, offsetMs: 1000 }
  for (const visit of [visitName(), visitName(), visitName()])
    await writeFact(db, owner.firmId, { kind: 'visited', sourceId: `signup ${form.id} ${visit}`, at, visit })
  const visits = await db.raw(`select visit from fact where "firmId" = $1 order by visit`, [owner.firmId])
  const [visitOfFirst, visitOfBuyer] = visits.rows.map(({ visit }) => String(visit))
  const acts: readonly WrittenFact[] = [
    { ...here, kind: 'ordered', sourceId: orderId, signupUserId: buyer, orderId, amount: 100_00 },
    { ...here, kind: 'carted', sourceId: newId(), signupUserId: buyer },
    { ...here, kind: 'joined', sourceId: newId(), signupUserId: first },
    { ...here, kind: 'joined', sourceId: newId(), signupUserId: imported },
    { ...here, kind: 'joined', sourceId: newId(), signupUserId: buyer },
    { ...here, kind: 'signedUp', sourceId: newId(), signupUserId: first, visit: visitOfFirst ?? null },
    { ...here, kind: 'signedUp', sourceId: newId(), signupUserId: buyer, visit: visitOfBuyer ?? null },
  ]
  for (const act of acts) await writeFact(db, owner.firmId, act)
  expect(stepsOf(await figuresOf(t, owner, { liveId: live.id }))).toEqual([4, 3, 3, 1, 1, 1, 0, 0])
})

test('FIGURE-312 Who comes into three rooms is one person of the days, and one of each room', async () => {
  const { owner, live } = await ownShow()
  const others = [await aLive(t, owner, { minutes: 120 }), await aLive(t, owner, { minutes: 180 })]
  const person = newId()
  for (const { id } of [live, ...others])
    await writeFact(db, owner.firmId, {
      kind: 'joined',
      sourceId: newId(),
      at: t.clock.now(),
      liveId: id,
      offsetMs: 0,
      signupUserId: person,
    })
  const ofLives = []
  for (const { id } of [live, ...others]) ofLives.push((await figuresOf(t, owner, { liveId: id })).liveJoinTimes)
  expect(ofLives).toEqual([1, 1, 1])
  const ofDays = await figuresOf(t, owner)
  expect([ofDays.liveJoinTimes, stepsOf(ofDays)[2]]).toEqual([1, 1])
})

test('FIGURE-313 On the first of January in Taipei the days end with it, though it is still December in Greenwich, and January has what was paid since', async () => {
  t.clock.set(new Date('2026-12-31T16:30:00Z'))
  const owner = await aFirmWithHours(t, '新年')
  for (const [at, dollars] of [
    ['2026-12-31T15:59:59.999Z', 100],
    ['2026-12-31T16:00:00Z', 200],
  ] as const)
    await writeFact(db, owner.firmId, { kind: 'paid', sourceId: at, at: new Date(at), amount: dollars * 100 })
  const shown = await figuresOf(t, owner)
  expect(shown.days).toEqual({ from: '2026-12-03', to: '2027-01-01' })
  expect(shown.salesReportChart.slice(-2).map(({ day, paid }) => [day, paid])).toEqual([
    ['2026-12-31', 100_00],
    ['2027-01-01', 200_00],
  ])
  const today = await figuresOf(t, owner, { from: '2027-01-01', to: '2027-01-01' })
  expect(today.money).toMatchObject([{ payments: 1, paid: 200_00 }])
})

test('FIGURE-428 What is paid around two midnights is of the days and the months of Taipei', async () => {
  t.clock.set(new Date('2027-01-02T08:30:00Z'))
  const owner = await aFirmWithHours(t, '跨年')
  for (const [at, dollars] of [
    ['2026-12-31T15:59:59Z', 100],
    ['2026-12-31T16:00:00Z', 200],
    ['2027-01-01T15:59:59Z', 400],
    ['2027-01-01T16:00:00Z', 800],
  ] as const)
    await writeFact(db, owner.firmId, { kind: 'paid', sourceId: at, at: new Date(at), amount: dollars * 100 })
  const paidIn = async (from: string, to: string) =>
    (await figuresOf(t, owner, { from, to })).money.map(({ payments, paid }) => [payments, paid])
  expect(await paidIn('2026-12-31', '2026-12-31')).toEqual([[1, 100_00]])
  expect(await paidIn('2027-01-01', '2027-01-01')).toEqual([[2, 600_00]])
  expect(await paidIn('2027-01-02', '2027-01-02')).toEqual([[1, 800_00]])
  expect(await paidIn('2026-12-01', '2026-12-31')).toEqual([[1, 100_00]])
  expect(await paidIn('2027-01-01', '2027-01-02')).toEqual([[3, 1400_00]])
  const { salesReportChart } = await figuresOf(t, owner, { from: '2026-12-31', to: '2027-01-02' })
  expect(salesReportChart.map(({ day, paid }) => [day, paid])).toEqual([
    ['2026-12-31', 100_00],
    ['2027-01-01', 600_00],
    ['2027-01-02', 800_00],
  ])
})

test('FIGURE-314 Who got all the money back has bought all the same: in the cohort, not kept in the funnel', async () => {
  const { owner, live } = await ownShow()
  const at = new Date(t.clock.ms() - 40 * dayMs)
  const orderId = await anOrderRow(db, owner.firmId, live.id, at)
  const person = newId()
  for (const kind of ['ordered', 'paid', 'refunded'] as const)
    await writeFact(db, owner.firmId, {
      kind,
      sourceId: orderId,
      at,
      liveId: live.id,
      orderId,
      signupUserId: person,
      amount: 100_00,
    })
  await rollUp(t)
  const { cohorts } = await t.call(figureRoutes.cohorts, { query: {} }, owner.headers)
  expect(cohorts.reduce((sum, { persons }) => sum + persons, 0)).toBe(1)
  expect(stepsOf(await figuresOf(t, owner, { liveId: live.id })).slice(5)).toEqual([1, 1, 0])
})

/** An order of two products, 300 and 900, at second 462 of a live whose script showed the first until 402 and the second from 462 on. */
const aSaleOfTwo = async () => {
  const owner = await aFirmWithHours(t, '器日')
  const [bowl, mug] = [await aProduct(t, owner, { price: 300_00 }), await aProduct(t, owner, { price: 900_00 })]
  const live = await aLive(t, owner, { minutes: 1, videoId: await aVideo(t, owner, 15) })
  const at = new Date(Date.parse(live.beginAt) + 462_000)
  t.clock.set(new Date(Date.parse(live.endAt) + 3_600_000))
  const orderId = await anOrderRow(db, owner.firmId, live.id, at)
  for (const [place, { id, variants }, price] of [
    [0, bowl, 300_00],
    [1, mug, 900_00],
  ] as const)
    await db.raw(
      `insert into "orderLine" ("orderId", place, "firmId", "variantId", "productId", "productName", "variantName", keyword,
         "imageUrl", price, quantity)
       values ($1, $2, $3, $4, $5, '', '', '', '', $6, 1)`,
      [orderId, place, owner.firmId, variants[0]?.id ?? '', id, price],
    )
  for (const [kind, second, product] of [
    ['shown', 0, bowl],
    ['hidden', 402, bowl],
    ['shown', 462, mug],
    ['hidden', 900, mug],
  ] as const)
    await writeFact(db, owner.firmId, {
      kind,
      sourceId: `${live.id} ${kind} ${second}`,
      at: new Date(Date.parse(live.beginAt) + second * 1000),
      liveId: live.id,
      offsetMs: second * 1000,
      productId: product.id,
    })
  const money = { at, liveId: live.id, offsetMs: 462_000, orderId, signupUserId: newId() }
  /** What every table says of it, whatever the payments were. */
  const expectWhole = async (payments: number) => {
    const shown = await figuresOf(t, await loggedInAgain(t, owner), { liveId: live.id })
    expect(shown.money).toMatchObject([{ orders: 1, ordered: 1_200_00, payments, paid: 1_200_00 }])
    const paidOf = new Map(shown.products.map(({ productId, paid }) => [productId, paid]))
    expect([paidOf.get(bowl.id), paidOf.get(mug.id)]).toEqual([300_00, 900_00])
    expect(shown.showings.map(({ productId, paid }) => [productId, paid])).toEqual([
      [bowl.id, 0],
      [mug.id, 1_200_00],
    ])
    const sold = shown.salesReportChart.filter(({ paid }) => paid > 0)
    expect(sold).toMatchObject([{ paid: 1_200_00 }])
    // To the second: the chart's steps are longer than one.
    expect(shown.salesBySecond).toEqual([{ second: 462, payments, paid: 1_200_00 }])
    const sum = (rows: readonly { readonly paid: number }[]) => rows.reduce((all, { paid }) => all + paid, 0)
    expect(sum(shown.showings) + shown.outsideShowings.paid).toBe(1_200_00)
    expect(sum(shown.products) + shown.otherSales.paid).toBe(1_200_00)
  }
  return { owner, money, expectWhole }
}

test('FIGURE-315 An order of two products that is reported four times is one order of 1,200: by second, by showing and by product the same', async () => {
  const { owner, money, expectWhole } = await aSaleOfTwo()
  const amount = 1_200_00
  for (let time = 0; time < 4; time += 1)
    await writeFact(db, owner.firmId, { ...money, kind: 'ordered', sourceId: money.orderId, amount })
  await writeFact(db, owner.firmId, { ...money, kind: 'paid', sourceId: newId(), amount })
  await expectWhole(1)
})

test('FIGURE-426 An order that came in as 500 and 700 is two payments of 1,200, and its goods are sold once', async () => {
  const { owner, money, expectWhole } = await aSaleOfTwo()
  await writeFact(db, owner.firmId, { ...money, kind: 'ordered', sourceId: money.orderId, amount: 1_200_00 })
  // An order is paid by one payment: what comes in beside it is an extra one.
  for (const [amount, isExtra] of [
    [500_00, false],
    [700_00, true],
  ] as const) {
    const id = newId()
    await db.raw(
      `insert into payment (id, "firmId", "orderId", method, gateway, state, amount, currency, reference, "createdAt", "paidAt",
         refunded, "isExtra")
       values ($1, $2, $3, 'card', 'month', 'paid', $4, 'TWD', $7, $5, $5, 0, $6)`,
      [id, owner.firmId, money.orderId, amount, money.at, isExtra, id],
    )
    await writeFact(db, owner.firmId, { ...money, kind: 'paid', sourceId: id, amount })
  }
  await expectWhole(2)
})

const linesOf = async (
  { headers }: Member,
  query: { readonly figure: 'payments' | 'refunds'; readonly liveId: string },
) => {
  await rollUp(t)
  const file: unknown = await t.call(
    figureRoutes.exportRows,
    { query: { ...query, format: 'csv' } },
    { ...headers, 'accept-language': 'en' },
  )
  return String(file)
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','))
}

test('FIGURE-316 In the file of rows a name can’t run as a formula, what was taken back is a negative number, and half past midnight of New Year is that day', async () => {
  const { owner, live } = await ownShow()
  const at = new Date('2026-12-31T16:30:00Z')
  const orderId = await anOrderRow(db, owner.firmId, live.id, at)
  await db.raw(`update "order" set "fullName" = '=1+2' where id = $1`, [orderId])
  for (const [kind, amount] of [
    ['paid', 1_250_00],
    ['refunded', -1_250_00],
  ] as const)
    await writeFact(db, owner.firmId, { kind, sourceId: newId(), at, liveId: live.id, offsetMs: 0, orderId, amount })
  const [payment] = await linesOf(owner, { figure: 'payments', liveId: live.id })
  expect(payment?.[0]).toMatch(/^2027-01-01 00:30/)
  expect(payment?.[2]).toBe("'=1+2")
  const [refund] = await linesOf(owner, { figure: 'refunds', liveId: live.id })
  expect(refund?.[3]).toBe('-1250')
})

test('FIGURE-317 Who signed up by a partner’s link on one day and came on the next has come by it on that day', async () => {
  const { owner, live } = await ownShow()
  const [person, other, visit] = [newId(), newId(), visitName()]
  const [yesterday, today] = [new Date(t.clock.ms() - dayMs), t.clock.now()]
  const signUp = { kind: 'signedUp', at: yesterday, liveId: live.id, signupUserId: person, visit } as const
  await writeFact(db, owner.firmId, { ...signUp, sourceId: newId(), association: 'amy' })
  for (const signupUserId of [person, other])
    await writeFact(db, owner.firmId, {
      kind: 'joined',
      sourceId: newId(),
      at: today,
      liveId: live.id,
      offsetMs: 0,
      signupUserId,
    })
  const day = new Date(t.clock.ms() + 8 * 3_600_000).toISOString().slice(0, 10)
  const shown = await figuresOf(t, owner, { from: day, to: day })
  expect([shown.liveSignupTimes, shown.liveJoinTimes, shown.associationJoinTimes]).toEqual([0, 2, 1])
  expect(shown.associationRecommendChartList).toEqual([
    { association: 'amy', signedUp: 0, joined: 1, payments: 0, paid: 0 },
  ])
})

test('FIGURE-318 A browser tab that goes from the sign-up page into the room is one view, in the figure and among the rows behind it', async () => {
  const { owner, live, form } = await ownShow()
  const visit = visitName()
  const at = t.clock.now()
  await writeFact(db, owner.firmId, { kind: 'visited', sourceId: `signup ${form.id} ${visit}`, at, visit })
  await writeFact(db, owner.firmId, {
    kind: 'visited',
    sourceId: `live ${live.id} ${visit}`,
    at: new Date(at.getTime() + 1000),
    liveId: live.id,
    visit,
  })
  const { liveWatchTimes } = await figuresOf(t, owner, { liveId: live.id })
  const query = { figure: 'views', liveId: live.id } as const
  const { rows, total } = await t.call(figureRoutes.rows, { query }, owner.headers)
  expect([liveWatchTimes, total, rows.map(({ view }) => view?.page)]).toEqual([1, 1, ['signup']])
})

test('FIGURE-319 Who comes by a source on three days is one person of it, who comes by two is one of each, and nobody stands in a source that they did not come by', async () => {
  const { owner, live, form } = await ownShow()
  const [amy, bob] = [newId(), newId()]
  const at = (daysAgo: number) => new Date(t.clock.ms() - daysAgo * dayMs)
  const look = async (person: string | undefined, source: string, daysAgo: number) => {
    const visit = visitName()
    await db.raw(
      `insert into fact ("firmId", kind, "sourceId", at, visit, attribution, "isSimulated")
       values ($1, 'visited', $2, $3, $4, cast($5 as jsonb), false)`,
      [owner.firmId, `signup ${form.id} ${visit}`, at(daysAgo), visit, JSON.stringify({ source })],
    )
    if (person === undefined) return
    await writeFact(db, owner.firmId, {
      kind: 'signedUp',
      sourceId: `${person} ${visit}`,
      at: at(daysAgo),
      liveId: live.id,
      signupUserId: person,
      visit,
    })
  }
  for (const daysAgo of [3, 2, 1]) await look(amy, 'line', daysAgo)
  await look(amy, 'facebook', 1)
  await look(bob, '', 1)
  await look(undefined, 'line', 1)
  await writeFact(db, owner.firmId, {
    kind: 'joined',
    sourceId: newId(),
    at: t.clock.now(),
    liveId: live.id,
    offsetMs: 0,
    signupUserId: amy,
  })
  await rollUp(t)
  for (const query of [{ liveId: live.id }, {}]) {
    const { sources } = await t.call(figureRoutes.sources, { query }, owner.headers)
    expect(sources.map(({ source, funnel }) => [source, ...stepsOf({ funnel }).slice(0, 4)])).toEqual([
      ['line', 2, 1, 1, 0],
      ['facebook', 1, 1, 1, 0],
    ])
    // Behind each stand the persons themselves, a page at a time as well.
    for (const { source, funnel } of sources)
      for (const { step, persons } of funnel) {
        const asked = { ...query, figure: step, source }
        const { rows, total } = await t.call(figureRoutes.rows, { query: asked }, owner.headers)
        expect([source, step, total, rows.length]).toEqual([source, step, persons, persons])
      }
    const asked = { ...query, figure: 'visited', source: 'line', limit: 1 } as const
    const first = await t.call(figureRoutes.rows, { query: asked }, owner.headers)
    const rest = { ...asked, cursor: first.next ?? '' }
    const second = await t.call(figureRoutes.rows, { query: rest }, owner.headers)
    expect([first.rows, second.rows].flat().map(({ id }) => id)).toContain(amy)
    expect([second.rows.length, second.next]).toEqual([1, undefined])
  }
  // The facts of visits go after a while; what they say of sources stays.
  await db.raw(`delete from fact where "firmId" = $1 and kind = 'visited'`, [owner.firmId])
  const { sources: kept } = await t.call(figureRoutes.sources, { query: { liveId: live.id } }, owner.headers)
  expect(kept.map(({ source, funnel }) => [source, ...stepsOf({ funnel }).slice(0, 4)])).toEqual([
    ['line', 2, 1, 1, 0],
    ['facebook', 1, 1, 1, 0],
  ])
  const stranger = await aFirmWithHours(t, '別家')
  expect(await errorNameOf(t.call(figureRoutes.sources, { query: { liveId: live.id } }, stranger.headers))).toBe(
    'notFound',
  )
})
