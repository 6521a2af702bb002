import { taipeiDay } from '@kaimai/contract/common/taipei.ts'
import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { figureRoutes } from '@kaimai/contract/figure/figure.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { expect, test } from 'vitest'
import { aShow, anOrderRow, figuresOf, rollUp, writeFact } from '../../../test/figure-stage.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { type Member, urlOf } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'
import { readSheet } from '../../platform/sheet/read-sheet.ts'

const t = await sharedApp()
const { db } = t.platform
const dayMs = 86_400_000

const ownShow = async () => aShow(t, await aFirmWithHours(t, '器日'))
const fileOf = async (
  { headers }: Member,
  query: { liveId?: string; from?: string; to?: string; association?: string },
) => {
  await rollUp(t)
  const file: unknown = await t.call(
    figureRoutes.exportDashboard,
    { query: { ...query, format: 'csv' } },
    { ...headers, 'accept-language': 'en' },
  )
  return String(file)
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
}

test('FIGURE-240 A phone that turns out to be the person of the laptop is that person for the days before too, by day and in the range', async () => {
  const { owner, live, form } = await ownShow()
  const now = t.clock.ms()
  const [phone, laptop, person] = ['p'.repeat(22), 'l'.repeat(22), newId()]
  const day = (ago: number) => taipeiDay(now - ago * dayMs)
  const at = (ago: number) => new Date(now - ago * dayMs)
  const visit = (name: string, ago: number) =>
    writeFact(db, owner.firmId, {
      kind: 'visited',
      sourceId: `signup ${form.id} ${name}`,
      at: at(ago),
      visit: name,
    })
  const signedUp = (name: string, ago: number) =>
    writeFact(db, owner.firmId, {
      kind: 'signedUp',
      sourceId: `${person} ${name}`,
      at: at(ago),
      liveId: live.id,
      signupUserId: person,
      visit: name,
    })
  await visit(phone, 2)
  await visit(laptop, 1)
  await signedUp(laptop, 1)
  const counts = async (from: number, to: number) => {
    const { funnel } = await figuresOf(t, owner, { from: day(from), to: day(to) })
    return funnel.slice(0, 2).map(({ persons }) => persons)
  }
  expect(await counts(2, 1)).toEqual([2, 1])
  await signedUp(phone, 0)
  expect(await counts(2, 1)).toEqual([1, 1])
  expect([await counts(2, 2), await counts(1, 1)]).toEqual([
    [1, 0],
    [1, 1],
  ])
})

test('FIGURE-241 Of nobody, and of people who were imported without a visit, there is no share: no cell of the file says 0 %, and counts are there', async () => {
  const { owner, live } = await ownShow()
  const nobody = await fileOf(owner, { liveId: live.id })
  const funnel = (lines: readonly (readonly string[])[]) => lines.filter(([part]) => part === 'Funnel (people)')
  expect(funnel(nobody).map(([, , count, share]) => [count, share])).toEqual(Array.from({ length: 8 }, () => ['0', '']))
  for (let each = 0; each < 15; each += 1)
    await writeFact(db, owner.firmId, {
      kind: 'signedUp',
      sourceId: newId(),
      at: t.clock.now(),
      liveId: live.id,
      signupUserId: newId(),
    })
  const imported = await fileOf(owner, { liveId: live.id })
  expect(funnel(imported).slice(0, 3)).toEqual([
    ['Funnel (people)', 'Saw the sign-up page', '15', '', '', ''],
    ['Funnel (people)', 'Signed up', '15', '', '', ''],
    ['Funnel (people)', 'Entered the room', '0', '', '', ''],
  ])
  expect(imported.flat().filter((cell) => /NaN|Infinity/.test(cell))).toEqual([])
  const query = { liveId: live.id, format: 'xlsx' as const }
  const url = urlOf(figureRoutes.exportDashboard, { query, params: undefined })
  const { rawPayload } = await t.app.http.inject({ method: 'GET', url, headers: { ...owner.headers } })
  const sheet = (await readSheet(rawPayload)).rows.map(({ cells }) => cells)
  const steps = sheet.filter(([part]) => part === '轉換漏斗（人）')
  expect(steps.map(([, , count, share]) => [count, share ?? ''])).toEqual(
    [15, 15, 0, 0, 0, 0, 0, 0].map((count) => [String(count), '']),
  )
  // In JSON there is no share at all: whoever divides sees what by. What is not known of months is null.
  const text = JSON.stringify([
    await figuresOf(t, owner, { liveId: live.id }),
    await t.call(figureRoutes.cohorts, { query: {} }, owner.headers),
  ])
  expect(text).not.toMatch(/NaN|Infinity|share|average/i)
  const { cohorts } = await t.call(figureRoutes.cohorts, { query: {} }, owner.headers)
  expect(cohorts.every(({ back }) => back.every((count) => count === null))).toBe(true)
})

