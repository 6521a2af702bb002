import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { funnelOf } from '@kaimai/contract/figure/figure.rules.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { anOrderRow, factsOf, figuresOf, rollUp, type WrittenFact, writeFact } from '../../../test/figure-stage.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aForm, aLive } from '../../../test/studio.ts'
import type { Member } from '../../../test/test-app.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'
import { createRollUpStore } from './roll-up.store.ts'

const t = await sharedApp()
const { db } = t.platform
const minuteMs = 60_000
let owner: Member
beforeAll(async () => {
  owner = await aFirmWithHours(t, '器日')
})

const aShow = async () => {
  const live = await aLive(t, owner, { minutes: 60 })
  const form = await aForm(t, owner, [{ liveId: live.id }])
  return { liveId: live.id, formId: form.id }
}
const visitName = () => newId().replaceAll('-', '').slice(0, 22)

/** What three people, three viewers and three browsers did, as names that a run fills in. */
const act = fc.record({
  kind: fc.constantFrom('visited', 'signedUp', 'joined', 'left', 'carted', 'ordered', 'paid', 'refunded' as const),
  cause: fc.nat(8),
  minute: fc.integer({ min: -5, max: 20 }),
  person: fc.option(fc.nat(2), { freq: 2 }),
  viewer: fc.nat(2),
  visit: fc.nat(2),
  amount: fc.nat(3).map((dollars) => dollars * 100_00),
  isSimulated: fc.boolean(),
})

test('FIGURE-20 However facts come in, late, doubled and between the runs of the job, the dashboard is what the formulas say of them, and a recount is the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 30 }), fc.array(fc.nat(30), { maxLength: 4 }), async (acts, runs) => {
      const { liveId, formId } = await aShow()
      const [people, viewers] = [
        [newId(), newId(), newId()],
        [newId(), newId(), newId()],
      ]
      const visits = [visitName(), visitName(), visitName()]
      const now = t.clock.ms()
      const orderIds = await Promise.all([0, 1, 2].map(() => anOrderRow(db, owner.firmId, liveId, t.clock.now())))
      const factOf = ({ kind, cause, minute, person, viewer, visit, amount, isSimulated }: (typeof acts)[number]) => {
        const at = new Date(now - 30 * minuteMs + minute * minuteMs)
        const name = visits[visit] ?? ''
        if (kind === 'visited')
          return { kind, sourceId: `signup ${formId} ${name}`, at, visit: name, isSimulated } satisfies WrittenFact
        const isMoney = kind === 'ordered' || kind === 'paid' || kind === 'refunded'
        const presence = kind === 'joined' || kind === 'left' ? 'presence' : kind
        return {
          kind,
          // A presence has one cause for its begin and its end.
          sourceId: `${presence} ${liveId} ${cause}`,
          at,
          liveId,
          offsetMs: minute * minuteMs,
          // An order is one buyer's.
          signupUserId: person === null || isMoney ? null : (people[person] ?? null),
          liveUserId: kind === 'signedUp' ? null : (viewers[isMoney ? cause % 3 : viewer] ?? null),
          visit: kind === 'signedUp' ? name : null,
          orderId: isMoney ? (orderIds[cause % 3] ?? null) : null,
          ...(isMoney ? { amount } : {}),
          isSimulated,
        } satisfies WrittenFact
      }
      for (const [at, each] of acts.entries()) {
        await writeFact(db, owner.firmId, factOf(each))
        if (at % 5 === 0) await writeFact(db, owner.firmId, factOf(each))
        if (runs.includes(at)) await rollUp(t)
      }
      const shown = await figuresOf(t, owner, { liveId })
      const facts = (await factsOf(db, owner.firmId, liveId)).filter(
        ({ kind, sourceId }) => kind !== 'visited' || sourceId.includes(formId),
      )
      expect(shown.funnel).toEqual(funnelOf(facts, 5 * minuteMs))
      const sum = (kind: 'paid' | 'refunded') =>
        facts
          .filter((fact) => fact.kind === kind && !fact.isSimulated)
          .reduce((all, { amount }) => all + (amount ?? 0), 0)
      expect(shown.money).toMatchObject([{ paid: sum('paid'), refunded: sum('refunded') }])
      const overTime = shown.salesReportChart.reduce((all, { paid }) => all + paid, 0)
      expect(overTime).toBe(sum('paid'))
      await t.app.services.figures.recount(owner.firmId)
      expect(await figuresOf(t, owner, { liveId })).toEqual(shown)
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

test('FIGURE-21 A run that is killed before its end has counted nothing, and the next counts all once', async () => {
  const { liveId } = await aShow()
  for (const cause of ['a', 'b', 'c'])
    await writeFact(db, owner.firmId, {
      kind: 'paid',
      sourceId: `${liveId} ${cause}`,
      at: t.clock.now(),
      liveId,
      offsetMs: 0,
      amount: 100_00,
    })
  const killed = db.transaction(async (tx) => {
    expect(await createRollUpStore(tx).add(2)).toBe(2)
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await createRollUpStore(db).add(2)).toBe(2)
  const shown = await figuresOf(t, owner, { liveId })
  expect(shown.money).toMatchObject([{ payments: 3, paid: 300_00 }])
  expect(shown.waiting).toBe(0)
})

test('FIGURE-22 A database from before counts the facts that it has', async () => {
  const { liveId } = await aShow()
  const fact = { kind: 'paid', at: t.clock.now(), liveId, offsetMs: 0, amount: 100_00 } as const
  await writeFact(db, owner.firmId, { ...fact, sourceId: `${liveId} before` })
  await rollUp(t)
  const text = await readFile(join(migrationsFolder, '225-figure.sql'), 'utf8')
  const migrated = db.transaction(async (tx) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(tx.as())
    for (const table of ['figure', 'figurePerson', 'figureStay', 'figureOrder', 'figureAlias'])
      await run(sql`drop table ${sql.table(table)}`)
    await run(sql`alter table fact drop column seq, drop column "isCounted"`)
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await run(sql.raw(statement))
    let counted = 100
    while (counted === 100) counted = await createRollUpStore(tx).add(100)
    const { rows } = await run(sql`select acts, amount from figure where "liveId" = ${liveId}`)
    expect(rows).toEqual([{ acts: 1, amount: 100_00 }])
    throw new Error('seen')
  })
  await expect(migrated).rejects.toThrow('seen')
})
