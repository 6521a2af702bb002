import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { delayedExpiryMs, mayDelay, monthOf, monthSpan } from '@kaimai/contract/firm/firm.rules.ts'
import type { PointKind } from '@kaimai/contract/firm/firm-ledger.schema.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { aLive } from '../../../test/studio.ts'
import { type Member, urlOf, WireError } from '../../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'

const t = await sharedApp()

const dayMs = 86_400_000
const now = Date.parse('2026-11-20T12:00:00Z')
const refused = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof WireError ? error.errorName : error),
  )
const hoursLog = (member: Member, query: object = {}) =>
  t.call(firmRoutes.hoursLog, { params: { id: member.firmId }, query }, member.headers)
const pointLog = (member: Member, query: object = {}) =>
  t.call(firmRoutes.pointLog, { params: { id: member.firmId }, query }, member.headers)
const topUpInfo = (member: Member) => t.call(firmRoutes.topUpInfo, { params: { id: member.firmId } }, member.headers)
const delay = (member: Member) => t.call(firmRoutes.delay, { body: { firmId: member.firmId } }, member.headers)

const book = (firmId: string, entry: { kind: string; seconds: number; at: string; liveId?: string; period?: string }) =>
  t.platform.db.raw(
    `insert into "liveHoursLedger" (id, "firmId", "liveId", period, seconds, kind, "createdAt") values ($1, $2, $3, $4, $5, $6, $7)`,
    [newId(), firmId, entry.liveId ?? null, entry.period ?? newId(), entry.seconds, entry.kind, new Date(entry.at)],
  )