test('FIGURE-425 The file has the funnel by source and, of days, who bought again by month: a month that is not over is an empty cell', async () => {
  const { owner, live, form } = await ownShow()
  const visit = 'v'.repeat(22)
  await db.raw(
    `insert into fact ("firmId", kind, "sourceId", at, visit, attribution, "isSimulated")
     values ($1, 'visited', $2, $3, $4, '{"source":"line","association":"amy"}'::jsonb, false)`,
    [owner.firmId, `signup ${form.id} ${visit}`, t.clock.now(), visit],
  )
  const at = new Date(t.clock.ms() - 40 * dayMs)
  const orderId = await anOrderRow(db, owner.firmId, live.id, at)
  await writeFact(db, owner.firmId, {
    kind: 'paid',
    sourceId: newId(),
    at,
    liveId: live.id,
    orderId,
    signupUserId: newId(),
    amount: 100_00,
  })
  const of = (lines: readonly (readonly string[])[], name: string) => lines.filter(([part]) => part === name)
  const days = await fileOf(owner, { from: taipeiDay(t.clock.ms()), to: taipeiDay(t.clock.ms()) })
  const sources = of(days, 'Funnel by source (people)')
  expect(sources.slice(0, 2).map(([, name, count]) => [name, count])).toEqual([
    ['line · Saw the sign-up page', '1'],
    ['line · Signed up', '0'],
  ])
  expect(sources[3]?.[1]).toBe('line · Stayed 5 min or more')
  const month = taipeiDay(at.getTime()).slice(0, 7)
  const cohorts = of(days, 'Repeat buyers by first month (people)')
  expect(cohorts[0]?.slice(1, 3)).toEqual([month, '1'])
  expect(cohorts.at(-1)?.slice(1, 3)).toEqual([`${month} → ${taipeiDay(t.clock.ms()).slice(0, 7)}`, ''])
  const ofLive = await fileOf(owner, { liveId: live.id })
  expect(of(ofLive, 'Repeat buyers by first month (people)')).toEqual([])
  // Narrowing the funnel narrows the funnel alone.
  const narrowed = await fileOf(owner, { liveId: live.id, association: 'nobody' })
  expect(of(narrowed, 'Funnel by source (people)')).toEqual(of(ofLive, 'Funnel by source (people)'))
})

test('FIGURE-242 The file of days says how many different people there were in them, not the sum of the days', async () => {
  const { owner, form } = await ownShow()
  const now = t.clock.ms()
  for (const [ago, names] of [
    [2, ['a', 'b', 'c']],
    [1, ['a', 'b', 'c']],
    [0, ['a', 'b', 'c', 'd']],
  ] as const)
    for (const name of names)
      await writeFact(db, owner.firmId, {
        kind: 'visited',
        sourceId: `signup ${form.id} ${name.repeat(22)} ${ago}`,
        at: new Date(now - ago * dayMs),
        visit: name.repeat(22),
      })
  const lines = await fileOf(owner, { from: taipeiDay(now - 2 * dayMs), to: taipeiDay(now) })
  expect(lines.find(([, name]) => name === 'Views')?.[2]).toBe('4')
  expect(lines.find(([, name]) => name === 'Saw the sign-up page')?.[2]).toBe('4')
})