describe('the log of hours', () => {
  test('FIRM-12 Has one line a live and month, with its name and the balance after it', async () => {
    const member = await t.aFirm()
    const { firmId } = member
    await book(firmId, { kind: 'topUp', seconds: 36_000, at: '2026-10-03T04:00:00Z' })
    const live = await aLive(t, member)
    await book(firmId, { kind: 'charge', liveId: live.id, seconds: -100, at: '2026-10-31T15:55:00Z' })
    // Midnight in Taipei: another month.
    await book(firmId, { kind: 'charge', liveId: live.id, seconds: -200, at: '2026-10-31T16:00:00Z' })
    await book(firmId, { kind: 'charge', liveId: live.id, seconds: 0, at: '2026-10-31T16:05:00Z' })
    await book(firmId, { kind: 'charge', liveId: live.id, seconds: -300, at: '2026-10-31T16:10:00Z' })
    await book(firmId, { kind: 'correction', seconds: 50, at: '2026-11-02T00:00:00Z' })
    const november = await hoursLog(member)
    expect(november.items.map(({ kind, seconds, balance, liveName }) => [kind, seconds, balance, liveName])).toEqual([
      ['correction', 50, 35_450, ''],
      ['charge', -500, 35_400, '秋窯開窯夜'],
    ])
    const october = await hoursLog(member, { month: '2026-10' })
    expect(october.items.map(({ kind, seconds, balance }) => [kind, seconds, balance])).toEqual([
      ['charge', -100, 35_900],
      ['topUp', 36_000, 36_000],
    ])
    expect((await topUpInfo(member)).hoursThisMonth).toBe(500)
    expect((await hoursLog(await t.aFirm())).items).toEqual([])
  })

  test('FIRM-13 Pages of it join without a gap, and the newest balance is the firm’s', async () => {
    const member = await t.aFirm()
    const amounts = [3600, -10, 25, -700, 5, 5, -1]
    for (const [day, seconds] of amounts.entries()) {
      await book(member.firmId, { kind: 'correction', seconds, at: `2026-11-0${day + 1}T00:00:00Z` })
    }
    const first = await hoursLog(member, { limit: 3 })
    const second = await hoursLog(member, { limit: 3, cursor: first.cursor })
    const third = await hoursLog(member, { limit: 3, cursor: second.cursor })
    const all = [...first.items, ...second.items, ...third.items]
    expect([first.total, all.map(({ seconds }) => seconds)]).toEqual([7, amounts.toReversed()])
    let running = 0
    for (const { seconds, balance } of all.toReversed()) {
      running += seconds
      expect(balance).toBe(running)
    }
    expect((await topUpInfo(member)).hours).toBe(running)
  })

  test('FIRM-30 A month is taken as a file with all its lines, which is on record', async () => {
    const member = await t.aFirm()
    for (let day = 1; day <= 25; day += 1) {
      const at = `2026-10-${String(day).padStart(2, '0')}T04:00:00Z`
      await book(member.firmId, { kind: 'correction', seconds: 5400, at })
    }
    const file = async (route: typeof firmRoutes.exportHoursLog | typeof firmRoutes.exportPointLog, month: string) => {
      const url = urlOf(route, { query: { format: 'csv', month } })
      return t.request({ method: 'GET', url, headers: { ...member.headers, 'accept-language': 'en' } })
    }
    const hours = await file(firmRoutes.exportHoursLog, '2026-10')
    const lines = String(hours.body).trim().split('\r\n')
    expect([hours.status, lines.length]).toEqual([200, 26])
    expect(lines[0]).toContain('Change (hours),Balance (hours)')
    expect(lines[1]).toMatch(/^2026-10-25 12:00,Manual adjustment,,1\.5,37\.5$/)
    await t.app.services.firms.points.add(member.firmId, { kind: 'topUp', key: 'x', tenths: 15, note: '=1+1' })
    const points = await file(firmRoutes.exportPointLog, '2026-11')
    // A note can't run as a formula.
    expect(String(points.body)).toMatch(/Top-up,'=1\+1,1\.5,1\.5/)
    const { rows } = await t.platform.db.raw(
      `select change from audit where "firmId" = $1 and action = 'firm.export'`,
      [member.firmId],
    )
    expect(rows.map(({ change }) => change)).toEqual([
      { month: '2026-10', count: 25 },
      { month: '2026-11', count: 1 },
    ])
  })

  test('FIRM-14 Another month, sort or firm than there is is refused at its field', async () => {
    const member = await t.aFirm()
    const wrong = async (query: object) =>
      hoursLog(member, query).then(
        () => [],
        (error: unknown) => (error instanceof WireError ? Object.keys(error.fields) : error),
      )
    expect(await wrong({ month: '2026-13' })).toEqual(['month'])
    expect(await wrong({ sort: 'seconds' })).toEqual(['sort'])
    const other = await t.aFirm()
    const work = t.call(firmRoutes.hoursLog, { params: { id: other.firmId } }, member.headers)
    expect(await refused(work)).toBe('noData')
  })
})

describe('SMS points', () => {
  const kinds: readonly PointKind[] = ['topUp', 'reserve', 'settle', 'giveBack', 'expiry', 'correction']

  test('FIRM-15 The balance is the sum of the entries, and the same entry counts once', async () => {
    const entry = fc.record({
      kind: fc.constantFrom(...kinds),
      key: fc.constantFrom('a', 'b', 'c'),
      tenths: fc.integer({ min: -1000, max: 1000 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 12 }), async (entries) => {
        const firm = await t.app.services.firms.create(t.platform.db, {})
        const { points } = t.app.services.firms
        const counted = new Map<string, number>()
        for (const each of entries) {
          const name = `${each.kind} ${each.key}`
          expect(await points.add(firm.id, each)).toBe(!counted.has(name))
          if (!counted.has(name)) counted.set(name, each.tenths)
        }
        const sum = [...counted.values()].reduce((total, tenths) => total + tenths, 0)
        expect(await points.balance(firm.id)).toBe(sum)
        const log = await points.log(firm.id, { ...monthSpan('2026-11'), limit: 100, cursor: undefined })
        expect([log.total, log.items[0]?.balance ?? 0]).toEqual([counted.size, sum / 10])
        for (const [place, { points: change, balance }] of log.items.entries()) {
          expect(balance * 10 - change * 10).toBeCloseTo((log.items[place + 1]?.balance ?? 0) * 10)
        }
      }),
      { numRuns: 25 },
    )
  })

  test('FIRM-16 No more is reserved than there is, whoever comes at once, and a key is reserved once', async () => {
    const member = await t.aFirm()
    const { points } = t.app.services.firms
    await points.add(member.firmId, { kind: 'topUp', key: 'x', tenths: 100 })
    const reserve = (key: string, tenths: number) =>
      t.platform.db
        .transaction((tx) => points.reserve(tx, member.firmId, { key, tenths }))
        .then(
          () => 'done',
          (error: unknown) => (error as { errorName?: string }).errorName,
        )
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, i) => reserve(`letter-${i}`, 30)))
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(3)
    expect(outcomes.filter((outcome) => outcome === 'balanceTooLow')).toHaveLength(5)
    const kept = `letter-${outcomes.indexOf('done')}`
    expect([await reserve(kept, 30), await points.balance(member.firmId)]).toEqual(['done', 10])
    const { items } = await pointLog(member)
    expect(items.map(({ kind, points: change }) => [kind, change]).toSorted()).toEqual([
      ['reserve', -3],
      ['reserve', -3],
      ['reserve', -3],
      ['topUp', 10],
    ])
    expect((await topUpInfo(member)).pointsThisMonth).toBe(9)
  })
})