test('FIGURE-243 Of six who ordered three paid and two kept; every table and the file say the same, simulated and test orders in none', async () => {
  const { owner, live } = await ownShow()
  const facts: [kind: 'ordered' | 'paid' | 'refunded', dollars: number][][] = [
    [
      ['ordered', 100],
      ['paid', 100],
    ],
    [
      ['ordered', 250],
      ['paid', 250],
    ],
    [['ordered', 400]],
    [['ordered', 800]],
    [['ordered', 1_600]],
    [
      ['ordered', 3_200],
      ['paid', 3_200],
      ['refunded', 3_200],
    ],
  ]
  const states = ['paid', 'paid', 'pending', 'cancelled', 'expired', 'refunded']
  const write = async (acts: (typeof facts)[number], isSimulated: boolean, state = 'paid') => {
    const orderId = await anOrderRow(db, owner.firmId, live.id, t.clock.now())
    const [, dollars = 0] = acts[0] ?? []
    await db.raw(
      `update "order" set subtotal = $2, total = $2, "paymentState" = $3, "isTest" = $4, "paidAt" = $5 where id = $1`,
      [orderId, dollars * 100, state, isSimulated, acts.some(([kind]) => kind === 'paid') ? t.clock.now() : null],
    )
    const signupUserId = newId()
    // The page says it three times, the server once: the same cause is one.
    for (const [kind, dollars] of [...acts, ...acts, ...acts])
      await writeFact(db, owner.firmId, {
        kind,
        sourceId: orderId,
        at: t.clock.now(),
        liveId: live.id,
        offsetMs: 462_000,
        orderId,
        signupUserId,
        amount: dollars * 100,
        isSimulated,
      })
  }
  for (const [at, acts] of facts.entries()) await write(acts, false, states[at])
  for (let n = 0; n < 2; n += 1) await write([['paid', 6_400]], true)
  const shown = await figuresOf(t, owner, { liveId: live.id, realDataStatus: '0' })
  expect(shown.funnel.slice(5).map(({ persons }) => persons)).toEqual([6, 3, 2])
  expect(shown.money).toMatchObject([{ orders: 6, ordered: 6_350_00, payments: 3, paid: 3_550_00, refunded: 3_200_00 }])
  const sum = (rows: readonly { readonly paid: number }[]) => rows.reduce((all, { paid }) => all + paid, 0)
  expect(sum(shown.salesReportChart)).toBe(3_550_00)
  expect(sum(shown.showings) + shown.outsideShowings.paid).toBe(3_550_00)
  expect(sum(shown.products) + shown.otherSales.paid).toBe(3_550_00)
  const lines = await fileOf(owner, { liveId: live.id })
  expect(lines.find(([, name]) => name === 'Payments TWD')).toEqual(['Totals', 'Payments TWD', '3', '', '3550', '3200'])
  const overTime = lines.filter(([part]) => part === 'Payments over time')
  expect(overTime.reduce((all, cells) => all + Number(cells[4]), 0)).toBe(3_550)
  expect(shown.salesBySecond).toEqual([{ second: 462, payments: 3, paid: 3_550_00 }])
  const bySecond = lines.filter(([part]) => part === 'Payments by second of the order')
  expect(bySecond).toEqual([['Payments by second of the order', '00:07:42', '3', '', '3550', '']])

  const sold = { orders: 3, revenue: 3_550_00 }
  expect(await t.call(controlRoomRoutes.figures, { query: { liveId: live.id } }, owner.headers)).toMatchObject({
    ...sold,
    revenueByMinute: [{ minute: 0, amount: 3_550_00 }],
    test: { orders: 2, revenue: 12_800_00 },
    unpaid: 1,
  })
  const { items } = await t.call(liveRoutes.list, {}, owner.headers)
  expect(items).toMatchObject([{ id: live.id, ...sold }])
  const file = String(await t.call(liveRoutes.exportSheet, { query: { format: 'csv' } }, owner.headers))
  const [heads = [], cells = []] = file
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  expect([cells[heads.indexOf('訂單')], cells[heads.indexOf('營收')]]).toEqual(['3', '3550'])
})

test('FIGURE-244 Narrowed to a partner’s link the funnel and the rows behind it are of those alone who came by it, in whichever browser', async () => {
  const { owner, live, form } = await ownShow()
  const [amy, bob] = [newId(), newId()]
  const visitOf = (person: string) => person.replaceAll('-', '').slice(0, 22)
  for (const [person, association] of [
    [amy, 'amy'],
    [bob, ''],
  ] as const) {
    const at = t.clock.now()
    const visit = visitOf(person)
    const by = association === '' ? {} : { association }
    await writeFact(db, owner.firmId, {
      kind: 'visited',
      sourceId: `signup ${form.id} ${visit}`,
      at,
      visit,
      ...by,
    })
    const viewer = newId()
    const there = { at, liveId: live.id, liveUserId: viewer, offsetMs: 0 }
    await writeFact(db, owner.firmId, { ...there, kind: 'signedUp', sourceId: newId(), signupUserId: person, visit })
    // The room knows the viewer alone.
    await writeFact(db, owner.firmId, { ...there, kind: 'joined', sourceId: newId() })
  }
  const funnelBy = async (association?: string) => {
    const { funnel } = await figuresOf(t, owner, {
      liveId: live.id,
      ...(association === undefined ? {} : { association }),
    })
    return funnel.slice(0, 4).map(({ persons }) => persons)
  }
  expect(await funnelBy()).toEqual([2, 2, 2, 0])
  expect(await funnelBy('amy')).toEqual([1, 1, 1, 0])
  expect(await funnelBy('nobody')).toEqual([0, 0, 0, 0])
  const query = { figure: 'joined', liveId: live.id, association: 'amy' } as const
  const { rows, total } = await t.call(figureRoutes.rows, { query }, owner.headers)
  expect([rows.map(({ id }) => id), total]).toEqual([[amy], 1])
})