describe('the expiry of hours', () => {
  test('FIRM-17 May be moved within the 30 days before it, once', () => {
    fc.assert(
      fc.property(fc.integer({ min: -90, max: 90 }), fc.boolean(), (days, delayed) => {
        const answer = mayDelay(now + days * dayMs, delayed, now)
        expect(answer).toBe(days <= 0 ? 'tooLate' : delayed ? 'done' : days > 30 ? 'tooEarly' : 'may')
      }),
    )
    expect(mayDelay(null, false, now)).toBe('nothing')
    expect(delayedExpiryMs(now) - now).toBe(30 * dayMs)
  })

  test('FIRM-18 Moving it is written in the log and on record, and twice at once moves it once', async () => {
    const member = await t.aFirm()
    expect(await refused(delay(member))).toBe('conflict')
    const expiry = new Date(now + 20 * dayMs)
    await t.app.services.firms.change(member.firmId, { liveHoursExpireAt: expiry })
    expect((await topUpInfo(member)).delayUntil).toBe('2027-01-09T12:00:00.000Z')
    const tries = await Promise.all([refused(delay(member)), refused(delay(member))])
    expect(tries.filter((outcome) => outcome === undefined)).toHaveLength(1)
    const info = await topUpInfo(member)
    expect(info).toMatchObject({
      liveHoursExpireDate: '2027-01-09T12:00:00.000Z',
      delayUntil: null,
      delayed: true,
      hours: 0,
    })
    const { items } = await hoursLog(member)
    expect(items).toMatchObject([{ kind: 'extension', seconds: 0, until: '2027-01-09T12:00:00.000Z' }])
    const other = await t.aFirm()
    expect(await refused(t.call(firmRoutes.delay, { body: { firmId: other.firmId } }, member.headers))).toBe('noData')
  })

  test('FIRM-19 What is left of hours whose time is over goes once, and others keep theirs', async () => {
    const [over, running] = [await t.aFirm(), await t.aFirm()]
    const { firms, metering, balance } = t.app.services
    for (const { firmId } of [over, running]) {
      await metering.addHours(firmId, { kind: 'topUp', key: 'x', seconds: 7200 })
    }
    await firms.change(over.firmId, { liveHoursExpireAt: new Date(now - 1000) })
    await firms.change(running.firmId, { liveHoursExpireAt: new Date(now + 1000) })
    await balance.expireDue()
    await balance.expireDue()
    expect([await metering.hoursBalance(over.firmId), await metering.hoursBalance(running.firmId)]).toEqual([0, 7200])
    expect((await hoursLog(over)).items.map(({ kind, seconds }) => [kind, seconds]).toSorted()).toEqual([
      ['expiry', -7200],
      ['topUp', 7200],
    ])
  })

  test('FIRM-20 What can be bought is listed with whole amounts, and nothing that cannot be paid here', async () => {
    const info = await topUpInfo(await t.aFirm())
    expect(info.mayBuy).toBe(false)
    expect(new Set(info.offers.map(({ kind }) => kind))).toEqual(new Set(['hours', 'points']))
    expect(info.offers.every(({ price, quantity }) => price > 0 && price % 100 === 0 && quantity > 0)).toBe(true)
  })

  test('FIRM-21 A month is Taipei’s', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2020, 0, 2), max: Date.UTC(2099, 0, 1) }), (ms) => {
        const { fromMs, toMs } = monthSpan(monthOf(ms))
        expect(fromMs <= ms && ms < toMs).toBe(true)
        expect(new Date(fromMs).toISOString().slice(11)).toBe('16:00:00.000Z')
        expect(monthOf(toMs)).not.toBe(monthOf(ms))
      }),
    )
  })
})
